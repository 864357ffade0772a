package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
)

// saveAllies frees neighbouring allies, which may then attack.
func (p *planner) saveAllies() {
	for i := range p.wizards {
		ally := &p.wizards[i]
		if !ally.Converting() {
			continue
		}
		for k := range sim.Steps {
			w := p.wizardAt(ally.Pos.Add(sim.Steps[(k+2)%4])) // the wizard from which step k leads to the ally
			if w == nil || w.busy || w.Converting() {
				continue
			}
			p.give(w, k, rescue)
			ally.busy = true
			if k := p.weakestNeighbour(ally); k >= 0 {
				p.give(ally, k, rescue)
			}
			break
		}
	}
}

func (p *planner) fight() {
	for i := range p.wizards {
		w := &p.wizards[i]
		if w.busy || w.Converting() {
			continue
		}
		if k := p.weakestNeighbour(w); k >= 0 {
			p.give(w, k, blow)
		}
	}
}

// weakestNeighbour returns the direction of the weakest neighbouring enemy that would not convert
// the attacker, or -1.
func (p *planner) weakestNeighbour(w *wizard) int {
	best, weakest := -1, 2*p.magic[p.me]+1
	for k, step := range sim.Steps {
		to := w.Pos.Add(step)
		if !paths.Has(&p.foes, to) || !paths.Has(&p.safe, to) {
			continue
		}
		if m := p.magic[p.s.Unit(p.s.UnitAt(to)).Player]; m < weakest {
			best, weakest = k, m
		}
	}
	return best
}

// flee moves wizards away from Voldemort and from enemies that would convert them at once.
func (p *planner) flee() {
	const near = 4 // maximum distance of a danger
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
			to := w.Pos.Add(step)
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
