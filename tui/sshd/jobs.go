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

// A JobRunner waits for its place in a queue, then runs work and returns its error. If work cannot run,
// the JobRunner returns ctx's error or one meant for the viewer.
type JobRunner func(ctx context.Context, work func(context.Context) error) error

var (
	errBusy    = errors.New("the server is busy; try again later")
	errWaiting = errors.New("another request from your address is waiting; try again later")
	errNoJobs  = errors.New("not available on this server")
)

const maxWaitingJobs = 256

// jobQueue limits how many jobs run at once. Others wait in a first-in, first-out queue, at most one
// per address.
type jobQueue struct {
	slotCount     int // 0 disables jobs
	freeSlots     *semaphore.Weighted
	running, done atomic.Int64
	waitingQuota  quota
}

func newJobQueue(slotCount int) *jobQueue {
	return &jobQueue{slotCount: slotCount, freeSlots: semaphore.NewWeighted(int64(slotCount)), waitingQuota: quota{max: maxWaitingJobs, maxPerAddress: 1}}
}

func (q *jobQueue) runnerFor(network netip.Prefix) JobRunner {
	return func(ctx context.Context, work func(context.Context) error) error {
		if !q.freeSlots.TryAcquire(1) {
			if q.slotCount == 0 {
				return errNoJobs
			}
			err := q.waitingQuota.acquire(network, 1)
			if err == nil {
				err = q.freeSlots.Acquire(ctx, 1)
				q.waitingQuota.release(network, 1)
			}
			if err != nil {
				return err
			}
		}
		defer q.freeSlots.Release(1)
		q.running.Add(1)
		defer q.running.Add(-1)
		defer q.done.Add(1)
		if err := ctx.Err(); err != nil {
			return err
		}
		return work(ctx)
	}
}

func (q *jobQueue) counts() (running, waiting int, done int64) {
	return int(q.running.Load()), q.waitingQuota.used(), q.done.Load()
}

// A quota limits an amount, both in total and per address.
type quota struct {
	max, maxPerAddress int // A maxPerAddress of 0 means no limit.

	mu      sync.Mutex
	taken   int
	takenBy map[netip.Prefix]int
}

func (q *quota) acquire(network netip.Prefix, n int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.maxPerAddress > 0 && q.takenBy[network]+n > q.maxPerAddress:
		return errWaiting
	case q.taken+n > q.max:
		return errBusy
	}
	if q.takenBy == nil {
		q.takenBy = map[netip.Prefix]int{}
	}
	q.taken += n
	q.takenBy[network] += n
	return nil
}

func (q *quota) release(network netip.Prefix, n int) {
	if n == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken -= n
	if q.takenBy[network] -= n; q.takenBy[network] == 0 {
		delete(q.takenBy, network)
	}
}

func (q *quota) used() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.taken
}
