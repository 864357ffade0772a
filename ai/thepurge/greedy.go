package thepurge

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// Greedy is a simple player to start from. Each citizen goes to the nearest useful target: money,
// food if hurt, better weapons for warriors, and weaker enemies at night.
type Greedy struct {
	orders   sim.Orders
	open     paths.Cells
	money    paths.Cells
	food     paths.Cells
	guns     paths.Cells
	bazookas paths.Cells // cells with bazookas
	goals    paths.Cells
	search   paths.Search
}

func (g *Greedy) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*thepurge.State)
	g.orders.Reset()
	g.update(s)
	list := s.Citizens()
	for i := range list {
		c := &list[i]
		if int(c.Player) != q.Seat {
			continue
		}
		g.updateGoals(s, c)
		g.search.Start(&g.open, &g.goals)
		if k, ok := g.search.FirstStep(c.Pos(), &sim.Steps, nil); ok {
			g.orders.Give(thepurge.Move(c.ID, sim.Dir(k)))
		}
	}
	return sim.NewReply(&g.orders)
}

func (g *Greedy) update(s *thepurge.State) {
	for i := range s.Settings().BoardRows {
		row := s.GlyphRow(i)
		g.money[i] = paths.Mask(row, 'M')
		g.food[i] = paths.Mask(row, 'F')
		g.guns[i] = paths.Mask(row, 'G')
		g.bazookas[i] = paths.Mask(row, 'Z')
		g.open[i] = paths.Mask(row, '.') | g.money[i] | g.food[i] | g.guns[i] | g.bazookas[i]
	}
}

func (g *Greedy) updateGoals(s *thepurge.State, c *thepurge.Citizen) {
	set := s.Settings()
	hurt := int(c.Life) < set.CitizenIniLife(c.Type)
	for i := range set.BoardRows {
		g.goals[i] = g.money[i]
		if hurt {
			g.goals[i] |= g.food[i]
		}
		switch c.Weapon {
		case thepurge.Hammer:
			g.goals[i] |= g.guns[i] | g.bazookas[i]
		case thepurge.Gun:
			g.goals[i] |= g.bazookas[i]
		}
	}
	if s.IsDay() {
		return
	}
	strength := set.WeaponStrengthAttack(c.Weapon)
	list := s.Citizens()
	for i := range list {
		enemy := &list[i]
		glyph := s.Glyph(enemy.Pos()) // glyphs of citizens inside barricades are lower case
		if enemy.Player != c.Player && set.WeaponStrengthAttack(enemy.Weapon) < strength && (glyph == 'C' || glyph == 'W') {
			g.goals.Add(enemy.Pos().Row, enemy.Pos().Col)
		}
	}
}
