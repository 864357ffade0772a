package thepurge

import (
	"errors"
	"fmt"
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// fix reads a fixed board. It draws nothing.
func (b *Board) readFixed(in *res.Scanner) error {
	r := tableReader{in: in, board: b}
	in.Grid(b.set.BoardRows, b.set.BoardCols, fixedGlyphs, b.putThings)
	grid := in.Offset()
	readCitizens(in, b.set, func(c Citizen) {
		if full := b.set.CitizenIniLife(c.Type); int(c.Life) != full {
			in.Fail("citizen %d has life %d: a %s starts with %d", c.ID, c.Life, citizenWords[c.Type], full)
		}
		r.addCitizen(c)
	})
	tables := in.Offset()
	b.putCitizens(r.list)
	if in.Err() == nil {
		readBarricades(in, b.set, r.addBarricade)
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

// checkTotals checks the board against the settings.
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
			return sim.InputErrorf(t.offset, "the board has %d %s: %s is %d", t.n, t.what, t.key, t.want)
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

func (b *Board) generate() error {
	if err := b.addBuildings(); err != nil {
		return err
	}
	if err := b.addCitizens(); err != nil {
		return err
	}
	return b.addThings()
}

// plan returns how buildings are drawn: five blocks, with turns from the generator of the C
// library.
func (s *Settings) wallPlan(shuffles *cRand) grid.WallPlan {
	return grid.WallPlan{Rows: s.BoardRows, Cols: s.BoardCols, Walls: 5, MaxCells: s.BoardRows * s.BoardCols / 5, Shuffle: shuffles.shuffle}
}

// addBuildings draws buildings until all streets are connected.
func (b *Board) addBuildings() error {
	shuffles := cSeed1
	plan := b.set.wallPlan(&shuffles)
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
	b.next++ // the official counter skips an id here
	return nil
}

func (b *Board) newCitizen(t CitizenType, seat int8, id int32, p sim.Pos) Citizen {
	weapon := NoWeapon
	if t == Warrior {
		weapon = Hammer
	}
	return Citizen{Type: t, ID: id, Player: seat, At: sim.NewPos16(p), Weapon: weapon, Life: int32(b.set.CitizenIniLife(t))}
}

// addThings places bonuses and weapons in the order of draws.
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

var errFull = errors.New("no empty cell found for this seed")

// choosePlace draws an empty cell without citizens in its 5×5 square. It draws nothing if there is
// none.
func (b *Board) choosePlace() (sim.Pos, bool) {
	safe := b.empty
	for i := range b.citizens {
		p := &b.citizens[i].At
		safe.RemoveNear(int(p.Row), int(p.Col))
	}
	return safe.Pick(&b.Rand)
}

// chooseAny draws cells until one is empty.
func (b *Board) chooseAny() (sim.Pos, error) {
	if p, ok := b.empty.PickByTrial(&b.Rand, b.set.BoardRows, b.set.BoardCols); ok {
		return p, nil
	}
	return sim.Pos{}, errFull
}

// cRand is the C library's rand() with seed 1, which the official program uses for shuffles: an
// additive generator over the last 31 values.
type cRand struct {
	last [31]uint32 // a ring with the oldest value at next
	next uint8
}

// cSeed1 is the generator before its first call.
var cSeed1 = newCRand()

func newCRand() (c cRand) {
	v := int64(1)
	for i := range c.last {
		c.last[i] = uint32(v)
		v = 16807 * v % 2147483647
	}
	// the library drops values: calls start at value 344, and values 31 to 33 repeat the first
	// three
	c.next = 3
	for range 344 - 34 {
		c.call()
	}
	return c
}

// call returns the next value of 31 bits.
func (c *cRand) call() uint32 {
	i := c.next
	back := i + 28
	if back >= 31 {
		back -= 31
	}
	v := c.last[i] + c.last[back]
	c.last[i] = v
	if i++; i == 31 {
		i = 0
	}
	c.next = i
	return v >> 1
}

// shuffle is the C++ library's legacy shuffle of four directions. It makes three calls.
func (c *cRand) shuffle(v [4]sim.Dir) [4]sim.Dir {
	for a := uint32(1); a < 4; a++ {
		b := c.call() % (a + 1)
		v[a], v[b] = v[b], v[a]
	}
	return v
}
