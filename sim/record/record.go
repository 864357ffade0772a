// Package record keeps matches in memory. One writer appends rounds; any number of readers read any
// round without slowing it down.
//
// New creates a Record from the initial state. Record.Append adds a turn and the next state, and
// wakes readers that called Subscribe.
package record

import (
	"iter"
	"slices"
	"strconv"
	"sync"
	"unsafe"

	"game-tui/sim"
)

type Meta struct {
	Game        sim.Game
	Settings    sim.Settings
	Seed        int32
	PlayerSeeds *sim.PlayerSeeds
	Names       [sim.Seats]string
	Titles      [sim.Seats]string // display names; an empty one defaults to the entry in Names
	HasClock    bool              // set if the .res starts with SecGame, which means that states show processor time
	Source      string            // file name, if any
	Heading     string            // shown in the heading instead of game and seed
	Note        string            // shown to viewers, such as "truncated in round 57, line 9120"
}

func (m *Meta) DisplayNames() [sim.Seats]string {
	names := m.Names
	for i, title := range m.Titles {
		if title != "" {
			names[i] = title
		}
	}
	return names
}

// UniqueNames appends the seat to names that occur more than once: "Demo 0", "Demo 1", "Greedy".
func UniqueNames(names [sim.Seats]string) [sim.Seats]string {
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

// A Record is the append-only history of a match. State k is the state at the start of round k;
// turn k leads from state k to state k+1. It is safe for concurrent use by one writer and many
// readers.
type Record struct {
	Notifier
	meta Meta

	mu      sync.RWMutex
	states  []sim.State
	turns   []*sim.Turn
	gaps    []Gap
	ended   bool
	err     error
	version int

	incomplete bool // whether a turn is missing
}

func New(meta Meta, first sim.State) *Record {
	n := min(meta.Settings.Rounds(), 1024) // a configuration may have any number of rounds
	return &Record{meta: meta, states: append(make([]sim.State, 0, n+1), first), turns: make([]*sim.Turn, 0, n)}
}

func (r *Record) Meta() *Meta { return &r.meta }
func (r *Record) Rounds() int { return r.meta.Settings.Rounds() }

// Append adds a turn and the state after it. If the match stopped during the turn, next is nil.
func (r *Record) Append(t *sim.Turn, next sim.State) {
	r.mu.Lock()
	r.appendTurn(t)
	if next != nil {
		r.states = append(r.states, next)
	}
	r.Notify()
	r.mu.Unlock()
}

// End marks the match as over. A non-nil err is the reason why it stopped early.
func (r *Record) End(err error) {
	r.mu.Lock()
	r.ended, r.err = true, err
	r.Notify()
	r.mu.Unlock()
}

func (r *Record) Edge() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.states) - 1
}

// State returns state k, or nil if the record has not reached it. If state k is missing, it returns
// the last known state before it.
func (r *Record) State(k int) sim.State {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if uint(k) >= uint(len(r.states)) {
		return nil
	}
	return r.states[k]
}

func (r *Record) Turn(k int) *sim.Turn {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if uint(k) >= uint(len(r.turns)) {
		return nil
	}
	return r.turns[k]
}

func (r *Record) Ended() (bool, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.ended, r.err
}

// IsFinal reports whether state k is the final state of the match.
func (r *Record) IsFinal(k int) bool { return k == r.Rounds() && k == r.Edge() }

// Winners returns the winning seats in ascending order. Without a final state, it returns an empty
// slice, not nil.
func (r *Record) Winners() []int {
	if k := r.Edge(); r.IsFinal(k) {
		return sim.Winners(r.State(k).Scores())
	}
	return []int{}
}

// EndedEarly reports whether the match ended without a final state: its recording was cut, or it
// stopped early.
func (r *Record) EndedEarly() bool {
	over, _ := r.Ended()
	return over && !r.IsFinal(r.Edge())
}

// Version returns the number of calls to Enrich. Values computed from an earlier version are outdated.
func (r *Record) Version() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.version
}

// WithMeta returns a copy of a finished record with its Meta replaced.
func (r *Record) WithMeta(meta Meta) *Record {
	c := New(meta, r.State(0))
	for k := 0; r.Turn(k) != nil; k++ {
		c.AppendFrom(r, k, r.Turn(k))
	}
	_, err := r.Ended()
	c.End(err)
	return c
}

