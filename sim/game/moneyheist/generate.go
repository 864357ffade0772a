package moneyheist

import (
	"errors"
	"fmt"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// readFixed rejects FIXED configurations, as the official engine does.
func (b *Board) readFixed(in *res.Scanner) error {
	in.Fail("the generator FIXED is not allowed in Money Heist: expected RANDOM")
	return in.Err()
}

// generate draws a random board. The order of its steps determines the order of the random draws.
func (b *Board) generate() error {
	walls, err := grid.Maze.Draw(&b.Rand)
	if err != nil {
		return err
	}
	b.building.walls = walls
	b.safes = b.makeSafes()
	set := b.settings
	for _, kind := range []struct {
		key      string
		value, n int
		add      func(k int)
	}{
		{"NUM_SAFETY_BOXES", set.NumSafetyBoxes, set.NumSafetyBoxes, func(safe int) { b.putSafe(b.chooseSafeCenter(), safe) }},
		{"INITIAL_SOLDIERS_PER_CLAN", set.InitialSoldiersPerClan, set.unitCount(), b.addUnit},
		{"NUM_MONEY", set.NumMoney, set.NumMoney, func(int) { b.putMoney(b.choosePlace()) }},
		{"NUM_POISON_KITS", set.NumPoisonKits, set.NumPoisonKits, func(int) { b.putPoison(b.choosePlace()) }},
		{"NUM_HEALTH_KITS", set.NumHealthKits, set.NumHealthKits, func(int) { b.putHealth(b.choosePlace()) }},
	} {
		for k := range kind.n {
			if kind.add(k); b.err != nil {
				return &sim.SettingError{Key: kind.key, Msg: fmt.Sprintf("%s is %d, too many for the board (%v)", kind.key, kind.value, b.err)}
			}
		}
	}
	b.building.draw()
	return b.checkInvariants()
}

func (b *Board) makeSafes() *safes {
	n := b.settings.SizeHintsPerBox / 3
	hints := make([][]int32, b.settings.NumSafetyBoxes)
	values := make([]int32, 3*n)
	order := make([]int32, 0, 3*n)
	for safe := range hints {
		for k := range 2 * n {
			values[k] = int32(b.Rand.Random(-10, 10))
		}
		for k := range n {
			values[2*n+k] = values[2*k] + values[2*k+1]
		}
		hints[safe] = make([]int32, 3*n)
		order = b.Rand.Permutation(3*n, order)
		for k, to := range order {
			hints[safe][to] = values[k]
		}
	}
	return newSafes(hints)
}

func (b *Board) addUnit(id int) {
	u := unit{player: int8(id), amount: int32(b.settings.InitialProfessorHealth)}
	if id >= sim.Seats {
		u.player = int8((id - sim.Seats) / b.settings.InitialSoldiersPerClan)
		u.amount = int32(b.settings.InitialSoldiersPoisons)
	}
	b.units = append(b.units, u)
	b.putUnit(id, b.choosePlace())
}

var (
	errFull   = errors.New("no free cells left")
	errBorder = errors.New("no room for a safe away from the border")
	errNoRoom = errors.New("no room for a new safe")
)

// choosePlace draws a cell that has nothing within two rows and two columns. If necessary, it draws
// any free cell.
func (b *Board) choosePlace() sim.Pos {
	if !b.goodCellsValid {
		busy := b.busyCells()
		b.goodCells = busy.FarCells(&b.building.walls)
		b.goodCellsValid = true
	}
	if p, ok := b.goodCells.Pick(&b.Rand); ok {
		b.goodCells.RemoveNear(p.Row, p.Col)
		return p
	}
	return b.chooseFreeCell()
}

// chooseSafeCenter draws the centre of a new safe. It prefers cells at least two cells from the border
// with nothing, not even walls, within two rows and columns.
func (b *Board) chooseSafeCenter() sim.Pos {
	const middle = grid.FullRow >> 4 << 2 // bit mask of columns 2 to 57
	taken := b.busyCells()
	for i := range taken {
		taken[i] |= b.building.walls[i]
	}
	near, free := taken.NearCells(), grid.Set{}
	for i := 2; i < Rows-2; i++ {
		free[i] = ^near[i] & middle
	}
	if p, ok := free.Pick(&b.Rand); ok {
		return p
	}
	return b.chooseFreeCell()
}

// chooseFreeCell draws cells until one is free. Like the kit, it treats gold as free, so it may violate
// the board's invariants.
func (b *Board) chooseFreeCell() sim.Pos {
	b.crowded = true
	var free grid.Set
	for i := range free {
		free[i] = ^(b.building.walls[i] | b.unitCells[i] | b.healthCells[i] | b.poisonCells[i] | b.moneyCells[i] | b.building.doorCells[i]) & grid.FullRow
	}
	p, ok := free.PickByTrial(&b.Rand, Rows, Cols)
	if !ok {
		b.err = errFull
	}
	return p
}

// busyCells returns the cells with things that must not have neighbours.
func (b *Board) busyCells() (r grid.Set) {
	for i := range r {
		r[i] = b.unitCells[i] | b.healthCells[i] | b.poisonCells[i] | b.moneyCells[i] | b.building.doorCells[i] | b.building.goldCells[i]
	}
	return r
}
