package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"game-tui/sim/record"
	watch "game-tui/tui/match"
)

// hub holds what watchers share: streams, one per name that is being watched,
// and in each of them the galleries.
type hub struct {
	source  Source
	opening *jobs // recordings that are read
	extras  *jobs // what could be left out
	count   *counters
	log     *slog.Logger
	ctx     context.Context
	cancel  context.CancelFunc

	mu        sync.Mutex
	streams   map[string]*stream
	galleries int
	work      sync.WaitGroup
}

// maxOpening is how many recordings are read at a time. They may be large.
const maxOpening = 2

func newHub(source Source, extras int, c *counters, l *slog.Logger) *hub {
	ctx, cancel := context.WithCancel(context.Background())
	return &hub{source: source, opening: newJobs(maxOpening), extras: newJobs(extras),
		count: c, log: l, ctx: ctx, cancel: cancel, streams: map[string]*stream{}}
}

// learn lets the source find out more about its matches, as one who waits like a
// visitor from an address of its own.
func (h *hub) learn() {
	l, ok := h.source.(Learner)
	if !ok {
		return
	}
	h.work.Go(func() {
		defer func() {
			if v := recover(); v != nil {
				h.broke("reading results", v, debug.Stack())
			}
		}()
		l.Learn(h.ctx, h.opening.of(netip.Prefix{}))
	})
}

// size is the number of galleries.
func (h *hub) size() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.galleries
}

// close ends what has been started; there are no watchers any more.
func (h *hub) close() {
	h.cancel()
	h.work.Wait()
}

// broke notes a panic that was caught, and where it came from.
func (h *hub) broke(where string, v any, stack []byte) {
	h.count.panics.Add(1)
	h.log.Error(where+" broke", "panic", fmt.Sprint(v), "stack", string(stack))
}

// stream is what is watched under one name: a match, or one match after another.
type stream struct {
	hub      *hub
	name     string
	from     netip.Prefix // of the watcher for whom it is opened
	ctx      context.Context
	cancel   context.CancelFunc // when nobody is there any more
	refs     int                // guarded by hub.mu
	watchers atomic.Int32
	ready    chan struct{} // closed when channel and err are set
	channel  Channel
	err      error
	matches  matches

	galleries map[watch.Format]*gallery // guarded by hub.mu
}

// errLeft ends the wait for a match by somebody who does not want it any more.
var errLeft = errors.New("left")

// enter opens a match for somebody at an address, together with everybody who
// watches it, unless gone or closing come first.
func (h *hub) enter(name string, from netip.Prefix, gone, closing <-chan struct{}) (*stream, error) {
	for {
		st, first := h.stream(name, from)
		select {
		case <-st.ready:
		case <-gone:
			st.leave()
			return nil, errLeft
		case <-closing:
			st.leave()
			return nil, errLeft
		}
		if st.err == nil {
			st.watchers.Add(1)
			st.channel.Joined()
			return st, nil
		}
		st.leave()
		if _, busy := errors.AsType[busyError](st.err); !busy || first {
			return nil, st.err
		}
		// It was the turn of another address to wait, which says nothing of this one.
	}
}

// stream is that of a name, which opens with the first who comes.
func (h *hub) stream(name string, from netip.Prefix) (st *stream, first bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	st = h.streams[name]
	if st == nil {
		first = true
		st = &stream{hub: h, name: name, from: from, ready: make(chan struct{}), galleries: map[watch.Format]*gallery{}}
		st.ctx, st.cancel = context.WithCancel(h.ctx)
		h.streams[name] = st
		h.work.Go(st.open)
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
		if v := recover(); v != nil { // files are hostile
			st.hub.broke("opening a match", v, debug.Stack())
			st.err = errors.New(st.name + " cannot be shown")
		}
		if st.err != nil {
			st.hub.forget(st) // the next who comes tries again
		}
	}()
	st.channel, st.err = st.hub.source.Open(st.ctx, st.name, st.hub.opening.of(st.from))
}

// enrich finds out what the match does not say. Where there is no room for that
// it is shown as it is.
func (st *stream) enrich() {
	e, ok := st.channel.(Enricher)
	if st.err != nil || !ok {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			st.hub.broke("playing a match again", v, debug.Stack())
		}
	}()
	_ = st.hub.extras.of(st.from)(st.ctx, func(ctx context.Context) error {
		e.Enrich(ctx)
		return nil
	})
}

// forget makes a stream one that nobody else comes to.
func (h *hub) forget(st *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.streams[st.name] == st {
		delete(h.streams, st.name)
	}
}

// exit is the end of a watcher's visit.
func (st *stream) exit() {
	st.watchers.Add(-1)
	st.leave()
}

func (st *stream) leave() {
	h := st.hub
	h.mu.Lock()
	st.refs--
	last := st.refs == 0
	if last && h.streams[st.name] == st {
		delete(h.streams, st.name)
	}
	h.mu.Unlock()
	if !last {
		return
	}
	st.cancel()
	h.work.Go(func() {
		<-st.ready
		if st.err == nil {
			st.channel.Close()
		}
	})
}

// now is the record that is shown, and a channel that is closed when it is another.
func (st *stream) now() (*record.Record, <-chan struct{}) { return st.channel.Now() }

// starts is how long it is until the match begins, 0 where that is not known.
func (st *stream) starts() time.Duration {
	if s, ok := st.channel.(Starter); ok {
		return s.Starts()
	}
	return 0
}

// silent is for how long the source of the match has been silent, 0 where it is not.
func (st *stream) silent() time.Duration {
	if s, ok := st.channel.(Silencer); ok {
		return s.Silent()
	}
	return 0
}

// around is what there is to say of a match beside its rounds.
type around struct {
	watchers       int
	starts, silent time.Duration
	newer          bool // it broke off, and another one has taken its place
}

func (st *stream) around(rec *record.Record) around {
	now, _ := st.now()
	return around{int(st.watchers.Load()), st.starts(), st.silent(), now != rec && brokeOff(rec)}
}

// join enters the gallery of all who follow as the state does; there is a
// picture in it.
func (st *stream) join(s watch.State) *gallery {
	g := st.gallery(s)
	g.begin()
	return g
}

func (st *stream) gallery(s watch.State) *gallery {
	h := st.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.galleries >= maxGalleries {
		s.W, s.H = coarse(s.W, s.H) // a few more at most: there are few coarse ones
	}
	g := st.galleries[s.Format()]
	if rec, _ := st.now(); g == nil || g.past(rec) {
		g = newGallery(st, s)
		st.galleries[g.format] = g
		h.galleries++
		h.work.Go(g.run)
	}
	g.refs++
	return g
}

// leave leaves a gallery, which ends with the last who leaves.
func (g *gallery) leave() {
	h := g.stream.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if g.refs--; g.refs == 0 {
		if g.stream.galleries[g.format] == g {
			delete(g.stream.galleries, g.format)
		}
		h.galleries--
		close(g.stop)
	}
}
