package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// NewBoard makes the board of a match.
func (Game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b := newBoard(s.(*Settings), seed)
	in := res.NewScanner(generator)
	var err error
	if in.Generator() {
		err = b.fix(in)
	} else if err = in.Err(); err == nil {
		err = b.generate()
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// glyphs of a fixed board; those of citizens and barricades mean streets, so
// that the initial state of a recording can be pasted.
const fixedGlyphs = ".BGZMFCcWwb"

// fix reads a fixed board. It draws nothing.
func (b *Board) fix(in *res.Scanner) error {
	r := tableReader{in: in, board: b}
	in.Grid(b.set.BoardRows, b.set.BoardCols, fixedGlyphs, func(p sim.Pos, glyph byte) {
		switch glyph {
		case 'B', 'G', 'Z', 'M', 'F':
			b.putThing(p, glyph)
		}
	})
	grid := in.Offset()
	readCitizens(in, b.set, func(c Citizen) {
		if full := b.set.CitizenIniLife(c.Type); int(c.Life) != full {
			in.Fail("citizen %d has life %d: a %s starts with %d", c.ID, c.Life, citizenWords[c.Type], full)
		}
		r.add(c)
	})
	tables := in.Offset()
	b.putCitizens(r.list)
	if in.Err() == nil {
		readBarricades(in, b.set, r.fence)
	}
	if err := in.Err(); err != nil {
		return err
	}
	for i := range b.citizens {
		b.next = max(b.next, b.citizens[i].ID)
	}
	b.next++
	return b.checkTotals(grid, tables)
}

// checkTotals verifies that the board has what the keys say, per kind.
func (b *Board) checkTotals(grid, tables int) error {
	var trades [2]int
	for i := range b.citizens {
		trades[b.citizens[i].Type]++
	}
	for _, t := range []struct {
		offset, n, want int
		what, key       string
	}{
		{grid, b.count('M'), b.set.NumIniMoney, "money", "NUM_INI_MONEY"},
		{grid, b.count('F'), b.set.NumIniFood, "food", "NUM_INI_FOOD"},
		{grid, b.count('G'), b.set.NumIniGuns, "guns", "NUM_INI_GUNS"},
		{grid, b.count('Z'), b.set.NumIniBazookas, "bazookas", "NUM_INI_BAZOOKAS"},
		{tables, trades[Builder], sim.Seats * b.set.NumIniBuilders, "builders", "4 × NUM_INI_BUILDERS"},
		{tables, trades[Warrior], sim.Seats * b.set.NumIniWarriors, "warriors", "4 × NUM_INI_WARRIORS"},
	} {
		if t.n != t.want {
			return sim.Errorf(t.offset, "the board has %d %s: %s is %d", t.n, t.what, t.key, t.want)
		}
	}
	return nil
}

func (b *Board) count(thing byte) int {
	n := 0
	for i := range b.cells {
		if b.cells[i].thing == thing {
			n++
		}
	}
	return n
}
