package harrypotter

import "game-tui/sim"

// NewSeeker makes a Seeker, who is after books and territory: it shares out
// the books, hurries to allies in need, fights only whom it meets, and keeps
// its last spell for late.
func NewSeeker() sim.Player {
	return &planner{weights: weights{
		reach: 15, book: 100, cell: 10, ally: 1000, weakling: 200, enemy: 60, lateSpell: true,
	}}
}
