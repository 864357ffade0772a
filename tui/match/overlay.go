package match

import (
	"strconv"

	"game-tui/tui/board"
	"game-tui/tui/match/page"
	"game-tui/tui/trace"
)

// trailRounds is how many rounds a trail goes back.
const trailRounds = 20

// overlay is what lies over the board of round k; nil is nothing.
func (v *viewer) overlay(s *sight, k int) *board.Overlay {
	o := s.Overlays
	if o == (page.Overlays{}) {
		return nil
	}
	last := k
	if o.Heat != trace.None && o.Whole {
		last = max(k, s.Horizon())
	}
	seen, over := v.match.traces.Seen(last), &board.Overlay{}
	if o.Heat != trace.None {
		over.Heat = &board.Heat{}
		over.Heat.Counts, over.Heat.Most = seen.Count(nil, o.Heat, int8(o.Of.Index()), last)
		over.Heat.Title, over.Heat.Brief = v.heatTitle(o, min(last, seen.End()))
	}
	if o.Trails {
		over.Trails = v.trails(s, seen, k)
	}
	if o.Moves {
		over.Moves = seen.Moves(nil, k)
	}
	if o.Changes {
		over.Flash = seen.Changed(nil, k)
	}
	return over
}

// heatTitle says what a heat map shows.
func (v *viewer) heatTitle(o page.Overlays, last int) (title, brief string) {
	brief = o.Heat.String()
	if !o.Of.None() {
		brief += " of " + v.match.Names[o.Of.Index()]
	}
	return brief + " to round " + strconv.Itoa(last), brief
}

// trails are the ways of the unit that is followed or under the cursor, and of those that are
// nobody's.
func (v *viewer) trails(s *sight, seen *trace.Seen, k int) (list []board.Trail) {
	for i := range v.frame.Units {
		u := &v.frame.Units[i]
		if u.Seat < 0 || v.Unit(s.Follow) == u || s.Inspect && u.On && u.At == s.Cursor {
			list = append(list, board.Trail{Path: seen.Path(nil, u.ID, k, trailRounds), Seat: u.Seat})
		}
	}
	return list
}
