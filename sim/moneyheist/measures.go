package moneyheist

import "game-tui/sim"

// measures are what tells who will win: soldiers and their poison fight, and only
// a living professor opens safes.
var measures = []sim.Measure{
	{Name: "soldiers", Of: func(s sim.State, seat int) int { return len(s.(*State).Soldiers(seat)) }},
	{Name: "poison carried", Of: func(s sim.State, seat int) (n int) {
		for _, id := range s.(*State).Soldiers(seat) {
			n += int(s.(*State).units[id].amount)
		}
		return n
	}},
	{Name: "poison pot", Inner: true, Of: func(s sim.State, seat int) int { return s.(*State).pots[seat].poison }},
	{Name: "professor's health", Of: func(s sim.State, seat int) int { return int(s.(*State).units[seat].amount) }},
	{Name: "rounds to the professor's rebirth", Of: func(s sim.State, seat int) int { return int(s.(*State).units[seat].rounds) }},
}

// Measures are what a state tells of who will win.
func (Game) Measures() []sim.Measure { return measures }
