package record

import "game-tui/sim"

// IsFinal reports whether state k is the final state of the match. In other states a seat may lead,
// but none has won.
func (r *Record) IsFinal(k int) bool { return k == r.Rounds() && k == r.Edge() }

// Winners returns the winning seats in ascending order. It is empty, not nil, without a final
// state.
func (r *Record) Winners() []int {
	if k := r.Edge(); r.IsFinal(k) {
		return sim.Winners(r.State(k).Scores())
	}
	return []int{}
}

// IsCut reports whether the match has ended without a final state: the recording was cut, or the
// match stopped early.
func (r *Record) IsCut() bool {
	over, _ := r.Over()
	return over && !r.IsFinal(r.Edge())
}
