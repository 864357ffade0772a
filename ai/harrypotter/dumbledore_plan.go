package harrypotter

import (
	"math/bits"

	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

func tz(m uint64) int { return bits.TrailingZeros64(m) }

// plan lists the targets of idle wizards and goes for the best ones first.
func (p *dumbledore) plan() {
	p.offers.Reset()
	p.going = [len(p.going)]uint8{}
	for i := range p.wizards {
		if !p.wizards[i].busy {
			p.offer(i)
		}
	}
	for i, target, ok := p.offers.Next(); ok; i, target, ok = p.offers.Next() {
		at := placeOf(target)
		most := uint8(1)
		if paths.Has(&p.foes, at) {
			most = uint8(p.n[nCrowd])
		}
		if p.going[target] >= most {
			continue
		}
		p.going[target]++
		w := &p.wizards[i]
		p.offers.Settle()
		p.goFor(w, at, p.offers.Score())
	}
	for i := range p.wizards {
		if w := &p.wizards[i]; !w.busy {
			p.goFor(w, w.Pos, 0)
		}
	}
}

// goFor lets a wizard take the step that is best on the way to a target.
func (p *dumbledore) goFor(w *wizard, target sim.Pos, score float64) {
	w.busy = true
	steps := uint8(0)
	if target != w.Pos {
		steps = p.firstSteps(w, target)
	}
	best, most := -1, 0.0
	if !paths.Has(&p.deadly, w.Pos) {
		most = p.danger(w, w.Pos)
	} else {
		most = -1e6
	}
	for k, step := range sim.Steps {
		to := w.Pos.Plus(step)
		if !paths.Has(&p.safe, to) || p.claimed.Has(to.Row, to.Col) || p.units.Has(to.Row, to.Col) && to != target {
			continue
		}
		v := p.danger(w, to) + p.step(to)
		if p.n[nClose] > 0 {
			v += p.n[nClose] * float64(min(around(&p.allies, to)-1, 3))
		}
		if steps>>k&1 != 0 {
			v += p.n[nPull] * score
		}
		if v > most {
			best, most = k, v
		}
	}
	if best >= 0 {
		p.move(w, best)
	} else {
		p.claimed.Set(w.Pos.Row, w.Pos.Col)
	}
}

func (p *dumbledore) danger(w *wizard, at sim.Pos) float64 {
	if w.Converting() || !p.pays() {
		return 0
	}
	return p.risk(w, at)
}

// step is what the cell of a step brings.
func (p *dumbledore) step(to sim.Pos) float64 {
	owner := p.s.GroundRow(to.Row)[to.Col]
	switch {
	case p.books.Has(to.Row, to.Col):
		return p.n[nStepBook]
	case owner == hp.Empty:
		return p.n[nStepFree]
	case owner != '0'+byte(p.me):
		return p.n[nStepTaken]
	}
	return 0
}

// offer searches from a wizard for the targets near it.
func (p *dumbledore) offer(i int) {
	w := &p.wizards[i]
	stop := &p.units
	p.search.StartAt(&p.safe, w.Pos)
	found, free := 0, false
	for d := 1; d <= int(p.n[nReach]) && found < maxTargets && p.search.Step(); d++ {
		if !free {
			var at sim.Pos
			if at, free = p.search.First(&p.free, &sim.Steps); free {
				p.add(i, at, p.cellValue(), d)
			}
		}
		lo, front := p.search.Front()
		things, stops := p.things[lo:][:len(front)], stop[lo:][:len(front)]
		for j, cells := range front {
			front[j] = cells &^ stops[j]
			for m := cells & things[j]; m != 0; m &= m - 1 {
				found++
				at := sim.Pos{Row: lo + j, Col: bits.TrailingZeros64(m)}
				v := p.value(w, at, d)
				if v == stay {
					p.offers.Drop(i)
					w.busy = true
					return
				}
				p.add(i, at, v, d)
			}
		}
		stop = &p.stop
	}
}

func (p *dumbledore) add(i int, at sim.Pos, value float64, d int) {
	if value > 0 {
		p.offers.Add(i, targetAt(at), value/p.far[d])
	}
}

func (p *dumbledore) cellValue() float64 {
	if p.left < 10 {
		return p.n[nCellLate]
	}
	return p.n[nCell]
}

// value is what the unit or book on a cell d steps away is worth to a wizard.
func (p *dumbledore) value(w *wizard, at sim.Pos, d int) float64 {
	if !p.units.Has(at.Row, at.Col) {
		value := p.n[nBook] * min(float64(p.left)/p.n[nBookFade], 1)
		if p.toFoe.To(at, d-1) < d {
			value *= p.n[nBookRace]
		}
		return value
	}
	u := p.s.Unit(p.s.UnitAt(at))
	switch {
	case u.Player == p.me:
		return float64(p.allyValue2(w, u, d))
	case w.Converting():
		return 0
	case u.Ghost:
		if u.Next >= 0 && p.s.Round()+d-1-u.Next < p.s.Settings().RoundsNoAttackGhost {
			return 0
		}
		if last := p.s.Settings().LastSpellRound() - p.s.Round(); u.Rounds > last || u.Rounds+p.s.Settings().RoundsAttackRestingGhost+d-1 <= last {
			return 0
		}
		return p.n[nHaunt]
	case u.Converting() || p.lose[u.Player] == 1 || !p.pays():
		return 0
	}
	return p.n[nEnemy] * max(0, p.meet(w, at, u.Player, at))
}

func (p *dumbledore) allyValue2(w *wizard, u hp.Unit, d int) float64 {
	switch {
	case u.Ghost || u.Converting() == w.Converting() || d > 2*max(u.Rounds, w.Rounds):
		return 0
	case w.Converting() && d <= 2:
		return stay
	}
	return p.n[nAlly]
}

// move lets a wizard go to the next cell, last where an enemy may come to it, too.
func (p *dumbledore) move(w *wizard, k int) {
	to := w.Pos.Plus(sim.Steps[k])
	p.claimed.Set(to.Row, to.Col)
	if d := int(p.n[nContact]); p.toFoe.To(to, d) <= d {
		p.give(w, k, contact)
	} else {
		p.give(w, k, walk)
	}
}
