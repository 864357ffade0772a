package harrypotter

import (
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// dirOf is the direction of one of sim.Steps.
func dirOf(k int) hp.Dir { return hp.Dir(2 * k) }

// chebyshev is the distance of a walk that may go diagonally.
func chebyshev(a, b sim.Pos) int {
	return max(a.Row-b.Row, b.Row-a.Row, a.Col-b.Col, b.Col-a.Col)
}
