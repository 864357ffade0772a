package model

import (
	"slices"

	"game-tui/sim"
)

// A Board is a match in progress. Besides the state, it holds what states do not show: the random
// generator and the times at which apples grow back.
type Board struct {
	now     *State // current state; it is replaced, never modified
	rand    sim.Rand
	growsIn []int // rounds until each picked apple grows back, at least 1
}

var _ sim.Board = (*Board)(nil)

func (b *Board) Round() int       { return b.now.RoundsPlayed }
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
