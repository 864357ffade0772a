package harrypotter

import (
	"math/bits"

	"game-tui/ai/paths"
	"game-tui/sim"
)

// Values of fights in points. A book is worth 100.
const (
	convertValue        float64 = 200  // value of starting to convert a wizard without allies nearby
	instantConvertValue float64 = 300  // value of attacking an enemy that the attack converts immediately
	supportValue        float64 = 3    // bonus for each other wizard of our clan near the enemy
	firstStrikeChance   float64 = 0.58 // chance that we strike first in a fight
)

// fightWeightByDistance holds the weight of a fight, indexed by the enemy's distance after our step.
var fightWeightByDistance = [...]float64{0, 0.33, 0.25, 0.12}

func (p *dumbledore) attack() {
	for i := range p.wizards {
		w := &p.wizards[i]
		if w.busy || w.IsConverting() {
			continue
		}
		if k := p.bestAttack(w); k >= 0 {
			p.give(w, k, w.urgency)
		}
	}
}

func (p *dumbledore) bestAttack(w *wizard) int {
	best, maxValue := -1, -1.0
	for k, step := range sim.Steps {
		to := w.Pos.Add(step)
		if !paths.Has(&p.foes, to) || !paths.Has(&p.safe, to) {
			continue
		}
		c := &p.clans[p.s.Unit(p.s.UnitAt(to)).Player]
		if c.winChance == 0 || c.winChance < 1 && !p.canConvert() {
			continue
		}
		if v := c.winChance * p.winValue(c, to); v > maxValue {
			best, maxValue = k, v
		}
	}
	return best
}

func (p *dumbledore) canConvert() bool { return p.roundsLeft >= p.s.Settings().RoundsForConverting-1 }

func (p *dumbledore) winValue(c *clan, at sim.Pos) float64 {
	if c.winChance == 1 {
		return instantConvertValue
	}
	v := p.lossChances[countHelpers(&c.wizards, at)]
	for _, mate := range c.victims {
		if mate.at.Distance(at) <= helpReach {
			v += mate.helperEffect
		}
	}
	return convertValue * v
}

// encounterValue returns the value of a fight in which either side may strike first.
func (p *dumbledore) encounterValue(w *wizard, foe sim.Pos) float64 {
	c := &p.clans[p.s.Unit(p.s.UnitAt(foe)).Player]
	win := firstStrikeChance*c.winChance + (1-firstStrikeChance)*(1-c.loseChance)
	cost := convertValue * p.lossChances[w.helperCount] * c.lossWeight
	if c.loseChance == 1 {
		cost = 2 * convertValue * c.lossWeight
	}
	return win*p.winValue(c, foe) - (1-win)*cost + supportValue*float64(countAround(&p.allies, foe)-1)
}

func (p *dumbledore) cellValue(w *wizard, at sim.Pos) float64 {
	if w.IsConverting() || !p.canConvert() {
		return 0
	}
	const near = len(fightWeightByDistance) - 1
	sum := 0.0
	for row := max(at.Row-near, 0); row <= min(at.Row+near, len(p.foes)-1); row++ {
		lo := max(at.Col-near, 0)
		for m := p.foes[row] >> lo & (1<<(at.Col+near+1-lo) - 1); m != 0; m &= m - 1 {
			foe := sim.Pos{Row: row, Col: lo + bits.TrailingZeros64(m)}
			if d := at.Distance(foe); d <= near {
				sum += fightWeightByDistance[d] * p.encounterValue(w, foe)
			}
		}
	}
	return sum
}

// freeAllies sends wizards onto neighbouring allies to stop their conversion. A freed wizard may
// act in the same round, because its order comes later.
func (p *dumbledore) freeAllies() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if !p.needsHelp(ally) {
			continue
		}
		var saver *wizard
		way, busy := -1, true // busy is set if the saver gives up an attack
		for k := range sim.Steps {
			w := p.idleWizard(ally.Pos, k)
			if w == nil {
				continue
			}
			if b := p.bestAttack(w) >= 0; saver == nil || busy && !b {
				saver, way, busy = w, k, b
			}
		}
		if saver != nil {
			p.give(saver, way, rescue)
			ally.urgency, ally.RoundsLeft = rescue, 0
		}
	}
}

func (p *dumbledore) needsHelp(w *wizard) bool {
	return !w.busy && w.IsConverting() && w.RoundsLeft <= p.roundsLeft+1
}

// idleWizard returns our wizard that step sim.Steps[k] would take to a cell, or nil if no such
// wizard is free to act.
func (p *dumbledore) idleWizard(to sim.Pos, k int) *wizard {
	w := p.wizardAt(to.Add(sim.Steps[(k+2)%4]))
	if w == nil || w.busy || w.IsConverting() || w.urgency != attack {
		return nil
	}
	return w
}

// freeDistantAllies frees allies two steps away. The ally walks to the cell in between, and another
// wizard then moves onto it.
func (p *dumbledore) freeDistantAllies() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		for k := 0; k < len(sim.Steps) && p.needsHelp(ally); k++ {
			between := ally.Pos.Add(sim.Steps[k])
			if !p.isOpen(between) || p.claimed.Has(between.Row, between.Col) {
				continue
			}
			for j := range sim.Steps {
				if w := p.idleWizard(between, j); w != nil {
					p.claimed.Add(between.Row, between.Col)
					p.give(ally, k, walk)
					p.give(w, j, contact)
					break
				}
			}
		}
	}
}

// coverAllies moves wizards onto neighbouring allies that fight, after all other orders. This frees
// an ally that has lost, and otherwise has no effect.
func (p *dumbledore) coverAllies() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if ally.IsConverting() || p.toFoe.DistanceTo(ally.Pos, 1) > 1 {
			continue
		}
		for k := range sim.Steps {
			if w := p.idleWizard(ally.Pos, k); w != nil && !paths.Has(&p.deadly, w.Pos) {
				p.give(w, k, cover)
				break
			}
		}
	}
}
