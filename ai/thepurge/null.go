package thepurge

import (
	"context"

	"game-tui/sim"
)

// Null gives no orders.
type Null struct{}

// NewNull makes a Null.
func NewNull() sim.Player { return Null{} }

// Play answers with nothing.
func (Null) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }
