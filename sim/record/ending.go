package record

import "game-tui/sim"

// Final reports whether state k is the final state of the match. In other states a seat may lead,
// but none has won.
func (r *Record) Final(k int) bool { return k == r.Rounds() && k == r.Edge() }

// Winners returns the winning seats in ascending order. It is empty, not nil, without a final
// state.
func (r *Record) Winners() []int {
	if k := r.Edge(); r.Final(k) {
		return sim.Winners(r.State(k).Scores())
	}
	return []int{}
}

// Cut reports whether the match has ended without a final state: the recording was cut, or the
// match stopped early.
func (r *Record) Cut() bool {
	over, _ := r.Over()
	return over && !r.Final(r.Edge())
}
