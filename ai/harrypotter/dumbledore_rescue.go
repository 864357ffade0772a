package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
)

// freeAllies stops the conversion of neighbouring allies. A freed wizard may act in the same round,
// because its order comes later.
func (p *dumbledore) freeAllies() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if !p.needsHelp(ally) {
			continue
		}
		var saver *wizard
		way, busy := -1, true // busy: the saver gives up an attack
		for k := range sim.Steps {
			w := p.idle(ally.Pos, k)
			if w == nil {
				continue
			}
			if b := p.bestAttack(w) >= 0; saver == nil || busy && !b {
				saver, way, busy = w, k, b
			}
		}
		if saver != nil {
			p.give(saver, way, rescue)
			ally.urgency, ally.Rounds = rescue, 0
		}
	}
}

func (p *dumbledore) needsHelp(w *wizard) bool {
	return !w.busy && w.Converting() && w.Rounds <= p.roundLeft+1
}

// idle returns the own wizard that can enter a cell with step sim.Steps[k] and may still act in
// this round, or nil.
func (p *dumbledore) idle(to sim.Pos, k int) *wizard {
	w := p.wizardAt(to.Add(sim.Steps[(k+2)%4]))
	if w == nil || w.busy || w.Converting() || w.urgency != blow {
		return nil
	}
	return w
}

// meetHalfway frees allies two steps away: the ally walks to the cell between, and another wizard
// then moves onto it.
func (p *dumbledore) meetHalfway() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		for k := 0; k < len(sim.Steps) && p.needsHelp(ally); k++ {
			between := ally.Pos.Add(sim.Steps[k])
			if !p.isOpen(between) || p.claimed.Has(between.Row, between.Col) {
				continue
			}
			for j := range sim.Steps {
				if w := p.idle(between, j); w != nil {
					p.claimed.Add(between.Row, between.Col)
					p.give(ally, k, walk)
					p.give(w, j, contact)
					break
				}
			}
		}
	}
}

// backAllies uses the last orders to move wizards onto neighbouring allies that fight. That frees
// an ally that has lost, and otherwise has no effect.
func (p *dumbledore) backAllies() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if ally.Converting() || p.toFoe.To(ally.Pos, 1) > 1 {
			continue
		}
		for k := range sim.Steps {
			if w := p.idle(ally.Pos, k); w != nil && !paths.Has(&p.deadly, w.Pos) {
				p.give(w, k, backing)
				break
			}
		}
	}
}
