package thepurge

import (
	"math/bits"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// distances caches the distances between streets, ignoring barricades.
type distances struct {
	cachedStreets paths.Cells // streets to which the cached distances apply
	cols          int
	cellCount     int
	matrix        []uint8 // matrix[a*cellCount+b] is the distance from cell a to cell b; 255 means no path
	computed      []bool
	cellSearch    paths.Search
}

func (d *distances) resetDistances(b *board) {
	if d.cachedStreets == b.streets {
		return
	}
	d.cachedStreets, d.cols, d.cellCount = b.streets, b.settings.BoardCols, b.settings.BoardRows*b.settings.BoardCols
	d.matrix, d.computed = make([]uint8, d.cellCount*d.cellCount), make([]bool, d.cellCount)
}

func (d *distances) cellIndex(p sim.Pos) int { return p.Row*d.cols + p.Col }

func (d *distances) distancesFrom(p sim.Pos) []uint8 {
	a := d.cellIndex(p)
	row := d.matrix[a*d.cellCount:][:d.cellCount]
	if d.computed[a] {
		return row
	}
	d.computed[a] = true
	for i := range row {
		row[i] = 255
	}
	d.cellSearch.StartAt(&d.cachedStreets, p)
	for ok := true; ok; ok = d.cellSearch.Step() {
		lo, front := d.cellSearch.Front()
		for r, cells := range front {
			for ; cells != 0; cells &= cells - 1 {
				row[(lo+r)*d.cols+bits.TrailingZeros64(cells)] = uint8(min(d.cellSearch.Distance(), 254))
			}
		}
	}
	return row
}

type pursuit struct {
	walkable        paths.Cells // cells that both hunter and prey can enter
	otherHunters    []hunter    // other citizens that the prey fears
	hunterFear      float64     // how much the prey fears our hunter
	targetValue     float64     // what the prey's target is worth to the prey, or 0 if unknown
	targetDistances []uint8     // distance from the prey's target to each cell
	positions       [2][]position
}

type hunter struct {
	distances []uint8 // distance from the hunter to each cell
	fear      float64
}

type position struct {
	hunter, prey sim.Pos16
	firstStep    int8 // direction of the hunter's first step
	distance     uint8
}

const (
	stalkReach = 10 // maximum length of a pursuit of predictable prey
	chaseReach = 6  // maximum length of a warrior's pursuit of other prey
	beamWidth  = 12 // number of positions kept per round of the beam search
)

// Special values of a pursuit's first step.
const (
	stayStep  = -1
	noPursuit = -2 // no pursuit succeeds
)

// isWorthPursuing reports whether a pursuit is worth simulating: at night, with prey nearby and
// outside barricades.
func (n *Veteran) isWorthPursuing(c *citizen, t *target, d int) bool {
	return n.isNight && t.prey != nil && t.resistance == 0 && d <= n.pursuitReach(c, t.prey)
}

func (n *Veteran) pursuitReach(c *citizen, prey *thepurge.Citizen) int {
	if _, sure := n.guessOf(prey); sure {
		return stalkReach
	}
	if c.Type == thepurge.Warrior {
		return chaseReach
	}
	return 0
}

// pursue simulates the pursuit of fleeing prey. It returns the number of rounds until our hunter
// reaches the prey, and the direction of the hunter's first step, which may also be stayStep or
// noPursuit.
func (n *Veteran) pursue(c *citizen, prey *thepurge.Citizen) (rounds, firstStep int) {
	n.preparePursuit(c, prey)
	seen, sure := n.guessOf(prey)
	limit := n.pursuitReach(c, prey)
	now, next := append(n.positions[0][:0], position{c.At, prey.At, stayStep, 0}), n.positions[1]
	defer func() { n.positions = [2][]position{now, next} }()
	for t := range limit {
		next = next[:0]
		for _, p := range now {
			from := p.hunter.Pos()
			to := n.predictFlight(p.prey.Pos(), from)
			if t == 0 && sure {
				to = seen.nextCell
			}
			steps := n.distancesFrom(to)
			here := steps[n.cellIndex(from)]
			for k := stayStep; k < len(sim.Steps); k++ {
				at := from
				if k >= 0 {
					if at = at.Add(sim.Steps[k]); !paths.Has(&n.walkable, at) || steps[n.cellIndex(at)] > here {
						continue // moving away never helps
					}
				}
				if t == 0 {
					p.firstStep = int8(k)
				}
				gap := steps[n.cellIndex(at)]
				if gap <= 1 {
					return t + 1, int(p.firstStep)
				}
				next = insertBest(next, position{sim.NewPos16(at), sim.NewPos16(to), p.firstStep, gap}, beamWidth)
			}
		}
		now, next = next, now
	}
	return limit + 1, noPursuit
}

func (n *Veteran) preparePursuit(c *citizen, prey *thepurge.Citizen) {
	const fearRange = 10 // citizens at least this far from the prey are ignored
	n.walkable, n.otherHunters, n.targetValue = n.open, n.otherHunters[:0], 0
	at := prey.Pos()
	if g, _ := n.guessOf(prey); g.worth > 0 {
		n.targetDistances, n.targetValue = n.distancesFrom(g.targetCell), g.worth/float64(dangerWeight*n.bounty(prey))
	}
	list := n.s.Citizens()
	for i := range list {
		o := &list[i]
		fear := float64(2*n.winChance(o.Weapon, prey.Weapon)) - 0.9
		if o.Type == thepurge.Builder {
			fear = 0 // citizens do not flee from builders
		}
		switch {
		case o.ID == c.ID:
			n.hunterFear = fear
			continue
		case o.ID == prey.ID:
			continue
		case o.Player != prey.Player && fear > 0 && o.Pos().Distance(at) < fearRange:
			n.otherHunters = append(n.otherHunters, hunter{n.distancesFrom(o.Pos()), fear})
		}
		n.walkable.Remove(int(o.At.Row), int(o.At.Col))
	}
}

// predictFlight predicts the cell to which the prey moves, or its own if it stays. The prey weighs
// danger against the distance to its target.
func (n *Veteran) predictFlight(prey, hunter sim.Pos) sim.Pos {
	steps, score := n.distancesFrom(hunter), 0.0
	if n.targetValue > 0 {
		now := float64(n.targetDistances[n.cellIndex(prey)])
		score = n.targetValue * (now + 1) / max(now, 1)
	}
	best, where := n.preyCost(prey, steps, score), prey
	for _, step := range sim.Steps {
		if to := prey.Add(step); paths.Has(&n.walkable, to) && to != hunter {
			if v := n.preyCost(to, steps, score); v < best {
				best, where = v, to
			}
		}
	}
	return where
}

func (n *Veteran) preyCost(at sim.Pos, hunterDistances []uint8, score float64) float64 {
	v := n.fearAt(at, hunterDistances)
	if score > 0 {
		v -= float64(score / float64(int(n.targetDistances[n.cellIndex(at)])+2))
	}
	return v
}

func (n *Veteran) fearAt(at sim.Pos, hunterDistances []uint8) float64 {
	cell := n.cellIndex(at)
	v := float64(n.hunterFear * fearOf(hunterDistances[cell]))
	for i := range n.otherHunters {
		v += float64(n.otherHunters[i].fear * fearOf(n.otherHunters[i].distances[cell]))
	}
	return v
}

func fearOf(distance uint8) float64 {
	if int(distance) < len(threatWeights) {
		return threatWeights[distance]
	}
	return 0
}

func insertBest(list []position, p position, size int) []position {
	if len(list) == size && list[size-1].distance <= p.distance {
		return list
	}
	for i := range list {
		if list[i].hunter == p.hunter && list[i].prey == p.prey {
			return list
		}
	}
	if len(list) < size {
		list = append(list, p)
	}
	i := len(list) - 1
	for ; i > 0 && list[i-1].distance > p.distance; i-- {
		list[i] = list[i-1]
	}
	list[i] = p
	return list
}
