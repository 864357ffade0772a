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
	position
	contents
	ids     [cells]uint16 // unit id by cell, valid where unit has a bit
	amounts [cells]int32  // amount of money by cell, valid where money has a bit

	things *things // shared with the newest state, so it must not be modified
	// changed means that the board differs from things. soldiersChanged means that a soldier has
	// changed clan since things was created.
	changed, soldiersChanged bool

	crowded   bool     // whether a thing had to be placed on an unsuitable cell
	broken    error    // set if no cell was free, or a safe could not be built or removed
	good      grid.Set // cells where things may be placed, valid if goodValid is set
	goodValid bool

	thisRound
}

func newBoard(set *Settings, seed int32) *Board {
	b := &Board{BoardBase: sim.BoardBase{Rand: sim.NewRand(seed)}}
	b.position = position{set: set, building: &building{doors: make([]sim.Pos16, set.NumSafetyBoxes)}, tallyKnown: true}
	b.units = make([]unit, 0, set.units())
	return b
}

func boardFrom(s *State, dice sim.Rand) *Board {
	b := &Board{BoardBase: sim.BoardBase{StateBase: s.StateBase, Rand: dice}, position: s.position, contents: s.contents}
	b.units = slices.Clone(s.units)
	b.crowded = true // The state does not show crowding, so make check verify the board.
	for i := range Rows {
		ids, amounts := s.ids[s.firstID[i]:], s.amounts[s.firstSum[i]:]
		for m := s.unit[i]; m != 0; m &= m - 1 {
			b.ids[i*Cols+bits.TrailingZeros64(m)] = ids[0]
			ids = ids[1:]
		}
		for m := s.money[i]; m != 0; m &= m - 1 {
			b.amounts[i*Cols+bits.TrailingZeros64(m)] = amounts[0]
			amounts = amounts[1:]
		}
	}
	return b
}

func (b *Board) Clone() sim.Board {
	c := *b
	c.units = slices.Clone(b.units)
	c.thisRound = thisRound{}
	return &c
}

func (b *Board) State() sim.State {
	if b.Snapshot == nil {
		b.Snapshot = &State{b.StateBase, b.position, b.currentThings()}
	}
	return b.Snapshot
}

func (b *Board) currentThings() *things {
	if b.things != nil && !b.changed {
		return b.things
	}
	t := &things{contents: b.contents}
	t.units = slices.Clone(b.units)
	t.ids = make([]uint16, 0, len(b.units))
	t.amounts = make([]int32, 0, b.money.Count())
	t.index(&b.ids, &b.amounts)
	if b.things != nil && !b.soldiersChanged {
		t.soldiers, t.split = b.things.soldiers, b.things.split
	} else {
		t.group()
	}
	b.things, b.changed, b.soldiersChanged = t, false, false
	return t
}

func (b *Board) putUnit(id int, p sim.Pos) {
	u := &b.units[id]
	u.row, u.col = int8(p.Row), int8(p.Col)
	b.unit.Add(p.Row, p.Col)
	b.ids[p.Row*Cols+p.Col] = uint16(id)
}

func (b *Board) putMoney(p sim.Pos) {
	b.money.Add(p.Row, p.Col)
	b.amounts[p.Row*Cols+p.Col] = int32(b.Rand.Random(b.set.MinMoneyValue, b.set.MaxMoneyValue))
}

func (b *Board) putPoison(p sim.Pos) { b.poison.Add(p.Row, p.Col) }
func (b *Board) putHealth(p sim.Pos) { b.health.Add(p.Row, p.Col) }

// check verifies the invariants whose violation stops the official engine. Only placements on a
// crowded board can violate them.
func (b *Board) check() error {
	if b.broken != nil || !b.crowded {
		return b.broken
	}
	return b.verify()
}

func (b *Board) verify() error {
	var bad uint64
	var n [6]int
	l := b.building
	first := l.doors[0]
	if l.boxAt(first.Pos()) != 0 {
		first = sim.NoPos // The door no longer exists.
	}
	for i := range Rows {
		wall, unit := l.wall[i], b.unit[i]
		items := [...]uint64{b.health[i], b.poison[i], l.door[i], b.money[i], l.gold[i] &^ wall}
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
		for k, m := range [...]uint64{unit, items[0], items[1], items[3], l.gold[i], l.door[i]} {
			n[k] += bits.OnesCount64(m)
		}
	}
	if bad != 0 {
		return fmt.Errorf("invalid board in round %d: two objects share a cell", b.RoundsPlayed)
	}
	set, units := b.set, len(b.units)
	for pl := range sim.Seats {
		if b.units[pl].rounds > 0 {
			units--
		}
	}
	want := [...]int{units, set.NumHealthKits, set.NumPoisonKits, set.NumMoney, set.NumSafetyBoxes, set.NumSafetyBoxes}
	if n != want {
		return fmt.Errorf("invalid board in round %d: the counts of units, health kits, poison kits, money, gold and doors are %v, expected %v", b.RoundsPlayed, n, want)
	}
	return nil
}
