package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

const (
	ghostReach = 15 // maximum distance of a book for the ghost
	ghostBook  = 100
	castWindow = 6 // rounds before a deadline in which to cast
)

func (p *dumbledore) leadGhost() {
	if p.cast(castWindow) {
		return
	}
	p.searchBooks()
	ghost := p.s.Unit(int32(p.me))
	best, most := -1, -1e9
	if !paths.Has(&p.deadly, ghost.Pos) {
		most = p.ghostCellValue(ghost.Pos)
	}
	for dir, step := range hp.Steps {
		to := ghost.Pos.Add(step)
		if !p.isOpen(to) || p.claimed.Has(to.Row, to.Col) {
			continue
		}
		if v := p.ghostCellValue(to); v > most {
			best, most = dir, v
		}
	}
	if best >= 0 {
		p.queues[walk] = append(p.queues[walk], hp.Move(ghost.ID, hp.Dir(best)))
	}
}

func (p *dumbledore) ghostCellValue(at sim.Pos) float64 {
	v := 2*float64(min(at.Distance(p.s.Voldemort()), 6)) + 3*float64(min(p.toFoe.To(at, 6), 6))
	for d := range p.toBook {
		if p.toBook[d].Has(at.Row, at.Col) {
			return v + ghostBook/float64(d+1)
		}
	}
	return v
}

func (p *dumbledore) searchBooks() {
	for row := range p.books {
		p.toBook[0][row] = p.books[row] & p.safe[row] &^ p.claimed[row]
	}
	for d := 1; d < len(p.toBook); d++ {
		near := p.toBook[d-1].WithNeighbors()
		for row, cells := range p.toBook[d-1] {
			p.toBook[d][row] = cells | near[row]&p.pass[row]
		}
	}
}
