package chances_test

import (
	"fmt"
	"testing"

	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/tui/chances"
)

// desk notes who looks.
type desk struct{ begun, open int }

func (d *desk) Look(*record.Record, chances.Want) chances.Look {
	d.begun++
	d.open++
	return &look{d}
}

type look struct{ desk *desk }

func (l *look) Now() (*chance.Snapshot, <-chan struct{}, error) { return nil, nil, nil }
func (l *look) Close()                                          { l.desk.open-- }

// TestLooking: a look begins where another match, or something else, is wanted, and only then;
// there is one at a time, and none where nothing is wanted.
func TestLooking(t *testing.T) {
	t.Parallel()
	d, a, b := &desk{}, &record.Record{}, &record.Record{}
	var l chances.Looking
	for i, step := range []struct {
		rec  *record.Record
		want chances.Want
		// what is expected
		begun bool
		open  int
	}{
		{a, 0, false, 0},
		{a, chances.WantPace, true, 1},
		{a, chances.WantPace, false, 1},
		{a, chances.WantPace | chances.WantChances, true, 1},
		{b, chances.WantPace | chances.WantChances, true, 1},
		{b, 0, false, 0},
		{a, 0, false, 0},
		{b, chances.WantPace, true, 1},
	} {
		if begun := l.At(d, step.rec, step.want); begun != step.begun || d.open != step.open || (l.Look != nil) != (step.open > 0) {
			t.Errorf("step %d: begun %v, %d are open", i, begun, d.open)
		}
	}
	l.End()
	l.End()
	if got := fmt.Sprint(d.begun, d.open, l.Look); got != "4 0 <nil>" {
		t.Errorf("begun, open, at: %s", got)
	}
}
