package main

import (
	"math/bits"
	"runtime"
	"strconv"
	"time"
)

// nominal is what the reference work takes where floors hold as written: on a core of an AMD EPYC, with
// Go 1.26, which played 1,050 matches of Harry Potter a second (Match/harrypotter/null). After a change
// of the work it must be measured anew.
const nominal = 380 * time.Millisecond

// reference times a fixed amount of work, which tells how fast the machine is just now: a mix of what it
// takes to play a match, keep it and draw it. It uses nothing of the product, so that it stays the same
// while the product changes.
func reference() time.Duration {
	runtime.GC() // the garbage of others is not measured
	began := time.Now()
	work(18_000_000)
	return time.Since(began)
}

// work counts bits, follows a table in an order that no cache foresees, makes small things on the heap,
// and writes numbers and reads them back.
func work(n int) uint64 {
	type unit struct {
		id     uint64
		before *unit
	}
	cells, kept := make([]uint64, 1<<16), make([]*unit, 1<<12)
	var line []byte
	x, at := uint64(1), uint64(0)
	for range n {
		x = x*6364136223846793005 + 1442695040888963407
		at = (cells[at] ^ x>>40) & 0xffff
		cells[at] += uint64(bits.OnesCount64(x)) << (x >> 60)
		switch x >> 62 {
		case 0:
			u := &unit{id: x, before: kept[at>>4]}
			if u.before != nil {
				u.before.before = nil
			}
			kept[at>>4] = u
		case 1:
			line = strconv.AppendUint(line[:0], x>>40, 10)
			for _, c := range line {
				at = at*10 + uint64(c-'0')
			}
			at &= 0xffff
		}
	}
	return at + cells[at]
}
