package thepurge

import (
	"math/bits"

	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// distances are the steps between the streets of a board, were there no barricades. Those from a cell are
// found when they are first asked for.
type distances struct {
	known paths.Cells // streets of the board that was measured
	cols  int
	cells int
	steps []uint8 // from cell a to cell b: steps[a*cells+b]; 255 no path
	done  []bool  // by cell a
	queue paths.Search
}

// measure begins with a board, unless it is that of the last time.
func (d *distances) measure(b *board) {
	if d.known == b.streets {
		return
	}
	d.known, d.cols, d.cells = b.streets, b.set.BoardCols, b.set.BoardRows*b.set.BoardCols
	d.steps, d.done = make([]uint8, d.cells*d.cells), make([]bool, d.cells)
}

func (d *distances) cell(p sim.Pos) int { return p.Row*d.cols + p.Col }

// from is the steps from a cell to all cells.
func (d *distances) from(p sim.Pos) []uint8 {
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

// pursuit is what thinking a pursuit through takes.
type pursuit struct {
	walk   paths.Cells // where the two can go
	others []hunter    // who are not ours to move now
	ours   float64     // how much the prey fears the one that is
	pays   float64     // what the prey goes for pays it once it is there, beside what it fears; 0 where that is not known
	aim    []uint8     // steps from there to each cell
	paces  [2][]pace
}

// hunter is somebody whom the prey fears.
type hunter struct {
	steps []uint8 // to each cell
	fear  float64
}

// pace is where a pursuit can come to.
type pace struct {
	hunter, prey sim.Pos16
	first        int8  // the hunter's first step
	apart        uint8 // steps between the two
}

// First steps that are none.
const (
	stays   = -1
	nowhere = -2 // nothing found
)

// runs reports whether it is worth thinking a pursuit through: by night, of somebody near and outside of barricades.
func (n *Veteran) runs(c *citizen, t *target, d int) bool {
	return n.night && t.prey != nil && t.wall == 0 && d <= n.reach(c, t.prey)
}

// reach is from how far away a citizen pursues somebody, in steps, and for how many rounds at most.
func (n *Veteran) reach(c *citizen, prey *thepurge.Citizen) int {
	if _, sure := n.guessOf(prey); sure {
		return int(n.v[stalk])
	}
	if c.Type == thepurge.Warrior {
		return int(n.v[chase])
	}
	return 0
}

// pursue looks for the fewest rounds until a hunter of ours is next to a prey that runs from all who are
// stronger, and for the hunter's first step there. Of the places that the two can come to in a round, those
// are kept where they are nearest.
func (n *Veteran) pursue(c *citizen, prey *thepurge.Citizen) (rounds, first int) {
	n.scare(c, prey)
	seen, sure := n.guessOf(prey)
	limit := n.reach(c, prey)
	now, next := append(n.paces[0][:0], pace{c.At, prey.At, stays, 0}), n.paces[1]
	defer func() { n.paces = [2][]pace{now, next} }()
	for t := range limit {
		next = next[:0]
		for _, p := range now {
			from := p.hunter.Pos()
			to := n.flee(p.prey.Pos(), from)
			if t == 0 && sure {
				to = seen.next
			}
			steps := n.from(to)
			here := steps[n.cell(from)]
			for k := stays; k < len(sim.Steps); k++ {
				at := from
				if k >= 0 {
					if at = at.Plus(sim.Steps[k]); !paths.Has(&n.walk, at) || steps[n.cell(at)] > here {
						continue // nobody gets nearer by going away
					}
				}
				if t == 0 {
					p.first = int8(k)
				}
				apart := steps[n.cell(at)]
				if apart <= 1 {
					return t + 1, int(p.first)
				}
				next = insert(next, pace{sim.At(at), sim.At(to), p.first, apart}, int(n.v[beam]))
			}
		}
		now, next = next, now
	}
	return limit + 1, nowhere
}

// scare finds whom the prey of a hunter fears, and who is in the way of the two.
func (n *Veteran) scare(c *citizen, prey *thepurge.Citizen) {
	const far = 10 // rows and columns: who is farther away scares nobody
	n.walk, n.others, n.pays = n.open, n.others[:0], 0
	at := prey.Pos()
	if g, _ := n.guessOf(prey); g.worth > 0 {
		n.aim, n.pays = n.from(g.target), g.worth/float64(courage*n.bounty(prey))
	}
	list := n.s.Citizens()
	for i := range list {
		o := &list[i]
		fear := float64(2*n.odds(o.Weapon, prey.Weapon)) - 0.9
		if o.Type == thepurge.Builder {
			fear = 0 // nobody runs from builders
		}
		switch {
		case o.ID == c.ID:
			n.ours = fear
			continue
		case o.ID == prey.ID:
			continue
		case o.Player != prey.Player && fear > 0 && paths.Manhattan(o.Pos(), at) < far:
			n.others = append(n.others, hunter{n.from(o.Pos()), fear})
		}
		n.walk.Clear(int(o.At.Row), int(o.At.Col))
	}
}

// flee is where the prey goes that sees our hunter: where it fears least, and what it goes for is near, and nowhere
// unless that is better.
func (n *Veteran) flee(prey, hunter sim.Pos) sim.Pos {
	steps, score := n.from(hunter), 0.0
	if n.pays > 0 {
		now := float64(n.aim[n.cell(prey)])
		score = n.pays * (now + 1) / max(now, 1)
	}
	best, where := n.bad(prey, steps, score), prey
	for _, step := range sim.Steps {
		if to := prey.Plus(step); paths.Has(&n.walk, to) && to != hunter {
			if v := n.bad(to, steps, score); v < best {
				best, where = v, to
			}
		}
	}
	return where
}

// bad is how much the prey fears a cell, less what it goes for promises there, as clan.value has it.
func (n *Veteran) bad(at sim.Pos, steps []uint8, score float64) float64 {
	v := n.fright(at, steps)
	if score > 0 {
		v -= float64(score / float64(int(n.aim[n.cell(at)])+2))
	}
	return v
}

// fright is how much the prey fears a cell.
func (n *Veteran) fright(at sim.Pos, steps []uint8) float64 {
	cell := n.cell(at)
	v := float64(n.ours * scared(steps[cell]))
	for i := range n.others {
		v += float64(n.others[i].fear * scared(n.others[i].steps[cell]))
	}
	return v
}

// scared is how much somebody fears a hunter so many steps away.
func scared(steps uint8) float64 {
	if int(steps) < len(nearness) {
		return nearness[steps]
	}
	return 0
}

// insert puts a pace into a list of the best of them, so many at most.
func insert(list []pace, p pace, size int) []pace {
	if len(list) == size && list[size-1].apart <= p.apart {
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
	for ; i > 0 && list[i-1].apart > p.apart; i-- {
		list[i] = list[i-1]
	}
	list[i] = p
	return list
}
