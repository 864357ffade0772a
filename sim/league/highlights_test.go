package league

import (
	"reflect"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league/schedule"
)

// TestHighlightsKeepTheFirstOfEqualMatches adds the same results in different orders.
func TestHighlightsKeepTheFirstOfEqualMatches(t *testing.T) {
	t.Parallel()
	s := planOf(t, schedule.All, 4, 1).Schedule()
	crash := sim.Failure{Round: 4, Reason: sim.FailedCrash}
	zero := s.Task(0).LineUp[0]
	results := []Result{
		{N: 0, Scores: [][sim.Seats]int{{9, 8, 1, 2}}, LeadChanges: []int{1}},
		{N: 1, Scores: [][sim.Seats]int{{1, 9, 20, 3}}, LeadChanges: []int{5}, Outs: []Out{{0, 0, crash}, {0, 3, crash}}},
		{N: 2, Scores: [][sim.Seats]int{{1, 1, 1, 1}}, Outs: []Out{{0, 0, crash}}},
	}
	var want *Highlights
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		got := NewHighlights(4)
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
	one := want.Players[zero]
	for k, want := range [HighlightKinds]Highlight{
		WorstMatch:    {MatchRef{1, 0, 1}, true, -19, 5},
		ClosestMatch:  {MatchRef{2, 0, 2}, true, 0, 0},
		ExcitingMatch: {MatchRef{1, 0, 1}, true, -19, 5},
		NewestMatch:   {MatchRef{2, 0, 2}, true, 0, 0},
		BestMatch:     {MatchRef{0, 0, 0}, true, 1, 1},
	} {
		if one[k] != want {
			t.Errorf("%v: %+v, want %+v", HighlightKind(k), one[k], want)
		}
	}
	pair := want.Pair(zero, s.Task(0).LineUp[1])
	if pair[WorstMatch].Margin != -8 || pair[ExcitingMatch].Margin != -8 {
		t.Errorf("with one of them: %+v", *pair)
	}
	outs := want.OutCounts()
	if len(outs) != 2 || outs[0].Count+outs[1].Count != 3 || want.outCounts[outKey{zero, sim.FailedCrash}].Task != 1 {
		t.Errorf("outs %+v", outs)
	}
}

// TestRecentOutsAreTheLatest adds the same results in different orders.
func TestRecentOutsAreTheLatest(t *testing.T) {
	t.Parallel()
	p := planOf(t, schedule.All, 4, 3000)
	s := p.Schedule()
	var want []OutEvent
	for _, from := range []int{0, 1500} {
		got := NewHighlights(4)
		for i := range 3000 {
			task := s.Task((i*7 + from) % 3000)
			r := Result{N: task.N, Scores: make([][sim.Seats]int, 1), Outs: []Out{{Place: task.N % 4, Failure: sim.Failure{Round: task.N, Reason: sim.FailedCrash}}}}
			got.AddResult(&task, &r)
		}
		list := got.RecentOuts()
		if len(list) != maxRecentOuts || list[0].Task != 2999 || list[maxRecentOuts-1].Task != 3000-maxRecentOuts {
			t.Fatalf("%d outs of tasks %d to %d, %d kept", len(list), list[0].Task, list[len(list)-1].Task, len(got.recentOuts))
		}
		if want == nil {
			want = list
		}
		if !reflect.DeepEqual(list, want) {
			t.Error("the order of arrival makes a difference")
		}
	}
}
