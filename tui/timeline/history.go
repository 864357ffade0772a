// Package timeline shows a whole match in a few rows: a bar of its rounds with
// the moments that matter, and the scores as a chart.
package timeline

import (
	"sync"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/index"
)

// History is what the timeline knows of a record: scores and moments of every
// round, read once as the record grows. It is shared by all who watch the record;
// those who draw never wait for each other.
type History struct {
	index  *index.Index
	legend *sim.Legend
	past   *record.Reading[past]
	begun  int // how often all was read anew

	measures []sim.Measure
	asked    sync.Mutex // of curves
	curves   []curve    // by series
}

// past is what has been read of a record.
type past struct {
	rounds []round  // by state
	marks  []Moment // in order of rounds
	begun  int      // of the History, as it was read
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
	rec := x.Record()
	h := &History{index: x, legend: rec.Meta().Game.Legend(), measures: rec.Meta().Game.Measures()}
	h.past = record.NewReading(rec, func() past { h.begun++; return past{begun: h.begun} }, h.read)
	return h
}

// Update reads what the record has grown by.
func (h *History) Update() { h.past.All() }

// read takes in state k.
func (h *History) read(p *past, k int) bool {
	p.add(h.past.Record().State(k).Scores())
	h.addMoments(p, k)
	return true
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
	rows := h.index.Rows()
	for i := rows.Until(k - 1); i < rows.Until(k); i++ {
		if r := rows.At(i); h.index.Passes(marked, r) && !had[r.Kind] {
			had[r.Kind] = true
			p.marks = append(p.marks, Moment{k, r.Kind, r.Seat})
		}
	}
}

var marked = index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.Marked}

// Score is a seat's score in state k, as far as it has been read.
func (h *History) Score(k, seat int) (int, bool) {
	rounds := h.past.Now().rounds
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
