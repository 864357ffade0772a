package sshd

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
)

// Rules for everything that viewers can request: names must satisfy NameOK and are chosen from lists,
// never executed or opened. The server writes no file. Work beyond drawing runs as a job, in a queue for
// recordings or one for optional work, which --max-jobs limits. A job ends when no viewer needs it.

// A Job waits for its turn and runs work. It returns the error of work or ctx, or the reason for
// the viewer why work did not run. It returns only after work has ended.
type Job func(ctx context.Context, work func(context.Context) error) error

type busyError string

func (e busyError) Error() string { return string(e) }

const (
	errBusy    busyError = "the server is busy, try again later"
	errWaiting busyError = "another request from your address is waiting, try again later"
)

var errNoJobs = errors.New("not available on this server")

const maxWaiting = 256

// jobs is a first-in, first-out queue in which each address has at most one waiting job.
type jobs struct {
	places int // jobs running at a time; 0 means none

	mu      sync.Mutex
	running int
	done    int64
	waiting []*ticket // oldest first
}

type ticket struct {
	from netip.Prefix
	turn chan struct{} // closed when the job may begin
}

func newJobs(places int) *jobs { return &jobs{places: places} }

func (q *jobs) of(from netip.Prefix) Job {
	return func(ctx context.Context, work func(context.Context) error) error {
		t, err := q.enter(from)
		if err != nil {
			return err
		}
		defer q.leave(t)
		select {
		case <-t.turn:
		case <-ctx.Done():
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return work(ctx)
	}
}

// enter queues a job, or returns why it cannot wait. The caller must call leave.
func (q *jobs) enter(from netip.Prefix) (*ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.places == 0:
		return nil, errNoJobs
	case slices.ContainsFunc(q.waiting, func(t *ticket) bool { return t.from == from }):
		return nil, errWaiting
	case len(q.waiting) >= maxWaiting:
		return nil, errBusy
	}
	t := &ticket{from: from, turn: make(chan struct{})}
	q.waiting = append(q.waiting, t)
	q.next()
	return t, nil
}

func (q *jobs) next() {
	for q.running < q.places && len(q.waiting) > 0 {
		close(q.waiting[0].turn)
		q.waiting = q.waiting[1:]
		q.running++
	}
}

func (q *jobs) leave(t *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, t); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
		return
	}
	q.running--
	q.done++
	q.next()
}

func (q *jobs) numbers() (running, waiting int, done int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running, len(q.waiting), q.done
}

// A quota limits what all addresses and each address may take.
type quota struct {
	max, maxPerAddress int // mostOf 0 means no limit per address

	mu      sync.Mutex
	taken   int
	takenBy map[netip.Prefix]int
}

func (q *quota) take(from netip.Prefix, n int) error {
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

func (q *quota) give(from netip.Prefix, n int) {
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

func (q *quota) now() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.taken
}
