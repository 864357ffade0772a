package sshload

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// keyProbe is a client that looks around on its own. It measures the time from a
// key that goes to another round to the frame that shows it.
type keyProbe struct {
	*client
	mu    sync.Mutex
	want  int // round that the last key leads to, -1 if it was seen
	since time.Time
	times []float64
	lost  int
	count bool
}

func (p *keyProbe) saw(_ *client, round int, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.want >= 0 && round == p.want {
		if p.count {
			p.times = append(p.times, at.Sub(p.since).Seconds())
		}
		p.want = -1
	}
}

// pressFor presses the key that leads to a round.
func (p *keyProbe) pressFor(round int, key string) error {
	p.mu.Lock()
	if p.want >= 0 && p.count {
		p.lost++ // the frame of the key before has not come
		p.times = append(p.times, time.Since(p.since).Seconds())
	}
	p.want, p.since = round, time.Now()
	p.mu.Unlock()
	return p.press(key)
}

// keyPeriod is the time between two keys of a client.
const keyPeriod = 200 * time.Millisecond

// step goes a round back and on until stop.
func (p *keyProbe) step(stop <-chan struct{}) error {
	at := int(p.round.Load()) - 1
	if err := p.pressFor(at, "g"+fmt.Sprint(at)+"\r"); err != nil {
		return err
	}
	tick := time.NewTicker(keyPeriod)
	defer tick.Stop()
	for back := true; ; back = !back {
		select {
		case <-stop:
			return nil
		case <-tick.C:
		}
		key, step := "l", 1
		if back {
			key, step = "h", -1
		}
		at += step
		if err := p.pressFor(at, key); err != nil {
			return err
		}
	}
}

// keyProbes are clients that look around at the same time.
type keyProbes []*keyProbe

// join connects n more.
func (ps *keyProbes) join(addr string, n int) error {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for range n {
		<-tick.C
		p := &keyProbe{want: -1}
		c, err := dial(addr, p.saw)
		if err != nil {
			return err
		}
		p.client = c
		*ps = append(*ps, p)
	}
	return nil
}

// step lets all step, not at the same moment, until the function it returns is
// called.
func (ps keyProbes) step() (end func() error) {
	stop := make(chan struct{})
	errs := make([]error, len(ps))
	var wg sync.WaitGroup
	for i, p := range ps {
		wg.Go(func() {
			time.Sleep(time.Duration(i) * keyPeriod / time.Duration(len(ps)))
			errs[i] = p.step(stop)
		})
	}
	return func() error {
		close(stop)
		wg.Wait()
		return errors.Join(errs...)
	}
}

// count begins to measure.
func (ps keyProbes) count() {
	for _, p := range ps {
		p.mu.Lock()
		p.count = true
		p.mu.Unlock()
	}
}

// report reports the times from key to frame.
func (ps keyProbes) report(l *Load) {
	var times []float64
	lost := 0
	for _, p := range ps {
		times = append(times, p.times...)
		lost += p.lost
	}
	slices.Sort(times)
	l.Report("keys", "", float64(len(times)))
	l.Report("keys without their frame before the next", "", float64(lost))
	l.Report("key to frame, median", "ms", percentile(times, 0.5)*1000)
	l.Report("key to frame, p99", "ms", percentile(times, 0.99)*1000)
	l.Report("key to frame, max", "ms", percentile(times, 1)*1000)
}

func (ps keyProbes) close() {
	for _, p := range ps {
		p.client.close()
	}
}

// private measures clients that look around on their own beside others that follow.
func (l *Load) private(p *process, f *followers) error {
	const followers, lookers = 500, 1000
	time.Sleep(time.Second)
	if _, err := f.join(p.addr, followers, 100); err != nil {
		return err
	}
	time.Sleep(time.Second)
	before := p.memory()
	var probes keyProbes
	defer func() { probes.close() }()
	if err := probes.join(p.addr, lookers); err != nil {
		return err
	}
	time.Sleep(time.Second)
	end := probes.step()
	time.Sleep(3 * time.Second)
	probes.count()
	used, began := p.cpu(), time.Now()
	f.watch(15 * time.Second)
	cpu := (p.cpu() - used) / time.Since(began).Seconds() * 100
	private, err := p.metric("gametui_private_watchers")
	memory := p.memory()
	if err := errors.Join(err, end()); err != nil {
		return err
	}
	probes.report(l)
	l.Report("cpu of the server", "% of a core", cpu)
	l.Report("memory a private watcher", "MB", (memory-before)/lookers)
	l.lag(f, "500 followers")
	if private < lookers {
		return fmt.Errorf("only %.0f of %d look around", private, lookers)
	}
	return nil
}
