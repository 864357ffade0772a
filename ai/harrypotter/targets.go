package harrypotter

import (
	"math/bits"

	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

const (
	maxTargets      = 8  // approximate maximum number of targets per wizard
	fightReach      = 4  // maximum distance at which wizards support a fight
	contactReach    = 2  // walks that end this close to an enemy are ordered late
	bookDecayRounds = 20 // number of final rounds in which books lose value
)

func targetNumber(at sim.Pos) int   { return at.Row*hp.Cols + at.Col }
func targetCell(target int) sim.Pos { return sim.Pos{Row: target / hp.Cols, Col: target % hp.Cols} }

func (p *planner) plan() {
	p.offers.Reset()
	for i := range p.wizards {
		if !p.wizards[i].busy {
			p.addOffers(i, p.reach, p.rate)
		}
	}
	for i, target, ok := p.offers.Next(); ok; i, target, ok = p.offers.Next() {
		at := targetCell(target)
		if p.takenTargets.Has(at.Row, at.Col) {
			continue
		}
		w := &p.wizards[i]
		if k := p.bestStep(w, p.firstSteps(w, at)); k >= 0 {
			p.takenTargets.Add(at.Row, at.Col)
			p.walk(w, k, contactReach)
			p.offers.Exclude()
		}
	}
}

// addOffers adds offers for the nearest targets of wizard i, or none if rate returns stayValue. Allies
// block only the first step. rate returns the value of a unit or book at distance d, or of the
// nearest free cell if isFree is set.
func (p *planner) addOffers(i, reach int, rate func(w *wizard, at sim.Pos, d int, isFree bool) float64) {
	w := &p.wizards[i]
	stop := &p.units
	offer := func(at sim.Pos, d int, isFree bool) {
		switch score := rate(w, at, d, isFree); {
		case score == stayValue:
			w.busy = true
		case score > 0:
			p.offers.Add(i, targetNumber(at), score)
		}
	}
	p.search.StartAt(&p.safe, w.Pos)
	found, free := 0, false
	for d := 1; d <= reach && found < maxTargets && p.search.Step(); d++ {
		if !free {
			// One free cell is enough, because all have the same value.
			var at sim.Pos
			if at, free = p.search.FirstReached(&p.free, &sim.Steps); free {
				offer(at, d, true)
			}
		}
		lo, front := p.search.Front()
		things, stops := p.occupied[lo:][:len(front)], stop[lo:][:len(front)]
		for j, cells := range front {
			front[j] = cells &^ stops[j]
			for m := cells & things[j]; m != 0; m &= m - 1 {
				found++
				if offer(sim.Pos{Row: lo + j, Col: bits.TrailingZeros64(m)}, d, false); w.busy {
					p.offers.Drop(i)
					return
				}
			}
		}
		stop = &p.blocked
	}
}

func (p *planner) rate(w *wizard, at sim.Pos, d int, isFree bool) float64 {
	value := p.cell
	if !isFree {
		value = p.value(w, at, d)
	}
	if value <= 0 { // the target is worthless, or the wizard should stay
		return float64(value)
	}
	return float64(64 * value / (d + 1))
}

// firstSteps returns the first steps of all shortest paths to a target, as bits in the order of
// sim.Steps. Steps onto units are excluded, except onto the target.
func (p *planner) firstSteps(w *wizard, target sim.Pos) uint8 {
	steps := paths.StraightFirstSteps(&p.passable, w.Pos, target, &sim.Steps, nil)
	barred := uint8(0)
	for k, step := range sim.Steps {
		if to := w.Pos.Add(step); to != target && paths.Has(&p.units, to) {
			barred |= 1 << k
		}
	}
	if steps &^= barred; steps != 0 {
		return steps
	}
	p.search.StartAt(&p.passable, target)
	for k, step := range sim.Steps {
		if barred>>k&1 != 0 {
			p.search.Block(w.Pos.Add(step))
		}
	}
	return p.search.FirstSteps(w.Pos, &sim.Steps, nil)
}

// bestStep returns the direction of the most valuable safe first step, or -1 if none is safe.
func (p *planner) bestStep(w *wizard, firstSteps uint8) int {
	best, maxValue := -1, -1
	for k, step := range sim.Steps {
		if firstSteps>>k&1 == 0 {
			continue
		}
		to := w.Pos.Add(step)
		if p.claimed.Has(to.Row, to.Col) || p.toStrongFoe.DistanceTo(to, 1) <= 1 {
			continue
		}
		gain := [...]int{ownCell: 0, unownedCell: 2, enemyCell: 3, bookCell: 8}[p.cellKind(to)]
		if gain > maxValue {
			best, maxValue = k, gain
		}
	}
	return best
}

func (p *planner) value(w *wizard, at sim.Pos, d int) int {
	if !p.units.Has(at.Row, at.Col) {
		value := p.book
		if p.toFoe.DistanceTo(at, d-1) < d {
			value /= 2
		}
		return value * min(p.s.Settings().NumRounds-p.s.Round(), bookDecayRounds) / bookDecayRounds
	}
	u := p.s.Unit(p.s.UnitAt(at))
	switch {
	case u.Player == p.me:
		return p.allyValue(w, u, d)
	case w.IsConverting():
		return 0
	case u.IsGhost:
		if u.Next >= 0 && p.s.Round()+d-1-u.Next < p.s.Settings().RoundsNoAttackGhost {
			return 0
		}
		return p.ghost
	case u.IsConverting() || p.magic[u.Player] > 2*p.magic[p.me]:
		return 0
	case p.magic[p.me] > 2*p.magic[u.Player]:
		return p.weakling
	}
	return p.fightValue(u)
}

// stayValue is the value of a target that the wizard should wait for.
const stayValue = -1

// allyValue returns the value of w meeting u so that one frees the other: 0 if that is impossible,
// and stayValue if w should wait.
func (p *planner) allyValue(w *wizard, u hp.Unit, d int) int {
	switch {
	case u.IsGhost || u.IsConverting() == w.IsConverting() || d >= 2*max(u.RoundsLeft, w.RoundsLeft):
		return 0
	case w.IsConverting() && d <= 2:
		return stayValue
	}
	return p.ally
}

// fightValue returns the value of fighting an enemy. It rises with our majority around the enemy
// and near our ghost.
func (p *planner) fightValue(u hp.Unit) int {
	value := p.enemy
	if p.majority != 0 {
		value += p.majority * (countAround(&p.allies, u.Pos) - countAround(&p.foes, u.Pos))
	}
	ghost := p.s.Unit(int32(p.me)).Pos
	if max(u.Pos.Row-ghost.Row, ghost.Row-u.Pos.Row, u.Pos.Col-ghost.Col, ghost.Col-u.Pos.Col) <= fightReach {
		value += p.guard
	}
	return value
}

func countAround(set *paths.Cells, p sim.Pos) int {
	n := 0
	lo, hi := max(p.Col-fightReach, 0), min(p.Col+fightReach+1, hp.Cols)
	columns := uint64(1)<<hi - uint64(1)<<lo
	for row := max(p.Row-fightReach, 0); row <= min(p.Row+fightReach, hp.Rows-1); row++ {
		n += bits.OnesCount64(set[row] & columns)
	}
	return n
}
