package thepurge

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// layers is how often a builder builds before it enters its barricade.
const layers = 2

// alarm is the distance of an enemy at which a builder returns inside at night.
const alarm = 6

// shelter makes a builder build a barricade before dusk and return inside at night. It reports
// whether it gave an order.
func (n *Nightwatch) shelter(c *citizen) bool {
	if n.night {
		return n.stayInside(c)
	}
	if n.left > layers+1 {
		return false
	}
	if n.own.Has(c.at.Row, c.at.Col) {
		n.take(c.at)
		return true // stay inside
	}
	if k, ok := n.neighbouringBarricade(c); ok {
		to := c.at.Add(sim.Steps[k])
		b, _ := n.s.BarricadeAt(to)
		n.take(to)
		if n.left > 1 && int(b.Resistance) < layers*n.set.BarricadeResistanceStep {
			n.give(thepurge.Build(c.ID, sim.Dir(k)), 1)
		} else {
			n.give(thepurge.Move(c.ID, sim.Dir(k)), n.danger(c, c.at))
		}
		return true
	}
	if n.left < 2 || n.count(&n.own)+n.planned >= n.set.MaxNumBarricades {
		return false
	}
	best, dir := -1, -1
	for k, step := range sim.Steps {
		if to := c.at.Add(step); n.isEmpty(to) {
			if v := n.blockedSides(to); v > best {
				best, dir = v, k
			}
		}
	}
	if dir < 0 {
		return false
	}
	n.planned++
	n.take(c.at.Add(sim.Steps[dir]))
	n.give(thepurge.Build(c.ID, sim.Dir(dir)), 1)
	return true
}

func (n *Nightwatch) isEmpty(p sim.Pos) bool {
	return paths.Has(&n.open, p) && !n.own.Has(p.Row, p.Col) && !n.items.Has(p.Row, p.Col) &&
		!n.people.Has(p.Row, p.Col) && !n.taken.Has(p.Row, p.Col)
}

func (n *Nightwatch) neighbouringBarricade(c *citizen) (int, bool) {
	for k, step := range sim.Steps {
		if to := c.at.Add(step); paths.Has(&n.own, to) && !n.people.Has(to.Row, to.Col) && !n.taken.Has(to.Row, to.Col) {
			return k, true
		}
	}
	return 0, false
}

func (n *Nightwatch) blockedSides(at sim.Pos) int {
	closed := 0
	for _, step := range sim.Steps {
		if !paths.Has(&n.streets, at.Add(step)) {
			closed++
		}
	}
	return closed
}

// stayInside keeps a builder in its barricade while enemies are near, or brings it there.
func (n *Nightwatch) stayInside(c *citizen) bool {
	if n.own.Has(c.at.Row, c.at.Col) {
		if c.near < alarm+1 {
			n.take(c.at)
			return true
		}
		return false
	}
	if c.near < alarm {
		if k, ok := n.neighbouringBarricade(c); ok {
			n.take(c.at.Add(sim.Steps[k]))
			n.give(thepurge.Move(c.ID, sim.Dir(k)), n.danger(c, c.at))
			return true
		}
	}
	return false
}
