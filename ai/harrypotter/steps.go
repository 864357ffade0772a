package harrypotter

import (
	"game-tui/sim"
)

// chebyshev is the distance of a walk that may go diagonally.
func chebyshev(a, b sim.Pos) int {
	return max(a.Row-b.Row, b.Row-a.Row, a.Col-b.Col, b.Col-a.Col)
}
