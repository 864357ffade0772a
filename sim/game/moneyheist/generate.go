package moneyheist

import (
	"errors"
	"fmt"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// readFixed refuses FIXED configurations, like the official engine.
func (b *Board) readFixed(in *res.Scanner) error {
	in.Fail("the generator FIXED is not allowed in Money Heist: expected RANDOM")
	return in.Err()
}

func (b *Board) generate() error {
	for _, fill := range b.stages() {
		if err := fill(); err != nil {
			return err
		}
	}
	b.building.draw()
	return b.check()
}

// stages are the steps of generation, in the order of draws.
func (b *Board) stages() []func() error {
	return []func() error{
		b.drawWalls,
		func() error { b.safes = b.makeSafes(); return nil },
		b.addBoxes,
		func() error { return b.addUnits(sim.Seats) },
		func() error { return b.addUnits(b.set.units()) },
		func() error { return b.addItems("NUM_MONEY", b.set.NumMoney, b.putMoney) },
		func() error { return b.addItems("NUM_POISON_KITS", b.set.NumPoisonKits, b.putPoison) },
		func() error { return b.addItems("NUM_HEALTH_KITS", b.set.NumHealthKits, b.putHealth) },
	}
}

func (b *Board) drawWalls() (err error) {
	b.building.wall, err = grid.Maze.Draw(&b.Rand)
	return err
}

func (b *Board) makeSafes() *safes {
	n := b.set.SizeHintsPerBox / 3
	hints := make([][]int32, b.set.NumSafetyBoxes)
	values := make([]int32, 3*n)
	order := make([]int32, 0, 3*n)
	for box := range hints {
		for k := range 2 * n {
			values[k] = int32(b.Rand.Random(-10, 10))
		}
		for k := range n {
			values[2*n+k] = values[2*k] + values[2*k+1]
		}
		hints[box] = make([]int32, 3*n)
		order = b.Rand.Permutation(3*n, order)
		for k, to := range order {
			hints[box][to] = values[k]
		}
	}
	return newSafes(hints)
}

func (b *Board) addBoxes() error {
	for box := range b.set.NumSafetyBoxes {
		g, err := b.chooseGold()
		if err == nil {
			err = b.putBox(g, box)
		}
		if err != nil {
			return noRoom("NUM_SAFETY_BOXES", b.set.NumSafetyBoxes, "safe", box, err)
		}
	}
	return nil
}

func (b *Board) addUnits(n int) error {
	for id := len(b.units); id < n; id++ {
		u := unit{player: int8(id), amount: int32(b.set.InitialProfessorHealth)}
		if id >= sim.Seats {
			u.player = int8((id - sim.Seats) / b.set.InitialSoldiersPerClan)
			u.amount = int32(b.set.InitialSoldiersPoisons)
		}
		p, err := b.choosePlace()
		if err != nil {
			return noRoom("INITIAL_SOLDIERS_PER_CLAN", b.set.InitialSoldiersPerClan, "unit", id, err)
		}
		b.units = append(b.units, u)
		b.putUnit(id, p)
	}
	return nil
}

func (b *Board) addItems(key string, n int, put func(sim.Pos)) error {
	for k := range n {
		p, err := b.choosePlace()
		if err != nil {
			return noRoom(key, n, "number", k+1, err)
		}
		put(p)
	}
	return nil
}

func noRoom(key string, value int, what string, n int, err error) error {
	return &sim.SettingError{Key: key, Msg: fmt.Sprintf("%s is %d: no room for %s %d: %v", key, value, what, n, err)}
}

var (
	errFull   = errors.New("no free cell is left")
	errBorder = errors.New("a safe would stand on the border: the board is too crowded")
	errGold   = errors.New("an opened safe has lost its gold: the board is too crowded")
)

// choosePlace draws a cell whose 5×5 square is empty, or else any free one.
func (b *Board) choosePlace() (sim.Pos, error) {
	if !b.goodKnown {
		busy := b.busy()
		b.good = busy.FarCells(&b.building.wall)
		b.goodKnown = true
	}
	if p, ok := b.good.Pick(&b.Rand); ok {
		b.good.RemoveNear(p.Row, p.Col)
		return p, nil
	}
	return b.chooseAny()
}

// chooseGold draws the middle of a safe. Its 5×5 square is on the board and has no walls either.
func (b *Board) chooseGold() (sim.Pos, error) {
	free := b.goldPlaces()
	if p, ok := free.Pick(&b.Rand); ok {
		return p, nil
	}
	return b.chooseAny()
}

func (b *Board) goldPlaces() (free grid.Set) {
	const middle = grid.FullRow >> 4 << 2 // columns 2 to 57
	taken := b.busy()
	for i := range taken {
		taken[i] |= b.building.wall[i]
	}
	near := taken.Near()
	for i := 2; i < Rows-2; i++ {
		free[i] = ^near[i] & middle
	}
	return free
}

// chooseAny draws cells until one is free. The board may break invariants afterwards.
func (b *Board) chooseAny() (sim.Pos, error) {
	b.crowded = true
	free := b.free()
	if p, ok := free.PickByTrial(&b.Rand, Rows, Cols); ok {
		return p, nil
	}
	return sim.Pos{}, errFull
}

// busy returns the cells with things that must not have neighbours.
func (b *Board) busy() (r grid.Set) {
	for i := range r {
		r[i] = b.unit[i] | b.health[i] | b.poison[i] | b.money[i] | b.building.door[i] | b.building.gold[i]
	}
	return r
}

// free returns the cells that the kit considers free. It ignores gold.
func (b *Board) free() (r grid.Set) {
	for i := range r {
		r[i] = ^(b.building.wall[i] | b.unit[i] | b.health[i] | b.poison[i] | b.money[i] | b.building.door[i]) & grid.FullRow
	}
	return r
}
