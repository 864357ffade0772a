package coach

import (
	"cmp"
	"context"
	"slices"

	"game-tui/sim"
)

// A mix selects the units that get the other player's orders: those in any part of include and in
// no part of exclude, in rounds [from, until). If until is 0, the range has no end.
type mix struct {
	include, exclude []*Part
	from, until      int
}

// A hybrid is a player that gives another player's orders to some of its units. It asks both
// players in every round.
type hybrid struct {
	own, other       sim.Player
	judgeByOther     bool // whether other's orders, not own's, decide which units a part includes
	include, exclude []*scope
	from, until      int
	counts           *counts // may be nil

	rand    sim.Rand // other's generator, which starts in the same state as own's
	started bool
	query   sim.Query
	list    []sim.Order
}

// newHybrid returns a player that mixes the orders of own and other, or own if m includes no parts
// and count is nil. The result is a sim.Starter if own or other is.
func newHybrid(own, other sim.Player, judged bool, m mix, count *counts) sim.Player {
	if len(m.include) == 0 && count == nil {
		return own
	}
	p := &hybrid{own: own, other: other, judgeByOther: judged, from: m.from, until: m.until, include: scopes(m.include), exclude: scopes(m.exclude), counts: count}
	_, first := own.(sim.Starter)
	if _, second := other.(sim.Starter); first || second {
		return startedHybrid{p}
	}
	return p
}

func scopes(parts []*Part) (list []*scope) {
	for _, p := range parts {
		list = append(list, &scope{part: p, set: map[int32]bool{}})
	}
	return list
}

type startedHybrid struct{ *hybrid }

func (s startedHybrid) Start(ctx context.Context, in sim.StartInfo) (name string, out *sim.Failure) {
	if p, ok := s.own.(sim.Starter); ok {
		name, out = p.Start(ctx, in)
	}
	if p, ok := s.other.(sim.Starter); ok && out == nil {
		_, out = p.Start(ctx, in)
	}
	return name, out
}

func (s startedHybrid) Close() {
	for _, p := range []sim.Player{s.own, s.other} {
		if p, ok := p.(sim.Starter); ok {
			p.Close()
		}
	}
}

// Play merges both players' orders in rounds [p.from, p.until) and returns either's failure. The
// rest of the reply comes from own.
func (p *hybrid) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if !p.started {
		p.started, p.rand = true, *q.Rand
	}
	own := p.own.Play(ctx, q)
	p.query = *q
	p.query.Rand = &p.rand
	other := p.other.Play(ctx, &p.query)
	if own.Failure = cmp.Or(own.Failure, other.Failure); own.Failure != nil {
		return own
	}
	judged := own.Orders
	if p.judgeByOther {
		judged = other.Orders
	}
	for _, c := range slices.Concat(p.include, p.exclude) {
		c.update(q, judged)
	}
	if p.counts != nil {
		p.counts.add(q, own.Orders, other.Orders)
	}
	if k := q.State.Round(); k >= p.from && (k < p.until || p.until == 0) {
		own.Orders = p.merge(own.Orders, other.Orders)
	}
	return own
}

// merge takes the selected units' orders from other and the rest from own. It preserves the order
// within each list, because earlier orders are executed first.
func (p *hybrid) merge(own, other []sim.Order) []sim.Order {
	p.list = p.list[:0]
	n, m := len(own), len(other)
	for i, j := 0, 0; i < n || j < m; {
		var o sim.Order
		mine := j == m || i < n && (2*i+1)*m <= (2*j+1)*n
		if mine {
			o = own[i]
			i++
		} else {
			o = other[j]
			j++
		}
		has := func(c *scope) bool { return c.has(o.Unit) }
		takesOver := slices.ContainsFunc(p.include, has) && !slices.ContainsFunc(p.exclude, has)
		if takesOver != mine && len(p.list) < sim.MaxOrders {
			p.list = append(p.list, o)
		}
	}
	return p.list
}

type counts struct {
	scopes      []*scope
	orders      int
	unmatched   int // own's orders that other does not give
	total       []int
	different   []int
	differences []difference // rounds in which orders of the first part differ
}

type difference struct {
	round int
	unit  int32
	units int
}

func newCounts(parts []*Part) *counts {
	return &counts{scopes: scopes(parts), total: make([]int, len(parts)), different: make([]int, len(parts))}
}

func (c *counts) add(q *sim.Query, own, other []sim.Order) {
	for _, s := range c.scopes {
		s.update(q, own)
	}
	k := q.State.Round()
	for _, o := range own {
		same := slices.ContainsFunc(other, o.Equal)
		if !same {
			c.unmatched++
		}
		c.count(k, o.Unit, same)
	}
	for _, o := range other {
		if !slices.ContainsFunc(own, func(p sim.Order) bool { return p.Unit == o.Unit }) {
			c.count(k, o.Unit, false)
		}
	}
}

func (c *counts) merge(d *counts) {
	c.orders += d.orders
	c.unmatched += d.unmatched
	for i := range c.total {
		c.total[i] += d.total[i]
		c.different[i] += d.different[i]
	}
}

func (c *counts) count(round int, id int32, same bool) {
	c.orders++
	for i := range c.scopes {
		if !c.scopes[i].has(id) {
			continue
		}
		if c.total[i]++; same {
			continue
		}
		c.different[i]++
		if n := len(c.differences); i == 0 && (n == 0 || c.differences[n-1].round != round) {
			c.differences = append(c.differences, difference{round, id, 1})
		} else if i == 0 {
			c.differences[n-1].units++
		}
	}
}

// A Part is an aspect of how a player plays, such as certain situations or rounds.
type Part struct {
	Name string `json:"name"`  // such as "books" or "the last third"
	Text string `json:"about"` // description of its units, such as "wizards with a book within 8 steps"

	group      string          // topic shared by its situations, or ""
	situations []sim.Situation // if set, units in any of these situations
	third      int             // if set, all units in this third of the match
	idle       bool            // if set, units without an order
	all        bool            // if set, all units
}

// partsOf returns a part for the whole game, the coarse parts, and a part for each situation that
// shares its group.
func partsOf(g sim.Game) (everything *Part, coarse, fine []*Part) {
	everything = &Part{Name: "everything", Text: "all units, always", all: true}
	coarse = []*Part{
		{Name: "units without an order", Text: "units without an order", idle: true},
		{Name: "the first third", Text: "all units in the first third of the match", third: 1},
		{Name: "the middle third", Text: "all units in the middle third of the match", third: 2},
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
	inactive bool           // whether no unit belongs to the part in this round
	set      map[int32]bool // units in the part, or units with orders if part.idle is set
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
