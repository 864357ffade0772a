package record_test

import (
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
)

// TestEvents goes through the events of turns, without kinds that nobody knows, as far as
// there are turns.
func TestEvents(t *testing.T) {
	t.Parallel()
	turns := []*sim.Turn{{Events: []sim.Event{{Kind: 0}, {Kind: 7}, {Kind: 1}}}, {}, {Events: []sim.Event{{Kind: 1}}}, nil, {Events: []sim.Event{{Kind: 0}}}}
	turn := func(k int) *sim.Turn { return turns[k] }
	legend := &sim.Legend{Events: make([]sim.EventKind, 2)}
	told := func(from, until int) (list [][2]int) {
		for k, e := range record.Events(turn, legend, from, until) {
			list = append(list, [2]int{k, int(e.Kind)})
		}
		return list
	}
	if got, want := told(0, 5), [][2]int{{0, 0}, {0, 1}, {2, 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := told(1, 2), 0; len(got) != want {
		t.Errorf("%v of a turn without events", got)
	}
	for k := range record.Events(turn, legend, 0, 5) {
		if k > 0 {
			t.Error("it does not end where its reader does")
		}
		break
	}
}
