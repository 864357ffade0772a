package thepurge

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// laterThreatWeights is like threatWeights, but for the distances expected after the round.
var laterThreatWeights = [...]float64{1, 0.4, 0.25, 0.08, 0.03}

const (
	caughtCost  float64 = 0.3 // cost of being caught immediately, as a share of the citizen's bounty
	caughtDecay float64 = 0.4 // factor on caughtCost for each round until the citizen is caught

	maxFlightRounds = 7 // maximum length of a planned flight
	alertReach      = 4 // maximum distance at which enemy warriors cause a flight
)

type foe struct {
	*thepurge.Citizen
	at        sim.Pos
	distances []uint8 // distance from the foe's expected cell to each cell
	guess
	isReliable bool
}

func (n *Veteran) listFoes() {
	n.foes = n.foes[:0]
	if !n.isNight && n.roundsLeft > 2 {
		return
	}
	list := n.s.Citizens()
	for i := range list {
		if c := &list[i]; int(c.Player) != n.me {
			g, sure := n.guessOf(c)
			n.foes = append(n.foes, foe{c, c.Pos(), n.distancesFrom(g.nextCell), g, sure})
		}
	}
}

func (n *Veteran) attackCost(c *citizen, f *foe) float64 {
	p := n.winChance(f.Weapon, c.Weapon)
	return float64(p*c.bounty) - float64((1-p)*n.bounty(f.Citizen))
}

// fearedHunters returns the cells that warriors who would attack c may occupy after the round, or
// none if all are far away.
func (n *Veteran) fearedHunters(c *citizen) (hunters paths.Cells) {
	isClose := false
	for i := range n.foes {
		if f := &n.foes[i]; f.Type == thepurge.Warrior && n.attackCost(c, f) > 0 {
			hunters.Add(f.nextCell.Row, f.nextCell.Col)
			if !f.isReliable {
				for _, step := range sim.Steps {
					if to := f.at.Add(step); paths.Has(&n.clear, to) {
						hunters.Add(to.Row, to.Col)
					}
				}
			}
			isClose = isClose || f.at.Distance(c.at) <= alertReach
		}
	}
	if !isClose {
		return paths.Cells{}
	}
	return hunters
}

// expectedLoss returns the points that c is expected to lose on a cell, both to attacks in the next
// round and to enemies that can catch it later.
func (n *Veteran) expectedLoss(c *citizen, at sim.Pos) float64 {
	soon := 0.0
	cell := n.cellIndex(at)
	for i := range n.foes {
		f := &n.foes[i]
		if d := int(f.distances[cell]); d < len(threatWeights) {
			if loss := n.attackCost(c, f); loss > 0 {
				part := threatWeights[d]
				if f.isReliable {
					if part = laterThreatWeights[d]; n.isNight && n.roundsLeft == 1 {
						part = 0
					}
				}
				soon += float64(part * loss)
			}
		}
	}
	if n.hunters == (paths.Cells{}) || n.isNight && n.roundsLeft == 1 {
		return dangerWeight * soon
	}
	later := caughtCost * c.bounty
	limit := maxFlightRounds
	if n.isNight {
		limit = min(limit, n.roundsLeft-1)
	}
	rounds := escapeRounds(&n.clear, &n.hunters, at, n.settings.BoardRows, limit)
	if rounds == limit {
		later = 0
	}
	for range rounds {
		later *= caughtDecay
	}
	return float64(dangerWeight*soon) + later
}

// escapeRounds returns how many rounds, up to limit, a citizen that has just moved can stay out of
// reach of all hunters. Hunters spread in all directions.
func escapeRounds(freeCells, hunters *paths.Cells, at sim.Pos, rows, limit int) int {
	const ahead = 2
	var prey, hunt, free [maxRows + 2]uint64 // index i+1 holds row i of the board
	copy(free[1:], freeCells[:rows])
	copy(hunt[1:], hunters[:rows])
	lo, hi := at.Row+1, at.Row+1
	prey[lo] = 1 << at.Col
	top, bottom := max(lo-2*limit-ahead, 1), min(hi+2*limit+ahead, rows)
	for range ahead {
		spread(&hunt, &free, top, bottom)
	}
	for round := range limit {
		lo, hi = max(lo-1, 1), min(hi+1, rows)
		spread(&prey, &free, lo, hi)
		left := uint64(0)
		for i := lo; i <= hi; i++ {
			prey[i] &^= hunt[i]
			left |= prey[i]
		}
		if left == 0 {
			return round
		}
		spread(&hunt, &free, top, bottom)
	}
	return limit
}

func spread(set, free *[maxRows + 2]uint64, lo, hi int) {
	above := set[lo-1]
	for i := lo; i <= hi; i++ {
		w := set[i]
		set[i] = w | (w<<1|w>>1|above|set[i+1])&free[i]
		above = w
	}
}
