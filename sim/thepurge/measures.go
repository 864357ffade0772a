package thepurge

import "game-tui/sim"

// measures are what tells who will win: the citizens that live, what they can take,
// and the weapons that they took.
var measures = []sim.Measure{
	{Name: "warriors", Of: count(func(c *Citizen) int { return either(c.Type == Warrior, 1) })},
	{Name: "weapons", Of: count(func(c *Citizen) int { return either(c.Type == Warrior, int(c.Weapon.rank())-1) })},
	{Name: "builders", Of: count(func(c *Citizen) int { return either(c.Type == Builder, 1) })},
	{Name: "life of warriors", Of: count(func(c *Citizen) int { return either(c.Type == Warrior, int(c.Life)) })},
	{Name: "life of builders", Of: count(func(c *Citizen) int { return either(c.Type == Builder, int(c.Life)) })},
}

// Measures are what a state tells of who will win.
func (Game) Measures() []sim.Measure { return measures }

// count adds up a number of a player's living citizens.
func count(of func(c *Citizen) int) func(s sim.State, seat int) int {
	return func(s sim.State, seat int) (n int) {
		list := s.(*State).citizens.list
		for i := range list {
			if int(list[i].Player) == seat {
				n += of(&list[i])
			}
		}
		return n
	}
}

func either(yes bool, n int) int {
	if yes {
		return n
	}
	return 0
}
