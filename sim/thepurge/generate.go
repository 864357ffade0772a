package thepurge

import (
	"fmt"
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/grid"
)

// maxDraws bounds a loop that the official program leaves to luck.
const maxDraws = 100_000

// plan is how the buildings are drawn: five blocks, the turns of which come from
// the generator of the C library.
func (s *Settings) plan(shuffles *cRand) grid.Plan {
	return grid.Plan{Rows: s.BoardRows, Cols: s.BoardCols, Walls: 5, Cells: s.BoardRows * s.BoardCols / 5, Shuffle: shuffles.shuffle}
}

// buildings draws the buildings, again from the start until all streets are
// connected.
func (b *Board) buildings() error {
	shuffles := cSeed1
	plan := b.set.plan(&shuffles)
	walls, err := plan.Draw(&b.rand)
	if err != nil {
		return &sim.SettingError{Key: "BOARD_ROWS", Msg: fmt.Sprintf("no board of BOARD_ROWS %d and BOARD_COLS %d found for this seed", plan.Rows, plan.Cols)}
	}
	for i, m := range walls {
		for ; m != 0; m &= m - 1 {
			b.put(sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}, 'B')
		}
	}
	return nil
}

// emptyCell draws cells until one is empty.
func (b *Board) emptyCell() (sim.Pos, error) {
	for range maxDraws {
		row := b.rand.Random(0, b.set.BoardRows-1)
		p := sim.Pos{Row: row, Col: b.rand.Random(0, b.set.BoardCols-1)}
		if b.empty.Has(p.Row, p.Col) {
			return p, nil
		}
	}
	return sim.Pos{}, fmt.Errorf("no empty cell found for this seed")
}

// settle places the citizens of all players.
func (b *Board) settle() error {
	for seat := range sim.Seats {
		for k := range b.set.NumIniBuilders + b.set.NumIniWarriors {
			p, err := b.emptyCell()
			if err != nil {
				return err
			}
			trade := Builder
			if k >= b.set.NumIniBuilders {
				trade = Warrior
			}
			b.join(b.born(trade, int8(seat), b.next, p))
			b.next++
		}
	}
	b.next++ // the official counter skips one id here
	return nil
}

// born is a fresh citizen.
func (b *Board) born(t CitizenType, seat int8, id int32, p sim.Pos) Citizen {
	weapon := NoWeapon
	if t == Warrior {
		weapon = Hammer
	}
	return Citizen{Type: t, ID: id, Player: seat, At: sim.At(p), Weapon: weapon, Life: int32(b.set.CitizenIniLife(t))}
}

// scatter lays n things of a kind on empty cells.
func (b *Board) scatter(thing byte, n int) error {
	for range n {
		p, err := b.emptyCell()
		if err != nil {
			return err
		}
		b.put(p, thing)
	}
	return nil
}

// things lays out what can be collected, in the order that fixes the draws.
func (b *Board) things() error {
	for _, t := range []struct {
		thing byte
		n     int
	}{{'F', b.set.NumIniFood}, {'M', b.set.NumIniMoney}, {'G', b.set.NumIniGuns}, {'Z', b.set.NumIniBazookas}} {
		if err := b.scatter(t.thing, t.n); err != nil {
			return err
		}
	}
	return nil
}

// generate makes a random board.
func (b *Board) generate() error {
	if err := b.buildings(); err != nil {
		return err
	}
	if err := b.settle(); err != nil {
		return err
	}
	return b.things()
}
