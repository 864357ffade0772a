package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/grid"
)

// Distances in the situations ignore walls.
var situations = []sim.Situation{
	{Name: "close books", Group: "books", Text: "wizards with a book within 2 steps", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool { return v.state.bookCells.HasWithin(u.pos(), 2) })},
	{Name: "books nearby", Group: "books", Text: "wizards whose nearest book is 3 to 6 steps away", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool { return v.state.bookCells.IsNearestBetween(u.pos(), 3, 6) })},
	{Name: "rescue", Group: "conversions", Text: "wizards within 4 steps of an ally that is being converted", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool { return u.rounds == 0 && v.convertingAllies.HasWithin(u.pos(), 4) })},
	{Name: "being converted", Group: "conversions", Text: "wizards that are being converted", AppendUnits: selectWizards(func(_ *surroundings, u *unit) bool { return u.rounds > 0 })},
	{Name: "Voldemort", Group: "dangers", Text: "wizards within 3 steps of Voldemort", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool { return v.voldemort.HasWithin(u.pos(), 3) })},
	{Name: "stronger enemies", Group: "dangers", Text: "wizards within 3 steps of an enemy more than twice as strong", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool { return v.strongerEnemies.HasWithin(u.pos(), 3) })},
	{Name: "adjacent enemies", Group: "fights", Text: "wizards next to an enemy", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool { return v.enemies.HasWithin(u.pos(), 1) })},
	{Name: "enemies nearby", Group: "fights", Text: "wizards whose nearest enemy is 2 to 4 steps away", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool { return v.enemies.IsNearestBetween(u.pos(), 2, 4) })},
	{Name: "enemy ghosts", Group: "enemy ghosts", Text: "wizards within 4 steps of another clan's ghost", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool { return v.enemyGhosts.HasWithin(u.pos(), 4) })},
	{Name: "open ground", Group: "open ground", Text: "wizards with no book within 6 steps and no enemy within 4", AppendUnits: selectWizards(func(v *surroundings, u *unit) bool {
		return !v.state.bookCells.HasWithin(u.pos(), 6) && !v.enemies.HasWithin(u.pos(), 4)
	})},
	{Name: "spells", Group: "ghost", Text: "ghosts that may cast a spell", AppendUnits: selectGhost(func(u *unit) bool { return u.rounds == 0 })},
	{Name: "resting ghost", Group: "ghost", Text: "ghosts that must rest", AppendUnits: selectGhost(func(u *unit) bool { return u.rounds > 0 })},
}

type surroundings struct {
	state                                                              *State
	convertingAllies, enemies, strongerEnemies, enemyGhosts, voldemort grid.Set
}

func newSurroundings(s *State, seat int) *surroundings {
	v := &surroundings{state: s}
	v.voldemort.Add(s.voldemort.Row, s.voldemort.Col)
	for id := range s.units {
		u := &s.units[id]
		row, col, enemy := int(u.row), int(u.col), int(u.player) != seat
		switch {
		case id < sim.Seats && enemy:
			v.enemyGhosts.Add(row, col)
		case id < sim.Seats:
		case enemy && u.rounds == 0:
			v.enemies.Add(row, col)
			if s.MagicStrength(int(u.player)) > 2*s.MagicStrength(seat) {
				v.strongerEnemies.Add(row, col)
			}
		case !enemy && u.rounds > 0:
			v.convertingAllies.Add(row, col)
		}
	}
	return v
}

func selectWizards(holds func(v *surroundings, u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		v := newSurroundings(s, seat)
		for _, id := range s.Wizards(seat) {
			if holds(v, &s.units[id]) {
				dst = append(dst, id)
			}
		}
		return dst
	}
}

func selectGhost(holds func(u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, s sim.State, seat int) []int32 {
		if holds(&s.(*State).units[seat]) {
			dst = append(dst, int32(seat))
		}
		return dst
	}
}
