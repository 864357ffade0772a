package thepurge

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// Nightwatch rates actions in points per round. By day, builders collect and warriors take weapons.
// Before dusk, builders build barricades and warriors approach prey, which they hunt at night.
type Nightwatch struct {
	clan
	threats               threats // threats to our citizens; only computed at night and shortly before dusk
	tracks                []track // one per citizen, in the order of the state
	previousTracks        []track
	plannedBarricadeCount int // number of barricades started in this round
}

func (n *Nightwatch) Play(_ context.Context, q *sim.Query) sim.Reply {
	n.begin(q)
	n.plannedBarricadeCount = 0
	n.updateTracks()
	n.updateThreats()
	n.listTargets()
	n.setMobility()
	n.plan(n.worth)
	for i := range n.citizens {
		n.act(&n.citizens[i])
	}
	return n.reply()
}

// HistoryRounds implements sim.HistoryPlayer. Rounds further back have a total weight of at most
// 0.7^8, or about 6 %.
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

// stepValue returns the value of a move in points per round, or false if it is impossible. The
// parameter currentDanger is the danger on the citizen's current cell.
func (n *Nightwatch) stepValue(c *citizen, to sim.Pos, currentDanger float64, distanceChange int) (float64, bool) {
	switch enemy, ok := n.mayEnter(c, to); {
	case !ok:
		return 0, false
	case enemy == nil:
		return n.value(c, n.danger(c, to), distanceChange), true
	case n.enemyBarricades.Has(to.Row, to.Col):
		return c.score - currentDanger, true
	default:
		return n.gain(c, enemy) - currentDanger, true
	}
}

// barricadeLayers is the number of build orders for a barricade before its builder enters.
const barricadeLayers = 2

// alarmReach is the distance within which an enemy warrior makes a builder return to its barricade at
// night.
const alarmReach = 6

// shelter makes a builder build a barricade before dusk and return to it at night. It reports
// whether the builder needs no other order.
func (n *Nightwatch) shelter(c *citizen) bool {
	if n.isNight {
		return n.stayInside(c)
	}
	if n.roundsLeft > barricadeLayers+1 {
		return false
	}
	if n.ownBarricades.Has(c.at.Row, c.at.Col) {
		n.take(c.at)
		return true
	}
	if k, ok := n.neighboringBarricade(c); ok {
		to := c.at.Add(sim.Steps[k])
		b, _ := n.s.BarricadeAt(to)
		n.take(to)
		if n.roundsLeft > 1 && int(b.Resistance) < barricadeLayers*n.settings.BarricadeResistanceStep {
			n.give(thepurge.Build(c.ID, sim.Dir(k)), 1)
		} else {
			n.give(thepurge.Move(c.ID, sim.Dir(k)), n.danger(c, c.at))
		}
		return true
	}
	if n.roundsLeft < 2 || n.ownBarricades.Count()+n.plannedBarricadeCount >= n.settings.MaxNumBarricades {
		return false
	}
	best, dir := -1, -1
	for k, step := range sim.Steps {
		if to := c.at.Add(step); n.isEmpty(to) {
			if v := n.countBlockedSides(to); v > best {
				best, dir = v, k
			}
		}
	}
	if dir < 0 {
		return false
	}
	n.plannedBarricadeCount++
	n.take(c.at.Add(sim.Steps[dir]))
	n.give(thepurge.Build(c.ID, sim.Dir(dir)), 1)
	return true
}

func (n *Nightwatch) isEmpty(p sim.Pos) bool {
	return paths.Has(&n.open, p) && !n.ownBarricades.Has(p.Row, p.Col) && !n.items.Has(p.Row, p.Col) &&
		!n.occupied.Has(p.Row, p.Col) && !n.taken.Has(p.Row, p.Col)
}

func (n *Nightwatch) neighboringBarricade(c *citizen) (int, bool) {
	for k, step := range sim.Steps {
		if to := c.at.Add(step); paths.Has(&n.ownBarricades, to) && !n.occupied.Has(to.Row, to.Col) && !n.taken.Has(to.Row, to.Col) {
			return k, true
		}
	}
	return 0, false
}

func (n *Nightwatch) countBlockedSides(at sim.Pos) int {
	closed := 0
	for _, step := range sim.Steps {
		if !paths.Has(&n.streets, at.Add(step)) {
			closed++
		}
	}
	return closed
}

func (n *Nightwatch) stayInside(c *citizen) bool {
	if n.ownBarricades.Has(c.at.Row, c.at.Col) {
		if c.warriorDistance < alarmReach+1 {
			n.take(c.at)
			return true
		}
		return false
	}
	if c.warriorDistance < alarmReach {
		if k, ok := n.neighboringBarricade(c); ok {
			n.take(c.at.Add(sim.Steps[k]))
			n.give(thepurge.Move(c.ID, sim.Dir(k)), n.danger(c, c.at))
			return true
		}
	}
	return false
}
