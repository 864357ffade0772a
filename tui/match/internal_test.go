package match

import (
	"fmt"

	"game-tui/sim/record"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// Facts are what tests ask of a state.
type Facts struct {
	Record    *record.Record // in front
	Compared  string         // its letter
	Place     viewpoint.Place
	Horizon   int
	Bookmarks []viewpoint.Bookmark
	Branches  []string // "name of 0"; nil: there are none
	At        int      // which is watched
}

// Facts are what tests ask of a state.
func (s State) Facts(p *ui.Program) Facts {
	x := s.on(p)
	f := Facts{Record: s.front().Record, Compared: s.front().letter(), Place: s.here(), Horizon: x.horizon(), Bookmarks: s.bookmarks()}
	if s.branches != nil {
		f.At = s.branches.at
		for _, b := range s.branches.list {
			f.Branches = append(f.Branches, fmt.Sprint(b.title(), " of ", b.from))
		}
	}
	return f
}

// Origin is the match that was opened.
func (s State) Origin() ui.Source { return s.origin() }

// HasBack reports whether there is a jump to come back from.
func (s State) HasBack() bool { return s.hasBack() }

// Counts reports whether the state counts down to the start of a match.
func (s State) Counts() bool { return s.starts > 0 }

// Layout is where everything of the match in front is drawn.
func (s State) Layout(p *ui.Program) Layout {
	x, v := s.on(p), s.lend()
	defer v.free()
	return v.layout(&x)
}
