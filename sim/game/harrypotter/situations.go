package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/grid"
)

// Distances in the situations ignore walls.
var situations = []sim.Situation{
	{Name: "close books", Group: "books", Text: "wizards with a book within 2 steps", AppendUnits: wizards(func(v *view, u *unit) bool { return v.s.bookRow.HasWithin(u.pos(), 2) })},
	{Name: "books nearby", Group: "books", Text: "wizards whose nearest book is 3 to 6 steps away", AppendUnits: wizards(func(v *view, u *unit) bool { return v.s.bookRow.IsNearestBetween(u.pos(), 3, 6) })},
	{Name: "rescue", Group: "conversions", Text: "wizards within 4 steps of an ally that is being converted", AppendUnits: wizards(func(v *view, u *unit) bool { return u.rounds == 0 && v.victims.HasWithin(u.pos(), 4) })},
	{Name: "being converted", Group: "conversions", Text: "wizards that are being converted", AppendUnits: wizards(func(_ *view, u *unit) bool { return u.rounds > 0 })},
	{Name: "Voldemort", Group: "dangers", Text: "wizards within 3 steps of Voldemort", AppendUnits: wizards(func(v *view, u *unit) bool { return v.voldemort.HasWithin(u.pos(), 3) })},
	{Name: "stronger enemies", Group: "dangers", Text: "wizards within 3 steps of an enemy more than twice as strong", AppendUnits: wizards(func(v *view, u *unit) bool { return v.stronger.HasWithin(u.pos(), 3) })},
	{Name: "adjacent enemies", Group: "fights", Text: "wizards next to an enemy", AppendUnits: wizards(func(v *view, u *unit) bool { return v.enemies.HasWithin(u.pos(), 1) })},
	{Name: "enemies nearby", Group: "fights", Text: "wizards whose nearest enemy is 2 to 4 steps away", AppendUnits: wizards(func(v *view, u *unit) bool { return v.enemies.IsNearestBetween(u.pos(), 2, 4) })},
	{Name: "enemy ghosts", Group: "enemy ghosts", Text: "wizards within 4 steps of another clan's ghost", AppendUnits: wizards(func(v *view, u *unit) bool { return v.ghosts.HasWithin(u.pos(), 4) })},
	{Name: "open ground", Group: "open ground", Text: "wizards with no book within 6 steps and no enemy within 4", AppendUnits: wizards(func(v *view, u *unit) bool {
		return !v.s.bookRow.HasWithin(u.pos(), 6) && !v.enemies.HasWithin(u.pos(), 4)
	})},
	{Name: "spells", Group: "ghost", Text: "ghosts that may cast a spell", AppendUnits: ghost(func(u *unit) bool { return u.rounds == 0 })},
	{Name: "resting ghost", Group: "ghost", Text: "ghosts that must rest", AppendUnits: ghost(func(u *unit) bool { return u.rounds > 0 })},
}

type view struct {
	s                                             *State
	victims, enemies, stronger, ghosts, voldemort grid.Set
}

func newView(s *State, seat int) *view {
	v := &view{s: s}
	v.voldemort.Add(s.voldemort.Row, s.voldemort.Col)
	for id := range s.units {
		u := &s.units[id]
		row, col, enemy := int(u.row), int(u.col), int(u.player) != seat
		switch {
		case id < sim.Seats && enemy:
			v.ghosts.Add(row, col)
		case id < sim.Seats:
		case enemy && u.rounds == 0:
			v.enemies.Add(row, col)
			if s.MagicStrength(int(u.player)) > 2*s.MagicStrength(seat) {
				v.stronger.Add(row, col)
			}
		case !enemy && u.rounds > 0:
			v.victims.Add(row, col)
		}
	}
	return v
}

func wizards(holds func(v *view, u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		v := newView(s, seat)
		for _, id := range s.Wizards(seat) {
			if holds(v, &s.units[id]) {
				dst = append(dst, id)
			}
		}
		return dst
	}
}

func ghost(holds func(u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, s sim.State, seat int) []int32 {
		if holds(&s.(*State).units[seat]) {
			dst = append(dst, int32(seat))
		}
		return dst
	}
}
