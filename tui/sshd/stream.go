package sshd

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/ui"
)

// A subject is a source shown by a stream. Its record is nil if the source is not a match.
type subject struct {
	source ui.Source
	rec    *record.Record
}

func (s subject) wasReplaced() bool {
	if s.rec == nil {
		return false
	}
	_, why := s.rec.Ended()
	return errors.Is(why, ErrReplaced)
}

// A stream is a match, or a series of matches under one name. The home stream has no name and never
// ends.
type stream struct {
	srv     *Server
	home    subject // subject of the home stream; zero in other streams
	name    string
	network netip.Prefix // address of the first viewer, to which jobs are charged
	ctx     context.Context
	cancel  context.CancelFunc // called when the last viewer leaves
	refs    atomic.Int32       // number of viewers; changed under Server.mu
	ready   chan struct{}      // closed when feed and err are set
	feed    Feed               // nil in the home stream
	err     error

	mu      sync.Mutex
	current subject
}

func (s *Server) enterStream(ctx context.Context, name string, network netip.Prefix) (*stream, error) {
	for {
		st, first := s.acquireStream(name, network)
		select {
		case <-st.ready:
		case <-ctx.Done():
			st.leave()
			return nil, ctx.Err()
		}
		if st.err == nil {
			if live, ok := st.feed.(LiveFeed); ok {
				live.ViewerJoined()
			}
			return st, nil
		}
		st.leave()
		if first || !errors.Is(st.err, errBusy) && !errors.Is(st.err, errWaiting) {
			return nil, st.err
		}
		// The first viewer's address could not get a job, so try with this viewer's.
	}
}

func (s *Server) acquireStream(name string, network netip.Prefix) (st *stream, isFirst bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st = s.streams[name]
	if st == nil {
		isFirst = true
		st = &stream{srv: s, name: name, network: network, ready: make(chan struct{})}
		st.ctx, st.cancel = context.WithCancel(s.ctx)
		s.streams[name] = st
		s.wg.Go(st.open)
	}
	st.refs.Add(1)
	return st, isFirst
}

// open opens the match. It runs in its own goroutine, so that it continues if the first viewer
// leaves.
func (st *stream) open() {
	defer st.enrich()
	defer close(st.ready)
	defer func() {
		if st.err != nil { // The next viewer tries again.
			st.srv.mu.Lock()
			defer st.srv.mu.Unlock()
			st.forget()
		}
	}()
	defer st.srv.recoverPanic("while opening a match", func() { st.err = errors.New("cannot show " + st.name + ": internal error (logged)") }) // Untrusted files may cause panics.
	if st.feed, st.err = st.srv.source.Open(st.ctx, st.name, st.srv.openingJobs.runnerFor(st.network)); st.err == nil {
		st.currentSubject() // The first call creates the subject.
	}
}

func (st *stream) enrich() {
	e, ok := st.feed.(Enricher)
	if st.err != nil || !ok {
		return
	}
	defer st.srv.recoverPanic("while replaying a match", nil)
	_ = st.srv.optionalJobs.runnerFor(st.network)(st.ctx, func(ctx context.Context) error {
		e.Enrich(ctx)
		return nil
	})
}

func (st *stream) forget() {
	if st.srv.streams[st.name] == st {
		delete(st.srv.streams, st.name)
	}
}

func (st *stream) leave() {
	if st.isHome() {
		return
	}
	st.srv.mu.Lock()
	defer st.srv.mu.Unlock()
	if st.refs.Add(-1) == 0 {
		st.forget()
		st.cancel()
	}
}

func (st *stream) isHome() bool { return st.home.source != nil }

// currentSubject returns the current subject and a channel that is closed when another one replaces
// it. A nil channel means that it is never replaced.
func (st *stream) currentSubject() (subject, <-chan struct{}) {
	if st.isHome() {
		return st.home, nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	rec, replaced := st.feed.Current()
	if st.current.rec != rec {
		st.current = subject{st.srv.cfg.SourceOf(rec), rec}
	}
	return st.current, replaced
}

// status holds facts about a match that change independently of its rounds.
type status struct {
	viewerCount int           // number of viewers; 0 hides it
	startsIn    time.Duration // time until the match begins; 0 means unknown
	silentFor   time.Duration // how long the source has been silent, or 0 if it is not
	replaced    bool          // whether the source has begun another match
}

func (st *stream) status(sub subject) (f status) {
	if st.isHome() {
		return f
	}
	if live, ok := st.feed.(LiveFeed); ok {
		f.startsIn, f.silentFor = live.StartsIn(), live.SilentFor()
	}
	current, _ := st.currentSubject()
	f.viewerCount, f.replaced = int(st.refs.Load()), current != sub && sub.wasReplaced()
	return f
}

func (f status) applyTo(p ui.Program, before status) ui.Program {
	take := func(in ui.Input) { p, _ = p.Update(in) }
	if f.viewerCount != before.viewerCount {
		take(ui.Viewers{Count: f.viewerCount})
	}
	if f.startsIn > 0 || before.startsIn > 0 {
		take(ui.MatchStarting{Delay: f.startsIn})
	}
	if f.silentFor != before.silentFor {
		take(ui.SourceSilent{Duration: f.silentFor})
	}
	if f.replaced && !before.replaced {
		take(ui.MatchStarted{})
	}
	return p
}
