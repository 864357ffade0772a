package thepurge

import (
	"cmp"
	"context"
	"slices"

	"game-tui/ai/offers"
	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// Nightwatch weighs everything in points a round: what a target pays over the
// rounds that it takes, less what the enemies near a cell can take. By day its
// builders collect, its warriors arm themselves; before dusk builders wall in
// and warriors close in on prey, which they hunt by night.
type Nightwatch struct {
	board
	citizens []citizen
	targets  []target
	targetAt [maxRows][maxCols]int16 // index into targets, where wanted says that there is one
	wanted   paths.Cells             // where targets are
	sealed   paths.Cells             // targets inside others' barricades: no path leads through
	enter    paths.Cells             // open cells and targets
	offers   offers.List
	steps    []int16      // from citizen i to target k, where it is offered: steps[i*len(targets)+k]
	search   paths.Search // from the citizen or target in question
	threats  threats      // by night, and shortly before
	tracks   []track      // of all citizens, as the state lists them
	before   []track      // those of the last round
	taken    paths.Cells  // cells that our orders of this round fill
	planned  int          // barricades begun in this round
	intents  []intent
	orders   sim.Orders
}

// citizen is one of ours.
type citizen struct {
	*thepurge.Citizen
	at     sim.Pos
	bounty float64 // what a lost fight of it brings its enemy
	near   int     // steps to the nearest enemy warrior
	target int     // index in targets, -1 none
	steps  int     // to the target
	score  float64
}

// intent is an order, and what is lost if it comes late, in points.
type intent struct {
	order   sim.Order
	urgency float64
}

// Play decides a round.
func (n *Nightwatch) Play(_ context.Context, q *sim.Query) sim.Reply {
	n.begin(q)
	n.assess()
	n.plan()
	for i := range n.citizens {
		n.act(&n.citizens[i])
	}
	return n.reply()
}

// Remembers is how many rounds show how restless everybody is: what was before
// weighs 0.7^8, a twentieth.
func (n *Nightwatch) Remembers() int { return 8 }

// begin looks at the board and lists our citizens.
func (n *Nightwatch) begin(q *sim.Query) {
	n.look(q.State.(*thepurge.State), q.Seat)
	n.taken, n.planned, n.intents = paths.Cells{}, 0, n.intents[:0]
	n.follow()
	n.citizens = n.citizens[:0]
	list := n.s.Citizens()
	for i := range list {
		if c := &list[i]; int(c.Player) == n.me {
			n.citizens = append(n.citizens, citizen{Citizen: c, at: c.Pos(), bounty: n.bounty(c), target: -1})
		}
	}
}

// give queues an order; what is urgent goes ahead of the rest.
func (n *Nightwatch) give(o sim.Order, urgency float64) {
	n.intents = append(n.intents, intent{o, urgency})
}

func (n *Nightwatch) reply() sim.Reply {
	// Orders given first are executed earlier.
	slices.SortStableFunc(n.intents, func(x, y intent) int { return cmp.Compare(y.urgency, x.urgency) })
	n.orders.Reset()
	for i := range n.intents {
		n.orders.Give(n.intents[i].order)
	}
	return sim.ReplyOf(&n.orders)
}

// take marks a cell that an order fills.
func (n *Nightwatch) take(p sim.Pos) { n.taken.Set(p.Row, p.Col) }

// act decides the order of one citizen.
func (n *Nightwatch) act(c *citizen) {
	if c.Type == thepurge.Builder && n.shelter(c) {
		return
	}
	here := n.danger(c, c.at)
	closer := n.firstSteps(c)
	best, dir := n.value(c, here, 0), -1
	for k, step := range sim.Steps {
		to := c.at.Plus(step)
		way := 1
		if closer>>k&1 != 0 {
			way = -1
		}
		if v, ok := n.consider(c, to, here, way); ok && v > best {
			best, dir = v, k
		}
	}
	if dir < 0 {
		n.take(c.at)
		return
	}
	if to := c.at.Plus(sim.Steps[dir]); n.people.Has(to.Row, to.Col) {
		n.take(c.at)
	} else {
		n.take(to)
	}
	n.give(thepurge.Move(c.ID, sim.Dir(dir)), best+here)
}

// firstSteps are the first steps of all shortest paths to a citizen's target, a bit
// each by the order of sim.Steps. From any other cell that it can step on, the target is a step
// farther away than from where it is.
func (n *Nightwatch) firstSteps(c *citizen) uint8 {
	if c.target < 0 {
		return 0
	}
	return n.search.Between(&n.open, c.at, n.targets[c.target].at, &sim.Steps, nil)
}

// consider values an order to move to a neighbouring cell, in points a round. here is
// the danger where the citizen is.
func (n *Nightwatch) consider(c *citizen, to sim.Pos, here float64, way int) (float64, bool) {
	if !paths.Has(&n.streets, to) || n.taken.Has(to.Row, to.Col) {
		return 0, false
	}
	barred := n.barred.Has(to.Row, to.Col)
	if n.people.Has(to.Row, to.Col) {
		enemy := n.citizenAt(to)
		switch {
		case !n.night || int(enemy.Player) == n.me:
			return 0, false
		case barred && (c.target < 0 || n.targets[c.target].at != to):
			return 0, false
		case barred:
			return c.score - here, true
		}
		return n.gain(c, enemy) - here, true
	}
	if barred {
		return 0, false
	}
	return n.value(c, n.danger(c, to), way), true
}

// citizenAt is the citizen on a cell on which there is one.
func (n *Nightwatch) citizenAt(p sim.Pos) *thepurge.Citizen {
	list := n.s.Citizens()
	at := sim.At(p)
	return &list[slices.IndexFunc(list, func(c thepurge.Citizen) bool { return c.At == at })]
}

// value is what standing on a cell after this round promises: the target's worth
// by the way that is then left, less the danger there. way is how much farther the
// target is from there than from where the citizen is.
func (n *Nightwatch) value(c *citizen, danger float64, way int) float64 {
	v := -danger
	if c.target >= 0 {
		now := float64(c.steps)
		v += c.score * (now + 1) / (now + float64(way) + 2)
	}
	return v
}
