package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// spellWindow is how long before its deadline a late spell is tried: one spell
// a round is cast, and others want it too.
const spellWindow = 10

// playGhost casts, or keeps the ghost away from enemies and Voldemort.
func (p *planner) playGhost() {
	ghost := p.s.Unit(int32(p.me))
	if ghost.Rounds == 0 && p.spellTime() && solveSpell(p.s.Ingredients(), p.solution[:]) {
		p.queues[walk] = append(p.queues[walk], hp.Spell(ghost.ID, p.solution[:]))
		return
	}
	best, safest := -1, p.shelter(ghost.Pos)
	for dir, step := range hp.Dirs {
		to := ghost.Pos.Plus(step)
		if !p.isOpen(to) {
			continue
		}
		if v := p.shelter(to); v > safest {
			best, safest = dir, v
		}
	}
	if best >= 0 {
		p.queues[walk] = append(p.queues[walk], hp.Move(ghost.ID, hp.Dir(best)))
	}
}

// spellTime reports whether to cast in this round. Cells change hands until the end, so
// a late spell is worth more, as long as none is lost by waiting.
func (p *planner) spellTime() bool {
	set := p.s.Settings()
	left := set.LastSpellRound() - p.s.Round() // rounds in which we may still wait
	if left < 0 || !p.lateSpell {
		return left >= 0
	}
	return left%set.RoundsSpellRestingGhost < spellWindow
}

// shelter says how safe a cell is for the ghost.
func (p *planner) shelter(at sim.Pos) int {
	return 2*min(paths.Manhattan(at, p.s.Voldemort()), 14) + 3*min(p.toFoe.To(at, 6), 6)
}
