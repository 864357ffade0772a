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

	"game-tui/sim/record"
	"game-tui/tui/watch"
)

// hub holds what watchers share: rooms, one per match that is being watched,
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
	rooms     map[string]*room
	galleries int
	work      sync.WaitGroup
}

// maxOpening is how many recordings are read at a time. They may be large.
const maxOpening = 2

func newHub(source Source, extras int, c *counters, l *slog.Logger) *hub {
	ctx, cancel := context.WithCancel(context.Background())
	return &hub{source: source, opening: newJobs(maxOpening), extras: newJobs(extras),
		count: c, log: l, ctx: ctx, cancel: cancel, rooms: map[string]*room{}}
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

// room is a match that is being watched.
type room struct {
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

	galleries map[watch.Look]*gallery // guarded by hub.mu
}

// errLeft ends the wait for a match by somebody who does not want it any more.
var errLeft = errors.New("left")

// enter opens a match for somebody at an address, together with everybody who
// watches it, unless gone or closing come first.
func (h *hub) enter(name string, from netip.Prefix, gone, closing <-chan struct{}) (*room, error) {
	for {
		r, first := h.room(name, from)
		select {
		case <-r.ready:
		case <-gone:
			r.leave()
			return nil, errLeft
		case <-closing:
			r.leave()
			return nil, errLeft
		}
		if r.err == nil {
			r.watchers.Add(1)
			r.channel.Joined()
			return r, nil
		}
		r.leave()
		if _, busy := errors.AsType[busyError](r.err); !busy || first {
			return nil, r.err
		}
		// It was the turn of another address to wait, which says nothing of this one.
	}
}

// room is the room of a match, which opens with the first who comes.
func (h *hub) room(name string, from netip.Prefix) (r *room, first bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r = h.rooms[name]
	if r == nil {
		first = true
		r = &room{hub: h, name: name, from: from, ready: make(chan struct{}), galleries: map[watch.Look]*gallery{}}
		r.ctx, r.cancel = context.WithCancel(h.ctx)
		h.rooms[name] = r
		h.work.Go(r.open)
	}
	r.refs++
	return r, first
}

// open runs on its own, so that a watcher that leaves meanwhile spoils it for
// nobody.
func (r *room) open() {
	defer r.enrich()
	defer close(r.ready)
	defer func() {
		if v := recover(); v != nil { // files are hostile
			r.hub.broke("opening a match", v, debug.Stack())
			r.err = errors.New(r.name + " cannot be shown")
		}
		if r.err != nil {
			r.hub.forget(r) // the next who comes tries again
		}
	}()
	r.channel, r.err = r.hub.source.Open(r.ctx, r.name, r.hub.opening.of(r.from))
}

// enrich finds out what the match does not say. Where there is no room for that
// it is shown as it is.
func (r *room) enrich() {
	e, ok := r.channel.(Enricher)
	if r.err != nil || !ok {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			r.hub.broke("playing a match again", v, debug.Stack())
		}
	}()
	_ = r.hub.extras.of(r.from)(r.ctx, func(ctx context.Context) error {
		e.Enrich(ctx)
		return nil
	})
}

// forget makes a room one that nobody else comes to.
func (h *hub) forget(r *room) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rooms[r.name] == r {
		delete(h.rooms, r.name)
	}
}

// exit is the end of a watcher's visit.
func (r *room) exit() {
	r.watchers.Add(-1)
	r.leave()
}

func (r *room) leave() {
	h := r.hub
	h.mu.Lock()
	r.refs--
	last := r.refs == 0
	if last && h.rooms[r.name] == r {
		delete(h.rooms, r.name)
	}
	h.mu.Unlock()
	if !last {
		return
	}
	r.cancel()
	h.work.Go(func() {
		<-r.ready
		if r.err == nil {
			r.channel.Close()
		}
	})
}

// now is the record that is shown, and a channel that is closed when it is another.
func (r *room) now() (*record.Record, <-chan struct{}) { return r.channel.Now() }

// join enters the gallery of all who follow as the state does; there is a
// picture in it.
func (r *room) join(s watch.State) *gallery {
	g := r.gallery(s)
	g.begin()
	return g
}

func (r *room) gallery(s watch.State) *gallery {
	h := r.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.galleries >= maxGalleries {
		s.W, s.H = coarse(s.W, s.H) // a few more at most: there are few coarse ones
	}
	g := r.galleries[s.Look()]
	if g == nil {
		g = newGallery(r, s)
		r.galleries[g.look] = g
		h.galleries++
		h.work.Go(g.run)
	}
	g.refs++
	return g
}

// leave leaves a gallery; the last one turns off the light.
func (g *gallery) leave() {
	h := g.room.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if g.refs--; g.refs == 0 {
		delete(g.room.galleries, g.look)
		h.galleries--
		close(g.stop)
	}
}
