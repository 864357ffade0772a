package harrypotter

import "game-tui/sim"

// measures are what tells who will win: cells and strength score and fight on,
// conversions under way will change hands, and a ghost at rest casts no spell.
var measures = []sim.Measure{
	{Name: "cells", Of: func(s sim.State, seat int) int { return s.(*State).owned[seat] }},
	{Name: "wizards", Of: func(s sim.State, seat int) int { return len(s.(*State).Wizards(seat)) }},
	{Name: "strength", Of: func(s sim.State, seat int) int { return s.(*State).strength[seat] }},
	{Name: "wizards joining minus leaving", Inner: true, Of: func(s sim.State, seat int) int { return s.(*State).coming(seat) }},
	{Name: "rounds of the ghost's rest", Of: func(s sim.State, seat int) int { return int(s.(*State).units[seat].rounds) }},
}

// Measures are what a state tells of who will win.
func (Game) Measures() []sim.Measure { return measures }

// coming counts the wizards that will join a clan less those that will leave it.
func (s *State) coming(seat int) (n int) {
	for i := sim.Seats; i < len(s.units); i++ {
		switch u := &s.units[i]; {
		case u.rounds == 0:
		case int(u.next) == seat:
			n++
		case int(u.player) == seat:
			n--
		}
	}
	return n
}
