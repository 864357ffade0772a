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
	seen, l := v.match.traces.Seen(last), &v.layers
	l.over = board.Overlay{Trails: l.over.Trails[:0], Moves: l.over.Moves[:0], Flash: l.over.Flash[:0]}
	if o.Heat != trace.None {
		l.counts, l.heat.Most = seen.Count(l.counts, o.Heat, int8(o.Of.Index()), last)
		l.heat.Counts = l.counts
		l.heat.Title, l.heat.Brief = v.heatTitle(o, min(last, seen.End()))
		l.over.Heat = &l.heat
	}
	if o.Trails {
		v.trails(s, seen, k)
	}
	if o.Moves {
		l.over.Moves = seen.Moves(l.over.Moves, k)
	}
	if o.Changes {
		l.over.Flash = seen.Changed(l.over.Flash, k)
	}
	return &l.over
}

// heatTitle says what a heat map shows.
func (v *viewer) heatTitle(o page.Overlays, last int) (title, brief string) {
	brief = o.Heat.String()
	if !o.Of.None() {
		brief += " of " + v.match.Names[o.Of.Index()]
	}
	return brief + " to round " + strconv.Itoa(last), brief
}

// trails adds the ways of the unit that is followed or under the cursor, and of those that are
// nobody's.
func (v *viewer) trails(s *sight, seen *trace.Seen, k int) {
	l := &v.layers
	n := 0
	for i := range v.frame.Units {
		u := &v.frame.Units[i]
		if u.Seat >= 0 && v.Unit(s.Follow) != u && !(s.Inspect && u.On && u.At == s.Cursor) {
			continue
		}
		if n == len(l.paths) {
			l.paths = append(l.paths, nil)
		}
		l.paths[n] = seen.Path(l.paths[n][:0], u.ID, k, trailRounds)
		l.over.Trails = append(l.over.Trails, board.Trail{Path: l.paths[n], Seat: u.Seat})
		n++
	}
}
