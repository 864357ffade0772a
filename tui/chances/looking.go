package chances

import "game-tui/sim/record"

// Looking is what a watcher looks at; the zero value: nothing.
type Looking struct {
	Look // nil: at nothing

	rec  *record.Record
	want Want
}

// At looks at a record for what is wanted, in place of what was looked at before; where
// nothing is wanted, at nothing. It reports whether a look has begun.
func (l *Looking) At(d Desk, rec *record.Record, want Want) (begun bool) {
	if want == 0 {
		rec = nil
	}
	if rec == l.rec && want == l.want {
		return false
	}
	before := l.Look
	*l = Looking{rec: rec, want: want}
	if want != 0 {
		l.Look = d.Look(rec, want)
	}
	if before != nil { // after the new look, so that the work goes on
		before.Close()
	}
	return want != 0
}

// End ends the look.
func (l *Looking) End() { l.At(nil, nil, 0) }
