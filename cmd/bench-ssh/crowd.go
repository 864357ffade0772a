package main

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// period is the time between two rounds in all scenarios.
const period = 100 * time.Millisecond

// crowd is a number of clients that follow the same match, and how late they
// see its rounds.
type crowd struct {
	mu      sync.Mutex
	clients []*client
	failed  error
	begin   time.Time // what comes earlier does not count
	first   map[int]time.Time
	delays  []delay
}

type delay struct {
	round int
	at    time.Time
}

func newCrowd() *crowd { return &crowd{first: map[int]time.Time{}} }

// saw notes that a client shows a round.
func (c *crowd) saw(_ *client, round int, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if first, ok := c.first[round]; !ok || at.Before(first) {
		c.first[round] = at
	}
	if !c.begin.IsZero() && at.After(c.begin) {
		c.delays = append(c.delays, delay{round, at})
	}
}

// join connects n more clients, so many a second, and waits until all of them
// are there. It returns how long each took to its first frame.
func (c *crowd) join(addr string, n, rate int) ([]float64, error) {
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		times []float64
	)
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	for range n {
		<-tick.C
		wg.Go(func() {
			began := time.Now()
			there := make(chan struct{})
			var once sync.Once
			k, err := dial(addr, func(k *client, r int, at time.Time) {
				once.Do(func() { close(there) })
				c.saw(k, r, at)
			})
			if err == nil {
				select {
				case <-there:
				case <-time.After(20 * time.Second):
					err = fmt.Errorf("no first frame in 20 s")
				}
			}
			mu.Lock()
			defer mu.Unlock()
			times = append(times, time.Since(began).Seconds())
			c.mu.Lock()
			defer c.mu.Unlock()
			if k != nil {
				c.clients = append(c.clients, k)
			}
			if err != nil && c.failed == nil {
				c.failed = err
			}
		})
	}
	wg.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return times, c.failed
}

// watch measures for a while. A round counts as late by the time since the
// first client of all had it; one that a client skipped counts when it shows a
// later one.
func (c *crowd) watch(d time.Duration) {
	c.mu.Lock()
	c.begin = time.Now()
	c.delays = c.delays[:0]
	c.mu.Unlock()
	time.Sleep(d)
	c.mu.Lock()
	c.begin = time.Time{}
	c.mu.Unlock()
}

// late returns how many seconds late the rounds came, sorted, and how many
// frames a client got of those that there were.
func (c *crowd) late() (sorted []float64, share float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	low, high := 1<<62, 0
	for _, d := range c.delays {
		sorted = append(sorted, d.at.Sub(c.first[d.round]).Seconds())
		low, high = min(low, d.round), max(high, d.round)
	}
	slices.Sort(sorted)
	if high < low || len(c.clients) == 0 {
		return sorted, 0
	}
	return sorted, float64(len(c.delays)) / float64(len(c.clients)*(high-low+1))
}

// close ends all clients.
func (c *crowd) close() {
	var wg sync.WaitGroup
	for _, k := range c.clients {
		wg.Go(k.close)
	}
	wg.Wait()
}

// percentile of sorted figures.
func percentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return 1e9 // nothing measured is no success
	}
	return sorted[min(int(p*float64(len(sorted))), len(sorted)-1)]
}
