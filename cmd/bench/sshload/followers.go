package sshload

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// pace is how many rounds a second a match has, and period the time between two.
const (
	pace   = 10
	period = time.Second / pace
)

// followers are clients that follow the same match, and their lag: how much later
// than the first of all they see its rounds.
type followers struct {
	mu      sync.Mutex
	clients []*client
	failed  error
	begin   time.Time // what comes earlier does not count
	first   map[int]time.Time
	seen    []sight
}

// sight is that a client shows a round.
type sight struct {
	round int
	at    time.Time
}

func newFollowers() *followers { return &followers{first: map[int]time.Time{}} }

// saw notes that a client shows a round.
func (f *followers) saw(_ *client, round int, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if first, ok := f.first[round]; !ok || at.Before(first) {
		f.first[round] = at
	}
	if !f.begin.IsZero() && at.After(f.begin) {
		f.seen = append(f.seen, sight{round, at})
	}
}

// join connects n more clients, so many a second, and waits until all of them
// are there. It returns how long each took to its first frame.
func (f *followers) join(addr string, n, rate int) ([]float64, error) {
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
				f.saw(k, r, at)
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
			f.mu.Lock()
			defer f.mu.Unlock()
			if k != nil {
				f.clients = append(f.clients, k)
			}
			if err != nil && f.failed == nil {
				f.failed = err
			}
		})
	}
	wg.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	return times, f.failed
}

// watch measures for a while. The lag of a round is the time since the first
// client of all had it; one that a client skipped counts when it shows a later one.
func (f *followers) watch(d time.Duration) {
	f.mu.Lock()
	f.begin = time.Now()
	f.seen = f.seen[:0]
	f.mu.Unlock()
	time.Sleep(d)
	f.mu.Lock()
	f.begin = time.Time{}
	f.mu.Unlock()
}

// lags returns by how many seconds the rounds lagged, sorted, and the share of the
// frames that clients got.
func (f *followers) lags() (sorted []float64, share float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	low, high := 1<<62, 0
	for _, d := range f.seen {
		sorted = append(sorted, d.at.Sub(f.first[d.round]).Seconds())
		low, high = min(low, d.round), max(high, d.round)
	}
	slices.Sort(sorted)
	if high < low || len(f.clients) == 0 {
		return sorted, 0
	}
	return sorted, float64(len(f.seen)) / float64(len(f.clients)*(high-low+1))
}

// offPace is by how many rounds at most the match was earlier or later than a clock that
// began with the first round that was watched.
func (f *followers) offPace() float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	off, from := math.NaN(), -1 // nothing was measured
	for _, s := range f.seen {
		if from < 0 || s.round < from {
			from = s.round
		}
	}
	for r := from; ; r++ {
		at, ok := f.first[r]
		if !ok {
			return off
		}
		late := at.Sub(f.first[from]).Seconds()/period.Seconds() - float64(r-from)
		if late = math.Abs(late); !(late <= off) {
			off = late
		}
	}
}

// close ends all clients.
func (f *followers) close() {
	var wg sync.WaitGroup
	for _, k := range f.clients {
		wg.Go(k.close)
	}
	wg.Wait()
}

// percentile is that of sorted figures, p between 0 and 1.
func percentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN() // nothing was measured
	}
	return sorted[min(int(p*float64(len(sorted))), len(sorted)-1)]
}
