package match

import "game-tui/tui/ui"

// Origin returns the source of the match that was opened.
func (s State) Origin() ui.Source { return s.originalMatch() }

// HasBack reports whether a jump can be undone.
func (s State) HasBack() bool { return s.jumps != nil && len(s.jumps[0]) > 0 }

// Layout returns the layout of the match in front.
func (s State) Layout(p *ui.Program) Layout {
	x := s.open(p)
	x.fillInfo()
	l := x.layout()
	x.close()
	return l
}

// Counts reports whether the view shows a countdown to the start of a match.
func (s State) Counts() bool { return s.timeToStart > 0 }
