// Package harrypotter contains the built-in players of Harry Potter. Greedy is the simplest one to
// read.
package harrypotter

import "game-tui/sim"

// Players lists all players of the game, weakest first.
var Players = []sim.Builtin{
	{Name: "Null", About: "Does nothing.", New: sim.NewPlayer[sim.Null], Tactics: nullTactics},
	{Name: "Demo", About: "The kit's example: walks at random and attacks neighbours.", New: sim.NewPlayer[Demo], Tactics: demoTactics},
	{Name: "Greedy", About: "Wizards go to the nearest book or weaker enemy.", New: sim.NewPlayer[Greedy], Tactics: greedyTactics},
	{Name: "Hunter", About: "Attacks where it outnumbers enemies, and keeps other ghosts from casting.", New: NewHunter, Tactics: hunterTactics},
	{Name: "Seeker", About: "Assigns books to wizards, frees allies, and spreads over the board.", New: NewSeeker, Tactics: seekerTactics},
	{Name: "Dumbledore", About: "Attacks isolated wizards, frees its own in the same round, and lets its ghost read books.", New: NewDumbledore, Tactics: dumbledoreTactics},
}

// LineUp holds the default players of a match. In these seats the lead changes often.
var LineUp = [sim.Seats]string{"Hunter", "Seeker", "Greedy", "Hunter"}

// NewSeeker returns a new Seeker.
func NewSeeker() sim.Player {
	return &planner{weights: weights{
		reach: 15, book: 100, cell: 10, ally: 1000, weakling: 200, enemy: 60, lateSpell: true,
	}}
}

// NewHunter returns a new Hunter.
func NewHunter() sim.Player {
	return &planner{weights: weights{
		reach: 15, book: 100, cell: 10, ally: 1000, weakling: 300, enemy: 80, majority: 20, guard: 100, ghost: 40,
	}}
}
