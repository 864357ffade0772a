package sshload

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// prober is a client that looks around on its own. It measures the time from a
// key that goes to another round to the frame that shows it.
type prober struct {
	*client
	mu    sync.Mutex
	round int // newest round seen
	want  int // round that the last key leads to, -1 if it was seen
	since time.Time
	times []float64
}

// note takes in that the client shows a round.
func (p *prober) note(round int, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.round = round; round == p.want {
		p.times = append(p.times, at.Sub(p.since).Seconds())
		p.want = -1
	}
}

// pressFor presses the key that leads to a round.
func (p *prober) pressFor(round int, key string) error {
	p.mu.Lock()
	if p.want >= 0 { // the frame of the key before has not come
		p.times = append(p.times, time.Since(p.since).Seconds())
	}
	p.want, p.since = round, time.Now()
	p.mu.Unlock()
	return p.press(key)
}

// result takes the times so far.
func (p *prober) result() (times []float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	times, p.times = p.times, nil
	return times
}

// step goes a round back and on, five times a second, until stop.
func (p *prober) step(stop <-chan struct{}) error {
	p.mu.Lock()
	at := p.round - 1
	p.mu.Unlock()
	if err := p.pressFor(at, fmt.Sprintf("g%d\r", at)); err != nil {
		return err
	}
	tick := time.NewTicker(200 * time.Millisecond)
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

// private measures clients that look around on their own beside others that follow.
func (l *load) private() error {
	const followers, lookers = 500, 1000
	if _, err := l.add(l.addr, followers, 100); err != nil {
		return err
	}
	time.Sleep(time.Second)
	before := l.memory()
	probers := make([]*prober, lookers)
	err := atRate(lookers, 100, func(i int) (err error) {
		p := &prober{want: -1}
		p.client, err = dial(l.addr, p.note)
		probers[i] = p
		return err
	})
	defer func() {
		for _, p := range probers {
			if p.client != nil {
				p.client.close()
			}
		}
	}()
	if err != nil {
		return err
	}
	time.Sleep(time.Second)
	stop, ended := make(chan struct{}), make(chan error)
	go func() { ended <- atRate(lookers, 5000, func(i int) error { return probers[i].step(stop) }) }() // not at the same moment
	time.Sleep(3 * time.Second)
	for _, p := range probers {
		p.result() // of the beginning
	}
	l.reportCPU("cpu")
	private, err := l.metric("gametui_private_watchers")
	memory := l.memory()
	close(stop)
	if e := <-ended; err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	var times []float64
	for _, p := range probers {
		times = append(times, p.result()...)
	}
	slices.Sort(times)
	l.reportTimes("key-to-frame", times)
	l.report("memory", "MB/watcher", (memory-before)/lookers)
	l.reportLag()
	if private < lookers {
		return fmt.Errorf("only %.0f of %d look around", private, lookers)
	}
	return nil
}
