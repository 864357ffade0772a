package forecast

import (
	"math"
	"math/rand/v2"
	"testing"

	"game-tui/sim/league"
)

// TestModelReproducesTheMatches fits players that differ in strength, spread and failures, on
// boards of different levels, both with and without log scores. The model must reproduce how often
// each player beats another.
func TestModelReproducesTheMatches(t *testing.T) {
	t.Parallel()
	const players, outs = 6, 10 // one player fails in every tenth match
	random := rand.New(rand.NewPCG(1, 2))
	m := &Matches{Plan: &league.Plan{Players: make([]league.Entry, players)}, Dummy: 5}
	var ahead, met [players][players]float64
	for range 2000 {
		var r playedMatch
		match := random.NormFloat64()
		for seat, e := range random.Perm(players)[:4] {
			spread := 0.3 + 0.2*float64(e%3)
			r.entries[seat] = e
			r.Scores[seat] = int(1000 * math.Exp(0.2*float64(e)+match+spread*random.NormFloat64()))
			if e == 4 && random.IntN(outs) == 0 {
				r.Outs[seat], r.Scores[seat] = true, r.Scores[seat]/20
			}
		}
		m.bySeed = append(m.bySeed, []playedMatch{r})
		below := r.countBelow()
		for a, e := range r.entries {
			for b, f := range r.entries {
				met[e][f]++
				if below[a] > below[b] {
					ahead[e][f]++
				}
			}
		}
	}
	check := func(name string, fit func([][]playedMatch, int) model, most float64) {
		t.Helper()
		fitted := fit(m.bySeed, players)
		for e := range players {
			for f := range e {
				var won, all float64
				for range 20_000 {
					x, y := fitted[e][random.IntN(len(fitted[e]))], fitted[f][random.IntN(len(fitted[f]))]
					if all++; !x.out && (y.out || x.score > y.score) {
						won++
					}
				}
				if was, is := ahead[e][f]/met[e][f], won/all; math.Abs(was-is) > most {
					t.Errorf("%s: %d was ahead of %d in %.3f of the matches, the model says %.3f", name, e, f, was, is)
				}
			}
		}
	}
	if !m.UsesLogScores() {
		t.Error("positive scores have no scale")
	}
	check("scores", fitScores, 0.04)
	for _, list := range m.bySeed {
		for seat := range list[0].Scores {
			list[0].Scores[seat] -= 1e9
		}
	}
	if m.UsesLogScores() {
		t.Error("negative scores have a scale")
	}
	check("ranks", fitRanks, 0.15) // ranks do not model different spreads
}
