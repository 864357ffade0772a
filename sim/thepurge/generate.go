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

// addBuildings draws the buildings, again from the start until all streets are
// connected.
func (b *Board) addBuildings() error {
	shuffles := cSeed1
	plan := b.set.plan(&shuffles)
	walls, err := plan.Draw(&b.rand)
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

// chooseAny draws cells until one is empty.
func (b *Board) chooseAny() (sim.Pos, error) {
	for range maxDraws {
		row := b.rand.Random(0, b.set.BoardRows-1)
		p := sim.Pos{Row: row, Col: b.rand.Random(0, b.set.BoardCols-1)}
		if b.empty.Has(p.Row, p.Col) {
			return p, nil
		}
	}
	return sim.Pos{}, fmt.Errorf("no empty cell found for this seed")
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
