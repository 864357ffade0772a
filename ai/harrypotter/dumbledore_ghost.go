package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// leadGhost casts, or leads the ghost to books and away from enemies.
func (p *dumbledore) leadGhost() {
	ghost := p.s.Unit(int32(p.me))
	if ghost.Rounds == 0 && p.spellTime() && solveSpell(p.s.Ingredients(), p.solution[:]) {
		p.queues[walk] = append(p.queues[walk], hp.Spell(ghost.ID, p.solution[:]))
		return
	}
	p.toBook()
	best, most := -1, -1e9
	for dir := -1; dir < 8; dir++ {
		to := ghost.Pos
		if dir >= 0 {
			to = to.Plus(hp.Dirs[dir])
			if !p.isOpen(to) || p.claimed.Has(to.Row, to.Col) {
				continue
			}
		} else if paths.Has(&p.deadly, to) {
			continue
		}
		v := 2*float64(min(paths.Manhattan(to, p.s.Voldemort()), 6)) + p.n[nGhostFoe]*float64(min(p.toFoe.To(to, 6), 6))
		if d := p.ghostSteps(to); d < ghostReach {
			v += p.n[nGhostBook] / float64(d+1)
		}
		if v > most {
			best, most = dir, v
		}
	}
	if best >= 0 {
		p.queues[walk] = append(p.queues[walk], hp.Move(ghost.ID, hp.Dir(best)))
	}
}

const ghostReach = 16

// toBook finds how many steps a ghost is from books.
func (p *dumbledore) toBook() {
	p.levels[0] = p.books
	for i := range p.levels[0] {
		p.levels[0][i] &= p.safe[i] &^ p.claimed[i]
	}
	for d := 1; d < ghostReach; d++ {
		from, to := &p.levels[d-1], &p.levels[d]
		for i, cells := range from {
			if i > 0 {
				cells |= from[i-1]
			}
			if i+1 < len(from) {
				cells |= from[i+1]
			}
			to[i] = (cells|cells<<1|cells>>1)&p.pass[i] | from[i]
		}
	}
}

func (p *dumbledore) ghostSteps(at sim.Pos) int {
	for d := range p.levels {
		if p.levels[d].Has(at.Row, at.Col) {
			return d
		}
	}
	return ghostReach
}
