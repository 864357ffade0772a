package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/grid"
)

// Distances in the situations ignore buildings.
var situations = []sim.Situation{
	{Name: "money for builders", Group: "money", Text: "builders with money within 10 steps", AppendUnits: selectCitizens(Builder, func(v *surroundings, c *Citizen) bool { return v.money.HasWithin(c.Pos(), 10) })},
	{Name: "money for warriors", Group: "money", Text: "warriors with money within 6 steps", AppendUnits: selectCitizens(Warrior, func(v *surroundings, c *Citizen) bool { return v.money.HasWithin(c.Pos(), 6) })},
	{Name: "food for builders", Group: "food", Text: "hurt builders with food within 8 steps", AppendUnits: selectCitizens(Builder, (*surroundings).isHurtNearFood)},
	{Name: "food for warriors", Group: "food", Text: "hurt warriors with food within 8 steps", AppendUnits: selectCitizens(Warrior, (*surroundings).isHurtNearFood)},
	{Name: "weapons", Group: "weapons", Text: "warriors with a better weapon within 10 steps", AppendUnits: selectCitizens(Warrior, func(v *surroundings, c *Citizen) bool {
		return c.Weapon < Bazooka && v.bazookas.HasWithin(c.Pos(), 10) || c.Weapon < Gun && v.guns.HasWithin(c.Pos(), 10)
	})},
	{Name: "builders by day", Group: "builders by day", Text: "builders by day, except in the last 4 rounds", AppendUnits: selectCitizens(Builder, func(v *surroundings, _ *Citizen) bool { return v.roundsToDusk > 4 })},
	{Name: "builders at dusk", Group: "builders at dusk", Text: "builders in the last 4 rounds of a day", AppendUnits: selectCitizens(Builder, func(v *surroundings, _ *Citizen) bool { return v.roundsToDusk > 0 && v.roundsToDusk <= 4 })},
	{Name: "builders in danger", Group: "builders by night", Text: "builders within 6 steps of an enemy warrior at night", AppendUnits: selectCitizens(Builder, func(v *surroundings, c *Citizen) bool {
		return v.roundsToDusk == 0 && v.enemyWarriors.HasWithin(c.Pos(), 6)
	})},
	{Name: "builders on quiet nights", Group: "builders by night", Text: "builders with no enemy warrior within 6 steps at night", AppendUnits: selectCitizens(Builder, func(v *surroundings, c *Citizen) bool {
		return v.roundsToDusk == 0 && !v.enemyWarriors.HasWithin(c.Pos(), 6)
	})},
	{Name: "warriors by day", Group: "warriors by day", Text: "warriors by day", AppendUnits: selectCitizens(Warrior, func(v *surroundings, _ *Citizen) bool { return v.roundsToDusk > 0 })},
	{Name: "adjacent enemies", Group: "hunt", Text: "warriors next to an enemy at night", AppendUnits: selectCitizens(Warrior, func(v *surroundings, c *Citizen) bool { return v.roundsToDusk == 0 && v.enemies.HasWithin(c.Pos(), 1) })},
	{Name: "enemies nearby", Group: "hunt", Text: "warriors whose nearest enemy is 2 to 5 steps away at night", AppendUnits: selectCitizens(Warrior, func(v *surroundings, c *Citizen) bool {
		return v.roundsToDusk == 0 && v.enemies.IsNearestBetween(c.Pos(), 2, 5)
	})},
	{Name: "enemies far away", Group: "hunt", Text: "warriors with no enemy within 5 steps at night", AppendUnits: selectCitizens(Warrior, func(v *surroundings, c *Citizen) bool { return v.roundsToDusk == 0 && !v.enemies.HasWithin(c.Pos(), 5) })},
}

type surroundings struct {
	state                       *State
	roundsToDusk                int      // remaining rounds of daylight, 0 at night
	enemies, enemyWarriors      grid.Set // positions of other players' citizens
	money, food, guns, bazookas grid.Set
}

func newSurroundings(s *State, seat int) *surroundings {
	v := &surroundings{state: s}
	if s.IsDay() {
		v.roundsToDusk = s.settings.NumRoundsPerDay/2 - s.RoundsPlayed%s.settings.NumRoundsPerDay
	}
	for i := range s.settings.BoardRows {
		for j, c := range s.GlyphRow(i) {
			switch c {
			case 'M':
				v.money.Add(i, j)
			case 'F':
				v.food.Add(i, j)
			case 'G':
				v.guns.Add(i, j)
			case 'Z':
				v.bazookas.Add(i, j)
			}
		}
	}
	for i := range s.citizens.list {
		c := &s.citizens.list[i]
		if int(c.Player) == seat {
			continue
		}
		v.enemies.Add(int(c.At.Row), int(c.At.Col))
		if c.Type == Warrior {
			v.enemyWarriors.Add(int(c.At.Row), int(c.At.Col))
		}
	}
	return v
}

func (v *surroundings) isHurtNearFood(c *Citizen) bool {
	return int(c.Life) < v.state.settings.CitizenIniLife(c.Type) && v.food.HasWithin(c.Pos(), 8)
}

func selectCitizens(t CitizenType, holds func(v *surroundings, c *Citizen) bool) func([]int32, sim.State, int) []int32 {
	return func(dst []int32, state sim.State, seat int) []int32 {
		s := state.(*State)
		v := newSurroundings(s, seat)
		for i := range s.citizens.list {
			if c := &s.citizens.list[i]; int(c.Player) == seat && c.Type == t && holds(v, c) {
				dst = append(dst, c.ID)
			}
		}
		return dst
	}
}
