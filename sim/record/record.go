// Package record holds the rounds of one match: one writer appends, any number of
// readers look at any round at any time. Nothing that a reader does can slow
// the writer.
//
// A [Record] begins with a state and grows by a turn and the state that it leads to.
// Both are shared with all readers, and never change. A reader keeps the number of
// a round and nothing else; it is woken through a channel that holds one value, and
// then looks how far the record has come. Match, recording and replay all give a Record,
// so that what shows or stores one need not know where it comes from.
package record

import (
	"sync"
	"time"

	"game-tui/sim"
)

// Meta is what is known of a match before its first round. Immutable, but for
// the file it came from.
type Meta struct {
	Game     sim.Game
	Settings sim.Settings
	Seed     int32
	Names    [sim.Seats]string
	Clock    bool   // status values are real: the .res begins with SecGame
	Source   string // the recording's file name; empty for a match played here
	Note     string // one line for the viewer: "cut in round 57, line 9120"
}

// Record is the append-only record of a match. State k is the state at the start
// of round k; Turn k leads from State k to State k+1.
type Record struct {
	meta Meta

	mu     sync.RWMutex
	states []sim.State
	turns  []*sim.Turn
	over   bool
	err    error
	wake   map[chan struct{}]struct{}
}

// New starts a record with the initial state.
func New(meta Meta, first sim.State) *Record {
	n := meta.Settings.Rounds()
	n = min(n, 100_000) // a configuration may name any number
	l := &Record{meta: meta, wake: map[chan struct{}]struct{}{}}
	l.states = append(make([]sim.State, 0, min(n+1, 1024)), first)
	l.turns = make([]*sim.Turn, 0, min(n, 1024))
	return l
}

// Meta returns what is known of the match.
func (l *Record) Meta() *Meta { return &l.meta }

// Rounds is the number of rounds that the match is to have.
func (l *Record) Rounds() int { return l.meta.Settings.Rounds() }

// Append adds what happened in the newest round and the state that it led to.
// next is nil when the match broke in that round (see End).
func (l *Record) Append(t *sim.Turn, next sim.State) {
	l.mu.Lock()
	l.turns = append(l.turns, t)
	if next != nil {
		l.states = append(l.states, next)
	}
	l.notify()
	l.mu.Unlock()
}

// End marks the match as over; err says why it stopped early, nil after the
// last round.
func (l *Record) End(err error) {
	l.mu.Lock()
	l.over, l.err = true, err
	l.notify()
	l.mu.Unlock()
}

// Edge is the number of the newest state: rounds 0 … Edge can be shown.
func (l *Record) Edge() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return len(l.states) - 1
}

// State returns state k, or nil when it is not there (yet).
func (l *Record) State(k int) sim.State {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if uint(k) >= uint(len(l.states)) {
		return nil
	}
	return l.states[k]
}

// Turn returns turn k, or nil when it is not there (yet).
func (l *Record) Turn(k int) *sim.Turn {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if uint(k) >= uint(len(l.turns)) {
		return nil
	}
	return l.turns[k]
}

// Over reports whether the match has ended, and why it stopped early if it did.
func (l *Record) Over() (bool, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.over, l.err
}

// Watch returns a channel of depth one that receives whenever the record has
// grown or ended since the last receive, and a function that ends the watch.
// A reader that is not looking costs nothing and holds up nobody.
func (l *Record) Watch() (<-chan struct{}, func()) {
	ch := make(chan struct{}, 1)
	l.mu.Lock()
	l.wake[ch] = struct{}{}
	l.mu.Unlock()
	return ch, func() {
		l.mu.Lock()
		delete(l.wake, ch)
		l.mu.Unlock()
	}
}

// Wait blocks until state k is there or the match is over, or until timeout
// (0 means for ever); it reports whether state k is there.
func (l *Record) Wait(k int, timeout time.Duration) bool {
	ch, stop := l.Watch()
	defer stop()
	var late <-chan time.Time
	if timeout > 0 {
		t := time.NewTimer(timeout)
		defer t.Stop()
		late = t.C
	}
	for {
		if l.Edge() >= k {
			return true
		}
		if over, _ := l.Over(); over {
			return l.Edge() >= k
		}
		select {
		case <-ch:
		case <-late:
			return l.Edge() >= k
		}
	}
}

func (l *Record) notify() {
	for ch := range l.wake {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}
