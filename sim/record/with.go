package record

import "game-tui/sim"

// With returns a finished copy of a finished record under another meta. They
// share states and turns.
func (l *Record) With(meta Meta) *Record {
	c := New(meta, l.State(0))
	for k := 0; l.Turn(k) != nil; k++ {
		c.Append(l.Turn(k), l.State(k+1))
	}
	_, err := l.Over()
	c.End(err)
	return c
}

// Enrich replaces the first turns of the record by others that say more of the
// same rounds: a recording of which more became known. Turns in readers' hands
// stay as they are.
func (l *Record) Enrich(turns []*sim.Turn) {
	l.mu.Lock()
	copy(l.turns, turns)
	l.notify()
	l.mu.Unlock()
}
