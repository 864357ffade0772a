package match

import "game-tui/tui/ui"

// Origin is the match that was opened.
func (s State) Origin() ui.Source { return s.originalMatch() }

// HasBack reports whether there is a jump to come back from.
func (s State) HasBack() bool { return s.hasBack() }

// Counts reports whether the state counts down to the start of a match.
func (s State) Counts() bool { return s.startsIn > 0 }
