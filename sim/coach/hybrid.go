package coach

import (
	"cmp"
	"context"
	"slices"

	"game-tui/sim"
)

// A mix selects the units that get the other player's orders: those in any part of include and in
// no part of exclude, in rounds [fromRound, endRound). If endRound is 0, the range has no end.
type mix struct {
	include, exclude    []*Part
	fromRound, endRound int
}

// A hybrid is a player that gives another player's orders to some of its units. It asks both
// players in every round.
type hybrid struct {
	primary, secondary  sim.Player
	judgeBySecondary    bool // whether secondary's orders, not primary's, decide which units a part includes
	include, exclude    []*scope
	fromRound, endRound int
	counts              *counts // may be nil

	rand    sim.Rand // secondary's generator, which starts in the same state as primary's
	started bool
	query   sim.Query
	merged  []sim.Order
}

// newHybrid returns a player that mixes the orders of primary and secondary, or primary if m
// includes no parts and count is nil. The result is a sim.Starter if primary or secondary is.
func newHybrid(primary, secondary sim.Player, judgeBySecondary bool, m mix, count *counts) sim.Player {
	if len(m.include) == 0 && count == nil {
		return primary
	}
	p := &hybrid{primary: primary, secondary: secondary, judgeBySecondary: judgeBySecondary, fromRound: m.fromRound, endRound: m.endRound, include: newScopes(m.include), exclude: newScopes(m.exclude), counts: count}
	_, first := primary.(sim.Starter)
	if _, second := secondary.(sim.Starter); first || second {
		return starterHybrid{p}
	}
	return p
}

func newScopes(parts []*Part) (list []*scope) {
	for _, p := range parts {
		list = append(list, &scope{part: p, unitSet: map[int32]bool{}})
	}
	return list
}

type starterHybrid struct{ *hybrid }

func (s starterHybrid) Start(ctx context.Context, info sim.StartInfo) (name string, failure *sim.Failure) {
	if p, ok := s.primary.(sim.Starter); ok {
		name, failure = p.Start(ctx, info)
	}
	if p, ok := s.secondary.(sim.Starter); ok && failure == nil {
		_, failure = p.Start(ctx, info)
	}
	return name, failure
}

func (s starterHybrid) Close() {
	for _, p := range []sim.Player{s.primary, s.secondary} {
		if p, ok := p.(sim.Starter); ok {
			p.Close()
		}
	}
}

// Play merges both players' orders in rounds [p.fromRound, p.endRound) and returns either's
// failure. The rest of the reply comes from primary.
func (p *hybrid) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if !p.started {
		p.started, p.rand = true, *q.Rand
	}
	primary := p.primary.Play(ctx, q)
	p.query = *q
	p.query.Rand = &p.rand
	secondary := p.secondary.Play(ctx, &p.query)
	if primary.Failure = cmp.Or(primary.Failure, secondary.Failure); primary.Failure != nil {
		return primary
	}
	judged := primary.Orders
	if p.judgeBySecondary {
		judged = secondary.Orders
	}
	for _, c := range slices.Concat(p.include, p.exclude) {
		c.update(q, judged)
	}
	if p.counts != nil {
		p.counts.add(q, primary.Orders, secondary.Orders)
	}
	if k := q.State.Round(); k >= p.fromRound && (k < p.endRound || p.endRound == 0) {
		primary.Orders = p.merge(primary.Orders, secondary.Orders)
	}
	return primary
}

// merge takes the selected units' orders from secondary and the rest from primary. It preserves the
// order within each list, because earlier orders are executed first.
func (p *hybrid) merge(primary, secondary []sim.Order) []sim.Order {
	p.merged = p.merged[:0]
	n, m := len(primary), len(secondary)
	for i, j := 0, 0; i < n || j < m; {
		var o sim.Order
		mine := j == m || i < n && (2*i+1)*m <= (2*j+1)*n
		if mine {
			o = primary[i]
			i++
		} else {
			o = secondary[j]
			j++
		}
		has := func(c *scope) bool { return c.has(o.Unit) }
		takesOver := slices.ContainsFunc(p.include, has) && !slices.ContainsFunc(p.exclude, has)
		if takesOver != mine && len(p.merged) < sim.MaxOrders {
			p.merged = append(p.merged, o)
		}
	}
	return p.merged
}

