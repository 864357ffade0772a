package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
)

// freeAllies stops conversions of allies beside whom we stand. Whoever is freed may do what
// it would do otherwise: its order comes later in our list.
func (p *dumbledore) freeAllies() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if !p.inNeed(ally) {
			continue
		}
		var saver *wizard
		way, busy := -1, true // busy: it would strike an enemy instead
		for k := range sim.Steps {
			w := p.idle(ally.Pos, k)
			if w == nil {
				continue
			}
			if b := p.prey(w) >= 0; saver == nil || busy && !b {
				saver, way, busy = w, k, b
			}
		}
		if saver != nil {
			p.give(saver, way, rescue)
			ally.urgency, ally.Rounds = rescue, 0
		}
	}
}

// inNeed reports whether a wizard is converting and will be lost before the end.
func (p *dumbledore) inNeed(w *wizard) bool {
	return !w.busy && w.Converting() && w.Rounds <= p.roundLeft+1
}

// idle returns the wizard of ours from which the step sim.Steps[k] leads to a cell, if it may yet strike or
// free in this round, else nil.
func (p *dumbledore) idle(to sim.Pos, k int) *wizard {
	w := p.wizardAt(to.Plus(sim.Steps[(k+2)%4]))
	if w == nil || w.busy || w.Converting() || w.urgency != blow {
		return nil
	}
	return w
}

// meetHalfway stops conversions of allies two steps away in one round: the ally walks to the cell
// between, and the order onto that cell comes later.
func (p *dumbledore) meetHalfway() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		for k := 0; k < len(sim.Steps) && p.inNeed(ally); k++ {
			between := ally.Pos.Plus(sim.Steps[k])
			if !p.isOpen(between) || p.claimed.Has(between.Row, between.Col) {
				continue
			}
			for j := range sim.Steps {
				if w := p.idle(between, j); w != nil {
					p.claimed.Set(between.Row, between.Col)
					p.give(ally, k, walk)
					p.give(w, j, contact)
					break
				}
			}
		}
	}
}

// backAllies lets wizards beside an ally that fights move onto it, last of all: this frees the ally in the same round
// if it loses, and is refused if it does not.
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
