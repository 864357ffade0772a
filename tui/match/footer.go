package match

import "game-tui/tui/screen"

// drawFooter draws the last row: a notice, or keys and signs.
func (v *viewer) drawFooter(g *screen.Grid, l *Layout, s *sight) {
	p, r := s.Palette, l.Footer
	switch note := v.match.note(); {
	case s.says != "":
		g.Text(1, r.Y, r.W-2, s.says, p.Strong)
		return
	case note != "" && v.info.Round == v.match.Record.Edge():
		g.Text(1, r.Y, r.W-2, note, p.Strong)
		return
	}
	signs, short := v.match.signs(r.W, s.Still)
	if signs > 0 {
		v.match.hist.DrawKey(g, r.W-signs-1, r.Y, short, p)
	}
	if !s.Still {
		s.program.DrawKeys(g, 1, keysWide(r.W, signs))
	}
}

// The room that keys have beside signs in short words, and in whole ones.
const (
	keysMin  = 40
	keysMore = 60
)

// signs is how many columns of a footer explain the marks of the timeline, and whether in
// short words; 0 where they have no room.
func (m *Match) signs(w int, still bool) (n int, short bool) {
	for _, short := range []bool{false, true} {
		keys := keysMore
		switch {
		case still:
			keys = 0
		case short:
			keys = keysMin
		}
		if n := m.hist.KeyWidth(short); w-n-3 >= keys {
			return n, short
		}
	}
	return 0, false
}

// keysWide is how many columns keys have beside signs.
func keysWide(w, signs int) int {
	if signs == 0 {
		return w - 1
	}
	return w - 1 - signs - 3
}
