package sshd

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"
)

// Viewers' requests follow these rules: names must satisfy IsValidName, and are looked up in lists,
// never executed or opened. The server writes no files. Expensive work other than drawing runs as a
// job, which is cancelled when no viewer needs it any more.

// A Job waits for its place in a queue, then runs work and returns its error. If work cannot run,
// the Job returns ctx's error or one meant for the viewer.
type Job func(ctx context.Context, work func(context.Context) error) error

var (
	errBusy    = errors.New("the server is busy; try again later")
	errWaiting = errors.New("another request from your address is waiting; try again later")
	errNoJobs  = errors.New("not available on this server")
)

const maxWaiting = 256

// jobs limits how many jobs run at once. Others wait in a first-in, first-out queue, at most one
// per address.
type jobs struct {
	places        int // 0 disables jobs
	free          *semaphore.Weighted
	running, done atomic.Int64
	waiting       quota
}

func newJobs(places int) *jobs {
	return &jobs{places: places, free: semaphore.NewWeighted(int64(places)), waiting: quota{max: maxWaiting, maxPerAddress: 1}}
}

func (q *jobs) forNetwork(from netip.Prefix) Job {
	return func(ctx context.Context, work func(context.Context) error) error {
		if !q.free.TryAcquire(1) {
			if q.places == 0 {
				return errNoJobs
			}
			err := q.waiting.acquire(from, 1)
			if err == nil {
				err = q.free.Acquire(ctx, 1)
				q.waiting.release(from, 1)
			}
			if err != nil {
				return err
			}
		}
		defer q.free.Release(1)
		q.running.Add(1)
		defer q.running.Add(-1)
		defer q.done.Add(1)
		if err := ctx.Err(); err != nil {
			return err
		}
		return work(ctx)
	}
}

func (q *jobs) numbers() (running, waiting int, done int64) {
	return int(q.running.Load()), q.waiting.used(), q.done.Load()
}

// A quota limits an amount, both in total and per address.
type quota struct {
	max, maxPerAddress int // A maxPerAddress of 0 means no limit.

	mu      sync.Mutex
	taken   int
	takenBy map[netip.Prefix]int
}

func (q *quota) acquire(from netip.Prefix, n int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.maxPerAddress > 0 && q.takenBy[from]+n > q.maxPerAddress:
		return errWaiting
	case q.taken+n > q.max:
		return errBusy
	}
	if q.takenBy == nil {
		q.takenBy = map[netip.Prefix]int{}
	}
	q.taken += n
	q.takenBy[from] += n
	return nil
}

func (q *quota) release(from netip.Prefix, n int) {
	if n == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken -= n
	if q.takenBy[from] -= n; q.takenBy[from] == 0 {
		delete(q.takenBy, from)
	}
}

func (q *quota) used() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.taken
}
