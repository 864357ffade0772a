package model

import (
	"slices"

	"game-tui/sim"
)

// A Board is a match in progress. Besides the state, it holds what states do not show: the random
// generator and the times at which apples grow back.
type Board struct {
	state        *State // current state; it is replaced, never modified
	rand         sim.Rand
	roundsToGrow []int // rounds until each picked apple grows back, at least 1
}

var _ sim.Board = (*Board)(nil)

func (b *Board) Round() int       { return b.state.RoundsPlayed }
func (b *Board) State() sim.State { return b.state }
func (b *Board) RandState() int64 { return b.rand.State() }

func (b *Board) SetStatus(seat int, status float64) {
	if b.state.CPUUsed[seat] == status {
		return
	}
	b.state = b.state.clone()
	b.state.CPUUsed[seat] = status
}

func (b *Board) Clone() sim.Board {
	c := *b
	c.roundsToGrow = slices.Clone(b.roundsToGrow)
	return &c
}
