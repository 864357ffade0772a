package moneyheist

import (
	"fmt"
	"math/bits"
	"slices"

	"game-tui/sim"
	"game-tui/sim/grid"
)

type Board struct {
	sim.BoardBase
	commonState
	contents
	ids     [numCells]uint16 // unit id by cell, valid where unitCells has a bit
	amounts [numCells]int32  // amount of money by cell, valid where moneyCells has a bit

	snapshotContents *indexedContents // shared with the newest state, so it must not be modified
	// changed means that the board differs from it. soldiersChanged means that a soldier has
	// changed clan since it was created.
	changed, soldiersChanged bool

	crowded        bool     // whether a thing had to be placed on an unsuitable cell
	err            error    // set if no cell was free, or a safe could not be built or removed
	goodCells      grid.Set // cells where things may be placed, valid if goodCellsValid is set
	goodCellsValid bool

	currentRound
}

func newBoard(settings *Settings, seed int32) *Board {
	b := &Board{BoardBase: sim.BoardBase{Rand: sim.NewRand(seed)}}
	b.commonState = commonState{settings: settings, building: &building{doors: make([]sim.Pos16, settings.NumSafetyBoxes)}, tallyKnown: true}
	b.units = make([]unit, 0, settings.unitCount())
	return b
}

func boardFrom(s *State, dice sim.Rand) *Board {
	b := &Board{BoardBase: sim.BoardBase{StateBase: s.StateBase, Rand: dice}, commonState: s.commonState, contents: s.contents}
	b.units = slices.Clone(s.units)
	b.crowded = true // The state does not show crowding, so make checkInvariants verify the board.
	for i := range Rows {
		ids, amounts := s.ids[s.idOffsets[i]:], s.amounts[s.amountOffsets[i]:]
		for m := s.unitCells[i]; m != 0; m &= m - 1 {
			b.ids[i*Cols+bits.TrailingZeros64(m)] = ids[0]
			ids = ids[1:]
		}
		for m := s.moneyCells[i]; m != 0; m &= m - 1 {
			b.amounts[i*Cols+bits.TrailingZeros64(m)] = amounts[0]
			amounts = amounts[1:]
		}
	}
	return b
}

func (b *Board) Clone() sim.Board {
	c := *b
	c.units = slices.Clone(b.units)
	c.currentRound = currentRound{}
	return &c
}

func (b *Board) State() sim.State {
	if b.Snapshot == nil {
		b.Snapshot = &State{b.StateBase, b.commonState, b.currentContents()}
	}
	return b.Snapshot
}

func (b *Board) currentContents() *indexedContents {
	if b.snapshotContents != nil && !b.changed {
		return b.snapshotContents
	}
	t := &indexedContents{contents: b.contents}
	t.units = slices.Clone(b.units)
	t.ids = make([]uint16, 0, len(b.units))
	t.amounts = make([]int32, 0, b.moneyCells.Count())
	t.index(&b.ids, &b.amounts)
	if b.snapshotContents != nil && !b.soldiersChanged {
		t.soldiers, t.clanOffsets = b.snapshotContents.soldiers, b.snapshotContents.clanOffsets
	} else {
		t.groupSoldiers()
	}
	b.snapshotContents, b.changed, b.soldiersChanged = t, false, false
	return t
}

func (b *Board) putUnit(id int, p sim.Pos) {
	u := &b.units[id]
	u.row, u.col = int8(p.Row), int8(p.Col)
	b.unitCells.Add(p.Row, p.Col)
	b.ids[p.Row*Cols+p.Col] = uint16(id)
}

func (b *Board) putMoney(p sim.Pos) {
	b.moneyCells.Add(p.Row, p.Col)
	b.amounts[p.Row*Cols+p.Col] = int32(b.Rand.Random(b.settings.MinMoneyValue, b.settings.MaxMoneyValue))
}

func (b *Board) putPoison(p sim.Pos) { b.poisonCells.Add(p.Row, p.Col) }
func (b *Board) putHealth(p sim.Pos) { b.healthCells.Add(p.Row, p.Col) }

// checkInvariants verifies the invariants whose violation stops the official engine. Only
// placements on a crowded board can violate them.
func (b *Board) checkInvariants() error {
	if b.err != nil || !b.crowded {
		return b.err
	}
	return b.checkOverlapsAndCounts()
}

func (b *Board) checkOverlapsAndCounts() error {
	var bad uint64
	var n [6]int
	l := b.building
	first := l.doors[0]
	if l.safeWithDoorAt(first.Pos()) != 0 {
		first = sim.NoPos // The door no longer exists.
	}
	for i := range Rows {
		wall, unit := l.walls[i], b.unitCells[i]
		items := [...]uint64{b.healthCells[i], b.poisonCells[i], l.doorCells[i], b.moneyCells[i], l.goldCells[i] &^ wall}
		var seen, twice uint64
		for _, m := range items {
			twice |= seen & m
			seen |= m
		}
		// The official check for units on doors skips box 0.
		alone := seen
		if first.Row == int16(i) {
			alone &^= 1 << uint(first.Col) &^ (items[0] | items[1] | items[3] | items[4])
		}
		bad |= wall&(seen|unit) | twice | unit&alone
		for k, m := range [...]uint64{unit, items[0], items[1], items[3], l.goldCells[i], l.doorCells[i]} {
			n[k] += bits.OnesCount64(m)
		}
	}
	if bad != 0 {
		return fmt.Errorf("invalid board in round %d: two objects share a cell", b.RoundsPlayed)
	}
	set, units := b.settings, len(b.units)
	for clan := range sim.Seats {
		if b.units[clan].rounds > 0 {
			units--
		}
	}
	want := [...]int{units, set.NumHealthKits, set.NumPoisonKits, set.NumMoney, set.NumSafetyBoxes, set.NumSafetyBoxes}
	if n != want {
		return fmt.Errorf("invalid board in round %d: the counts of units, health kits, poison kits, money, gold and doors are %v, expected %v", b.RoundsPlayed, n, want)
	}
	return nil
}
