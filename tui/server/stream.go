package server

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/ui"
)

// recovered recovers from a panic, counts it, and logs the first one of its kind with its stack. It then
// calls then, which may be nil, to clean up. Defer it directly.
func (s *Server) recovered(in string, then func()) {
	v := recover()
	if v == nil {
		return
	}
	s.count.panics.Add(1)
	if s.panics.Add(fmt.Sprint(in, ": ", v)) {
		s.log.Error(in+" broke", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	}
	if then != nil {
		then()
	}
}

// subject is what a stream shows at a time: a source, and the record that it shows; nil
// where it is no match.
type subject struct {
	source ui.Source
	rec    *record.Record
}

// brokeOff reports whether it is a match that ended with ErrAnew: those who watch it
// stay with it and get a notice of the other one.
func (s subject) brokeOff() bool {
	if s.rec == nil {
		return false
	}
	_, why := s.rec.Over()
	return errors.Is(why, ErrAnew)
}

// stream is what is watched under one name: a match, or one match after another. What
// watchers come to is one without a name, which stays.
type stream struct {
	srv      *Server
	home     subject // what watchers come to; else the zero value
	name     string
	from     netip.Prefix // of the watcher for whom it is opened
	ctx      context.Context
	cancel   context.CancelFunc // when nobody is there any more
	refs     int                // guarded by Server.mu
	watchers atomic.Int32
	ready    chan struct{} // closed when channel and err are set
	channel  Channel       // nil at home
	err      error

	mu       sync.Mutex
	subjects [2]subject // the newest, and the one before that some may still look at
}

// enter opens a match for somebody at an address, together with everybody who
// watches it, unless ctx ends first.
func (s *Server) enter(ctx context.Context, name string, from netip.Prefix) (*stream, error) {
	for {
		st, first := s.stream(name, from)
		select {
		case <-st.ready:
		case <-ctx.Done():
			st.leave()
			return nil, ctx.Err()
		}
		if st.err == nil {
			st.watchers.Add(1)
			if live, ok := st.channel.(Live); ok {
				live.Joined()
			}
			return st, nil
		}
		st.leave()
		if _, busy := errors.AsType[busyError](st.err); !busy || first {
			return nil, st.err
		}
		// It was the turn of another address to wait, which says nothing of this one.
	}
}

// stream is that of a name, which opens with the first visitor.
func (s *Server) stream(name string, from netip.Prefix) (st *stream, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st = s.streams[name]
	if st == nil {
		first = true
		st = &stream{srv: s, name: name, from: from, ready: make(chan struct{})}
		st.ctx, st.cancel = context.WithCancel(s.closing)
		s.streams[name] = st
		s.work.Go(st.open)
	}
	st.refs++
	return st, first
}

// open runs on its own, so that a watcher that leaves meanwhile spoils it for
// nobody.
func (st *stream) open() {
	defer st.enrich()
	defer close(st.ready)
	defer func() {
		if st.err != nil { // the next visitor tries again
			st.srv.mu.Lock()
			defer st.srv.mu.Unlock()
			st.forget()
		}
	}()
	defer st.srv.recovered("opening a match", func() { st.err = errors.New(st.name + " cannot be shown") }) // files are hostile
	if st.channel, st.err = st.srv.source.Open(st.ctx, st.name, st.srv.opening.of(st.from)); st.err == nil {
		st.now() // which makes what is shown
	}
}

// enrich finds out what the match does not say. Where there is no room for that
// it is shown as it is.
func (st *stream) enrich() {
	e, ok := st.channel.(Enricher)
	if st.err != nil || !ok {
		return
	}
	defer st.srv.recovered("playing a match again", nil)
	_ = st.srv.extras.of(st.from)(st.ctx, func(ctx context.Context) error {
		e.Enrich(ctx)
		return nil
	})
}

// forget makes a stream one that nobody else comes to. Server.mu is held.
func (st *stream) forget() {
	if st.srv.streams[st.name] == st {
		delete(st.srv.streams, st.name)
	}
}

// exit is the end of a watcher's visit.
func (st *stream) exit() {
	if st.isHome() {
		return
	}
	st.watchers.Add(-1)
	st.leave()
}

func (st *stream) leave() {
	st.srv.mu.Lock()
	defer st.srv.mu.Unlock()
	if st.refs--; st.refs == 0 {
		st.forget()
		st.cancel()
	}
}

// isHome reports whether it is what watchers come to.
func (st *stream) isHome() bool { return st.home.source != nil }

// now is what is shown, and a channel that is closed when it is something else; nil where
// that will never be.
func (st *stream) now() (subject, <-chan struct{}) {
	if st.isHome() {
		return st.home, nil
	}
	rec, replaced := st.channel.Now()
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, s := range st.subjects {
		if s.rec == rec {
			return s, replaced
		}
	}
	st.subjects[1], st.subjects[0] = st.subjects[0], subject{st.srv.cfg.Show(rec), rec}
	return st.subjects[0], replaced
}

// status is what is known of the subject of a stream beside its growth.
type status struct {
	watchers int           // 0: not shown
	starts   time.Duration // until the match begins; 0: that is not known
	silent   time.Duration // for which its source has been silent; 0: it is not
	newer    bool          // another match has taken its place
}

// status is that of a subject of the stream; newer is for those who stay with one that broke off.
func (st *stream) status(of subject) (f status) {
	if st.isHome() {
		return f
	}
	if live, ok := st.channel.(Live); ok {
		f.starts, f.silent = live.Starts(), live.Silent()
	}
	now, _ := st.now()
	f.watchers, f.newer = int(st.watchers.Load()), now != of && of.brokeOff()
	return f
}

// update gives a program what has changed since the status before, and always how long it is until
// a match begins: a program that had no use for that may have now.
func (f status) update(p ui.Program, before status) ui.Program {
	take := func(in ui.Input) { p, _ = p.Update(in) }
	if f.watchers != before.watchers {
		take(ui.Viewers{Count: f.watchers})
	}
	if f.starts > 0 || before.starts > 0 {
		take(ui.Starting{In: f.starts})
	}
	if f.silent != before.silent {
		take(ui.Silent{For: f.silent})
	}
	if f.newer && !before.newer {
		take(ui.MatchStarted{})
	}
	return p
}
