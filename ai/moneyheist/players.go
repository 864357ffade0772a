// Package moneyheist contains the built-in players of Money Heist. Greedy is the simplest one to
// read.
package moneyheist

import "game-tui/sim"

// Players lists all players of the game, weakest first.
var Players = []sim.Builtin{
	{Name: "Null", About: "Does nothing.", New: sim.NewPlayer[sim.Null], Tactics: nullTactics},
	{Name: "Demo", About: "The kit's example: soldiers walk at random, and the professor's key never fits.", New: sim.NewPlayer[Demo], Tactics: demoTactics},
	{Name: "Greedy", About: "Soldiers take the nearest item, and the professor the nearest safe.", New: sim.NewPlayer[Greedy], Tactics: greedyTactics},
	{Name: "Tokyo", About: "Assigns money and kits to soldiers, attacks first, and protects its professor.", New: sim.NewPlayer[Tokyo], Tactics: tokyoTactics},
	{Name: "Berlin", About: "Predicts steps of enemies, waits where they pass, and hunts only professors.", New: sim.NewPlayer[berlin], Tactics: berlinTactics},
}

// LineUp holds the default players of a match.
var LineUp = [sim.Seats]string{"Tokyo", "Greedy", "Tokyo", "Tokyo"}
