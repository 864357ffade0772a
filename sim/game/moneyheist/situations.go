package moneyheist

import (
	"game-tui/sim"
	"game-tui/sim/grid"
)

// Distances in the situations ignore walls.
var situations = []sim.Situation{
	{Name: "close money", Group: "money", Text: "soldiers with money within 2 steps", AppendUnits: soldiers(func(v *view, u *unit) bool { return v.s.money.HasWithin(u.pos(), 2) })},
	{Name: "money nearby", Group: "money", Text: "soldiers whose nearest money is 3 to 6 steps away", AppendUnits: soldiers(func(v *view, u *unit) bool { return v.s.money.IsNearestBetween(u.pos(), 3, 6) })},
	{Name: "poison kits", Group: "kits", Text: "soldiers with a poison kit within 5 steps", AppendUnits: soldiers(func(v *view, u *unit) bool { return v.s.poison.HasWithin(u.pos(), 5) })},
	{Name: "health kits", Group: "kits", Text: "soldiers with a health kit within 5 steps", AppendUnits: soldiers(func(v *view, u *unit) bool { return v.s.health.HasWithin(u.pos(), 5) })},
	{Name: "poison pot", Group: "poison pot", Text: "soldiers without poison while the poison pot is not empty", AppendUnits: soldiers(func(v *view, u *unit) bool { return u.amount == 0 && v.s.pots[u.player].poison > 0 })},
	{Name: "adjacent soldiers", Group: "fights", Text: "soldiers with poison next to an enemy soldier", AppendUnits: soldiers(func(v *view, u *unit) bool { return u.amount > 0 && v.enemies.HasWithin(u.pos(), 1) })},
	{Name: "soldiers nearby", Group: "fights", Text: "soldiers with poison whose nearest enemy soldier is 2 to 5 steps away", AppendUnits: soldiers(func(v *view, u *unit) bool { return u.amount > 0 && v.enemies.IsNearestBetween(u.pos(), 2, 5) })},
	{Name: "enemy professors", Group: "enemy professors", Text: "soldiers with poison within 4 steps of another clan's professor", AppendUnits: soldiers(func(v *view, u *unit) bool { return u.amount > 0 && v.professors.HasWithin(u.pos(), 4) })},
	{Name: "armed enemies", Group: "armed enemies", Text: "soldiers without poison within 2 steps of an enemy with poison", AppendUnits: soldiers(func(v *view, u *unit) bool { return u.amount == 0 && v.armed.HasWithin(u.pos(), 2) })},
	{Name: "open ground", Group: "open ground", Text: "soldiers with no money within 6 steps and no enemy within 4", AppendUnits: soldiers(func(v *view, u *unit) bool {
		return !v.s.money.HasWithin(u.pos(), 6) && !v.enemies.HasWithin(u.pos(), 4)
	})},
	{Name: "safes", Group: "professor", Text: "professors next to a door", AppendUnits: professor(func(v *view, u *unit) bool { return v.s.building.door.HasWithin(u.pos(), 1) })},
	{Name: "professor on the way", Group: "professor", Text: "professors not next to a door", AppendUnits: professor(func(v *view, u *unit) bool { return !v.s.building.door.HasWithin(u.pos(), 1) })},
	{Name: "hurt professor", Group: "professor", Text: "hurt professors while the health pot is not empty", AppendUnits: professor(func(v *view, u *unit) bool {
		return int(u.amount) < v.s.set.ProfessorMaxHealth && v.s.pots[u.player].health > 0
	})},
	{Name: "professor in danger", Group: "professor", Text: "professors within 3 steps of an enemy with poison", AppendUnits: professor(func(v *view, u *unit) bool { return v.armed.HasWithin(u.pos(), 3) })},
}

type view struct {
	s                          *State
	enemies, armed, professors grid.Set // positions of other players' units
}

func newView(s *State, seat int) *view {
	v := &view{s: s}
	for id := range s.units {
		u := &s.units[id]
		switch {
		case int(u.player) == seat:
		case id >= sim.Seats:
			v.enemies.Add(int(u.row), int(u.col))
			if u.amount > 0 {
				v.armed.Add(int(u.row), int(u.col))
			}
		case u.rounds == 0:
			v.professors.Add(int(u.row), int(u.col))
		}
	}
	return v
}

func soldiers(holds func(v *view, u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		v := newView(s, seat)
		for _, id := range s.Soldiers(seat) {
			if holds(v, &s.units[id]) {
				dst = append(dst, id)
			}
		}
		return dst
	}
}

func professor(holds func(v *view, u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		if u := &s.units[seat]; u.rounds == 0 && holds(newView(s, seat), u) {
			dst = append(dst, int32(seat))
		}
		return dst
	}
}
