// Package thepurge holds the players of The Purge. Read Greedy first.
package thepurge

import "game-tui/sim"

// Players lists all players of the game, weakest first.
var Players = []sim.Builtin{
	{Name: "Null", About: "Does nothing.", New: sim.NewPlayer[sim.Null], Tactics: nullTactics},
	{Name: "Demo", About: "The kit's example: builds and moves at random in the first half.", New: sim.NewPlayer[Demo], Tactics: demoTactics},
	{Name: "Greedy", About: "Every citizen walks to the nearest thing worth having, weaker enemies by night included.", New: sim.NewPlayer[Greedy], Tactics: greedyTactics},
	{Name: "Nightwatch", About: "Builders collect by day and wall in at dusk; armed warriors hunt by night and leave the stronger alone.", New: sim.NewPlayer[Nightwatch], Tactics: nightwatchTactics},
	{Name: "Veteran", About: "Foretells by night what others will do, and strikes where they will be; builders fight builders, and weapons are kept from others.", New: sim.NewPlayer[Veteran], Tactics: veteranTactics},
}

// LineUp plays if no players are named.
var LineUp = [sim.Seats]string{"Nightwatch", "Greedy", "Nightwatch", "Greedy"}
