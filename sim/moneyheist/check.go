package moneyheist

import (
	"fmt"
	"math/bits"

	"game-tui/sim"
)

// check finds what the official engine stops at. A
// board breaks these rules only after a placement in a crowd, and is not
// looked at before.
func (b *Board) check() error {
	if !b.crowded {
		return nil
	}
	return b.verify()
}

func (b *Board) verify() error {
	var bad uint64
	var n counts
	l := b.building
	first := b.firstDoor()
	for i := range Rows {
		wall, unit := l.wall[i], b.unit[i]
		items := [...]uint64{b.health[i], b.poison[i], l.door[i], b.money[i], l.gold[i] &^ wall}
		var seen, twice uint64
		for _, m := range items {
			twice |= seen & m
			seen |= m
		}
		// The official test for a unit at a door forgets box 0.
		alone := seen
		if first.Row == int16(i) {
			alone &^= 1 << uint(first.Col) &^ (items[0] | items[1] | items[3] | items[4])
		}
		bad |= wall&(seen|unit) | twice | unit&alone
		n.add(unit, items[0], items[1], items[3], l.gold[i], l.door[i])
	}
	if bad != 0 {
		return fmt.Errorf("invalid board in round %d: two things share a cell", b.Played)
	}
	set, units := b.set, len(b.units)
	for pl := range sim.Seats {
		if b.units[pl].rounds > 0 {
			units--
		}
	}
	want := counts{units, set.NumHealthKits, set.NumPoisonKits, set.NumMoney, set.NumSafetyBoxes, set.NumSafetyBoxes}
	if n != want {
		return fmt.Errorf("invalid board in round %d: %v units, health kits, poison kits, money, gold and doors, not %v", b.Played, n, want)
	}
	return nil
}

// counts are the numbers of units, health kits, poison kits, money, gold and doors.
type counts [6]int

func (n *counts) add(rows ...uint64) {
	for k, m := range rows {
		n[k] += bits.OnesCount64(m)
	}
}

// firstDoor is the place of the door of box 0, off the board when it is gone.
func (b *Board) firstDoor() sim.Pos16 {
	if p := b.building.doors[0]; b.building.boxAt(p.Pos()) == 0 {
		return p
	}
	return sim.NoPos
}
