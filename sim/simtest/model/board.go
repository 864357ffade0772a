package model

import (
	"slices"

	"game-tui/sim"
)

// A Board is a match in progress: state, generator, and when apples grow, which states do not show.
type Board struct {
	now     *State // replaced, never modified
	rand    sim.Rand
	growsIn []int // rounds until each picked apple grows, at least 1
}

var _ sim.Board = (*Board)(nil)

func newBoard(set *Settings, seed int32) *Board {
	return &Board{now: &State{set: set, cells: make([]Cell, set.BoardRows*set.BoardCols)}, rand: sim.NewRand(seed)}
}

func boardFrom(s *State, dice sim.Rand) *Board {
	b := &Board{now: s, rand: dice}
	for range s.set.NumApples - s.heaps() {
		b.growsIn = append(b.growsIn, b.rand.Random(1, s.set.RoundsGrow))
	}
	return b
}

func (b *Board) Round() int       { return b.now.Played }
func (b *Board) State() sim.State { return b.now }
func (b *Board) RandState() int64 { return b.rand.State() }

func (b *Board) SetStatus(seat int, status float64) {
	if b.now.CPUUsed[seat] == status {
		return
	}
	b.now = b.now.clone()
	b.now.CPUUsed[seat] = status
}

func (b *Board) Clone() sim.Board {
	c := *b
	c.growsIn = slices.Clone(b.growsIn)
	return &c
}
