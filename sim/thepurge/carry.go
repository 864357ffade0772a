package thepurge

import "game-tui/sim"

var _ sim.Carrier = Game{}

// Carry completes a state of a recording with what its text does not hold: who
// waits to come back, since all who are born have died before, and how many
// barricades have been built.
func (Game) Carry(before sim.State, t *sim.Turn, after sim.State) sim.State {
	s, ok1 := before.(*State)
	next, ok2 := after.(*State)
	if !ok1 || !ok2 {
		return after
	}
	full := *next
	full.away = s.away
	for i := range s.folk.list {
		c := &s.folk.list[i]
		full.away[c.Player][c.Type]++
	}
	for i := range next.folk.list {
		c := &next.folk.list[i]
		full.away[c.Player][c.Type]--
	}
	full.built = s.built
	for _, e := range t.Events {
		if e.Kind == EventBuilt && full.built[e.Seat] >= 0 {
			full.built[e.Seat]++
		}
	}
	return &full
}
