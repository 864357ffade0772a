package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"game-tui/sim/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/server"
	"game-tui/tui/theme"
)

// officialMatch is the recording that the floors of bytes refer to. The program
// runs at the top of the project.
const officialMatch = "sim/simtest/testdata/recordings/harrypotter/dummy-s30.res.gz"

// bytes measures what a round costs on the wire, before encryption.
func (b *bench) bytes() error {
	l, err := officialLog()
	if err != nil {
		return err
	}
	for _, p := range []struct {
		name    string
		profile theme.Profile
		floor   float64
	}{{"truecolor", theme.TrueColor, 4}, {"256 colours", theme.Color256, 3}} {
		sizes := server.FrameSizes(l, 100, 40, p.profile)
		slices.Sort(sizes)
		name, median := "median a round, "+p.name, float64(sizes[len(sizes)/2])/1000
		b.atMost(name, median, p.floor, "KB")
		b.note("largest round, "+p.name, float64(sizes[len(sizes)-1])/1000, "KB")
	}
	return nil
}

func officialLog() (*record.Record, error) {
	f, err := os.Open(officialMatch)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := res.Load(f)
	if err != nil {
		return nil, err
	}
	l, _, err := res.Read(text, catalog.Games(), "")
	return l, err
}

// join measures the time to the first frame.
func (b *bench) join() error {
	p, err := b.start(10)
	if err != nil {
		return err
	}
	defer p.stop()
	c := newCrowd()
	defer c.close()
	times, err := c.join(p.addr, 1000, 50)
	slices.Sort(times)
	b.note("first frame, median", percentile(times, 0.5)*1000, "ms")
	b.atMost("first frame, p99", percentile(times, 0.99)*1000, 1000, "ms")
	return err
}

// lateness notes how late a crowd was.
func (b *bench) lateness(c *crowd, what string, floor bool) {
	sorted, share := c.late()
	inRounds := percentile(sorted, 0.99) / period.Seconds()
	if floor {
		b.atMost(what+": behind, p99", inRounds, 2, "rounds")
	} else {
		b.note(what+": behind, p99", inRounds, "rounds")
	}
	b.note(what+": late, median", percentile(sorted, 0.5)*1000, "ms")
	b.note(what+": late, p99", percentile(sorted, 0.99)*1000, "ms")
	b.note(what+": late, at most", percentile(sorted, 1)*1000, "ms")
	b.note(what+": frames seen of all", share*100, "%")
}

func (b *bench) follow() error {
	p, err := b.start(10)
	if err != nil {
		return err
	}
	defer p.stop()
	c := newCrowd()
	defer c.close()
	time.Sleep(time.Second)
	before := p.memory()
	if _, err := c.join(p.addr, 2000, 100); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	used, began := p.cpu(), time.Now()
	c.watch(15 * time.Second)
	b.note("cpu of the server", (p.cpu()-used)/time.Since(began).Seconds()*100, "% of a core")
	b.lateness(c, "2,000 watchers", true)
	b.atMost("memory a following watcher", (p.memory()-before)/2000, 0.4, "MB")
	return nil
}

// capacity adds watchers until they fall behind, or a minute is over.
func (b *bench) capacity() error {
	p, err := b.start(10)
	if err != nil {
		return err
	}
	defer p.stop()
	c := newCrowd()
	defer c.close()
	end := time.Now().Add(50 * time.Second)
	held, n := 0, 2000
	for time.Now().Before(end) {
		if _, err := c.join(p.addr, n-len(c.clients), 120); err != nil {
			fmt.Printf("  %d watchers: %v\n", n, err)
			break
		}
		behind := 1e9
		for range 2 { // something else may have come in between
			c.watch(3 * time.Second)
			sorted, _ := c.late()
			if behind = percentile(sorted, 0.99) / period.Seconds(); behind <= 2 {
				break
			}
		}
		fmt.Printf("  %d watchers: p99 %.1f rounds behind\n", n, behind)
		if behind > 2 {
			break
		}
		held = n
		n += 500
	}
	b.note("watchers held within 2 rounds, at least", float64(held), "")
	return nil
}

