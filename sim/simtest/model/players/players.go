// Package players has the players of the model game, as ai/<game> has those of a
// game: Null, who gives no orders, Demo, who moves at random, and Greedy, whom
// newcomers copy.
package players

import "game-tui/sim"

// Players are the players of the game; a player joins with one line.
var Players = []sim.Builtin{
	{Name: "Demo", About: "Moves at random, and now and then sows an apple.", New: sim.New[Demo]},
	{Name: "Greedy", About: "Sends each picker to the nearest apples.", New: sim.New[Greedy]},
	{Name: "Null", About: "Gives no orders.", New: sim.New[sim.Null]},
}

// LineUp plays when nobody is named.
var LineUp = [sim.Seats]string{"Greedy", "Demo", "Greedy", "Demo"}
