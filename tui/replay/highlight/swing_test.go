package highlight_test

import (
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/sim/stats"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/tuitest"
)

func TestSwingsAreTheLargest(t *testing.T) {
	t.Parallel()
	reasons := 0
	for _, g := range tuitest.Games {
		for name, text := range simtest.Recordings(t, g.Name()) {
			rec, _, err := res.Read(text, tuitest.Games, name)
			if err != nil {
				t.Fatal(err)
			}
			book := stats.New(rec)
			swings := highlight.NewSwings(book)
			by := func(k int) (best int) { // by returns the largest excess of a gain over the mean gain, times four.
				was, now := rec.State(k-1).Scores(), rec.State(k).Scores()
				sum := 0
				for seat := range now {
					sum += now[seat] - was[seat]
				}
				for seat := range now {
					if n := now[seat] - was[seat]; n > 0 {
						best = max(best, 4*n-sum)
					}
				}
				return best
			}
			for _, to := range []int{0, 1, 40, rec.Edge(), rec.Edge() + 9} {
				list := swings.UpTo(to)
				least := 0
				for i, s := range list {
					was, now := rec.State(s.Round-1).Scores(), rec.State(s.Round).Scores()
					if s.Round < 1 || s.Round > to || s.Gain <= 0 || now[s.Seat]-was[s.Seat] != s.Gain || i > 0 && list[i-1].Round >= s.Round {
						t.Fatalf("%s/%s until %d: swing %+v of %+v", g.Name(), name, to, s, list)
					}
					if n := by(s.Round); least == 0 || n < least {
						least = n
					}
					before, after := book.Points(s.Round-1), book.Points(s.Round)
					if s.Source < 0 || after[s.Source][s.Seat]-before[s.Source][s.Seat] != s.SourceGain || s.SourceGain <= 0 {
						t.Errorf("%s/%s: swing %+v gained nothing from its source", g.Name(), name, s)
					}
					if e, _ := highlight.MainEvent(rec, s.Round, s.Seat); e != nil {
						reasons++
						if int(e.Seat) != s.Seat {
							t.Errorf("%s/%s: the reason of %+v is %+v", g.Name(), name, s, *e)
						}
					}
				}
				for k := 1; k <= min(to, rec.Edge()); k++ {
					listed := slices.ContainsFunc(list, func(s highlight.Swing) bool { return s.Round == k })
					if n := by(k); !listed && n > 0 && (len(list) < highlight.MaxSwings || n > least) {
						t.Errorf("%s/%s until %d: round %d is missing", g.Name(), name, to, k)
					}
				}
			}
		}
	}
	if reasons < 100 {
		t.Errorf("only %d swings with a reason", reasons)
	}
}

func TestEqualGainsAreNoSwing(t *testing.T) {
	t.Parallel()
	rec := quiet(t, 10, map[int][]sim.Event{3: {{Kind: 1, Seat: 1, Unit: 3}, {Kind: 0, Seat: 1, Unit: 4}, {Kind: 0, Seat: 2}, {Kind: 0, Seat: 1}}})
	if list := highlight.NewSwings(stats.New(rec)).UpTo(10); list != nil {
		t.Errorf("swings %v", list)
	}
	if e, more := highlight.MainEvent(rec, 4, 1); e == nil || e.Unit != 4 || more != 1 {
		t.Errorf("reason %v and %d more", e, more)
	}
	if e, _ := highlight.MainEvent(rec, 4, 3); e != nil {
		t.Errorf("reason %v", e)
	}
}

func TestSwingsAreComputedOnce(t *testing.T) { // not parallel: it counts allocations
	rec := tuitest.ReferenceMatch(t)
	swings := highlight.NewSwings(stats.New(rec))
	if list := swings.UpTo(rec.Edge()); len(list) != highlight.MaxSwings {
		t.Fatalf("swings %v", list)
	}
	for _, k := range []int{rec.Edge() / 2, rec.Edge()} {
		if n := testing.AllocsPerRun(10, func() { swings.UpTo(k) }); n > 1 {
			t.Errorf("until %d: %v allocations", k, n)
		}
	}
}

func TestEachRoundAddsAtMostItsOwnSwing(t *testing.T) {
	t.Parallel()
	all := tuitest.ReferenceMatch(t)
	swings := highlight.NewSwings(stats.New(all))
	var before []highlight.Swing
	for k := range all.Edge() + 1 {
		now := swings.UpTo(k)
		if kept := slices.DeleteFunc(slices.Clone(now), func(s highlight.Swing) bool { return s.Round == k }); len(now) < len(before) ||
			!slices.Equal(now, before) && (len(kept) == len(now) || slices.ContainsFunc(kept, func(s highlight.Swing) bool { return !slices.Contains(before, s) })) {
			t.Fatalf("round %d: %v after %v", k, now, before)
		}
		before = now
	}
}
