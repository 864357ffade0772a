// Package record holds the rounds of one match: one writer appends, any number of
// readers look at any round at any time. Nothing that a reader does can slow
// the writer.
//
// [New] begins a [Record] with a state; [Record.Append] adds a turn and the state that it leads to.
// Both are shared with all readers, and never change. A reader keeps the number of
// a round and nothing else; it is woken through a channel that holds one value, and
// then looks how far the record has come. Match, recording and replay all give a Record,
// so that what shows or stores one need not know where it comes from.
package record

import (
	"strconv"
	"sync"

	"game-tui/sim"
)

// Meta is what is known of a match before its first round. Immutable, but for
// the file it came from.
type Meta struct {
	Game     sim.Game
	Settings sim.Settings
	Seed     int32
	// PlayerSeeds are the seeds of the players' own generators; nil: those of the kit, or not
	// known: a recording does not say.
	PlayerSeeds *sim.PlayerSeeds
	Names       [sim.Seats]string
	Titles      [sim.Seats]string // what players are called on the screen; empty: by their names
	Clock       bool              // status values are real: the .res begins with SecGame
	Source      string            // the recording's file name; empty for a match played here
	Heading     string            // what must not be overlooked, in place of game and seed in the heading
	Note        string            // one line for the viewer: "cut in round 57, line 9120"
}

// Shown is what players are called on the screen.
func (m *Meta) Shown() [sim.Seats]string {
	names := m.Names
	for i, title := range m.Titles {
		if title != "" {
			names[i] = title
		}
	}
	return names
}

// Apart adds its seat to every name that several players have: "Demo 0", "Demo 1", "Greedy".
func Apart(names [sim.Seats]string) [sim.Seats]string {
	out := names
	for i, n := range names {
		for k, other := range names {
			if i != k && n == other {
				out[i] = n + " " + strconv.Itoa(i)
			}
		}
	}
	return out
}

// Record is the append-only record of a match. State k is the state at the start
// of round k; Turn k leads from State k to State k+1.
type Record struct {
	Watchers // woken when more is known
	meta     Meta

	mu      sync.RWMutex
	states  []sim.State
	turns   []*sim.Turn
	gaps    []Gap // missing states
	over    bool
	err     error
	version int // see Version

	incomplete bool // a turn is missing
}

// New starts a record with the initial state.
func New(meta Meta, first sim.State) *Record {
	n := min(meta.Settings.Rounds(), 1024) // a configuration may name any number
	return &Record{meta: meta, states: append(make([]sim.State, 0, n+1), first), turns: make([]*sim.Turn, 0, n)}
}

// Meta returns what is known of the match.
func (r *Record) Meta() *Meta { return &r.meta }

// Rounds is the number of rounds that the match is to have.
func (r *Record) Rounds() int { return r.meta.Settings.Rounds() }

// Append adds what happened in the newest round and the state that it led to.
// next is nil when the match broke in that round (see End).
func (r *Record) Append(t *sim.Turn, next sim.State) {
	r.mu.Lock()
	r.appendTurn(t)
	if next != nil {
		r.states = append(r.states, next)
	}
	r.Grown()
	r.mu.Unlock()
}

// End marks the match as over; err says why it stopped early, nil after the
// last round.
func (r *Record) End(err error) {
	r.mu.Lock()
	r.over, r.err = true, err
	r.Grown()
	r.mu.Unlock()
}

// Edge is the number of the newest state: rounds 0 … Edge can be shown.
func (r *Record) Edge() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.states) - 1
}

// State returns state k, or nil when it is not there (yet). For a missing state it is the last one
// before it: see Missing.
func (r *Record) State(k int) sim.State {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if uint(k) >= uint(len(r.states)) {
		return nil
	}
	return r.states[k]
}

// Turn returns turn k, or nil when it is not there (yet).
func (r *Record) Turn(k int) *sim.Turn {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if uint(k) >= uint(len(r.turns)) {
		return nil
	}
	return r.turns[k]
}

// Over reports whether the match has ended, and why it stopped early if it did.
func (r *Record) Over() (bool, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.over, r.err
}

// Version counts how often more became known of rounds that were there already: what
// has been read of them is to be read anew when it changes.
func (r *Record) Version() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.version
}

// With returns a finished copy of a finished record under another meta. They
// share states and turns.
func (r *Record) With(meta Meta) *Record {
	c := New(meta, r.State(0))
	for k := 0; r.Turn(k) != nil; k++ {
		c.AppendFrom(r, k, r.Turn(k))
	}
	_, err := r.Over()
	c.End(err)
	return c
}

// Enrich replaces the first turns of the record by others that say more of the
// same rounds: a recording of which more became known. Turns in readers' hands
// stay as they are.
func (r *Record) Enrich(turns []*sim.Turn) {
	r.mu.Lock()
	copy(r.turns, turns)
	r.version++
	r.Grown()
	r.mu.Unlock()
}

// Watchers are those who wait for something to grow. The zero value is none.
type Watchers struct {
	mu  sync.Mutex
	all map[chan struct{}]struct{}
}

// Watch returns a channel that gets a value when something has grown, and stop ends that. It
// holds one value at most: a reader that is not looking costs nothing and holds up nobody.
func (w *Watchers) Watch() (grown <-chan struct{}, stop func()) { return Watch(w) }

// Watch watches several things with one channel.
func Watch(all ...*Watchers) (grown <-chan struct{}, stop func()) {
	ch := make(chan struct{}, 1)
	for _, w := range all {
		w.mu.Lock()
		if w.all == nil {
			w.all = map[chan struct{}]struct{}{}
		}
		w.all[ch] = struct{}{}
		w.mu.Unlock()
	}
	return ch, func() {
		for _, w := range all {
			w.mu.Lock()
			delete(w.all, ch)
			w.mu.Unlock()
		}
	}
}

// Grown wakes all, and waits for none of them.
func (w *Watchers) Grown() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ch := range w.all {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}
