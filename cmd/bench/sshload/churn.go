package sshload

import (
	"fmt"
	"time"
)

// state is what must be back after everybody has left.
type state struct{ goroutines, live, memory, files float64 }

func (p *process) state() (s state, err error) {
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
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
	}
	// A few quiet visits make the collector look at what is left.
	for range 40 {
		c, err := dial(p.addr, nil)
		if err != nil {
			return s, err
		}
		c.close()
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

// visit is a client that connects, may resize its window many times or look
// around, and leaves, some without closing.
func visit(addr string, n int) error {
	c, err := dial(addr, nil)
	if err != nil {
		return err
	}
	defer c.close()
	switch n % 5 {
	case 0:
		for i := range uint32(60) {
			if err := c.resize(60+i%50, 20+i%30); err != nil {
				return err
			}
		}
	case 1:
		return c.press("hhl")
	case 2:
		if err := c.press("q"); err != nil {
			return err
		}
		<-c.ended // the server closes
	}
	return nil
}

// visits lets n clients come and go, 16 at the same time.
func visits(addr string, n int) error {
	const together = 16
	return atRate(together, 1000, func(first int) error {
		for i := first; i < n; i += together {
			if err := visit(addr, i); err != nil {
				return err
			}
		}
		return nil
	})
}

// churn measures what is left after many clients have come and gone.
func (l *load) churn() error {
	began := time.Now()
	if err := visits(l.addr, 1000); err != nil {
		return err
	}
	before, err := l.state()
	if err != nil {
		return err
	}
	if err := visits(l.addr, 9000); err != nil {
		return err
	}
	l.report("visits", "visits/second", 10000/time.Since(began).Seconds())
	after, err := l.state()
	if err != nil {
		return err
	}
	l.report("goroutines", "more", after.goroutines-before.goroutines)
	l.report("descriptors", "more", after.files-before.files)
	l.report("live-memory", "MB-more", after.live-before.live)
	l.report("resident-memory", "MB-more", after.memory-before.memory)
	return nil
}
