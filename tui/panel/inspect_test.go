package panel

import (
	"slices"
	"testing"

	"game-tui/sim"
)

func TestPastOfAUnit(t *testing.T) {
	t.Parallel()
	in := info() // wizard 7 at (4,5), round 5
	turns := make([]*sim.Turn, 5)
	for k := range turns {
		turns[k] = &sim.Turn{Round: k, Known: sim.KnownAll}
		turns[k].Orders[1] = []sim.Submitted{{Order: sim.Order{Unit: 7}, Fate: sim.FateExecuted}, {Order: sim.Order{Unit: 8}, Fate: sim.FateExecuted}}
	}
	turns[1].Orders[1][0].Fate = sim.FateGame
	turns[2].Known, turns[2].Orders[1], turns[2].Done = 0, nil, []sim.Order{{Unit: 7}}
	turns[3].Events = []sim.Event{{Unit: 8, Target: 9}, {Unit: 2, Target: 7}}
	turn := func(k int) *sim.Turn { return turns[k] }
	at := sim.Pos{Row: 4, Col: 5}
	want := []string{"3  wizard 2 of Seeker reads a book near (4,5)", "3  moves up", "2  moves up", "1  moves up: a wall is there", "0  moves up"}
	if got := PastLines(in, turn, at, 9); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := PastLines(in, turn, at, 2); !slices.Equal(got, want[:2]) {
		t.Errorf("in two lines %q", got)
	}
	for _, p := range []sim.Pos{{Row: 0, Col: 0}, {Row: -1, Col: 5}, {Row: 99, Col: 99}} {
		if got := PastLines(in, turn, p, 9); got != nil {
			t.Errorf("nobody is at %v, and has done %q", p, got)
		}
	}
	turns[2] = nil // not read any more
	if got := PastLines(in, turn, at, 9); !slices.Equal(got, want[:2]) {
		t.Errorf("before what is not known %q", got)
	}
}
