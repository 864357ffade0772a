package server

import (
	"context"
)

// answer is what a request has come to, as a part of the watcher's loop. wanted is
// false where it has been cancelled, and only what it holds is to be given back.
type answer func(wanted bool)

// requests carry out what a watcher has asked for that takes time: beside the loop,
// one thing at a time.
type requests struct {
	answers chan func()
	over    chan struct{}      // closed when nobody takes answers any more
	stop    context.CancelFunc // of what is under way, or nil
}

func newRequests() requests {
	return requests{answers: make(chan func()), over: make(chan struct{})}
}

// begin begins a request, which spawn runs. do runs on its own and touches nothing of the
// watcher; what it returns runs in the loop, as awaited says whether it is still wanted.
func (q *requests) begin(spawn func(func()), awaited func() bool, do func(context.Context) answer) {
	ctx, cancel := context.WithCancel(context.Background())
	q.stop = cancel
	spawn(func() {
		done := do(ctx)
		select {
		case q.answers <- func() {
			wanted := awaited()
			if wanted {
				q.cancel()
			}
			done(wanted)
		}:
		case <-q.over:
			done(false)
		}
	})
}

// tell has the loop do something while a request is under way.
func (q *requests) tell(ctx context.Context, do func()) {
	select {
	case q.answers <- do:
	case <-ctx.Done():
	case <-q.over:
	}
}

// cancel ends what is under way.
func (q *requests) cancel() {
	if q.stop != nil {
		q.stop()
		q.stop = nil
	}
}

// end ends what is under way, and takes no answers any more.
func (q *requests) end() {
	q.cancel()
	close(q.over)
}
