package thepurge

import (
	"fmt"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// readFixed reads a fixed board. It draws no random numbers.
func (b *Board) readFixed(in *res.Scanner) error {
	in.Grid(b.settings.BoardRows, b.settings.BoardCols, glyphs, b.putThings)
	gridEnd := in.Offset()
	citizensEnd := b.readTables(in, func(c *Citizen) {
		if full := b.settings.CitizenIniLife(c.Type); int(c.Life) != full {
			in.Fail("citizen %d has life %d, but a %s starts with %d", c.ID, c.Life, citizenWords[c.Type], full)
		}
	})
	if err := in.Err(); err != nil {
		return err
	}
	for i := range b.citizens {
		b.nextID = max(b.nextID, b.citizens[i].ID)
	}
	b.nextID++
	return b.checkTotals(gridEnd, citizensEnd)
}

// checkTotals checks the board against the settings. Errors refer to the end of the grid or of the
// table of citizens.
func (b *Board) checkTotals(gridEnd, citizensEnd int) error {
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
	for _, t := range b.settings.thingKinds() {
		if err := check(gridEnd, b.count(t.glyph), t.initialCount, t.name, t.key); err != nil {
			return err
		}
	}
	if err := check(citizensEnd, types[Builder], sim.Seats*b.settings.NumIniBuilders, "builders", "4 × NUM_INI_BUILDERS"); err != nil {
		return err
	}
	return check(citizensEnd, types[Warrior], sim.Seats*b.settings.NumIniWarriors, "warriors", "4 × NUM_INI_WARRIORS")
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
		for range b.settings.NumIniBuilders {
			b.addCitizen(Builder, seat)
		}
		for range b.settings.NumIniWarriors {
			b.addCitizen(Warrior, seat)
		}
	}
	b.nextID++ // The official counter skips an id here.
	for _, t := range b.settings.thingKinds() {
		for range t.initialCount {
			b.putThing(b.chooseEmptyCell(), t.glyph)
		}
	}
	return nil
}

// addBuildings draws five blocks of buildings. Like the official program, it shuffles directions
// with the C library's generator.
func (b *Board) addBuildings() error {
	shuffles, rows, cols := initialCRand, b.settings.BoardRows, b.settings.BoardCols
	plan := grid.WallPlan{Rows: rows, Cols: cols, WallCount: 5, MaxCells: rows * cols / 5, Shuffle: shuffles.shuffle}
	walls, err := plan.Draw(&b.Rand)
	if err != nil {
		return &sim.SettingError{Key: "BOARD_ROWS", Msg: fmt.Sprintf("no board with BOARD_ROWS %d and BOARD_COLS %d found for this seed", plan.Rows, plan.Cols)}
	}
	for p := range walls.All() {
		b.putThing(p, 'B')
	}
	return nil
}

func (b *Board) addCitizen(t CitizenType, seat int8) {
	b.putCitizen(b.newCitizen(t, seat, b.nextID, b.chooseEmptyCell()))
	b.nextID++
}

func (b *Board) newCitizen(t CitizenType, seat int8, id int32, p sim.Pos) Citizen {
	weapon := NoWeapon
	if t == Warrior {
		weapon = Hammer
	}
	return Citizen{Type: t, ID: id, Player: seat, At: sim.NewPos16(p), Weapon: weapon, Life: int32(b.settings.CitizenIniLife(t))}
}

// choosePlace draws an empty cell that has no citizen within two rows and two columns. It returns
// false without drawing if there is no such cell.
func (b *Board) choosePlace() (sim.Pos, bool) {
	safe := b.emptyCells
	for i := range b.citizens {
		p := &b.citizens[i].At
		safe.RemoveNear(int(p.Row), int(p.Col))
	}
	return safe.Pick(&b.Rand)
}

func (b *Board) chooseEmptyCell() sim.Pos {
	p, _ := b.emptyCells.PickByTrial(&b.Rand, b.settings.BoardRows, b.settings.BoardCols)
	return p
}

// cRand is the C library's rand() with seed 1, an additive generator based on the last 31 values.
type cRand struct {
	values [31]uint32 // ring buffer of values, with the oldest one at index next
	next   uint8
}

// initialCRand is the state of the generator before its first call.
var initialCRand = newCRand()

func newCRand() (c cRand) {
	v := int64(1)
	for i := range c.values {
		c.values[i] = uint32(v)
		v = 16807 * v % 2147483647
	}
	// The library discards its first 344 values. Values 31 to 33 repeat the first three.
	c.next = 3
	for range 344 - 34 {
		c.draw()
	}
	return c
}

func (c *cRand) draw() uint32 {
	i := c.next
	back := i + 28
	if back >= 31 {
		back -= 31
	}
	v := c.values[i] + c.values[back]
	c.values[i] = v
	if i++; i == 31 {
		i = 0
	}
	c.next = i
	return v >> 1
}

// shuffle shuffles four directions like C++'s former random_shuffle.
func (c *cRand) shuffle(v [4]sim.Dir) [4]sim.Dir {
	for a := uint32(1); a < 4; a++ {
		b := c.draw() % (a + 1)
		v[a], v[b] = v[b], v[a]
	}
	return v
}
