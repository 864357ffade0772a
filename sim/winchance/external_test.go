package winchance_test

import (
	"slices"
	"testing"

	"game-tui/sim/game/catalog"
	"game-tui/sim/winchance"
)

// TestExternalEstimatesAreNeverCertain checks that with an external player, chances before the end
// are strictly between 0 and 1.
func TestExternalEstimatesAreNeverCertain(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		m, rec := played(t, g, 12, "Greedy", "Greedy", "Null", "Null")
		m.Names[1], m.Players[1] = "External", nil
		line := newAnalysis(t, m).Curve().Chances
		last := line[len(line)-1].WinChance
		if want := winchance.WinShares(rec.State(rec.Edge()).Scores()); last != want {
			t.Errorf("%s: at the end got %v, want %v", g.Title(), last, want)
		}
		if slices.Equal(winchance.LoadExternalTable(g).Weights, winchance.LoadTable(g, false).Weights) {
			continue // this game has no separate table for external players
		}
		for _, c := range line[:len(line)-1] {
			sum := 0.0
			for _, win := range c.WinChance {
				sum += win
				if !(win > 0 && win < 1) {
					t.Fatalf("%s, round %d: got %v, want chances between 0 and 1", g.Title(), c.Round, c.WinChance)
				}
			}
			if sum < 0.999999 || sum > 1.000001 {
				t.Fatalf("%s, round %d: chances %v add up to %g", g.Title(), c.Round, c.WinChance, sum)
			}
		}
	}
}

func TestExternalPlayerSelectsItsTable(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		m, rec := played(t, g, 13, "Greedy", "Demo", "Greedy", "Null")
		k := rec.Edge() / 2
		sample := winchance.NewSample(&m, rec.State(k), nil)
		known := winchance.LoadTable(g, true)
		if got, want := newAnalysis(t, m).Curve().Chances[k].WinChance, known.Chances(winchance.NewSample(&m, rec.State(k), known.Players)); got != want {
			t.Errorf("%s, built-in players: got %v, want %v", g.Title(), got, want)
		}
		m.Names[0], m.Players[0] = "External", nil
		if got, want := newAnalysis(t, m).Curve().Chances[k].WinChance, winchance.LoadExternalTable(g).Chances(sample); got != want {
			t.Errorf("%s, an external player: got %v, want %v", g.Title(), got, want)
		}
	}
}

func TestLeadCountsMoreLate(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		table := winchance.LoadExternalTable(g)
		chanceAt := func(round, lead int) float64 {
			s := &winchance.Sample{Round: round, Rounds: 200}
			for seat := range s.Values {
				s.Values[seat] = make([]int, len(table.Scales))
				s.Values[seat][0] = 1000
			}
			s.Values[2][0] += lead
			return table.Chances(s)[2]
		}
		even, little, much, late := chanceAt(100, 0), chanceAt(100, 100), chanceAt(100, 500), chanceAt(190, 100)
		if !(even > 0.2499 && even < 0.2501 && even < little && little < much && little < late) {
			t.Errorf("%s: level %.3f, with a lead of 100 %.3f, of 500 %.3f, of 100 with 10 rounds left %.3f", g.Title(), even, little, much, late)
		}
	}
}
