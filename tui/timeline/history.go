// Package timeline shows a whole match in a few rows: a bar of its rounds with
// the moments that matter, and the scores as a chart.
package timeline

import (
	"sync"

	"game-tui/sim"
	"game-tui/sim/record"
)

// History is what the timeline knows of a record: scores and moments of every
// round, read once as the log grows. It is shared by all who watch the record.
type History struct {
	record *record.Record
	legend *sim.Legend

	mu     sync.RWMutex
	scores [][sim.Seats]int32 // of state k
	lead   []int8             // seat that leads alone in state k, -1 none
	marks  []Moment           // in order of rounds
	first  *sim.Turn          // turn 0 as it was read
}

// Moment is a mark on the timeline: an event kind, or Lead.
type Moment struct {
	Round int // the state that shows it
	Kind  uint8
}

// Lead is the Moment.Kind of a change of the leader.
const Lead = 0xff

// NewHistory makes the history of a record.
func NewHistory(l *record.Record) *History {
	return &History{record: l, legend: l.Meta().Game.Legend()}
}

// Update reads what the record has grown by.
func (h *History) Update() {
	edge, first := h.record.Edge(), h.record.Turn(0)
	h.mu.RLock()
	same := h.first == first || len(h.scores) <= 1
	done := len(h.scores) > edge && same
	h.mu.RUnlock()
	if done {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !same { // more became known of the rounds
		h.scores, h.lead, h.marks = h.scores[:0], h.lead[:0], h.marks[:0]
	}
	h.first = first
	for k := len(h.scores); k <= edge; k++ {
		st := h.record.State(k)
		if st == nil {
			return
		}
		h.add(st.Scores())
		if t := h.record.Turn(k - 1); t != nil {
			h.addMoments(t, k)
		}
	}
}

func (h *History) add(scores [sim.Seats]int) {
	var s [sim.Seats]int32
	lead, best, tie := int8(-1), scores[0], false
	for i, v := range scores {
		s[i] = int32(v)
		switch {
		case i == 0 || v > best:
			best, lead, tie = v, int8(i), false
		case v == best:
			tie = true
		}
	}
	if tie {
		lead = -1
	}
	k := len(h.scores)
	h.scores = append(h.scores, s)
	last := h.lastLead()
	h.lead = append(h.lead, lead)
	if lead >= 0 && last >= 0 && lead != last {
		h.marks = append(h.marks, Moment{k, Lead})
	}
}

// lastLead is the last seat that led alone.
func (h *History) lastLead() int8 {
	for k := len(h.lead) - 1; k >= 0; k-- {
		if h.lead[k] >= 0 {
			return h.lead[k]
		}
	}
	return -1
}

// addMoments takes each marked kind once a round: a mark says that it
// happened, not how often.
func (h *History) addMoments(t *sim.Turn, round int) {
	var had [256]bool
	for i := range t.Events {
		k := t.Events[i].Kind
		if int(k) < len(h.legend.Events) && h.legend.Events[k].Mark && !had[k] {
			had[k] = true
			h.marks = append(h.marks, Moment{round, k})
		}
	}
}

// Score is a seat's score in state k, as far as it has been read.
func (h *History) Score(k, seat int) (int, bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if uint(k) >= uint(len(h.scores)) {
		return 0, false
	}
	return int(h.scores[k][seat]), true
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
