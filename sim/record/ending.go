package record

import "game-tui/sim"

// Final reports whether state k is the final state of the match. In any other state somebody may
// lead, but nobody has won.
func (r *Record) Final(k int) bool { return k == r.Rounds() && k == r.Edge() }

// Winners returns the seats that won the match, in ascending order. The list is empty, and not
// nil, while the record does not hold the final state.
func (r *Record) Winners() []int {
	if k := r.Edge(); r.Final(k) {
		return sim.Winners(r.State(k).Scores())
	}
	return []int{}
}

// Cut reports whether the match is over in this record although its final state is not there: the
// recording was cut, or the match stopped early.
func (r *Record) Cut() bool {
	over, _ := r.Over()
	return over && !r.Final(r.Edge())
}
