package model

import "game-tui/sim"

// Measures are what a state tells of who will win: pickers at home pick nothing.
func (Game) Measures() []sim.Measure {
	return []sim.Measure{{Name: "rounds of pickers at home", Of: func(s sim.State, seat int) (n int) {
		for _, p := range s.(*State).pickers {
			if p.Team == seat {
				n += p.Home
			}
		}
		return n
	}}}
}
