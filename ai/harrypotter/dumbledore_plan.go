package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
)

// Values of targets in points.
const (
	bookPoints  float64 = 100
	earlyBonus  float64 = 1.2 // relative bonus for books in round 0, falling to 0 in the last round
	lateRounds  float64 = 20  // number of final rounds in which books lose value
	rivalFactor float64 = 0.5 // factor on a book's value if an enemy is closer
	cellPoints  float64 = 10  // value of the nearest cell that we do not own
	allyPoints  float64 = 1000

	enemyFactor float64 = 5.5 // factor on the value of an enemy as a target
)

const (
	searchReach = 20 // maximum distance of targets
	maxFighters = 2  // maximum number of wizards sent to the same enemy
	maxSavers   = 2  // maximum number of wizards sent to the same ally
)

// stepValues holds the value of a step, indexed by the kind of cell it leads to.
var stepValues = [...]float64{ownCell: 0, unownedCell: 2, enemyCell: 3, bookCell: 10}

func (p *dumbledore) plan() {
	p.offers.Reset()
	p.assignedCounts = [len(p.assignedCounts)]uint8{}
	for i := range p.wizards {
		if !p.wizards[i].busy {
			p.addOffers(i, searchReach, p.rate)
		}
	}
	for i, target, ok := p.offers.Next(); ok; i, target, ok = p.offers.Next() {
		if at := targetCell(target); int(p.assignedCounts[target]) < p.maxAssigned(&p.wizards[i], at) {
			p.assignedCounts[target]++
			p.offers.Exclude()
			p.moveToward(&p.wizards[i], at, p.offers.Score())
		}
	}
	for i := range p.wizards {
		if w := &p.wizards[i]; !w.busy {
			p.moveToward(w, w.Pos, 0)
		}
	}
}

func (p *dumbledore) maxAssigned(w *wizard, at sim.Pos) int {
	switch {
	case p.foes.Has(at.Row, at.Col):
		return maxFighters
	case !w.IsConverting() && p.s.Unit(p.s.UnitAt(at)).Player == p.me:
		return maxSavers
	}
	return 1
}

func (p *dumbledore) moveToward(w *wizard, target sim.Pos, score float64) {
	w.busy = true
	steps := uint8(0)
	if target != w.Pos {
		steps = p.firstSteps(w, target)
	}
	best, maxValue := -1, -1e9
	if !paths.Has(&p.deadly, w.Pos) {
		maxValue = p.cellValue(w, w.Pos)
	}
	for k, step := range sim.Steps {
		to := w.Pos.Add(step)
		if !paths.Has(&p.safe, to) || p.claimed.Has(to.Row, to.Col) || p.units.Has(to.Row, to.Col) && to != target ||
			p.toStrongFoe.DistanceTo(to, 1) <= 1 {
			continue
		}
		v := p.cellValue(w, to) + stepValues[p.cellKind(to)]
		if steps>>k&1 != 0 {
			v += score
		}
		if v > maxValue {
			best, maxValue = k, v
		}
	}
	if best >= 0 {
		p.walk(w, best, 1)
	} else {
		p.claimed.Add(w.Pos.Row, w.Pos.Col)
	}
}

func (p *dumbledore) rate(w *wizard, at sim.Pos, d int, isFree bool) float64 {
	if isFree {
		return cellPoints / p.distanceDivisors[d]
	}
	value := p.value(w, at, d)
	if value == stayValue {
		return stayValue
	}
	return value / p.distanceDivisors[d]
}

func (p *dumbledore) value(w *wizard, at sim.Pos, d int) float64 {
	if !p.units.Has(at.Row, at.Col) {
		return p.bookValue(at, d)
	}
	u := p.s.Unit(p.s.UnitAt(at))
	switch {
	case u.Player == p.me:
		switch {
		case u.IsGhost || u.IsConverting() == w.IsConverting() || d > 2*max(u.RoundsLeft, w.RoundsLeft):
			return 0
		case w.IsConverting() && d <= 2:
			return stayValue
		}
		return allyPoints
	case w.IsConverting() || u.IsGhost || u.IsConverting() || !p.canConvert():
		return 0
	case p.clans[u.Player].loseChance == 1:
		return 0
	}
	return enemyFactor * max(0, p.encounterValue(w, at))
}

func (p *dumbledore) bookValue(at sim.Pos, d int) float64 {
	left := float64(p.roundsLeft)
	value := bookPoints * min(left/lateRounds, 1) * (1 + earlyBonus*left/float64(p.s.Settings().NumRounds))
	if p.toFoe.DistanceTo(at, d-1) < d {
		value *= rivalFactor
	}
	return value
}
