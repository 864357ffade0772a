package server

import (
	"context"
	"errors"
	"net/netip"
	"sync"
)

// What visitors may cost and write. All that they can ask for keeps to it, and
// what is added later must:
//
//   - A visitor names things from lists only: a match of Source.List, a built-in
//     player. A name is one word that NameOK takes, so it is never a path and never
//     a command; nothing that a visitor names is executed or opened by its name.
//   - Nothing is written on the server. This package has no access to files.
//   - What costs the processor more than drawing waits in a queue of jobs, however
//     many ask for it: opening a recording in one, and all that a server can do
//     without (playing a recording again for what it does not say, and whatever is
//     computed for a visitor later) in the one that --max-jobs bounds.
//   - A job ends when nobody is there any more for whom it is done.

// Job runs costly work for a visitor when it is its turn, and returns its error,
// that of ctx, or in words for the visitor why it is not done. It does not end
// before the work has.
type Job func(ctx context.Context, work func(context.Context) error) error

// busyError says why a job is not even queued.
type busyError string

func (e busyError) Error() string { return string(e) }

const (
	errBusy    busyError = "too much is waiting to be done, try again later"
	errWaiting busyError = "something else from your address is waiting to be done, try again later"
)

// errNoJobs says that a queue takes nothing.
var errNoJobs = errors.New("this server does not do that for visitors")

// maxWaiting is how many jobs may wait in a queue, each from another address.
const maxWaiting = 256

// jobs is a queue: so many jobs are done at a time, first come, first served, and
// of one address only one may wait.
type jobs struct {
	places int // done at a time; 0: none at all

	mu      sync.Mutex
	running int
	done    int64
	waiting []*ticket // first come first
}

// ticket is the place of a job in the queue.
type ticket struct {
	from netip.Prefix
	turn chan struct{} // closed when the job may begin
}

func newJobs(places int) *jobs { return &jobs{places: places} }

// of is the queue as an address uses it.
func (q *jobs) of(from netip.Prefix) Job {
	return func(ctx context.Context, work func(context.Context) error) error {
		if err := q.enter(ctx, from); err != nil {
			return err
		}
		defer q.leave()
		return work(ctx)
	}
}

// enter returns when the job may begin; leave must follow. With an error it may not.
func (q *jobs) enter(ctx context.Context, from netip.Prefix) error {
	t, err := q.queue(from)
	if err != nil {
		return err
	}
	select {
	case <-t.turn:
	case <-ctx.Done():
		q.cancel(t)
		return ctx.Err()
	}
	if err := ctx.Err(); err != nil { // both at once
		q.leave()
		return err
	}
	return nil
}

func (q *jobs) queue(from netip.Prefix) (*ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.places == 0 {
		return nil, errNoJobs
	}
	for _, other := range q.waiting {
		if other.from == from {
			return nil, errWaiting
		}
	}
	if len(q.waiting) >= maxWaiting {
		return nil, errBusy
	}
	t := &ticket{from: from, turn: make(chan struct{})}
	q.waiting = append(q.waiting, t)
	q.next()
	return t, nil
}

// next begins as many jobs as it can.
func (q *jobs) next() {
	for q.running < q.places && len(q.waiting) > 0 {
		close(q.waiting[0].turn)
		q.waiting = q.waiting[1:]
		q.running++
	}
}

// cancel takes a ticket back, whether its turn has come or not.
func (q *jobs) cancel(t *ticket) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, other := range q.waiting {
		if other == t {
			q.waiting = append(q.waiting[:i:i], q.waiting[i+1:]...)
			return
		}
	}
	q.running--
	q.next()
}

func (q *jobs) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	q.done++
	q.next()
}

// numbers returns what the metrics show.
func (q *jobs) numbers() (running, waiting int, done int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running, len(q.waiting), q.done
}
