package harrypotter

import (
	"fmt"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// readFixed reads the board of a FIXED configuration, which the official engine does not support.
// It draws no random numbers.
func (b *Board) readFixed(in *res.Scanner) error {
	readBoard(in, b)
	if string(in.Peek()) == "round" { // The rest of an initial state may follow.
		in.Expect("round")
		in.Int("the board's round", 0, 0)
	}
	return in.Err()
}

func (b *Board) generate() error {
	walls, err := grid.Maze.Draw(&b.Rand)
	if err != nil {
		return err
	}
	*b.walls = walls
	for p := range walls.All() {
		b.grid[gridIndex(p.Row, p.Col)] = Wall
	}
	if err := b.checkRoom(); err != nil {
		return err
	}
	b.units = make([]unit, 0, b.settings.unitCount())
	for clan := range int8(sim.Seats) {
		b.addUnit(unit{player: clan, rounds: int32(b.settings.RoundsSpellRestingGhost), next: -1})
	}
	for clan := range int8(sim.Seats) {
		for range b.settings.NumIniWizardsPerClan {
			b.addUnit(unit{player: clan, next: -1})
			b.wizardCounts[clan]++
		}
	}
	b.addBooks(b.settings.NumIniBooks)
	b.makeIngredients()
	const inner = (1<<(Cols-1) - 1) &^ 1 // bit mask of columns 1 to 58
	good := b.goodCells()
	good[0], good[Rows-1] = 0, 0
	for i := range good {
		good[i] &= inner
	}
	b.voldemort = b.pick(&good)
	return b.checkVoldemort()
}

// checkRoom rejects settings that leave no cell for Voldemort. The official engine would search for
// one forever.
func (b *Board) checkRoom() error {
	open := b.freeCells()
	free, units := open.Count(), b.settings.unitCount()
	need := units + min(b.settings.NumIniBooks, maxUnits) + 1
	if need <= free {
		return nil
	}
	key := "NUM_INI_BOOKS"
	if units > free {
		key = "NUM_INI_WIZARDS_PER_CLAN"
	}
	return &sim.SettingError{Key: key, Msg: fmt.Sprintf("NUM_INI_WIZARDS_PER_CLAN %d and NUM_INI_BOOKS %d need %d free cells, but the board has %d",
		b.settings.NumIniWizardsPerClan, b.settings.NumIniBooks, need, free)}
}

func (b *Board) addUnit(u unit) {
	p := b.choosePlace()
	b.units = append(b.units, u)
	b.putUnit(len(b.units)-1, p)
}

func (b *Board) addBooks(n int) {
	for range n {
		p := b.choosePlace()
		b.bookCells.Add(p.Row, p.Col)
	}
}

func (b *Board) makeIngredients() {
	sum := b.Rand.Random(5, 30)
	lo, hi := sum/4, sum/2
	var list [NumIngredients]int16
	for i := 0; i < NumIngredients; {
		x := b.Rand.Random(lo, hi)
		y := b.Rand.Random(lo, hi)
		if z := sum - x - y; lo <= z && z <= hi {
			list[i], list[i+1], list[i+2] = int16(x), int16(y), int16(z)
			i += 3
		}
	}
	b.ids = b.Rand.Permutation(NumIngredients, b.ids)
	for i, to := range b.ids {
		b.spell[to] = list[i]
	}
}

func (b *Board) choosePlace() sim.Pos {
	good := b.goodCells()
	return b.pick(&good)
}

// pick draws a good cell, or any free cell if no cell is good. There is always a free cell, because
// units and books leave their cells before they return.
func (b *Board) pick(goodCells *grid.Set) sim.Pos {
	if p, ok := goodCells.Pick(&b.Rand); ok {
		return p
	}
	free := b.freeCells()
	p, _ := free.PickByTrial(&b.Rand, Rows, Cols)
	return p
}

// goodCells returns the free cells that are more than two cells away from units, books and Voldemort.
func (b *Board) goodCells() grid.Set {
	var busy grid.Set
	for i := range busy {
		busy[i] = b.unitCells[i] | b.bookCells[i]
	}
	if b.voldemort.Row >= 0 {
		busy.Add(b.voldemort.Row, b.voldemort.Col)
	}
	return busy.FarCells(b.walls)
}

func (b *Board) freeCells() (r grid.Set) {
	for i := range r {
		r[i] = ^(b.walls[i] | b.unitCells[i] | b.bookCells[i]) & grid.FullRow
	}
	return r
}

func (b *Board) isFree(p sim.Pos) bool {
	return (b.walls[p.Row]|b.unitCells[p.Row]|b.bookCells[p.Row])>>p.Col&1 == 0
}
