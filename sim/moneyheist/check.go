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
		return b.explain()
	}
	return b.compare(&n)
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

// compare checks the numbers of all things.
func (b *Board) compare(n *counts) error {
	units := len(b.units)
	for pl := range sim.Seats {
		if b.units[pl].rounds > 0 {
			units--
		}
	}
	for k, want := range [...]struct {
		name string
		n    int
	}{
		{"units", units}, {"health kits", b.set.NumHealthKits}, {"poison kits", b.set.NumPoisonKits},
		{"money", b.set.NumMoney}, {"gold", b.set.NumSafetyBoxes}, {"doors", b.set.NumSafetyBoxes},
	} {
		if n[k] != want.n {
			return fmt.Errorf("invalid board in round %d: %s are %d, not %d", b.round, want.name, n[k], want.n)
		}
	}
	return nil
}

// explain names the first cell that holds what must not be together.
func (b *Board) explain() error {
	s := b.snapshot()
	for i := range Rows {
		for j := range Cols {
			p := sim.Pos{Row: i, Col: j}
			c := s.Cell(p)
			held := 0
			for _, has := range []bool{c.HealthKit, c.PoisonKit, c.Box >= 0, c.Money > 0, c.Gold && !c.Wall} {
				if has {
					held++
				}
			}
			switch {
			case c.Wall && c.Unit >= 0:
				return fmt.Errorf("invalid board in round %d: unit %d at %v is in a wall", b.round, c.Unit, p)
			case c.Wall && held > 0:
				return fmt.Errorf("invalid board in round %d: something at %v is in a wall", b.round, p)
			case held > 1, held > 0 && c.Unit >= 0 && c.Box != 0:
				return fmt.Errorf("invalid board in round %d: two things are at %v", b.round, p)
			}
		}
	}
	return fmt.Errorf("invalid board in round %d", b.round)
}
