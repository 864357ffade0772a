// Package harrypotter holds the players of Harry Potter. Greedy is the one to
// read first.
package harrypotter

import "game-tui/sim"

// Players are all players of the game, one line each, the weakest first.
var Players = []sim.Builtin{
	{Name: "Null", About: "Does nothing.", New: sim.New[sim.Null], Tactics: nullTactics},
	{Name: "Demo", About: "The kit's example: walks at random and strikes whatever enemy stands beside it.", New: sim.New[Demo], Tactics: demoTactics},
	{Name: "Greedy", About: "Every wizard goes to its nearest book or weaker enemy.", New: sim.New[Greedy], Tactics: greedyTactics},
	{Name: "Hunter", About: "Attacks where the odds are good, flees where they are not, and keeps other ghosts from casting.", New: NewHunter, Tactics: hunterTactics},
	{Name: "Seeker", About: "Shares out the books, saves its wizards and spreads over the board.", New: NewSeeker, Tactics: seekerTactics},
	{Name: "Dumbledore", About: "Fights where nobody can save the loser, saves its own wizards in the same round, and lets its ghost read books.", New: Champion.Play, Tactics: dumbledoreTactics},
}

// LineUp is who plays when nobody is named: in these seats the lead changes
// eight times in a match, and in that of seed 30, which newcomers see, until
// the last ten rounds.
var LineUp = [sim.Seats]string{"Hunter", "Seeker", "Greedy", "Hunter"}

// NewSeeker makes a Seeker, who is after books and territory: it shares out
// the books, hurries to allies in need, fights only whom it meets, and keeps
// its last spell for late.
func NewSeeker() sim.Player {
	return &planner{weights: weights{
		reach: 15, book: 100, cell: 10, ally: 1000, weakling: 200, enemy: 60, lateSpell: true,
	}}
}

// NewHunter makes a Hunter, who goes for enemies wherever its wizards are
// more, above all around its own ghost, and keeps other ghosts from casting.
func NewHunter() sim.Player {
	return &planner{weights: weights{
		reach: 15, book: 100, cell: 10, ally: 1000, weakling: 300, enemy: 80, majority: 20, guard: 100, ghost: 40,
	}}
}
