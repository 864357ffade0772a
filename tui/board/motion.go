package board

import (
	"game-tui/sim"
	"game-tui/tui/screen"
)

// Motion is shown only while the match plays.
type Motion struct {
	Trails []Trail   // recent paths of units; older steps are weaker
	Taken  []sim.Pos // cells with a new owner
	Struck []sim.Pos // cells of losses and hits
}

// motion draws it below overlays.
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

// faded returns a colour mixed with the ground, by half per round.
func (s *Scene) faded(at sim.Pos, c screen.Color, rounds int) screen.Color {
	for cell, _ := s.cell(at.Row, at.Col); cell != nil && rounds > 0; rounds-- {
		c = s.Looks.palette.Dimmed(c, s.Looks.back(cell, s.shade()))
	}
	return c
}