// Enrich replaces the first len(turns) turns with more detailed versions.
func (r *Record) Enrich(turns []*sim.Turn) {
	r.mu.Lock()
	copy(r.turns, turns)
	r.version++
	r.Notify()
	r.mu.Unlock()
}

// A Notifier wakes subscribers. The zero value is ready to use. It is safe for concurrent use.
type Notifier struct {
	mu          sync.Mutex
	subscribers map[chan struct{}]struct{}
}

// Subscribe returns a channel that becomes readable after a call to Notify, and a function to
// unsubscribe. The channel buffers one value, so slow readers never block Notify.
func (w *Notifier) Subscribe() (notified <-chan struct{}, unsubscribe func()) { return SubscribeAll(w) }

func SubscribeAll(notifiers ...*Notifier) (notified <-chan struct{}, unsubscribe func()) {
	ch := make(chan struct{}, 1)
	for _, w := range notifiers {
		w.mu.Lock()
		if w.subscribers == nil {
			w.subscribers = map[chan struct{}]struct{}{}
		}
		w.subscribers[ch] = struct{}{}
		w.mu.Unlock()
	}
	return ch, func() {
		for _, w := range notifiers {
			w.mu.Lock()
			delete(w.subscribers, ch)
			w.mu.Unlock()
		}
	}
}

func (w *Notifier) Notify() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ch := range w.subscribers {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

// Events yields the events of turns in [start, end) with their turn numbers.
func (r *Record) Events(start, end int) iter.Seq2[int, *sim.Event] {
	kinds := len(r.meta.Game.Legend().Events)
	return func(yield func(int, *sim.Event) bool) {
		for k := start; k < end; k++ {
			t := r.Turn(k)
			if t == nil {
				return
			}
			for i := range t.Events {
				if e := &t.Events[i]; int(e.Kind) < kinds && !yield(k, e) {
					return
				}
			}
		}
	}
}

// TurnToReplay returns a turn with only the submitted orders of turn, without orders from players
// that were out. If the submitted orders are unknown, it contains the executed ones.
func TurnToReplay(state sim.State, turn *sim.Turn) *sim.Turn {
	replayed := &sim.Turn{Round: turn.Round}
	if turn.KnownParts&sim.KnownOrders == 0 {
		var f sim.Frame
		state.FillFrame(&f)
		for _, o := range turn.Executed {
			i := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == o.Unit && u.Seat >= 0 })
			if i >= 0 {
				seat := f.Units[i].Seat
				replayed.Orders[seat] = append(replayed.Orders[seat], sim.SubmittedOrder{Order: o})
			}
		}
		return replayed
	}
	for seat, orders := range turn.Orders {
		for _, o := range orders {
			if o.Outcome != sim.OutcomePlayerOut {
				replayed.Orders[seat] = append(replayed.Orders[seat], sim.SubmittedOrder{Order: o.Order})
			}
		}
	}
	return replayed
}

// MaxMemory bounds the memory used by a recording: its text, notes, states and turns.
const MaxMemory = 200_000_000

func TurnMemorySize(t *sim.Turn) int {
	n := int(unsafe.Sizeof(*t)) + 6*8 + OrdersMemorySize(t.Executed) + cap(t.Events)*int(unsafe.Sizeof(sim.Event{}))
	for seat := range t.Reports {
		for i := range t.Orders[seat] {
			n += int(unsafe.Sizeof(sim.SubmittedOrder{})) + 4*len(t.Orders[seat][i].Args)
		}
		r := &t.Reports[seat]
		for _, line := range r.Stderr {
			n += int(unsafe.Sizeof(line)) + len(line)
		}
		for i := range r.Marks {
			n += int(unsafe.Sizeof(r.Marks[i])) + len(r.Marks[i].Text)
		}
	}
	return n
}

func OrdersMemorySize(list []sim.Order) int {
	n := 0
	for i := range list {
		n += int(unsafe.Sizeof(list[i])) + 4*len(list[i].Args)
	}
	return n
}
