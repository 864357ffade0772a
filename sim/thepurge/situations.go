package thepurge

import "game-tui/sim"

// situations are those that citizens come into.
var situations = []sim.Situation{
	{Name: "builders by day", Group: "builders", Text: "builders by day", Units: citizens(func(s *State, c *Citizen) bool { return c.Type == Builder && s.IsDay() })},
	{Name: "builders by night", Group: "builders", Text: "builders by night", Units: citizens(func(s *State, c *Citizen) bool { return c.Type == Builder && s.IsNight() })},
	{Name: "warriors by day", Group: "warriors", Text: "warriors by day", Units: citizens(func(s *State, c *Citizen) bool { return c.Type == Warrior && s.IsDay() })},
	{Name: "warriors by night", Group: "warriors", Text: "warriors by night", Units: citizens(func(s *State, c *Citizen) bool { return c.Type == Warrior && s.IsNight() })},
}

// citizens are those of a seat of which something holds.
func citizens(holds func(s *State, c *Citizen) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		for i := range s.citizens.list {
			if c := &s.citizens.list[i]; int(c.Player) == seat && holds(s, c) {
				dst = append(dst, c.ID)
			}
		}
		return dst
	}
}
