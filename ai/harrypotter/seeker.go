package harrypotter

import "game-tui/sim"

// NewSeeker makes a Seeker, who is after books and territory: it shares out
// the books, hurries to mates in need, fights only whom it meets, and keeps
// its last spell for late.
func NewSeeker() sim.Player {
	return &clan{temper: temper{
		reach: 15, book: 100, paint: 10, rescue: 1000, prey: 200, duel: 60, lateSpell: true,
	}}
}