// presser is a client that looks around: it steps back and on, and measures
// until it sees where it went.
type presser struct {
	mu    sync.Mutex
	want  int
	since time.Time
	times []float64
	lost  int
	count bool
}

func (p *presser) saw(_ *client, round int, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.want >= 0 && round == p.want {
		if p.count {
			p.times = append(p.times, at.Sub(p.since).Seconds())
		}
		p.want = -1
	}
}

// press presses the key that leads to a round.
func (p *presser) press(c *client, key string, round int) error {
	p.mu.Lock()
	if p.want >= 0 && p.count {
		p.lost++ // the frame of the key before has not come
		p.times = append(p.times, time.Since(p.since).Seconds())
	}
	p.want, p.since = round, time.Now()
	p.mu.Unlock()
	return c.press(key)
}

// walk presses five keys a second until stop.
func (p *presser) walk(c *client, stop <-chan struct{}, phase time.Duration) error {
	time.Sleep(phase)
	at := int(c.round.Load()) - 1
	if err := p.press(c, "g"+fmt.Sprint(at)+"\r", at); err != nil {
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
		if err := p.press(c, key, at); err != nil {
			return err
		}
	}
}

func (b *bench) private() error {
	const followers, walkers = 500, 1000
	p, err := b.start(10)
	if err != nil {
		return err
	}
	defer p.stop()
	c := newCrowd()
	defer c.close()
	time.Sleep(time.Second)
	if _, err := c.join(p.addr, followers, 100); err != nil {
		return err
	}
	time.Sleep(time.Second)
	before := p.memory()
	pressers := make([]*presser, walkers)
	clients := make([]*client, walkers)
	tick := time.NewTicker(10 * time.Millisecond)
	for i := range pressers {
		<-tick.C
		pressers[i] = &presser{want: -1}
		if clients[i], err = dial(p.addr, pressers[i].saw); err != nil {
			return err
		}
		defer clients[i].close()
	}
	tick.Stop()
	time.Sleep(time.Second)
	stop := make(chan struct{})
	failed := make(chan error, walkers)
	var wg sync.WaitGroup
	for i := range pressers {
		wg.Go(func() {
			if err := pressers[i].walk(clients[i], stop, time.Duration(i)*200*time.Millisecond/walkers); err != nil {
				failed <- err
			}
		})
	}
	time.Sleep(3 * time.Second)
	for _, q := range pressers {
		q.mu.Lock()
		q.count = true
		q.mu.Unlock()
	}
	used, began := p.cpu(), time.Now()
	c.watch(15 * time.Second)
	cpu := (p.cpu() - used) / time.Since(began).Seconds() * 100
	private, err := p.metric("gametui_private_watchers")
	memory := p.memory()
	close(stop)
	wg.Wait()
	var times []float64
	lost := 0
	for _, q := range pressers {
		times = append(times, q.times...)
		lost += q.lost
	}
	slices.Sort(times)
	b.note("who look around", private, "")
	b.note("keys", float64(len(times)), "")
	b.note("keys without their frame within 200 ms", float64(lost), "")
	b.note("key to frame, median", percentile(times, 0.5)*1000, "ms")
	b.atMost("key to frame, p99", percentile(times, 0.99)*1000, 50, "ms")
	b.note("key to frame, at most", percentile(times, 1)*1000, "ms")
	b.note("cpu of the server", cpu, "% of a core")
	b.atMost("memory a private watcher", (memory-before)/walkers, 0.25, "MB")
	b.lateness(c, "500 followers", true)
	select {
	case e := <-failed:
		return e
	default:
	}
	if private < walkers {
		err = errors.Join(err, fmt.Errorf("only %.0f look around", private))
	}
	return err
}
