// Package timeline shows a whole match in a few rows: a bar of its rounds with
// the moments that matter, and the scores as a chart.
package timeline

import (
	"sync"
	"sync/atomic"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/index"
)

// History is what the timeline knows of a record: scores and moments of every
// round, read once as the record grows. It is shared by all who watch the record;
// those who draw never wait for each other.
type History struct {
	index  *index.Index
	record *record.Record
	legend *sim.Legend

	mu   sync.Mutex // of the reader of new rounds
	past atomic.Pointer[past]

	measures []sim.Measure
	asked    sync.Mutex // of curves
	curves   []curve    // by series
}

// past is what has been read of a record. It never changes: what has been read
// since makes another one, which shares its slices as far as they go.
type past struct {
	rounds []round  // by state
	marks  []Moment // in order of rounds
	rows   *index.Rows
	gen    int // how often all was read anew
}

// round is what a chart knows of one state.
type round struct {
	scores    [sim.Seats]int32 // or another series
	low, high int32            // of all so far, and 0
}

// Moment is a mark on the timeline: an event kind, or index.Lead.
type Moment struct {
	Round int // the state that shows it
	Kind  uint8
	Seat  int8 // who did it, or leads now; -1 nobody
}

// NewHistory makes the history of the record that an index reads.
func NewHistory(x *index.Index) *History {
	h := &History{index: x, record: x.Record(), legend: x.Record().Meta().Game.Legend(), measures: x.Record().Meta().Game.Measures()}
	h.past.Store(&past{rows: &index.Rows{}})
	return h
}

// Update reads what the record has grown by.
func (h *History) Update() {
	rows := h.index.Rows()
	if h.past.Load().rows == rows {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if rows = h.index.Rows(); h.past.Load().rows == rows {
		return // somebody else has read it meanwhile
	}
	p := *h.past.Load()
	if !rows.Continue(p.rows) { // more became known of the rounds
		p.rounds, p.marks = nil, nil
		p.gen++
	}
	p.rows = rows
	for k := len(p.rounds); k <= rows.Edge(); k++ {
		p.add(h.record.State(k).Scores())
		h.addMoments(&p, k)
	}
	h.past.Store(&p)
}

func (p *past) add(scores [sim.Seats]int) {
	var values [sim.Seats]int32
	for i, v := range scores {
		values[i] = int32(v)
	}
	p.rounds = grown(p.rounds, values, true)
}

// addMoments takes each marked kind once a round: a mark says that it
// happened, not how often.
func (h *History) addMoments(p *past, k int) {
	var had [256]bool
	for i := p.rows.Until(k - 1); i < p.rows.Until(k); i++ {
		if r := p.rows.At(i); h.index.Passes(marked, r) && !had[r.Kind] {
			had[r.Kind] = true
			p.marks = append(p.marks, Moment{k, r.Kind, r.Seat})
		}
	}
}

var marked = index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.Marked}

// Score is a seat's score in state k, as far as it has been read.
func (h *History) Score(k, seat int) (int, bool) {
	rounds := h.past.Load().rounds
	if uint(k) >= uint(len(rounds)) {
		return 0, false
	}
	return int(rounds[k].scores[seat]), true
}

// LeadRank is the Rank of a change of the leader, which comes after the most
// important kind.
const LeadRank = 1

// Rank orders what happened: the smaller, the more it matters.
func Rank(k *sim.EventKind) int { return 2 * k.Rank }

func (h *History) rank(kind uint8) int {
	if kind == index.Lead {
		return LeadRank
	}
	return Rank(&h.legend.Events[kind])
}
