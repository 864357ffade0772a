// Package harrypotter holds the players of Harry Potter. Greedy is the one to
// read first.
package harrypotter

import "game-tui/sim"

// Players are all players of the game, one line each.
var Players = []sim.Builtin{
	{Name: "Demo", About: "The kit's example: walks at random and strikes who stands beside it.", New: NewDemo},
	{Name: "Greedy", About: "Every wizard goes to its nearest book or weaker enemy.", New: NewGreedy},
	{Name: "Null", About: "Does nothing.", New: NewNull},
}

// LineUp is who plays when nobody is named.
var LineUp = [sim.Seats]string{"Greedy", "Demo", "Greedy", "Demo"}
