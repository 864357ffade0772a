package record

import "game-tui/sim"

// IsFinal reports whether state k is the final state of the match. Before that no seat has won.
func (r *Record) IsFinal(k int) bool { return k == r.Rounds() && k == r.Edge() }

// Winners returns the winning seats in ascending order. Without a final state it is empty, not nil.
func (r *Record) Winners() []int {
	if k := r.Edge(); r.IsFinal(k) {
		return sim.Winners(r.State(k).Scores())
	}
	return []int{}
}

// IsCut reports whether the match ended without a final state: its recording was cut, or it stopped early.
func (r *Record) IsCut() bool {
	over, _ := r.Over()
	return over && !r.IsFinal(r.Edge())
}
