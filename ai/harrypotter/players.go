// Package harrypotter contains the built-in players of Harry Potter. Greedy is the easiest one to
// read.
package harrypotter

import "game-tui/sim"

// Players lists all players of the game, weakest first.
var Players = []sim.Builtin{
	{Name: "Null", Description: "Does nothing.", New: sim.NewPlayer[sim.Null],
		Tactics: `Gives no orders. Its wizards are converted where they stand, and its ghost never casts. Any player that
		moves beats it.`},
	{Name: "Demo", Description: "The kit's example: walks at random and attacks neighbours.", New: sim.NewPlayer[Demo],
		Tactics: `In even rounds each wizard steps in a random direction. In odd rounds all step left, or attack the first
		neighbouring enemy. It looks only one cell ahead, ignores books, and almost never casts the right spell. To beat it,
		collect books, attack neighbours first, and cast. It never hunts you and never saves a wizard that is being
		converted.`},
	{Name: "Greedy", Description: "Wizards go to the nearest book or weaker enemy.", New: sim.NewPlayer[Greedy],
		Tactics: `Each wizard takes the shortest way to the nearest book, or to the nearest enemy that is not stronger, and
		attacks it. Its ghost casts as soon as it may. Its wizards do not cooperate: two go for one book, they free no
		allies, and they step next to enemies that then attack first. To beat it, let it come: stay two cells away until it
		steps next to you, attack first, and keep a second wizard near to free those it converts.`},
	{Name: "Hunter", Description: "Attacks where it outnumbers enemies, and keeps other ghosts from casting.", New: NewHunter,
		Tactics: `Its wizards go where they outnumber the enemy, above all around their own ghost, and attack before they
		walk. They free allies next to them, flee from clans twice as strong, and attack other ghosts, which then cannot
		cast for a while. It casts as early as it can, so rivals have time to retake the cells of its spell. To beat it,
		stay in pairs that free each other, wait two cells away and attack first, keep your ghost out of reach, and cast
		late.`},
	{Name: "Seeker", Description: "Assigns books to wizards, frees allies, and spreads over the board.", New: NewSeeker,
		Tactics: `Assigns one wizard to each book, so it is soon the strongest. Wizards without a book nearby spread over
		enemy cells. They hurry to allies that are being converted and fight the enemies they meet. Its last spell comes as
		late as the rules allow. It does not check what surrounds an enemy before it attacks, or how far away help is, and
		it does not predict steps. To beat it, wait two cells from its path, attack first, and keep a wizard near to free
		the loser.`},
	{Name: "Dumbledore", Description: "Attacks isolated wizards, frees its own in the same round, and lets its ghost read books.", New: NewDumbledore,
		Tactics: `Hunts wizards without an ally within seven steps, because a beaten wizard is lost only if nobody saves it,
		and keeps its own near each other. Attacks come first, and steps next to enemies come late. Last, a wizard steps onto
		each fighting ally, which frees that ally at once if it loses. Two wizards go for one enemy, and two for one ally in
		need. Its ghost reads books, mostly at the start, and casts late. But it sees where enemies stand, not where they
		go, and its wizards spread when no enemy is near. To beat it, walk in pairs at most seven steps apart, and attack
		wizards that are alone on their way to a book.`},
}

// LineUp holds the default players of a match.
var LineUp = [sim.Seats]string{"Hunter", "Seeker", "Greedy", "Hunter"}

func NewSeeker() sim.Player {
	return &planner{weights: weights{
		reach: 15, book: 100, cell: 10, ally: 1000, weakling: 200, enemy: 60, castLate: true,
	}}
}

func NewHunter() sim.Player {
	return &planner{weights: weights{
		reach: 15, book: 100, cell: 10, ally: 1000, weakling: 300, enemy: 80, majority: 20, guard: 100, ghost: 40,
	}}
}
