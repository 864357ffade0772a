package board

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
)

// Motion holds the effects that are drawn only during playback.
type Motion struct {
	Trails    []Trail   // recent paths; older steps are fainter
	NewOwners []sim.Pos // cells that changed owner
	Hits      []sim.Pos // cells where units were hit or lost
}

func (s *Scene) drawMotion(g *screen.Grid) {
	m, p := s.Motion, s.Skin.palette
	if m == nil {
		return
	}
	for i := range m.Trails {
		t := &m.Trails[i]
		for k, at := range t.Path {
			s.drawStep(g, at, '·', s.faded(at, s.stepColor(t.Seat), len(t.Path)-2-k))
		}
	}
	for _, at := range m.NewOwners {
		if c, _ := s.cell(at.Row, at.Col); c != nil && (s.Port.Zoom != HalfBlocks || s.isEmpty(at)) {
			s.highlight(g, at, p.Item(sim.RoleOwner, c.Owner))
		}
	}
	for _, at := range m.Hits {
		s.highlight(g, at, p.Flash)
	}
}

// faded blends a colour into the ground, halving its strength each round.
func (s *Scene) faded(at sim.Pos, c screen.Color, rounds int) screen.Color {
	for cell, _ := s.cell(at.Row, at.Col); cell != nil && rounds > 0; rounds-- {
		c = s.Skin.palette.Dimmed(c, s.Skin.groundAt(cell, s.groundColors()))
	}
	return c
}
