// Package thepurge holds the built-in players of The Purge. A player is one
// type and one line in Players.
package thepurge

import (
	"context"

	"game-tui/sim"
)

// Players are the players of The Purge by name.
var Players = []sim.Builtin{
	{Name: "Null", About: "Gives no orders, as in the kit.", New: func() sim.Player { return Null{} }},
	{Name: "Demo", About: "The kit's example: builds and moves at random in the first half.", New: func() sim.Player { return newDemo() }},
	{Name: "Greedy", About: "Every citizen walks to the nearest thing worth having, weaker enemies by night included.", New: NewGreedy},
	{Name: "Nightwatch", About: "Builders collect by day and wall in at dusk; armed warriors hunt by night and leave the stronger alone.", New: func() sim.Player { return &Nightwatch{} }},
}

// LineUp plays when nobody is named.
var LineUp = [sim.Seats]string{"Nightwatch", "Greedy", "Nightwatch", "Greedy"}

// Null gives no orders.
type Null struct{}

// Play does nothing.
func (Null) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }
