// Package moneyheist holds the players of Money Heist. Read Greedy first.
package moneyheist

import "game-tui/sim"

// Players lists all players of the game, weakest first.
var Players = []sim.Builtin{
	{Name: "Null", About: "Does nothing.", New: sim.NewPlayer[sim.Null], Tactics: nullTactics},
	{Name: "Demo", About: "The kit's example: soldiers walk at random, and the professor's key is always wrong.", New: sim.NewPlayer[Demo], Tactics: demoTactics},
	{Name: "Greedy", About: "Every soldier takes the nearest thing, the professor the nearest safe.", New: sim.NewPlayer[Greedy], Tactics: greedyTactics},
	{Name: "Tokyo", About: "Shares out money and kits, strikes first, and sees its professor safely to the safes.", New: sim.NewPlayer[Tokyo], Tactics: tokyoTactics},
	{Name: "Berlin", About: "Foresees the enemies' steps, strikes whoever steps first, and hunts only what is worth it.", New: sim.NewPlayer[berlin], Tactics: berlinTactics},
}

// LineUp plays if no players are named.
var LineUp = [sim.Seats]string{"Tokyo", "Greedy", "Tokyo", "Tokyo"}
