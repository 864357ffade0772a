package thepurge

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// Nightwatch weighs everything in points a round: what a target pays over the
// rounds that it takes, less what the enemies near a cell can take. By day its
// builders collect, its warriors arm themselves; before dusk builders wall in
// and warriors close in on prey, which they hunt by night.
type Nightwatch struct {
	clan
	threats threats // by night, and shortly before
	tracks  []track // of all citizens, as the state lists them
	before  []track // those of the last round
	planned int     // barricades begun in this round
}

// Play decides a round.
func (n *Nightwatch) Play(_ context.Context, q *sim.Query) sim.Reply {
	n.begin(q)
	n.planned = 0
	n.follow()
	n.assess()
	n.listTargets()
	n.judge()
	n.plan(n.worth)
	for i := range n.citizens {
		n.act(&n.citizens[i])
	}
	return n.reply()
}

// Remembers is how many rounds show how restless everybody is: what was before
// weighs 0.7^8, a twentieth.
func (n *Nightwatch) Remembers() int { return 8 }

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
	n.goes(c, dir, best+here)
}

// consider values an order to move to a neighbouring cell, in points a round. here is the
// danger where the citizen is.
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
