package coach

import (
	"slices"

	"game-tui/sim"
)

// Part is a part of what a player does: the orders for units in certain situations, or in certain rounds.
type Part struct {
	Name string `json:"name"`  // "books", "the last third"
	Text string `json:"about"` // whom it is about, in the plural: "wizards with a book within 8 steps"

	group string          // what its situations are about; empty: it has none
	of    []sim.Situation // units in any of them
	third int             // or all units in this third of the match, from 1
	idle  bool            // or the units that get no order
	all   bool            // or all
}

// partsOf are the parts that a game is looked at in: the coarse ones, and those that groups of
// situations are made of.
func partsOf(g sim.Game) (everything *Part, coarse, fine []*Part) {
	everything = &Part{Name: "everything", Text: "all units, always", all: true}
	coarse = []*Part{
		{Name: "units without an order", Text: "units that got no order", idle: true},
		{Name: "the first third", Text: "all units in the first third of the match", third: 1},
		{Name: "the second third", Text: "all units in the second third of the match", third: 2},
		{Name: "the last third", Text: "all units in the last third of the match", third: 3},
	}
	groups := map[string]*Part{}
	for _, s := range g.Situations() {
		one := &Part{Name: s.Name, Text: s.Text, group: s.Group, of: []sim.Situation{s}}
		fine = append(fine, one)
		if of := groups[s.Group]; of != nil {
			of.Name, of.Text, of.of = s.Group, of.Text+", "+s.Text, append(of.of, s)
			continue
		}
		alone := *one
		groups[s.Group] = &alone
		coarse = append(coarse, &alone)
	}
	fine = slices.DeleteFunc(fine, func(p *Part) bool { return len(groups[p.group].of) == 1 })
	return everything, coarse, fine
}

// units are ids of units, from 0 to 4095; others are in no part.
type units [64]uint64

func (u *units) add(id int32) {
	if uint32(id) < 64*64 {
		u[id>>6] |= 1 << (id & 63)
	}
}

func (u *units) has(id int32) bool { return uint32(id) < 64*64 && u[id>>6]&(1<<(id&63)) != 0 }

// scope is who belongs to a part in a round.
type scope struct {
	part *Part
	off  bool  // in this round nobody
	set  units // those in its situations, or of those without an order all others
}

// look finds who belongs to it. orders are those that the player gives that is looked at.
func (c *scope) look(q *sim.Query, orders []sim.Order, ids []int32) []int32 {
	p := c.part
	c.off = p.third > 0 && q.State.Round()*3/q.Settings.Rounds()+1 != p.third
	if p.of == nil && !p.idle {
		return ids
	}
	c.set = units{}
	for _, o := range orders {
		if p.idle {
			c.set.add(o.Unit)
		}
	}
	for _, s := range p.of {
		ids = s.Units(ids[:0], q.State, q.Seat)
		for _, id := range ids {
			c.set.add(id)
		}
	}
	return ids
}

// has reports whether a unit belongs to it.
func (c *scope) has(id int32) bool {
	switch {
	case c.off:
		return false
	case c.part.idle:
		return !c.set.has(id)
	case c.part.of != nil:
		return c.set.has(id)
	}
	return true
}
