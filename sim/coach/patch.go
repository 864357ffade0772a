package coach

import (
	"cmp"
	"context"

	"game-tui/sim"
)

// mix says of two players whose orders count: those of the other for units in one of takes and in none
// of but, in rounds from one until before another; 0: to the end.
type mix struct {
	takes, but  []*Part
	from, until int
}

// patch plays as one player, with the orders of another one for some units. Both are asked in every
// round, and know nothing of each other.
type patch struct {
	own, other  sim.Player
	judged      bool // other is the player that parts are about, not own
	takes, but  []scope
	from, until int     // see mix
	counts      *counts // nil: nobody counts

	rand  sim.Rand // of other: the same dice as own has
	begun bool
	query sim.Query
	list  []sim.Order
	ids   []int32
}

// newPatch makes the player, which is own itself where the other has nothing to say, and a sim.Starter where
// one of the two is.
func newPatch(own, other sim.Player, judged bool, m mix, count *counts) sim.Player {
	if len(m.takes) == 0 && count == nil {
		return own
	}
	p := &patch{own: own, other: other, judged: judged, from: m.from, until: m.until, takes: scopes(m.takes), but: scopes(m.but), counts: count}
	_, first := own.(sim.Starter)
	if _, second := other.(sim.Starter); first || second {
		return started{p}
	}
	return p
}

func scopes(parts []*Part) []scope {
	list := make([]scope, len(parts))
	for i := range parts {
		list[i].part = parts[i]
	}
	return list
}

// started is a patch of players that must be started.
type started struct{ *patch }

// Start starts both. Its name is the one of the player whose place it is.
func (s started) Start(ctx context.Context, in sim.Init) (name string, out *sim.Out) {
	if p, ok := s.own.(sim.Starter); ok {
		name, out = p.Start(ctx, in)
	}
	if p, ok := s.other.(sim.Starter); ok && out == nil {
		_, out = p.Start(ctx, in)
	}
	return name, out
}

// Close ends both.
func (s started) Close() {
	for _, p := range []sim.Player{s.own, s.other} {
		if p, ok := p.(sim.Starter); ok {
			p.Close()
		}
	}
}

// Play asks both and puts their orders together. What it costs and says is what own does.
func (p *patch) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if !p.begun {
		p.begun, p.rand = true, *q.Rand
	}
	own := p.own.Play(ctx, q)
	p.query = *q
	p.query.Rand = &p.rand
	other := p.other.Play(ctx, &p.query)
	if own.Out = cmp.Or(own.Out, other.Out); own.Out != nil {
		return own
	}
	judged := own.Orders
	if p.judged {
		judged = other.Orders
	}
	for i := range p.takes {
		p.ids = p.takes[i].look(q, judged, p.ids)
	}
	for i := range p.but {
		p.ids = p.but[i].look(q, judged, p.ids)
	}
	if p.counts != nil {
		p.ids = p.counts.add(q, own.Orders, other.Orders, p.ids)
	}
	if k := q.State.Round(); k >= p.from && (k < p.until || p.until == 0) {
		own.Orders = p.merge(own.Orders, other.Orders)
	}
	return own
}

// takesOver reports whether the order of a unit is the other's.
func (p *patch) takesOver(id int32) bool {
	for i := range p.but {
		if p.but[i].has(id) {
			return false
		}
	}
	for i := range p.takes {
		if p.takes[i].has(id) {
			return true
		}
	}
	return false
}

// merge puts two lists together. What is early in its list stays early: orders are carried out in turn.
func (p *patch) merge(own, other []sim.Order) []sim.Order {
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
		if p.takesOver(o.Unit) != mine && len(p.list) < sim.MaxOrders {
			p.list = append(p.list, o)
		}
	}
	return p.list
}

// counts are how many orders there were, of one of two players or of both, and in which parts.
type counts struct {
	scopes []scope
	orders int
	other  int    // orders of the first of the two that are not the second's
	in     []int  // by part
	differ []int  // by part: where the two did not order the same
	log    []seen // rounds in which they did not, in the first part
}

// seen is a round in which orders differ.
type seen struct {
	round int
	unit  int32 // the first of them
	units int
}

func newCounts(parts []*Part) *counts {
	return &counts{scopes: scopes(parts), in: make([]int, len(parts)), differ: make([]int, len(parts))}
}

func (c *counts) add(q *sim.Query, own, other []sim.Order, ids []int32) []int32 {
	for i := range c.scopes {
		ids = c.scopes[i].look(q, own, ids)
	}
	k := q.State.Round()
	for i := range own {
		if !sameIn(other, own[i]) {
			c.other++
		}
		c.count(k, own[i].Unit, sameIn(other, own[i]))
	}
	for i := range other {
		if orderOf(own, other[i].Unit) < 0 {
			c.count(k, other[i].Unit, false)
		}
	}
	return ids
}

// plus adds those of another match.
func (c *counts) plus(d *counts) {
	c.orders += d.orders
	c.other += d.other
	for i := range c.in {
		c.in[i] += d.in[i]
		c.differ[i] += d.differ[i]
	}
}

func (c *counts) count(round int, id int32, same bool) {
	c.orders++
	for i := range c.scopes {
		if !c.scopes[i].has(id) {
			continue
		}
		if c.in[i]++; same {
			continue
		}
		c.differ[i]++
		if n := len(c.log); i == 0 && (n == 0 || c.log[n-1].round != round) {
			c.log = append(c.log, seen{round, id, 1})
		} else if i == 0 {
			c.log[n-1].units++
		}
	}
}

// sameIn reports whether a list has the same order.
func sameIn(list []sim.Order, o sim.Order) bool {
	i := orderOf(list, o.Unit)
	return i >= 0 && list[i].Same(o)
}

// orderOf is the number of a unit's order in a list, -1 where it has none.
func orderOf(list []sim.Order, id int32) int {
	for i := range list {
		if list[i].Unit == id {
			return i
		}
	}
	return -1
}
