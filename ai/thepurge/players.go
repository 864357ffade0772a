// Package thepurge contains the built-in players of The Purge. Greedy is the simplest one to read.
package thepurge

import "game-tui/sim"

// Players lists all players of the game, weakest first.
var Players = []sim.Builtin{
	{Name: "Null", About: "Does nothing.", New: sim.NewPlayer[sim.Null], Tactics: nullTactics},
	{Name: "Demo", About: "The kit's example: builds and moves at random in the first half.", New: sim.NewPlayer[Demo], Tactics: demoTactics},
	{Name: "Greedy", About: "Citizens walk to the nearest useful item, and by night to weaker enemies.", New: sim.NewPlayer[Greedy], Tactics: greedyTactics},
	{Name: "Nightwatch", About: "Builders collect by day and build barricades at dusk; warriors hunt weaker enemies by night.", New: sim.NewPlayer[Nightwatch], Tactics: nightwatchTactics},
	{Name: "Veteran", About: "Predicts others by night and attacks where they will be; builders fight builders.", New: sim.NewPlayer[Veteran], Tactics: veteranTactics},
}

// LineUp holds the default players of a match.
var LineUp = [sim.Seats]string{"Nightwatch", "Greedy", "Nightwatch", "Greedy"}
