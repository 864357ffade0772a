package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"game-tui/sim/log"
)

// hub holds what watchers share: rooms, one per match that is being watched,
// and in each of them the galleries.
type hub struct {
	source Source
	count  *counters
	log    *slog.Logger
	ctx    context.Context
	cancel context.CancelFunc

	mu        sync.Mutex
	rooms     map[string]*room
	galleries int
	work      sync.WaitGroup
}

func newHub(source Source, c *counters, l *slog.Logger) *hub {
	ctx, cancel := context.WithCancel(context.Background())
	return &hub{source: source, count: c, log: l, ctx: ctx, cancel: cancel, rooms: map[string]*room{}}
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
	refs     int // guarded by hub.mu
	watchers atomic.Int32
	ready    chan struct{} // closed when channel and err are set
	channel  Channel
	err      error
	past     histories

	galleries map[look]*gallery // guarded by hub.mu
}

// errLeft ends the wait for a match by somebody who does not want it any more.
var errLeft = errors.New("left")

// enter opens a match, together with everybody who watches it, unless gone or
// closing come first.
func (h *hub) enter(name string, gone, closing <-chan struct{}) (*room, error) {
	h.mu.Lock()
	r := h.rooms[name]
	if r == nil {
		r = &room{hub: h, name: name, ready: make(chan struct{}), galleries: map[look]*gallery{}}
		h.rooms[name] = r
		h.work.Go(r.open)
	}
	r.refs++
	h.mu.Unlock()
	select {
	case <-r.ready:
	case <-gone:
		r.leave()
		return nil, errLeft
	case <-closing:
		r.leave()
		return nil, errLeft
	}
	if r.err != nil {
		r.leave()
		return nil, r.err
	}
	r.watchers.Add(1)
	r.channel.Joined()
	return r, nil
}

// open runs on its own, so that a watcher that leaves meanwhile spoils it for
// nobody.
func (r *room) open() {
	defer close(r.ready)
	defer func() {
		if v := recover(); v != nil { // files are hostile
			r.hub.broke("opening a match", v, debug.Stack())
			r.err = errors.New(r.name + " cannot be shown")
		}
	}()
	r.channel, r.err = r.hub.source.Open(r.hub.ctx, r.name)
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
	if last {
		delete(h.rooms, r.name)
	}
	h.mu.Unlock()
	if !last {
		return
	}
	h.work.Go(func() {
		<-r.ready
		if r.err == nil {
			r.channel.Close()
		}
	})
}

// now is the log that is shown, and a channel that is closed when it is another.
func (r *room) now() (*log.Log, <-chan struct{}) { return r.channel.Now() }

// join enters the gallery of a look; there is a picture in it.
func (r *room) join(k look) *gallery {
	g := r.gallery(k)
	g.begin()
	return g
}

func (r *room) gallery(k look) *gallery {
	h := r.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.galleries >= maxGalleries {
		k = k.coarse() // a few more at most: there are few coarse ones
	}
	g := r.galleries[k]
	if g == nil {
		g = newGallery(r, k)
		r.galleries[k] = g
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
