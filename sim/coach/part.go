package coach

import (
	"slices"

	"game-tui/sim"
)

// A Part is a part of play: orders in certain situations or rounds.
type Part struct {
	Name string `json:"name"`  // such as "books" or "the last third"
	Text string `json:"about"` // describes its units: "wizards with a book within 8 steps"

	group      string          // topic of its situations, or ""
	situations []sim.Situation // units in any of these,
	third      int             // all units in this third of the match,
	idle       bool            // units without an order,
	all        bool            // or all
}

// partsOf returns the parts of a game: coarse ones and their components.
func partsOf(g sim.Game) (everything *Part, coarse, fine []*Part) {
	everything = &Part{Name: "everything", Text: "all units, always", all: true}
	coarse = []*Part{
		{Name: "units without an order", Text: "units that got no order", idle: true},
		{Name: "the first third", Text: "all units in the first third of the match", third: 1},
		{Name: "the second third", Text: "all units in the second third of the match", third: 2},
		{Name: "the last third", Text: "all units in the last third of the match", third: 3},
	}
	groups := map[string]*Part{}
	for _, s := range g.Definition().Situations {
		one := &Part{Name: s.Name, Text: s.Text, group: s.Group, situations: []sim.Situation{s}}
		fine = append(fine, one)
		if of := groups[s.Group]; of != nil {
			of.Name, of.Text, of.situations = s.Group, of.Text+", "+s.Text, append(of.situations, s)
			continue
		}
		alone := *one
		groups[s.Group] = &alone
		coarse = append(coarse, &alone)
	}
	fine = slices.DeleteFunc(fine, func(p *Part) bool { return len(groups[p.group].situations) == 1 })
	return everything, coarse, fine
}

type scope struct {
	part     *Part
	inactive bool           // empty in this round
	set      map[int32]bool // for idle its complement
	ids      []int32
}

func (c *scope) update(q *sim.Query, orders []sim.Order) {
	p := c.part
	c.inactive = p.third > 0 && q.State.Round()*3/q.Settings.Rounds()+1 != p.third
	if p.situations == nil && !p.idle {
		return
	}
	clear(c.set)
	for _, o := range orders {
		c.set[o.Unit] = p.idle
	}
	for _, s := range p.situations {
		c.ids = s.Units(c.ids[:0], q.State, q.Seat)
		for _, id := range c.ids {
			c.set[id] = true
		}
	}
}

func (c *scope) has(id int32) bool {
	switch {
	case c.inactive:
		return false
	case c.part.idle:
		return !c.set[id]
	}
	return c.part.situations == nil || c.set[id]
}