type counts struct {
	scopes          []*scope
	orderCount      int
	unmatched       int // primary's orders that secondary does not give
	ordersByPart    []int
	differentByPart []int
	differences     []difference // rounds in which orders of the first part differ
}

type difference struct {
	round     int
	unit      int32
	unitCount int
}

func newCounts(parts []*Part) *counts {
	return &counts{scopes: newScopes(parts), ordersByPart: make([]int, len(parts)), differentByPart: make([]int, len(parts))}
}

func (c *counts) add(q *sim.Query, primary, secondary []sim.Order) {
	for _, s := range c.scopes {
		s.update(q, primary)
	}
	k := q.State.Round()
	for _, o := range primary {
		same := slices.ContainsFunc(secondary, o.Equal)
		if !same {
			c.unmatched++
		}
		c.count(k, o.Unit, same)
	}
	for _, o := range secondary {
		if !slices.ContainsFunc(primary, func(p sim.Order) bool { return p.Unit == o.Unit }) {
			c.count(k, o.Unit, false)
		}
	}
}

func (c *counts) merge(d *counts) {
	c.orderCount += d.orderCount
	c.unmatched += d.unmatched
	for i := range c.ordersByPart {
		c.ordersByPart[i] += d.ordersByPart[i]
		c.differentByPart[i] += d.differentByPart[i]
	}
}

func (c *counts) count(round int, id int32, same bool) {
	c.orderCount++
	for i := range c.scopes {
		if !c.scopes[i].has(id) {
			continue
		}
		if c.ordersByPart[i]++; same {
			continue
		}
		c.differentByPart[i]++
		if n := len(c.differences); i == 0 && (n == 0 || c.differences[n-1].round != round) {
			c.differences = append(c.differences, difference{round, id, 1})
		} else if i == 0 {
			c.differences[n-1].unitCount++
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
	idleUnits  bool            // if set, units without an order
	allUnits   bool            // if set, all units
}

// partsOf returns a part for the whole game, the coarse parts, and a part for each situation that
// shares its group.
func partsOf(g sim.Game) (wholeGame *Part, coarseParts, fineParts []*Part) {
	wholeGame = &Part{Name: "everything", Text: "all units", allUnits: true}
	coarseParts = []*Part{
		{Name: "units without an order", Text: "units without an order", idleUnits: true},
		{Name: "the first third", Text: "all units in the first third of the match", third: 1},
		{Name: "the middle third", Text: "all units in the middle third of the match", third: 2},
		{Name: "the last third", Text: "all units in the last third of the match", third: 3},
	}
	groups := map[string]*Part{}
	for _, s := range g.Definition().Situations {
		part := &Part{Name: s.Name, Text: s.Text, group: s.Group, situations: []sim.Situation{s}}
		fineParts = append(fineParts, part)
		if existing := groups[s.Group]; existing != nil {
			existing.Name, existing.Text, existing.situations = s.Group, existing.Text+", "+s.Text, append(existing.situations, s)
			continue
		}
		groupPart := *part
		groups[s.Group] = &groupPart
		coarseParts = append(coarseParts, &groupPart)
	}
	fineParts = slices.DeleteFunc(fineParts, func(p *Part) bool { return len(groups[p.group].situations) == 1 })
	return wholeGame, coarseParts, fineParts
}

type scope struct {
	part     *Part
	inactive bool           // whether no unit belongs to the part in this round
	unitSet  map[int32]bool // units in the part, or units with orders if part.idleUnits is set
	ids      []int32
}

func (c *scope) update(q *sim.Query, orders []sim.Order) {
	p := c.part
	c.inactive = p.third > 0 && q.State.Round()*3/q.Settings.Rounds()+1 != p.third
	if p.situations == nil && !p.idleUnits {
		return
	}
	clear(c.unitSet)
	for _, o := range orders {
		c.unitSet[o.Unit] = p.idleUnits
	}
	for _, s := range p.situations {
		c.ids = s.AppendUnits(c.ids[:0], q.State, q.Seat)
		for _, id := range c.ids {
			c.unitSet[id] = true
		}
	}
}

func (c *scope) has(id int32) bool {
	switch {
	case c.inactive:
		return false
	case c.part.idleUnits:
		return !c.unitSet[id]
	}
	return c.part.situations == nil || c.unitSet[id]
}
