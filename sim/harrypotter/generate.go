package harrypotter

import (
	"errors"
	"fmt"
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// fix reads the board of a FIXED configuration, which the official engine refuses. It draws
// nothing.
func (b *Board) readFixed(in *res.Scanner) error {
	readPlaces(in, b)
	if string(in.Peek()) == "round" { // the rest of a state; only initial states are accepted
		in.Expect("round")
		in.Int("round of the board", 0, 0)
	}
	return in.Err()
}

func (b *Board) generate() error {
	if err := roomFor(b.set, Rows*Cols); err != nil {
		return err
	}
	walls, err := grid.Maze.Draw(&b.Rand)
	if err != nil {
		return err
	}
	b.setWalls(&walls)
	free := b.free()
	if err := roomFor(b.set, free.Count()); err != nil {
		return err
	}
	if err := b.addThings(); err != nil {
		return err
	}
	b.makeIngredients()
	if b.voldemort, err = b.chooseVoldemort(); err != nil {
		return err
	}
	return b.checkVoldemort()
}

func (b *Board) setWalls(walls *grid.Set) {
	*b.walls = *walls
	for i, m := range walls {
		for ; m != 0; m &= m - 1 {
			b.grid[at(i, bits.TrailingZeros64(m))] = Wall
		}
	}
}

// roomFor refuses settings that leave no cell for Voldemort, with which the official engine never
// ends.
func roomFor(set *Settings, free int) error {
	need := set.units() + min(set.NumIniBooks, maxUnits) + 1
	if need <= free {
		return nil
	}
	key := "NUM_INI_BOOKS"
	if set.units() > free {
		key = "NUM_INI_WIZARDS_PER_CLAN"
	}
	return &sim.SettingError{Key: key, Msg: fmt.Sprintf("NUM_INI_WIZARDS_PER_CLAN %d and NUM_INI_BOOKS %d need %d free cells, the board has %d",
		set.NumIniWizardsPerClan, set.NumIniBooks, need, free)}
}

func (b *Board) addThings() error {
	if err := b.addGhosts(); err != nil {
		return err
	}
	if err := b.addWizards(); err != nil {
		return err
	}
	return b.addBooks(b.set.NumIniBooks)
}

func (b *Board) addGhosts() error {
	b.units = make([]unit, 0, b.set.units())
	for pl := range int8(sim.Seats) {
		if err := b.add(unit{player: pl, rounds: int32(b.set.RoundsSpellRestingGhost), next: -1}); err != nil {
			return err
		}
	}
	return nil
}

func (b *Board) addWizards() error {
	for pl := range int8(sim.Seats) {
		for range b.set.NumIniWizardsPerClan {
			if err := b.add(unit{player: pl, next: -1}); err != nil {
				return err
			}
			b.wizards[pl]++
		}
	}
	return nil
}

func (b *Board) add(u unit) error {
	p, err := b.choosePlace()
	if err != nil {
		return err
	}
	b.units = append(b.units, u)
	b.putUnit(len(b.units)-1, p)
	return nil
}

func (b *Board) addBooks(n int) error {
	for range n {
		p, err := b.choosePlace()
		if err != nil {
			return err
		}
		b.putBook(p)
	}
	return nil
}

// makeIngredients draws five triples with equal sums and shuffles them.
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
	b.permutated = b.Rand.Permutation(NumIngredients, b.permutated)
	for i, to := range b.permutated {
		b.spell[to] = list[i]
	}
}

var errFull = errors.New("invalid board: there is no free cell left")

// choosePlace draws a good cell, or any free one if there is none.
func (b *Board) choosePlace() (sim.Pos, error) {
	good := b.good()
	return b.pick(&good)
}

// chooseVoldemort draws a good cell inside the border, or any free one if there is none.
func (b *Board) chooseVoldemort() (sim.Pos, error) {
	good := b.good()
	good[0], good[Rows-1] = 0, 0
	for i := range good {
		good[i] &= inner
	}
	return b.pick(&good)
}

func (b *Board) pick(good *grid.Set) (sim.Pos, error) {
	if p, ok := good.Pick(&b.Rand); ok {
		return p, nil
	}
	free := b.free()
	if p, ok := free.PickByTrial(&b.Rand, Rows, Cols); ok {
		return p, nil
	}
	return sim.Pos{}, errFull
}

// good returns the free cells with no unit, book or Voldemort within two cells.
func (b *Board) good() grid.Set {
	var busy grid.Set
	for i := range busy {
		busy[i] = b.unitRow[i] | b.bookRow[i]
	}
	if b.voldemort.Row >= 0 {
		busy.Add(b.voldemort.Row, b.voldemort.Col)
	}
	return busy.FarCells(b.walls)
}

// free returns the cells without wall, unit and book.
func (b *Board) free() (r grid.Set) {
	for i := range r {
		r[i] = ^(b.walls[i] | b.unitRow[i] | b.bookRow[i]) & grid.FullRow
	}
	return r
}

// isFree reports whether free contains p.
func (b *Board) isFree(p sim.Pos) bool {
	return (b.walls[p.Row]|b.unitRow[p.Row]|b.bookRow[p.Row])>>p.Col&1 == 0
}
