package server

import (
	"context"
	"errors"
	"net/netip"
	"slices"
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

// enter queues a job of an address, or says why it cannot even wait; leave must follow.
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

// next begins as many jobs as it can.
func (q *jobs) next() {
	for q.running < q.places && len(q.waiting) > 0 {
		close(q.waiting[0].turn)
		q.waiting = q.waiting[1:]
		q.running++
	}
}

// leave ends a job, or its waiting where its turn has not come.
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

// numbers returns what the metrics show.
func (q *jobs) numbers() (running, waiting int, done int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running, len(q.waiting), q.done
}

// quota is how much of something may be taken: by all together, and by one address.
type quota struct {
	most, mostOf int // mostOf 0: an address may take all

	mu    sync.Mutex
	taken int
	of    map[netip.Prefix]int
}

// take takes n for an address, or nothing and says why there is not so much left.
func (q *quota) take(from netip.Prefix, n int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.mostOf > 0 && q.of[from]+n > q.mostOf:
		return errWaiting
	case q.taken+n > q.most:
		return errBusy
	}
	if q.of == nil {
		q.of = map[netip.Prefix]int{}
	}
	q.taken += n
	q.of[from] += n
	return nil
}

// give gives back what an address has taken, which may be nothing.
func (q *quota) give(from netip.Prefix, n int) {
	if n == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken -= n
	if q.of[from] -= n; q.of[from] == 0 {
		delete(q.of, from)
	}
}

// now is how much is taken.
func (q *quota) now() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.taken
}
