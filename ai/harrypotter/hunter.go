package harrypotter

import "game-tui/sim"

// NewHunter makes a Hunter, who goes for enemies wherever its wizards are
// more, above all around its own ghost, and keeps other ghosts from casting.
func NewHunter() sim.Player {
	return &planner{weights: weights{
		reach: 15, book: 100, cell: 10, ally: 1000, weakling: 300, enemy: 80, majority: 20, guard: 100, ghost: 40,
	}}
}
