package league

import (
	"reflect"
	"testing"

	"game-tui/sim"
)

// TestSights finds the worst loss, the closest match and the first time out,
// whichever result comes first; of two seats of a player the match counts once.
func TestSights(t *testing.T) {
	t.Parallel()
	p := planOf(t, Versus, 2, 3)
	s := p.Schedule()
	crash := sim.Out{Round: 4, Reason: sim.OutCrash}
	results := []Result{
		{N: 0, Scores: [][sim.Seats]int{{9, 8, 1, 2}, {5, 4, 4, 4}}},
		{N: 1, Scores: [][sim.Seats]int{{1, 9, 20, 3}, {7, 7, 1, 1}}, Outs: []Out{{0, 0, crash}, {0, 1, crash}, {1, 3, crash}}},
		{N: 2, Scores: [][sim.Seats]int{{1, 1, 1, 1}, {0, 0, 0, 0}}, Outs: []Out{{0, 1, crash}}},
	}
	var want *Sights
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		got := newSights(2)
		for _, k := range order {
			task := s.Task(k)
			got.AddResult(&task, &results[k])
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("order %v gives %+v, not %+v", order, got, want)
		}
	}
	if one := want.Players[0]; one.WorstMargin != -19 || one.Worst.Task != 1 || one.Worst.Match != 0 || one.ClosestMargin != 0 || one.Closest.Task != 0 {
		t.Errorf("%+v", one)
	}
	outs := want.Outs()
	if len(outs) != 2 || outs[0].Entry != 0 || outs[0].Count != 2 || outs[0].First.Task != 1 || outs[1].Count != 1 {
		t.Errorf("outs %+v", outs)
	}
}
