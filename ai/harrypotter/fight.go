package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
)

// save stops conversions of allies beside whom we stand: a wizard moves onto
// the ally, who is free at once and may then strike.
func (p *planner) save() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if !ally.Converting() {
			continue
		}
		for k := range sim.Steps {
			w := p.wizardAt(ally.Pos.Plus(sim.Steps[(k+2)%4])) // from there the step leads to it
			if w == nil || w.busy || w.Converting() {
				continue
			}
			p.give(w, k, rescue)
			ally.busy = true
			if k := p.victim(ally); k >= 0 {
				p.give(ally, k, rescue)
			}
			break
		}
	}
}

// fight strikes at enemies beside us.
func (p *planner) fight() {
	for i := range p.wizards {
		w := &p.wizards[i]
		if w.busy || w.Converting() {
			continue
		}
		if k := p.victim(w); k >= 0 {
			p.give(w, k, blow)
		}
	}
}

// victim is the direction of the weakest enemy beside a wizard, -1 when there is
// none or all are so strong that the blow would convert ourselves.
func (p *planner) victim(w *wizard) int {
	best, weakest := -1, 2*p.magic[p.me]+1
	for k, step := range sim.Steps {
		to := w.Pos.Plus(step)
		if !paths.Has(&p.foes, to) || !paths.Has(&p.safe, to) {
			continue
		}
		if m := p.magic[p.s.Unit(p.s.UnitAt(to)).Player]; m < weakest {
			best, weakest = k, m
		}
	}
	return best
}

// flee runs from Voldemort and from enemies who would convert us at once.
func (p *planner) flee() {
	const near = 4 // steps at which it begins to matter
	for i := range p.wizards {
		w := &p.wizards[i]
		if w.busy {
			continue
		}
		best, safest := -1, p.toStrong.To(w.Pos, near)
		if paths.Has(&p.deadly, w.Pos) {
			safest = 0
		}
		if safest > 2 || w.Converting() && safest > 0 {
			continue
		}
		for k, step := range sim.Steps {
			to := w.Pos.Plus(step)
			if !p.isOpen(to) || p.claimed.Has(to.Row, to.Col) {
				continue
			}
			if d := p.toStrong.To(to, near); d > safest {
				best, safest = k, d
			}
		}
		if best >= 0 {
			p.walk(w, best, contactReach)
		}
	}
}
