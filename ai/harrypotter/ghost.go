package harrypotter

import (
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// spellWindow is how long before its deadline a late spell is tried: one spell
// a round is cast, and others want it too.
const spellWindow = 10

// playGhost casts, or keeps the ghost away from enemies and Voldemort.
func (c *clan) playGhost() {
	ghost := c.s.Unit(c.s.Ghost(c.me))
	if ghost.Rounds == 0 && c.spellTime() && solveSpell(c.s.Ingredients(), c.solution[:]) {
		c.queues[walk] = append(c.queues[walk], hp.Spell(ghost.ID, c.solution[:]))
		return
	}
	at := spot(ghost.Pos)
	best, safest := -1, c.shelter(at, ghost.Pos)
	for dir, step := range steps {
		if c.what[at+step]&(solid|unit|deadly) != 0 {
			continue
		}
		if v := c.shelter(at+step, ghost.Pos.Plus(hp.Dirs[dir])); v > safest {
			best, safest = dir, v
		}
	}
	if best >= 0 {
		c.queues[walk] = append(c.queues[walk], hp.Move(ghost.ID, hp.Dir(best)))
	}
}

// spellTime reports whether to cast in this round. Cells change hands until the end, so
// a late spell is worth more, as long as none is lost by waiting.
func (c *clan) spellTime() bool {
	set := c.s.Settings()
	left := set.LastSpellRound() - c.s.Round() // rounds in which we may still wait
	if left < 0 || !c.lateSpell {
		return left >= 0
	}
	return left%set.RoundsSpellRestingGhost < spellWindow
}

// shelter says how safe a cell is for the ghost.
func (c *clan) shelter(at int, p sim.Pos) int {
	return 2*min(manhattan(p, c.s.Voldemort()), 14) + 3*min(int(c.foes[at]), 6)
}
