package harrypotter

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// board represents a state as sets of cells, from one seat's point of view.
type board struct {
	s     *hp.State
	me    int
	magic [sim.Seats]int

	ground   paths.Cells
	units    paths.Cells
	books    paths.Cells
	occupied paths.Cells
	deadly   paths.Cells // cells that Voldemort may strike in this round
	safe     paths.Cells
	free     paths.Cells // empty cells that our clan does not own
	allies   paths.Cells // our wizards that are not being converted
	foes     paths.Cells // enemy wizards that are not being converted
	blocked  paths.Cells // all units except allies
	passable paths.Cells // safe cells without blocking units

	toFoe       paths.Search
	toStrongFoe paths.Search // search from the enemies that would convert us immediately
}

func (b *board) update(s *hp.State, me int) {
	b.s, b.me = s, me
	for clan := range b.magic {
		b.magic[clan] = s.MagicStrength(clan)
	}
	for row := range b.ground {
		b.ground[row] = ^s.WallRow(row) & paths.FullRow
	}
	b.updateWizards()
	b.updateDeadly()
	for row := range b.ground {
		b.units[row] = s.UnitRow(row)
		b.books[row] = s.BookRow(row)
		b.occupied[row] = b.units[row] | b.books[row]
		b.safe[row] = b.ground[row] &^ b.deadly[row]
		b.blocked[row] = b.units[row] &^ b.allies[row]
		b.passable[row] = b.safe[row] &^ b.blocked[row]
		ours := paths.Mask(s.GroundRow(row), '0'+byte(me))
		b.free[row] = b.ground[row] &^ (ours | b.occupied[row])
	}
}

func (b *board) updateWizards() {
	b.allies, b.foes = paths.Cells{}, paths.Cells{}
	var strongest paths.Cells
	for clan := range sim.Seats {
		set, strong := &b.foes, b.magic[clan] > 2*b.magic[b.me]
		if clan == b.me {
			set, strong = &b.allies, false
		}
		for _, id := range b.s.Wizards(clan) {
			u := b.s.Unit(id)
			if u.IsConverting() {
				continue
			}
			set.Add(u.Pos.Row, u.Pos.Col)
			if strong {
				strongest.Add(u.Pos.Row, u.Pos.Col)
			}
		}
	}
	b.toFoe.Start(&b.ground, &b.foes)
	b.toStrongFoe.Start(&b.ground, &strongest)
}

func (b *board) updateDeadly() {
	b.deadly = paths.Cells{}
	v := b.s.Voldemort()
	for row := max(v.Row-2, 0); row <= min(v.Row+2, hp.Rows-1); row++ {
		around := uint64(0b11111)
		if row == v.Row-2 || row == v.Row+2 {
			around = 0b01110
		}
		b.deadly[row] = around << v.Col >> 2 & paths.FullRow
	}
}

// isOpen reports whether a unit can safely enter a cell. The cell may be off the board.
func (b *board) isOpen(p sim.Pos) bool { return paths.Has(&b.safe, p) && !b.units.Has(p.Row, p.Col) }

const (
	ownCell = iota
	unownedCell
	enemyCell
	bookCell
)

func (b *board) cellKind(at sim.Pos) int {
	owner := b.s.GroundRow(at.Row)[at.Col]
	switch {
	case b.books.Has(at.Row, at.Col):
		return bookCell
	case owner == hp.Empty:
		return unownedCell
	case owner != '0'+byte(b.me):
		return enemyCell
	}
	return ownCell
}
