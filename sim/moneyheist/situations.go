package moneyheist

import "game-tui/sim"

// situations are those that soldiers and professors come into. Steps are counted as if there were no walls.
var situations = []sim.Situation{
	{Name: "money", Group: "money", Text: "soldiers with money within 6 steps", Units: soldiers(func(s *State, u *unit) bool { return s.money.Within(u.pos(), 6) })},
	{Name: "safes", Group: "professor", Text: "professors beside a door", Units: professor(func(s *State, u *unit) bool { return s.building.door.Within(u.pos(), 1) })},
	{Name: "way of the professor", Group: "professor", Text: "professors not beside a door", Units: professor(func(s *State, u *unit) bool { return !s.building.door.Within(u.pos(), 1) })},
}

// soldiers are those of a seat of which something holds.
func soldiers(holds func(s *State, u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		for _, id := range s.Soldiers(seat) {
			if holds(s, &s.units[id]) {
				dst = append(dst, id)
			}
		}
		return dst
	}
}

// professor is that of a seat, if it lives and something holds of it.
func professor(holds func(s *State, u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		if u := &s.units[seat]; u.rounds == 0 && holds(s, u) {
			dst = append(dst, int32(seat))
		}
		return dst
	}
}
