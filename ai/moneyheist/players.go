// Package moneyheist contains the built-in players of Money Heist. Greedy is the easiest one to
// read.
package moneyheist

import "game-tui/sim"

// Players lists all players of the game, weakest first.
var Players = []sim.Builtin{
	{Name: "Null", Description: "Does nothing.", New: sim.NewPlayer[sim.Null],
		Tactics: `Gives no orders. Its soldiers are killed where they stand, and its professor opens nothing. Any player
		that collects items beats it.`},
	{Name: "Demo", Description: "The kit's example: soldiers walk at random, and the professor's key never fits.", New: sim.NewPlayer[Demo],
		Tactics: `In the first half of the match its soldiers step in random directions, all step left, or attack a
		neighbour. Then they stand still. Its professor never moves, and its key never fits. To beat it, collect money and
		open safes: it only endangers its neighbours.`},
	{Name: "Greedy", Description: "Soldiers take the nearest item, and the professor the nearest safe.", New: sim.NewPlayer[Greedy],
		Tactics: `Each soldier takes the nearest money or kit and attacks neighbours. The professor walks to the nearest
		door and opens it. Several soldiers go for the same money, none of them avoids enemies, and the professor walks past
		armed soldiers, or to a safe that another professor opens first. To beat it, share out the money, go to the safes
		that you reach first, and wait with poison next to the paths of its soldiers.`},
	{Name: "Tokyo", Description: "Assigns money and kits to soldiers, attacks first, and protects its professor.", New: sim.NewPlayer[Tokyo],
		Tactics: `Assigns money and kits by value per round, one soldier to each. Armed soldiers hunt others, because a
		converted soldier collects until the end. They attack before they walk. The professor goes to a safe that it can reach
		before others, and avoids danger once it is hurt. But hunters must walk up to their prey and are attacked first, so every
		armed enemy that just waits costs it a soldier. Its orders start with the professor's, so attacks that come
		first in yours win three of four even fights. To beat it, do not chase, order walks last, and collect while it
		hunts.`},
	{Name: "Berlin", Description: "Predicts enemy steps, waits where they pass, and hunts only professors.", New: sim.NewPlayer[berlin],
		Tactics: `Predicts where each nearby enemy goes: mostly to the nearest item, and armed ones also to its soldiers.
		Attacks come first, above all on enemies that could strike back. Walks come last, because the second soldier to step
		onto a cell kills the first. It waits where enemies will pass. Unarmed soldiers avoid armed ones. It takes what
		yields most per step, including nearby items, and its professor weighs each step towards a safe against the attacks
		that it may cost. Among equal paths it expects the first in the order up, down, left, right, as in the kit. To beat
		it, take other paths, stop, or come for its soldiers in pairs.`},
}

// LineUp holds the default players of a match.
var LineUp = [sim.Seats]string{"Tokyo", "Greedy", "Tokyo", "Tokyo"}
