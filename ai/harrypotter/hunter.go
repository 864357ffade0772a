package harrypotter

import "game-tui/sim"

// NewHunter makes a Hunter, who goes for enemies wherever its wizards are
// more, above all around its own ghost, and keeps other ghosts from casting.
func NewHunter() sim.Player {
	return &clan{temper: temper{
		reach: 15, book: 100, paint: 10, rescue: 1000, prey: 300, duel: 80, pack: 20, guard: 100, ghost: 40,
	}}
}
