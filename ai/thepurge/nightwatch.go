package thepurge

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// Nightwatch values everything in points per round. By day builders collect and warriors take
// weapons. Before dusk builders build barricades, and warriors approach the prey that they hunt at
// night.
type Nightwatch struct {
	clan
	threats threats // computed at night and shortly before
	tracks  []track // one per citizen, in the order of the state
	before  []track // tracks of the previous round
	planned int     // barricades started in this round
}

func (n *Nightwatch) Play(_ context.Context, q *sim.Query) sim.Reply {
	n.begin(q)
	n.planned = 0
	n.updateTracks()
	n.assess()
	n.listTargets()
	n.rateRestlessness()
	n.plan(n.worth)
	for i := range n.citizens {
		n.act(&n.citizens[i])
	}
	return n.reply()
}

// HistoryRounds implements sim.HistoryPlayer. The weight of earlier rounds is at most 0.7^8, or
// about 6 %.
func (n *Nightwatch) HistoryRounds() int { return 8 }

func (n *Nightwatch) act(c *citizen) {
	if c.Type == thepurge.Builder && n.shelter(c) {
		return
	}
	here := n.danger(c, c.at)
	closer := n.firstSteps(c)
	best, dir := n.value(c, here, 0), -1
	for k, step := range sim.Steps {
		to := c.at.Add(step)
		way := 1
		if closer>>k&1 != 0 {
			way = -1
		}
		if v, ok := n.stepValue(c, to, here, way); ok && v > best {
			best, dir = v, k
		}
	}
	n.move(c, dir, best+here)
}

// stepValue returns the value of a move in points per round. The parameter here is the danger on the current
// cell.
func (n *Nightwatch) stepValue(c *citizen, to sim.Pos, here float64, way int) (float64, bool) {
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
