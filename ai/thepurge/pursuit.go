package thepurge

import (
	"math/bits"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

// distances caches the distances between streets, ignoring barricades.
type distances struct {
	known paths.Cells // streets to which the cached distances apply
	cols  int
	cells int
	steps []uint8 // steps[a*cells+b] is the distance from cell a to cell b; 255 means no path
	done  []bool
	queue paths.Search
}

func (d *distances) measure(b *board) {
	if d.known == b.streets {
		return
	}
	d.known, d.cols, d.cells = b.streets, b.set.BoardCols, b.set.BoardRows*b.set.BoardCols
	d.steps, d.done = make([]uint8, d.cells*d.cells), make([]bool, d.cells)
}

func (d *distances) cell(p sim.Pos) int { return p.Row*d.cols + p.Col }

func (d *distances) stepsFrom(p sim.Pos) []uint8 {
	a := d.cell(p)
	row := d.steps[a*d.cells:][:d.cells]
	if d.done[a] {
		return row
	}
	d.done[a] = true
	for i := range row {
		row[i] = 255
	}
	d.queue.StartAt(&d.known, p)
	for ok := true; ok; ok = d.queue.Step() {
		lo, front := d.queue.Front()
		for r, cells := range front {
			for ; cells != 0; cells &= cells - 1 {
				row[(lo+r)*d.cols+bits.TrailingZeros64(cells)] = uint8(min(d.queue.Distance(), 254))
			}
		}
	}
	return row
}

type pursuit struct {
	walk         paths.Cells // cells that both hunter and prey can enter
	others       []hunter    // other citizens that the prey fears
	hunterWeight float64     // how much the prey fears our hunter
	targetValue  float64     // what the prey's target is worth to the prey, or 0 if unknown
	targetSteps  []uint8     // distance from the prey's target to each cell
	paces        [2][]pace
}

type hunter struct {
	steps []uint8 // distance from the hunter to each cell
	fear  float64
}

type pace struct {
	hunter, prey sim.Pos16
	first        int8 // direction of the hunter's first step
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

// worthPursuing reports whether a pursuit is worth simulating: at night, with prey nearby and
// outside barricades.
func (n *Veteran) worthPursuing(c *citizen, t *target, d int) bool {
	return n.night && t.prey != nil && t.wall == 0 && d <= n.pursuitReach(c, t.prey)
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
func (n *Veteran) pursue(c *citizen, prey *thepurge.Citizen) (rounds, first int) {
	n.findFeared(c, prey)
	seen, sure := n.guessOf(prey)
	limit := n.pursuitReach(c, prey)
	now, next := append(n.paces[0][:0], pace{c.At, prey.At, stayStep, 0}), n.paces[1]
	defer func() { n.paces = [2][]pace{now, next} }()
	for t := range limit {
		next = next[:0]
		for _, p := range now {
			from := p.hunter.Pos()
			to := n.flee(p.prey.Pos(), from)
			if t == 0 && sure {
				to = seen.next
			}
			steps := n.stepsFrom(to)
			here := steps[n.cell(from)]
			for k := stayStep; k < len(sim.Steps); k++ {
				at := from
				if k >= 0 {
					if at = at.Add(sim.Steps[k]); !paths.Has(&n.walk, at) || steps[n.cell(at)] > here {
						continue // moving away never helps
					}
				}
				if t == 0 {
					p.first = int8(k)
				}
				gap := steps[n.cell(at)]
				if gap <= 1 {
					return t + 1, int(p.first)
				}
				next = insertBest(next, pace{sim.NewPos16(at), sim.NewPos16(to), p.first, gap}, beamWidth)
			}
		}
		now, next = next, now
	}
	return limit + 1, noPursuit
}

func (n *Veteran) findFeared(c *citizen, prey *thepurge.Citizen) {
	const fearRange = 10 // citizens at least this far from the prey are ignored
	n.walk, n.others, n.targetValue = n.open, n.others[:0], 0
	at := prey.Pos()
	if g, _ := n.guessOf(prey); g.worth > 0 {
		n.targetSteps, n.targetValue = n.stepsFrom(g.target), g.worth/float64(courage*n.bounty(prey))
	}
	list := n.s.Citizens()
	for i := range list {
		o := &list[i]
		fear := float64(2*n.odds(o.Weapon, prey.Weapon)) - 0.9
		if o.Type == thepurge.Builder {
			fear = 0 // citizens do not flee from builders
		}
		switch {
		case o.ID == c.ID:
			n.hunterWeight = fear
			continue
		case o.ID == prey.ID:
			continue
		case o.Player != prey.Player && fear > 0 && o.Pos().Distance(at) < fearRange:
			n.others = append(n.others, hunter{n.stepsFrom(o.Pos()), fear})
		}
		n.walk.Remove(int(o.At.Row), int(o.At.Col))
	}
}

// flee predicts the cell to which the prey moves, or its own if it stays. The prey weighs danger
// against the distance to its target.
func (n *Veteran) flee(prey, hunter sim.Pos) sim.Pos {
	steps, score := n.stepsFrom(hunter), 0.0
	if n.targetValue > 0 {
		now := float64(n.targetSteps[n.cell(prey)])
		score = n.targetValue * (now + 1) / max(now, 1)
	}
	best, where := n.preyCost(prey, steps, score), prey
	for _, step := range sim.Steps {
		if to := prey.Add(step); paths.Has(&n.walk, to) && to != hunter {
			if v := n.preyCost(to, steps, score); v < best {
				best, where = v, to
			}
		}
	}
	return where
}

func (n *Veteran) preyCost(at sim.Pos, steps []uint8, score float64) float64 {
	v := n.fearAt(at, steps)
	if score > 0 {
		v -= float64(score / float64(int(n.targetSteps[n.cell(at)])+2))
	}
	return v
}

func (n *Veteran) fearAt(at sim.Pos, steps []uint8) float64 {
	cell := n.cell(at)
	v := float64(n.hunterWeight * fearOf(steps[cell]))
	for i := range n.others {
		v += float64(n.others[i].fear * fearOf(n.others[i].steps[cell]))
	}
	return v
}

func fearOf(steps uint8) float64 {
	if int(steps) < len(nearness) {
		return nearness[steps]
	}
	return 0
}

func insertBest(list []pace, p pace, size int) []pace {
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
