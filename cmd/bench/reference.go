package main

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"net"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"time"
)

// reference is a fixed amount of work, whose time tells how fast the machine is
// just now. It uses nothing of the product, so that it stays the same while the
// product changes. After a change of what it does, nominal must be measured anew.
type reference struct {
	nominal time.Duration // on the machine, and at the speed, that the floors are written for
	work    func() error
}

// The nominal times were taken on two cores of an AMD EPYC, with Go 1.26, while
// they played 1,050 matches of Harry Potter a second (Match/harrypotter/null).
const (
	nominalCompute = 380 * time.Millisecond
	nominalNetwork = 350 * time.Millisecond
)

var (
	// compute is for what runs on one core: integers, memory, small
	// allocations and text.
	compute = &reference{nominalCompute, func() error { return computing(3) }}
	// network is for a server and its clients on two cores: the same, and bytes
	// that are sealed, sent over loopback and opened.
	network = &reference{nominalNetwork, networking}
)

// measure does the work once, with the garbage of others out of the way.
func (r *reference) measure() (time.Duration, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	runtime.GC()
	began := time.Now()
	if err := r.work(); err != nil {
		return 0, fmt.Errorf("reference work: %w", err)
	}
	return time.Since(began), nil
}

// computed is the result of computing on every machine.
const computed = 0x16ab39b13132f9a5

// computing does, so many times, a mix of what it takes to play a match, keep it
// and draw it. It fails if the result is wrong: then something was left out.
func computing(times int) error {
	for range times {
		got := integers(20_000_000) ^ memory(1<<16, 6_000_000) ^ allocations(1_000_000) ^ text(2_000_000)
		if got != computed {
			return fmt.Errorf("the result is %#x, not %#x", got, uint64(computed))
		}
	}
	return nil
}

// random is a step of SplitMix64.
func random(x *uint64) uint64 {
	*x += 0x9e3779b97f4a7c15
	z := (*x ^ *x>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// integers moves sets of cells on machine words, as searches do.
func integers(n int) uint64 {
	var row [16]uint64
	x := uint64(1)
	for i := range n {
		at := i & 15
		w := row[at] | row[(at+15)&15]
		w |= w<<1 | w>>1
		if bits.OnesCount64(w) > 40 {
			w &= random(&x)
		}
		row[at] = w | 1<<(i&63)
	}
	for _, w := range row {
		x ^= w
	}
	return x
}

// memory follows n links through all of a table of the given size, in an order
// that no cache foresees.
func memory(size, n int) uint64 {
	next := make([]uint32, size)
	for i := range next {
		next[i] = uint32(i)
	}
	x := uint64(2)
	for i := size - 1; i > 0; i-- { // one cycle through all: Sattolo's shuffle
		j := random(&x) % uint64(i)
		next[i], next[j] = next[j], next[i]
	}
	at := uint32(0)
	for range n {
		at = next[at]
	}
	return uint64(at)
}

// unit is a small thing on the heap.
type unit struct {
	id, row, col int32
	before       *unit
}

// allocations makes n units and keeps the newest few thousand.
func allocations(n int) uint64 {
	kept := make([]*unit, 4096)
	for i := range n {
		u := &unit{id: int32(i), row: int32(i % 60), before: kept[(i+1)&4095]}
		if u.before != nil {
			u.col = u.before.row
			u.before.before = nil
		}
		kept[i&4095] = u
	}
	var sum uint64
	for _, u := range kept {
		sum = sum*31 + uint64(u.id^u.row^u.col)
	}
	return sum
}

// text writes n numbers and reads them back.
func text(n int) uint64 {
	var line []byte
	x := uint64(3)
	for range n / 16 {
		line = line[:0]
		for range 16 {
			line = strconv.AppendUint(append(line, ' '), random(&x)>>50, 10)
		}
		number := uint64(0)
		for _, c := range line {
			if c == ' ' {
				x ^= number
				number = 0
				continue
			}
			number = number*10 + uint64(c-'0')
		}
	}
	return x
}

// networking computes on two cores, and sends sealed frames to many readers.
func networking() error {
	var errs [2]error
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = computing(1) })
	}
	wg.Wait()
	return errors.Join(errs[0], errs[1], sending(64, 600, 1024))
}

// sending opens n connections on loopback, and sends each so many frames of so
// many bytes, in turns: sealed before and opened after, as SSH does.
func sending(n, frames, size int) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	block, err := aes.NewCipher(make([]byte, 16))
	if err != nil {
		return err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return err
	}
	errs := make(chan error, n)
	writers := make([]net.Conn, 0, n)
	defer func() {
		for _, w := range writers {
			w.Close()
		}
	}()
	for range n {
		reader, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			return err
		}
		writer, err := listener.Accept()
		if err != nil {
			reader.Close()
			return err
		}
		writers = append(writers, writer)
		go func() {
			defer reader.Close() // who writes to one that failed must not wait
			errs <- receive(reader, aead, frames, size)
		}()
	}
	plain, sealed := make([]byte, size), make([]byte, 0, size+aead.Overhead())
	for i := range frames {
		for _, w := range writers {
			if _, err := w.Write(aead.Seal(sealed, nonce(aead, i), plain, nil)); err != nil {
				return err
			}
		}
	}
	err = nil
	for range n {
		err = errors.Join(err, <-errs)
	}
	return err
}

func receive(r io.Reader, aead cipher.AEAD, frames, size int) error {
	sealed := make([]byte, size+aead.Overhead())
	for i := range frames {
		if _, err := io.ReadFull(r, sealed); err != nil {
			return err
		}
		if _, err := aead.Open(sealed[:0], nonce(aead, i), sealed, nil); err != nil {
			return err
		}
	}
	return nil
}

// nonce counts frames. All connections have the same key: nothing is secret here.
func nonce(aead cipher.AEAD, frame int) []byte {
	n := make([]byte, aead.NonceSize())
	binary.BigEndian.PutUint64(n, uint64(frame))
	return n
}
