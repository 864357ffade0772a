package thepurge

import (
	"math/bits"

	"game-tui/ai/paths"
	"game-tui/sim/game/thepurge"
)

// Size of the largest supported board.
const maxRows, maxCols = 25, 50

// board represents a state as sets of cells, seen from one seat.
type board struct {
	s     *thepurge.State
	set   *thepurge.Settings
	me    int
	night bool
	left  int // rounds until the next dusk or dawn

	streets paths.Cells // all cells except buildings
	own     paths.Cells // own barricades
	barred  paths.Cells // barricades of other clans
	items   paths.Cells
	people  paths.Cells // cells of all citizens
	open    paths.Cells // walkable cells, including those with citizens, which move
}

func (b *board) look(s *thepurge.State, me int) {
	b.s, b.set, b.me = s, s.Settings(), me
	half := b.set.NumRoundsPerDay / 2
	b.night, b.left = s.IsNight(), half-s.Round()%half
	b.own, b.barred, b.people = paths.Cells{}, paths.Cells{}, paths.Cells{}
	list := s.AllBarricades()
	for i := range list {
		if w := &list[i]; int(w.Player) == me {
			b.own.Add(int(w.At.Row), int(w.At.Col))
		} else {
			b.barred.Add(int(w.At.Row), int(w.At.Col))
		}
	}
	people := s.Citizens()
	for i := range people {
		b.people.Add(int(people[i].At.Row), int(people[i].At.Col))
	}
	for i := range b.set.BoardRows {
		row := s.GlyphRow(i)
		b.streets[i] = (1<<len(row) - 1) &^ paths.Mask(row, 'B')
		b.items[i] = paths.Mask(row, 'M') | paths.Mask(row, 'F') | paths.Mask(row, 'G') | paths.Mask(row, 'Z')
		b.open[i] = b.streets[i] &^ b.barred[i]
	}
}

func (b *board) count(set *paths.Cells) int {
	n := 0
	for i := range b.set.BoardRows {
		n += bits.OnesCount64(set[i])
	}
	return n
}
