package board

import (
	"game-tui/sim"
	"game-tui/tui/screen"
)

// Motion is what is seen of a round only while the match plays on. The legend tells nothing of it.
type Motion struct {
	Trails []Trail   // ways of units, which are at their ends; what is older is weaker
	Taken  []sim.Pos // cells that have become somebody's
	Struck []sim.Pos // cells on which somebody has lost or suffered something
}

// motion draws it, below all that a watcher wants to see over the board.
func (s *Scene) motion(g *screen.Grid) {
	m, p := s.Motion, s.Looks.palette
	if m == nil {
		return
	}
	for i := range m.Trails {
		t := &m.Trails[i]
		for k, at := range t.Path {
			s.trace(g, at, '·', s.faded(at, s.wayColor(t.Seat), len(t.Path)-2-k))
		}
	}
	for _, at := range m.Taken {
		if c, _ := s.cell(at.Row, at.Col); c != nil && (s.Port.Zoom != Half || s.free(at)) {
			s.point(g, at, p.Item(sim.RoleOwner, c.Owner))
		}
	}
	for _, at := range m.Struck {
		s.point(g, at, p.Flash)
	}
}

// faded is a colour on a cell, halfway to its ground for every round that has passed.
func (s *Scene) faded(at sim.Pos, c screen.Color, rounds int) screen.Color {
	for cell, _ := s.cell(at.Row, at.Col); cell != nil && rounds > 0; rounds-- {
		c = s.Looks.palette.Aside(c, s.Looks.back(cell, s.shade()))
	}
	return c
}
