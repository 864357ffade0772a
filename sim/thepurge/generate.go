package thepurge

import (
	"fmt"
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// fix reads a fixed board. It draws nothing.
func (b *Board) fix(in *res.Scanner) error {
	r := tableReader{in: in, board: b}
	in.Grid(b.set.BoardRows, b.set.BoardCols, fixedGlyphs, b.putThings)
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

// generate makes a random board.
func (b *Board) generate() error {
	if err := b.addBuildings(); err != nil {
		return err
	}
	if err := b.addCitizens(); err != nil {
		return err
	}
	return b.addThings()
}

// plan is how the buildings are drawn: five blocks, the turns of which come from
// the generator of the C library.
func (s *Settings) plan(shuffles *cRand) grid.Plan {
	return grid.Plan{Rows: s.BoardRows, Cols: s.BoardCols, Walls: 5, Cells: s.BoardRows * s.BoardCols / 5, Shuffle: shuffles.shuffle}
}

// addBuildings draws the buildings, again from the start until all streets are
// connected.
func (b *Board) addBuildings() error {
	shuffles := cSeed1
	plan := b.set.plan(&shuffles)
	walls, err := plan.Draw(&b.Rand)
	if err != nil {
		return &sim.SettingError{Key: "BOARD_ROWS", Msg: fmt.Sprintf("no board of BOARD_ROWS %d and BOARD_COLS %d found for this seed", plan.Rows, plan.Cols)}
	}
	for i, m := range walls {
		for ; m != 0; m &= m - 1 {
			b.putThing(sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}, 'B')
		}
	}
	return nil
}

// addCitizens places the citizens of all players.
func (b *Board) addCitizens() error {
	for seat := range sim.Seats {
		for k := range b.set.NumIniBuilders + b.set.NumIniWarriors {
			p, err := b.chooseAny()
			if err != nil {
				return err
			}
			trade := Builder
			if k >= b.set.NumIniBuilders {
				trade = Warrior
			}
			b.putCitizen(b.newCitizen(trade, int8(seat), b.next, p))
			b.next++
		}
	}
	b.next++ // the official counter skips one id here
	return nil
}

// newCitizen is a fresh citizen.
func (b *Board) newCitizen(t CitizenType, seat int8, id int32, p sim.Pos) Citizen {
	weapon := NoWeapon
	if t == Warrior {
		weapon = Hammer
	}
	return Citizen{Type: t, ID: id, Player: seat, At: sim.At(p), Weapon: weapon, Life: int32(b.set.CitizenIniLife(t))}
}

// addThings lays out what can be collected, in the order that fixes the draws.
func (b *Board) addThings() error {
	for _, t := range []struct {
		thing byte
		n     int
	}{{'F', b.set.NumIniFood}, {'M', b.set.NumIniMoney}, {'G', b.set.NumIniGuns}, {'Z', b.set.NumIniBazookas}} {
		if err := b.addThing(t.thing, t.n); err != nil {
			return err
		}
	}
	return nil
}

// addThing lays n things of a kind on empty cells.
func (b *Board) addThing(thing byte, n int) error {
	for range n {
		p, err := b.chooseAny()
		if err != nil {
			return err
		}
		b.putThing(p, thing)
	}
	return nil
}
