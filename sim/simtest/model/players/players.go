// Package players holds the players of the model game: Null gives no orders, Demo moves at random,
// and Greedy is an example to copy.
package players

import "game-tui/sim"

// Players are the players of the game. To add one, add a line.
var Players = []sim.Builtin{
	{Name: "Demo", About: "Moves at random, and now and then sows an apple.", New: sim.NewPlayer[Demo]},
	{Name: "Greedy", About: "Sends each picker to the nearest apples.", New: sim.NewPlayer[Greedy]},
	{Name: "Null", About: "Gives no orders.", New: sim.NewPlayer[sim.Null]},
}

// LineUp plays if no players are named.
var LineUp = [sim.Seats]string{"Greedy", "Demo", "Greedy", "Demo"}
