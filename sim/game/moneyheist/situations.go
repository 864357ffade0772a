package moneyheist

import (
	"game-tui/sim"
	"game-tui/sim/grid"
)

// Distances in the situations ignore walls.
var situations = []sim.Situation{
	{Name: "close money", Group: "money", Text: "soldiers with money within 2 steps", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool { return v.state.moneyCells.HasWithin(u.pos(), 2) })},
	{Name: "money nearby", Group: "money", Text: "soldiers whose nearest money is 3 to 6 steps away", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool { return v.state.moneyCells.IsNearestBetween(u.pos(), 3, 6) })},
	{Name: "poison kits", Group: "kits", Text: "soldiers with a poison kit within 5 steps", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool { return v.state.poisonCells.HasWithin(u.pos(), 5) })},
	{Name: "health kits", Group: "kits", Text: "soldiers with a health kit within 5 steps", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool { return v.state.healthCells.HasWithin(u.pos(), 5) })},
	{Name: "poison pot", Group: "poison pot", Text: "soldiers without poison while the poison pot is not empty", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool { return u.amount == 0 && v.state.pots[u.player].poison > 0 })},
	{Name: "adjacent soldiers", Group: "fights", Text: "soldiers with poison next to an enemy soldier", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool { return u.amount > 0 && v.enemySoldiers.HasWithin(u.pos(), 1) })},
	{Name: "soldiers nearby", Group: "fights", Text: "soldiers with poison whose nearest enemy soldier is 2 to 5 steps away", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool {
		return u.amount > 0 && v.enemySoldiers.IsNearestBetween(u.pos(), 2, 5)
	})},
	{Name: "enemy professors", Group: "enemy professors", Text: "soldiers with poison within 4 steps of another clan's professor", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool { return u.amount > 0 && v.enemyProfessors.HasWithin(u.pos(), 4) })},
	{Name: "armed enemies", Group: "armed enemies", Text: "soldiers without poison within 2 steps of an enemy with poison", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool { return u.amount == 0 && v.armedEnemies.HasWithin(u.pos(), 2) })},
	{Name: "open ground", Group: "open ground", Text: "soldiers with no money within 6 steps and no enemy within 4", AppendUnits: selectSoldiers(func(v *surroundings, u *unit) bool {
		return !v.state.moneyCells.HasWithin(u.pos(), 6) && !v.enemySoldiers.HasWithin(u.pos(), 4)
	})},
	{Name: "safes", Group: "professor", Text: "professors next to a door", AppendUnits: selectProfessor(func(v *surroundings, u *unit) bool { return v.state.building.doorCells.HasWithin(u.pos(), 1) })},
	{Name: "professor on the way", Group: "professor", Text: "professors not next to a door", AppendUnits: selectProfessor(func(v *surroundings, u *unit) bool { return !v.state.building.doorCells.HasWithin(u.pos(), 1) })},
	{Name: "hurt professor", Group: "professor", Text: "hurt professors while the health pot is not empty", AppendUnits: selectProfessor(func(v *surroundings, u *unit) bool {
		return int(u.amount) < v.state.settings.ProfessorMaxHealth && v.state.pots[u.player].health > 0
	})},
	{Name: "professor in danger", Group: "professor", Text: "professors within 3 steps of an enemy with poison", AppendUnits: selectProfessor(func(v *surroundings, u *unit) bool { return v.armedEnemies.HasWithin(u.pos(), 3) })},
}

type surroundings struct {
	state                                        *State
	enemySoldiers, armedEnemies, enemyProfessors grid.Set // positions of other players' units
}

func newSurroundings(s *State, seat int) *surroundings {
	v := &surroundings{state: s}
	for id := range s.units {
		u := &s.units[id]
		switch {
		case int(u.player) == seat:
		case id >= sim.Seats:
			v.enemySoldiers.Add(int(u.row), int(u.col))
			if u.amount > 0 {
				v.armedEnemies.Add(int(u.row), int(u.col))
			}
		case u.rounds == 0:
			v.enemyProfessors.Add(int(u.row), int(u.col))
		}
	}
	return v
}

func selectSoldiers(holds func(v *surroundings, u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		v := newSurroundings(s, seat)
		for _, id := range s.Soldiers(seat) {
			if holds(v, &s.units[id]) {
				dst = append(dst, id)
			}
		}
		return dst
	}
}

func selectProfessor(holds func(v *surroundings, u *unit) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		if u := &s.units[seat]; u.rounds == 0 && holds(newSurroundings(s, seat), u) {
			dst = append(dst, int32(seat))
		}
		return dst
	}
}
