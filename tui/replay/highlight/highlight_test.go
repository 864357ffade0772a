package highlight_test

import (
	"slices"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/tuitest"
)

// quiet returns a match in which only the given events happen.
func quiet(t *testing.T, rounds int, events map[int][]sim.Event) *record.Record {
	g := tuitest.Games[0]
	played := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1)
	rec := record.New(*played.Meta(), played.State(0))
	for k := range rounds {
		rec.Append(&sim.Turn{Round: k, Events: events[k], KnownParts: sim.KnownEvents}, played.State(0))
	}
	rec.End(nil)
	return rec
}

// kinds returns a game's marked event kinds, the most important first, and one unmarked kind.
func kinds(rec *record.Record) (marked []uint8, plain uint8) {
	for i, k := range rec.Meta().Game.Legend().Events {
		if k.OnTimeline {
			marked = append(marked, uint8(i))
		} else {
			plain = uint8(i)
		}
	}
	slices.SortFunc(marked, func(a, b uint8) int {
		e := rec.Meta().Game.Legend().Events
		return e[a].Rank - e[b].Rank
	})
	return marked, plain
}

func TestMomentsPreferImportantEvents(t *testing.T) {
	t.Parallel()
	marked, plain := kinds(quiet(t, 1, nil))
	best, worst := sim.Event{Kind: marked[0]}, sim.Event{Kind: marked[len(marked)-1]}
	rec := quiet(t, 100, map[int][]sim.Event{
		9: {worst}, 11: {best}, 39: {best, best}, 59: {worst, worst}, 79: {worst}, 89: {{Kind: plain}, {Kind: 200}},
	})
	for _, c := range []struct {
		from, to, n int
		want        []int
	}{
		{0, 100, 1, []int{40}},
		{0, 100, 2, []int{12, 40}},
		{0, 100, 9, []int{12, 40, 60, 80}}, // round 10 is too close to 12; round 90 has no marked event
		{41, 100, 1, []int{60}},
		{0, 11, 9, []int{10}},
		{85, 100, 9, nil},
		{0, 100, 0, nil},
	} {
		if got := highlight.Moments(rec, c.from, c.to, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%d of %d to %d: %v, want %v", c.n, c.from, c.to, got, c.want)
		}
	}
}

func TestRoundsAroundMomentsDoNotRepeat(t *testing.T) {
	t.Parallel()
	got := highlight.Rounds([]int{2, 5, 20}, 1, 22)
	want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 20, 21, 22}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
