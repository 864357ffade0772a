package main

import (
	"fmt"
	"net"
	"sync"
	"time"
)

// lineRate is the speed of the slow line in bytes a second.
const lineRate = 12_000

// slowLine is a connection that carries so much and no more. What it takes is
// small, as on a line that is really slow: the rest waits at the sender.
type slowLine struct {
	*net.TCPConn
	free time.Time // when what was read has gone through
}

func (s *slowLine) Read(p []byte) (int, error) {
	n, err := s.TCPConn.Read(p[:min(len(p), lineRate/20)])
	if now := time.Now(); s.free.Before(now) {
		s.free = now
	}
	s.free = s.free.Add(time.Duration(n) * time.Second / lineRate)
	time.Sleep(time.Until(s.free))
	return n, err
}

func (b *bench) slow() error {
	p, err := b.start(10)
	if err != nil {
		return err
	}
	defer p.stop()
	c := newCrowd()
	defer c.close()
	if _, err := c.join(p.addr, 100, 50); err != nil {
		return err
	}
	tcp, err := net.Dial("tcp", p.addr)
	if err != nil {
		return err
	}
	_ = tcp.(*net.TCPConn).SetReadBuffer(64 << 10)
	var mu sync.Mutex
	worst, frames := time.Duration(0), 0
	k, err := attach(&slowLine{TCPConn: tcp.(*net.TCPConn)}, p.addr, func(_ *client, round int, at time.Time) {
		c.mu.Lock()
		first, ok := c.first[round]
		c.mu.Unlock()
		mu.Lock()
		defer mu.Unlock()
		frames++
		if ok {
			worst = max(worst, at.Sub(first))
		}
	})
	if err != nil {
		return err
	}
	defer k.close()
	c.watch(30 * time.Second)
	mu.Lock()
	defer mu.Unlock()
	b.atMost("slow line: behind, at most", worst.Seconds(), 10, "s")
	b.note("slow line: frames in 30 s", float64(frames), "")
	b.note("slow line: rate", float64(k.bytes.Load())/30/1000, "KB/s")
	b.lateness(c, "100 others", true)
	return nil
}

// state is what must be back after everybody has left.
type state struct{ goroutines, live, memory, files float64 }

func (p *process) state() (s state, err error) {
	deadline := time.Now().Add(10 * time.Second)
	for {
		n, err := p.metric("gametui_watchers")
		if err != nil {
			return s, err
		}
		if m, _ := p.metric("gametui_pending_connections"); n+m == 0 {
			break
		}
		if time.Now().After(deadline) {
			return s, fmt.Errorf("%v watchers are still there", n)
		}
		time.Sleep(50 * time.Millisecond)
	}
	// A few quiet visits make the collector look at what is left.
	for range 40 {
		k, err := dial(p.addr, nil)
		if err != nil {
			return s, err
		}
		k.close()
	}
	time.Sleep(500 * time.Millisecond)
	s.memory, s.files = p.memory(), p.files()
	if s.live, err = p.metric("go_heap_live_bytes"); err != nil {
		return s, err
	}
	s.live /= 1 << 20
	s.goroutines, err = p.metric("go_goroutines")
	return s, err
}

// visit is one client that comes, may shake its window or look around, and
// goes without a word.
func visit(addr string, n int) error {
	there := make(chan struct{})
	var once sync.Once
	k, err := dial(addr, func(*client, int, time.Time) { once.Do(func() { close(there) }) })
	if err != nil {
		return err
	}
	defer k.close()
	select {
	case <-there:
	case <-time.After(20 * time.Second):
		return fmt.Errorf("no first frame in 20 s")
	}
	switch n % 5 {
	case 0:
		for i := range uint32(60) {
			if err := k.resize(60+i%50, 20+i%30); err != nil {
				return err
			}
		}
	case 1:
		return k.press("hhl")
	case 2:
		if err := k.press("q"); err != nil {
			return err
		}
		<-k.ended // the server closes
	}
	return nil
}

// visits lets n clients come and go, some at the same time.
func visits(addr string, n int) error {
	const together = 16
	next := make(chan int)
	errs := make(chan error, together)
	var wg sync.WaitGroup
	for range together {
		wg.Go(func() {
			for i := range next {
				if err := visit(addr, i); err != nil {
					select {
					case errs <- err:
					default:
					}
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return nil
	}
}

func (b *bench) churn() error {
	p, err := b.start(1) // the match itself takes memory as it goes on
	if err != nil {
		return err
	}
	defer p.stop()
	began := time.Now()
	if err := visits(p.addr, 1000); err != nil {
		return err
	}
	before, err := p.state()
	if err != nil {
		return err
	}
	if err := visits(p.addr, 9000); err != nil {
		return err
	}
	b.note("joins and leaves a second", 10000/time.Since(began).Seconds(), "")
	after, err := p.state()
	if err != nil {
		return err
	}
	b.atMost("goroutines more than before", after.goroutines-before.goroutines, 0, "")
	b.atMost("descriptors more than before", after.files-before.files, 0, "")
	b.atMost("live memory more than before", after.live-before.live, 3, "MB")
	b.atMost("resident memory more than before", after.memory-before.memory, 20, "MB")
	b.note("resident memory", after.memory, "MB")
	return nil
}
