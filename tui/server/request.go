package server

import (
	"context"
	"errors"
	"runtime/debug"

	watch "game-tui/tui/match"
)

// answer is what a request has come to, as a part of the watcher's loop. wanted is
// false where it has been cancelled, and only what it holds is to be given back.
type answer func(wanted bool)

// requests carry out what a watcher has asked for that takes time: beside the loop,
// one thing at a time.
type requests struct {
	answers chan func()
	over    chan struct{}      // closed when nobody takes answers any more
	cancel  context.CancelFunc // of what is under way, or nil
}

func newRequests() requests {
	return requests{answers: make(chan func()), over: make(chan struct{})}
}

// request carries out the request of that number. do runs on its own and touches
// nothing of the watcher; what it returns runs in the loop.
func (w *watcher) request(id int, do func(context.Context) answer) {
	ctx, cancel := context.WithCancel(context.Background())
	w.requests.cancel = cancel
	w.srv.spawn(func() {
		done := w.guarded(id, ctx, do)
		select {
		case w.requests.answers <- func() {
			wanted := w.awaits(id)
			if wanted {
				w.cancel()
			}
			done(wanted)
		}:
		case <-w.requests.over:
			done(false)
		}
	})
}

// progress tells how far a request has come, where somebody waits for that.
func (w *watcher) progress(ctx context.Context, id int, text string) {
	select {
	case w.requests.answers <- func() { w.take(watch.Progress{ID: id, Text: text}) }:
	case <-ctx.Done():
	case <-w.requests.over:
	}
}

// guarded is what do returns, or that it broke.
func (w *watcher) guarded(id int, ctx context.Context, do func(context.Context) answer) (done answer) {
	defer func() {
		if v := recover(); v != nil {
			w.srv.hub.broke("a request", v, debug.Stack())
			done = func(bool) { w.take(watch.Done{ID: id, Err: errors.New("that went wrong, and the server knows")}) }
		}
	}()
	return do(ctx)
}

// cancel ends what is under way.
func (w *watcher) cancel() {
	if w.requests.cancel != nil {
		w.requests.cancel()
		w.requests.cancel = nil
	}
}
