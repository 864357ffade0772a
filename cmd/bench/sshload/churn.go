package sshload

import (
	"fmt"
	"sync"
	"time"
)

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

// visit is a client that connects, may resize its window many times or look
// around, and leaves, some without closing.
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

// churn measures what is left after many clients have come and gone.
func (l *Load) churn() error {
	p, err := l.start(1) // the match itself takes memory as it goes on
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
	l.Report("joins and leaves a second", "", 10000/time.Since(began).Seconds())
	after, err := p.state()
	if err != nil {
		return err
	}
	l.Report("goroutines more than before", "", after.goroutines-before.goroutines)
	l.Report("descriptors more than before", "", after.files-before.files)
	l.Report("live memory more than before", "MB", after.live-before.live)
	l.Report("resident memory more than before", "MB", after.memory-before.memory)
	l.Report("resident memory", "MB", after.memory)
	return nil
}
