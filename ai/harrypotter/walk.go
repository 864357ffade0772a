package harrypotter

import (
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// visit is a cell that a search has reached, and the first step of the way to it.
type visit struct {
	at    sim.Pos
	first hp.Dir
}

// manhattan is the distance of a walk without diagonals, Voldemort's and the
// wizards', were there no walls.
func manhattan(a, b sim.Pos) int {
	return max(a.Row-b.Row, b.Row-a.Row) + max(a.Col-b.Col, b.Col-a.Col)
}

// chebyshev is the distance of a walk that may go diagonally.
func chebyshev(a, b sim.Pos) int {
	return max(a.Row-b.Row, b.Row-a.Row, a.Col-b.Col, b.Col-a.Col)
}
