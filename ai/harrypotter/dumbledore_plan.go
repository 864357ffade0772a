package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
)

// plan assigns targets to idle wizards and moves each.
func (p *dumbledore) plan() {
	p.offers.Reset()
	p.going = [len(p.going)]uint8{}
	for i := range p.wizards {
		if !p.wizards[i].busy {
			p.listTargets(i, int(p.n[nReach]), p)
		}
	}
	for i, target, ok := p.offers.Next(); ok; i, target, ok = p.offers.Next() {
		if at := placeOf(target); int(p.going[target]) < p.most(&p.wizards[i], at) {
			p.going[target]++
			p.offers.Settle()
			p.goFor(&p.wizards[i], at, p.offers.Score())
		}
	}
	for i := range p.wizards {
		if w := &p.wizards[i]; !w.busy {
			p.goFor(w, w.Pos, 0)
		}
	}
}

// most returns how many wizards may share a target.
func (p *dumbledore) most(w *wizard, at sim.Pos) int {
	switch {
	case p.foes.Has(at.Row, at.Col):
		return int(p.n[nCrowd])
	case !w.Converting() && p.s.Unit(p.s.UnitAt(at)).Player == p.me:
		return int(p.n[nSavers])
	}
	return 1
}

// goFor takes the best step or stays. Steps towards the target are worth more.
func (p *dumbledore) goFor(w *wizard, target sim.Pos, score float64) {
	w.busy = true
	steps := uint8(0)
	if target != w.Pos {
		steps = p.firstSteps(w, target)
	}
	best, most := -1, -1e9
	if !paths.Has(&p.deadly, w.Pos) {
		most = p.outlook(w, w.Pos)
	}
	for k, step := range sim.Steps {
		to := w.Pos.Add(step)
		if !paths.Has(&p.safe, to) || p.claimed.Has(to.Row, to.Col) || p.units.Has(to.Row, to.Col) && to != target ||
			p.toStrong.To(to, 1) <= 1 {
			continue
		}
		worths := [...]float64{ours: 0, nobodys: p.n[nStepFree], others: p.n[nStepTaken], aBook: p.n[nStepBook]}
		v := p.outlook(w, to) + worths[p.kind(to)]
		if steps>>k&1 != 0 {
			v += p.n[nPull] * score
		}
		if v > most {
			best, most = k, v
		}
	}
	if best >= 0 {
		p.walk(w, best, 1)
	} else {
		p.claimed.Add(w.Pos.Row, w.Pos.Col)
	}
}

func (p *dumbledore) want(i int, at sim.Pos, d int, free bool) bool {
	w, value := &p.wizards[i], p.n[nCell]
	if !free {
		value = p.value(w, at, d)
	}
	if value == stay {
		return p.stays(i)
	}
	if value > 0 {
		p.offers.Add(i, targetAt(at), value/p.far[d])
	}
	return true
}

// value returns the value of a unit or book at distance d.
func (p *dumbledore) value(w *wizard, at sim.Pos, d int) float64 {
	if !p.units.Has(at.Row, at.Col) {
		return p.bookValue(at, d)
	}
	u := p.s.Unit(p.s.UnitAt(at))
	switch {
	case u.Player == p.me:
		switch {
		case u.Ghost || u.Converting() == w.Converting() || d > 2*max(u.Rounds, w.Rounds):
			return 0
		case w.Converting() && d <= 2:
			return stay
		}
		return p.n[nAlly]
	case w.Converting() || u.Ghost || u.Converting() || !p.pays():
		return 0
	case p.clans[u.Player].lose == 1:
		return 0
	}
	return p.n[nEnemy] * max(0, p.meet(w, at))
}

// bookValue is higher early in the match and lower if an enemy is closer.
func (p *dumbledore) bookValue(at sim.Pos, d int) float64 {
	left := float64(p.roundLeft)
	value := p.n[nBook] * min(left/p.n[nFade], 1) * (1 + p.n[nEarly]*left/float64(p.s.Settings().NumRounds))
	if p.toFoe.To(at, d-1) < d {
		value *= p.n[nRace]
	}
	return value
}
