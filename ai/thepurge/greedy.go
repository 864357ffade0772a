package thepurge

import (
	"context"

	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// Greedy sends every citizen, on its own, to the nearest thing worth having:
// money, food for the hurt, better weapons for warriors, and by night a weaker
// enemy. It is the example to start from.
type Greedy struct {
	orders sim.Orders
	queue  []sim.Pos
	first  [25][50]thepurge.Dir // first step of the way to a cell, plus 1; 0 not seen
}

// NewGreedy makes a Greedy.
func NewGreedy() sim.Player { return new(Greedy) }

// Play gives every citizen that wants something one step towards it.
func (g *Greedy) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*thepurge.State)
	g.orders.Reset()
	for _, c := range s.Citizens() {
		if int(c.Player) != q.Seat {
			continue
		}
		if dir, ok := g.nearest(s, &c); ok {
			g.orders.Give(thepurge.Move(c.ID, dir))
		}
	}
	return sim.ReplyOf(&g.orders)
}

// nearest searches breadth first for what c wants, and returns the first step.
func (g *Greedy) nearest(s *thepurge.State, c *thepurge.Citizen) (thepurge.Dir, bool) {
	g.first = [25][50]thepurge.Dir{}
	g.queue = append(g.queue[:0], c.Pos())
	for i := 0; i < len(g.queue); i++ {
		at := g.queue[i]
		for d := thepurge.Down; d <= thepurge.Left; d++ {
			to := d.Of(at)
			if to == c.Pos() || s.Glyph(to) == 0 || g.first[to.Row][to.Col] != 0 {
				continue
			}
			first := d
			if i > 0 {
				first = g.first[at.Row][at.Col] - 1
			}
			g.first[to.Row][to.Col] = first + 1
			if g.wants(s, c, to) {
				return first, true
			}
			if g.free(s, to) {
				g.queue = append(g.queue, to)
			}
		}
	}
	return 0, false
}

// wants reports whether c would like to go to that cell, or to attack there.
func (g *Greedy) wants(s *thepurge.State, c *thepurge.Citizen, p sim.Pos) bool {
	set := s.Settings()
	switch s.Glyph(p) {
	case 'M':
		return true
	case 'F':
		return int(c.Life) < set.CitizenIniLife(c.Type)
	case 'G':
		return c.Weapon == thepurge.Hammer
	case 'Z':
		return c.Weapon == thepurge.Hammer || c.Weapon == thepurge.Gun
	case 'C', 'W':
		enemy := s.CitizenAt(p)
		return s.IsNight() && enemy.Player != c.Player &&
			set.WeaponStrengthAttack(enemy.Weapon) < set.WeaponStrengthAttack(c.Weapon)
	}
	return false
}

// free reports whether a way can lead through that cell.
func (g *Greedy) free(s *thepurge.State, p sim.Pos) bool {
	switch s.Glyph(p) {
	case '.', 'M', 'F', 'G', 'Z':
		return true
	}
	return false
}
