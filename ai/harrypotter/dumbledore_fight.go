package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
)

// rescue stops conversions of allies beside whom we stand. Whoever is saved may act as
// if it had not been attacked: its order comes later in our list.
func (p *dumbledore) rescue() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if !ally.Converting() || ally.Rounds > p.left+1 {
			continue
		}
		var saver *wizard
		way, eager := -1, true
		for k := range sim.Steps {
			w := p.wizardAt(ally.Pos.Plus(sim.Steps[(k+2)%4])) // from there the step leads to it
			if w == nil || w.busy || w.Converting() || w.saved {
				continue
			}
			if fights := p.prey(w) >= 0; saver == nil || eager && !fights {
				saver, way, eager = w, k, fights
			}
		}
		if saver != nil {
			p.give(saver, way, rescue)
			ally.saved, ally.Rounds = true, 0
		}
	}
}

// fetch stops conversions of allies two steps away in one round: the ally comes to the cell
// between, and the order onto that cell comes last.
func (p *dumbledore) fetch() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if ally.busy || !ally.Converting() || ally.Rounds > p.left+1 {
			continue
		}
	search:
		for k, step := range sim.Steps {
			between := ally.Pos.Plus(step)
			if !p.isOpen(between) || p.claimed.Has(between.Row, between.Col) {
				continue
			}
			for j := range sim.Steps {
				w := p.wizardAt(between.Plus(sim.Steps[(j+2)%4]))
				if w == nil || w.busy || w.saved || w.Converting() {
					continue
				}
				p.claimed.Set(between.Row, between.Col)
				p.give(ally, k, walk)
				p.give(w, j, contact)
				break search
			}
		}
	}
}

// strike gives blows.
func (p *dumbledore) strike() {
	for i := range p.wizards {
		w := &p.wizards[i]
		if w.busy || w.Converting() {
			continue
		}
		if k := p.prey(w); k >= 0 {
			u := blow
			if w.saved {
				u = rescue
			}
			p.give(w, k, u)
		}
	}
}

// prey is the direction of the enemy beside a wizard whom a blow hurts most.
func (p *dumbledore) prey(w *wizard) int {
	best, most := -1, 0.0
	for k, step := range sim.Steps {
		to := w.Pos.Plus(step)
		if !paths.Has(&p.foes, to) || !paths.Has(&p.safe, to) {
			continue
		}
		clan := p.s.Unit(p.s.UnitAt(to)).Player
		if p.win[clan] == 0 || p.win[clan] < 1 && !p.pays() {
			continue
		}
		if v := p.win[clan] * p.gain(clan, to); best < 0 || v > most {
			best, most = k, v
		}
	}
	return best
}

// gain is what the conversion of an enemy is worth.
func (p *dumbledore) gain(clan int, at sim.Pos) float64 {
	if p.win[clan] == 1 {
		return p.n[nCrush]
	}
	v := max(p.n[nGain]-p.n[nGainMates]*float64(around(&p.clans[clan], at)-1), 0)
	if p.n[nGuard] > 0 && around(&p.hurt[clan], at) > 0 {
		v += p.n[nGuard]
	}
	return v
}

// loss is what we lose when a wizard of ours is beaten at a cell.
func (p *dumbledore) loss(w *wizard, at sim.Pos, clan int) float64 {
	if p.lose[clan] == 1 {
		return p.n[nLoss] * 2
	}
	return max(p.n[nLoss]-p.n[nLossMates]*float64(around(&p.allies, at)-1), 0)
}

// meet is what a fight with an enemy is worth to a wizard at a cell.
func (p *dumbledore) meet(w *wizard, at sim.Pos, clan int, foe sim.Pos) float64 {
	first := p.n[nAhead]
	win := first*p.win[clan] + (1-first)*(1-p.lose[clan])
	return win*p.gain(clan, foe) - (1-win)*p.loss(w, at, clan)
}

// risk is what the enemies near a cell make of it.
func (p *dumbledore) risk(w *wizard, at sim.Pos) float64 {
	const near = 3
	sum := 0.0
	for row := max(at.Row-near, 0); row <= min(at.Row+near, len(p.foes)-1); row++ {
		lo := max(at.Col-near, 0)
		for m := p.foes[row] >> lo & (1<<(at.Col+near+1-lo) - 1); m != 0; m &= m - 1 {
			foe := sim.Pos{Row: row, Col: lo + tz(m)}
			weight := 0.0
			switch paths.Manhattan(at, foe) {
			case 1:
				weight = p.n[nNear1]
			case 2:
				weight = p.n[nNear2]
			case 3:
				weight = p.n[nNear3]
			default:
				continue
			}
			clan := p.s.Unit(p.s.UnitAt(foe)).Player
			sum += weight * p.meet(w, at, clan, foe)
		}
	}
	return sum
}
