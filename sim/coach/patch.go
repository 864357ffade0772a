package coach

import (
	"cmp"
	"context"

	"game-tui/sim"
)

// mix selects units that get the other player's orders: those in one of takes and none of but, in
// rounds [branchParent, until). Until 0 means to the end.
type mix struct {
	takes, but  []*Part
	from, until int
}

// patch is a player that gives another player's orders to some units. Both are asked in every
// round.
type patch struct {
	own, other  sim.Player
	judged      bool // parts are about other instead of own
	takes, but  []scope
	from, until int     // see mix
	counts      *counts // may be nil

	rand  sim.Rand // generator of other, the same as own has
	begun bool
	query sim.Query
	list  []sim.Order
	ids   []int32
}

// newPatch returns the player. It is own if no unit can get other orders, and a sim.Starter if
// either player is.
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

// started is a patch of programs.
type started struct{ *patch }

// Start starts both players and returns the name of the first.
func (s started) Start(ctx context.Context, in sim.StartInfo) (name string, out *sim.Failure) {
	if p, ok := s.own.(sim.Starter); ok {
		name, out = p.Start(ctx, in)
	}
	if p, ok := s.other.(sim.Starter); ok && out == nil {
		_, out = p.Start(ctx, in)
	}
	return name, out
}

// Close ends both players.
func (s started) Close() {
	for _, p := range []sim.Player{s.own, s.other} {
		if p, ok := p.(sim.Starter); ok {
			p.Close()
		}
	}
}

// Play merges the orders of both players. Cost and output are those of own.
func (p *patch) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if !p.begun {
		p.begun, p.rand = true, *q.Rand
	}
	own := p.own.Play(ctx, q)
	p.query = *q
	p.query.Rand = &p.rand
	other := p.other.Play(ctx, &p.query)
	if own.Failure = cmp.Or(own.Failure, other.Failure); own.Failure != nil {
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

// takesOver reports whether a unit gets the other player's order.
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

// merge merges two lists and keeps relative positions, because orders are executed in turn.
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

// counts holds numbers of orders, in total and by part.
type counts struct {
	scopes []scope
	orders int
	other  int    // orders of the first player that the second does not give
	in     []int  // by part
	differ []int  // different orders by part
	log    []seen // rounds with different orders in the first part
}

// seen is a round with different orders.
type seen struct {
	round int
	unit  int32 // first unit with a different order
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

// plus adds the counts of another match.
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

// sameIn reports whether a list contains an order.
func sameIn(list []sim.Order, o sim.Order) bool {
	i := orderOf(list, o.Unit)
	return i >= 0 && list[i].Equal(o)
}

// orderOf returns the index of a unit's order, or -1.
func orderOf(list []sim.Order, id int32) int {
	for i := range list {
		if list[i].Unit == id {
			return i
		}
	}
	return -1
}
