// Package timeline shows a whole match in a few rows: a bar of its rounds with
// the moments that matter, and the scores as a chart.
package timeline

import (
	"sync"
	"sync/atomic"

	"game-tui/sim"
	"game-tui/sim/record"
)

// History is what the timeline knows of a record: scores and moments of every
// round, read once as the record grows. It is shared by all who watch the record;
// those who draw never wait for each other.
type History struct {
	record *record.Record
	legend *sim.Legend

	mu   sync.Mutex // of who reads on in the record
	past atomic.Pointer[past]
}

// past is what has been read of a record. It never changes: what has been read
// since makes another one, which shares its slices as far as they go.
type past struct {
	rounds []round   // by state
	marks  []Moment  // in order of rounds
	first  *sim.Turn // turn 0 as it was read
}

// round is what the chart knows of one state.
type round struct {
	scores    [sim.Seats]int32
	low, high int32 // of all scores so far, and 0
	lead      int8  // seat that led alone last, -1 none
}

// Moment is a mark on the timeline: an event kind, or Lead.
type Moment struct {
	Round int // the state that shows it
	Kind  uint8
}

// Lead is the Moment.Kind of a change of the leader.
const Lead = 0xff

// NewHistory makes the history of a record.
func NewHistory(rec *record.Record) *History {
	h := &History{record: rec, legend: rec.Meta().Game.Legend()}
	h.past.Store(&past{})
	return h
}

// Update reads what the record has grown by.
func (h *History) Update() {
	edge, first := h.record.Edge(), h.record.Turn(0)
	if h.past.Load().holds(edge, first) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	p := *h.past.Load()
	if p.holds(edge, first) {
		return // somebody else has read it meanwhile
	}
	if !p.same(first) { // more became known of the rounds
		p.rounds, p.marks = nil, nil
	}
	p.first = first
	for k := len(p.rounds); k <= edge; k++ {
		st := h.record.State(k)
		if st == nil {
			break
		}
		p.add(st.Scores())
		if t := h.record.Turn(k - 1); t != nil {
			h.addMoments(&p, t, k)
		}
	}
	h.past.Store(&p)
}

// same reports whether turn 0 is the one that was read.
func (p *past) same(first *sim.Turn) bool { return p.first == first || len(p.rounds) <= 1 }

// holds reports whether there is nothing to read up to state edge.
func (p *past) holds(edge int, first *sim.Turn) bool { return len(p.rounds) > edge && p.same(first) }

func (p *past) add(scores [sim.Seats]int) {
	k := len(p.rounds)
	was := round{lead: -1}
	if k > 0 {
		was = p.rounds[k-1]
	}
	now := was
	for i, v := range scores {
		now.scores[i] = int32(v)
		now.low, now.high = min(now.low, int32(v)), max(now.high, int32(v))
	}
	if seat, by := sim.Lead(scores); by > 0 {
		now.lead = int8(seat)
	}
	p.rounds = append(p.rounds, now)
	if was.lead >= 0 && now.lead != was.lead {
		p.marks = append(p.marks, Moment{k, Lead})
	}
}

// addMoments takes each marked kind once a round: a mark says that it
// happened, not how often.
func (h *History) addMoments(p *past, t *sim.Turn, round int) {
	var had [256]bool
	for i := range t.Events {
		k := t.Events[i].Kind
		if int(k) < len(h.legend.Events) && h.legend.Events[k].Mark && !had[k] {
			had[k] = true
			p.marks = append(p.marks, Moment{round, k})
		}
	}
}

// Score is a seat's score in state k, as far as it has been read.
func (h *History) Score(k, seat int) (int, bool) {
	rounds := h.past.Load().rounds
	if uint(k) >= uint(len(rounds)) {
		return 0, false
	}
	return int(rounds[k].scores[seat]), true
}

// rank orders moments: the smaller, the more it matters. A lead change comes
// after the most important kind.
func (h *History) rank(kind uint8) int {
	if kind == Lead {
		return 1
	}
	return 2 * h.legend.Events[kind].Rank
}

// Stop finds the next (dir 1) or previous (dir -1) marked event after the
// event with that index in the turn that led to a round, up to round end. ok is
// false when there is none; index is into Turn.Events of the turn round-1.
func (h *History) Stop(round, index, dir, end int) (int, int, bool) {
	r, i := round, index+dir
	if r < 1 && dir > 0 {
		r, i = 1, 0
	}
	for r >= 1 && r <= end {
		if t := h.record.Turn(r - 1); t != nil {
			if dir < 0 {
				i = min(i, len(t.Events)-1)
			}
			for ; i >= 0 && i < len(t.Events); i += dir {
				if k := t.Events[i].Kind; int(k) < len(h.legend.Events) && h.legend.Events[k].Mark {
					return r, i, true
				}
			}
		}
		r += dir
		if i = 0; dir < 0 {
			i = 1 << 30
		}
	}
	return 0, 0, false
}
