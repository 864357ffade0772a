package record

import "game-tui/sim"

// With returns a finished copy of a finished record under another meta. They
// share states and turns.
func (r *Record) With(meta Meta) *Record {
	c := New(meta, r.State(0))
	for k := 0; r.Turn(k) != nil; k++ {
		c.Append(r.Turn(k), r.State(k+1))
	}
	_, err := r.Over()
	c.End(err)
	return c
}

// Enrich replaces the first turns of the record by others that say more of the
// same rounds: a recording of which more became known. Turns in readers' hands
// stay as they are.
func (r *Record) Enrich(turns []*sim.Turn) {
	r.mu.Lock()
	copy(r.turns, turns)
	r.version++
	r.notify()
	r.mu.Unlock()
}
