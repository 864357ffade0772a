package model

import (
	"slices"

	"game-tui/sim"
)

// Board is a match in progress: the present state, the generator, and when
// apples grow again, which no state shows.
type Board struct {
	now   *State // replaced, never changed
	rand  sim.Rand
	grows []int // rounds until each of the apples that were picked grows, ≥ 1
}

var _ sim.Board = (*Board)(nil)

// newBoard returns a board with nothing on it.
func newBoard(set *Settings, seed int32) *Board {
	return &Board{now: &State{set: set, cells: make([]Cell, set.BoardRows*set.BoardCols)}, rand: sim.NewRand(seed)}
}

func boardFrom(s *State, dice sim.Rand) *Board {
	b := &Board{now: s, rand: dice}
	for range s.set.NumApples - s.heaps() {
		b.grows = append(b.grows, b.rand.Random(1, s.set.RoundsGrow))
	}
	return b
}

// Round is the number of the round to be played next.
func (b *Board) Round() int { return b.now.Played }

// State returns the present state.
func (b *Board) State() sim.State { return b.now }

// RandState is the raw state of the board's generator.
func (b *Board) RandState() int64 { return b.rand.State() }

// SetStatus sets what the next states show as a seat's status.
func (b *Board) SetStatus(seat int, status float64) {
	if b.now.Used[seat] == status {
		return
	}
	b.now = b.now.clone()
	b.now.Used[seat] = status
}

// Clone copies the board whole. The state is never changed: both may have it.
func (b *Board) Clone() sim.Board {
	c := *b
	c.grows = slices.Clone(b.grows)
	return &c
}
