package thepurge

import (
	"fmt"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// readFixed reads a fixed board. It draws no random numbers.
func (b *Board) readFixed(in *res.Scanner) error {
	in.Grid(b.set.BoardRows, b.set.BoardCols, glyphs, b.putThings)
	grid := in.Offset()
	tables := b.readTables(in, func(c *Citizen) {
		if full := b.set.CitizenIniLife(c.Type); int(c.Life) != full {
			in.Fail("citizen %d has life %d, but a %s starts with %d", c.ID, c.Life, citizenWords[c.Type], full)
		}
	})
	if err := in.Err(); err != nil {
		return err
	}
	for i := range b.citizens {
		b.next = max(b.next, b.citizens[i].ID)
	}
	b.next++
	return b.checkTotals(grid, tables)
}

// checkTotals checks the board against the settings. Errors refer to the end of the grid or of the
// table of citizens.
func (b *Board) checkTotals(gridEnd, tablesEnd int) error {
	check := func(offset, n, want int, what, key string) error {
		if n == want {
			return nil
		}
		return sim.InputErrorf(offset, "the board has %d %s, but %s is %d", n, what, key, want)
	}
	var types [2]int
	for i := range b.citizens {
		types[b.citizens[i].Type]++
	}
	for _, t := range b.set.things() {
		if err := check(gridEnd, b.count(t.glyph), t.initial, t.name, t.key); err != nil {
			return err
		}
	}
	if err := check(tablesEnd, types[Builder], sim.Seats*b.set.NumIniBuilders, "builders", "4 × NUM_INI_BUILDERS"); err != nil {
		return err
	}
	return check(tablesEnd, types[Warrior], sim.Seats*b.set.NumIniWarriors, "warriors", "4 × NUM_INI_WARRIORS")
}

func (b *Board) count(glyph byte) int {
	n := 0
	for i := range b.cells {
		if b.cells[i].thing == glyph {
			n++
		}
	}
	return n
}

// generate draws a random board. The limits on settings ensure that there are always enough empty
// cells.
func (b *Board) generate() error {
	if err := b.addBuildings(); err != nil {
		return err
	}
	for seat := range int8(sim.Seats) {
		for range b.set.NumIniBuilders {
			b.addCitizen(Builder, seat)
		}
		for range b.set.NumIniWarriors {
			b.addCitizen(Warrior, seat)
		}
	}
	b.next++ // The official counter skips an id here.
	for _, t := range b.set.things() {
		for range t.initial {
			b.putThing(b.chooseAny(), t.glyph)
		}
	}
	return nil
}

// addBuildings draws five blocks of buildings. Like the official program, it shuffles directions
// with the C library's generator.
func (b *Board) addBuildings() error {
	shuffles, rows, cols := cSeed1, b.set.BoardRows, b.set.BoardCols
	plan := grid.WallPlan{Rows: rows, Cols: cols, Walls: 5, MaxCells: rows * cols / 5, Shuffle: shuffles.shuffle}
	walls, err := plan.Draw(&b.Rand)
	if err != nil {
		return &sim.SettingError{Key: "BOARD_ROWS", Msg: fmt.Sprintf("no board of BOARD_ROWS %d and BOARD_COLS %d found for this seed", plan.Rows, plan.Cols)}
	}
	for p := range walls.All() {
		b.putThing(p, 'B')
	}
	return nil
}

func (b *Board) addCitizen(t CitizenType, seat int8) {
	b.putCitizen(b.newCitizen(t, seat, b.next, b.chooseAny()))
	b.next++
}

func (b *Board) newCitizen(t CitizenType, seat int8, id int32, p sim.Pos) Citizen {
	weapon := NoWeapon
	if t == Warrior {
		weapon = Hammer
	}
	return Citizen{Type: t, ID: id, Player: seat, At: sim.NewPos16(p), Weapon: weapon, Life: int32(b.set.CitizenIniLife(t))}
}

// choosePlace draws an empty cell that has no citizen within two rows and two columns. It returns
// false without drawing if there is no such cell.
func (b *Board) choosePlace() (sim.Pos, bool) {
	safe := b.empty
	for i := range b.citizens {
		p := &b.citizens[i].At
		safe.RemoveNear(int(p.Row), int(p.Col))
	}
	return safe.Pick(&b.Rand)
}

func (b *Board) chooseAny() sim.Pos {
	p, _ := b.empty.PickByTrial(&b.Rand, b.set.BoardRows, b.set.BoardCols)
	return p
}

// cRand is the C library's rand() with seed 1, an additive generator based on the last 31 values.
type cRand struct {
	last [31]uint32 // ring buffer of values, with the oldest one at index next
	next uint8
}

// cSeed1 is the state of the generator before its first call.
var cSeed1 = newCRand()

func newCRand() (c cRand) {
	v := int64(1)
	for i := range c.last {
		c.last[i] = uint32(v)
		v = 16807 * v % 2147483647
	}
	// The library discards its first 344 values. Values 31 to 33 repeat the first three.
	c.next = 3
	for range 344 - 34 {
		c.call()
	}
	return c
}

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

// shuffle shuffles four directions like C++'s former random_shuffle.
func (c *cRand) shuffle(v [4]sim.Dir) [4]sim.Dir {
	for a := uint32(1); a < 4; a++ {
		b := c.call() % (a + 1)
		v[a], v[b] = v[b], v[a]
	}
	return v
}
