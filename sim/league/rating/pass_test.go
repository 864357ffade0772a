package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league/schedule"
)

func TestPassesCountsOpponentsBelow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scores [sim.Seats]int
		outs   string // one letter per seat; x means that the player failed
		passes string
		places [sim.Seats]float64
	}{
		{[sim.Seats]int{4, 3, 2, 1}, "....", "pp..", [sim.Seats]float64{1, 2, 3, 4}},
		{[sim.Seats]int{4, 4, 4, 1}, "....", "....", [sim.Seats]float64{2, 2, 2, 4}},
		{[sim.Seats]int{4, 2, 2, 2}, "....", "p...", [sim.Seats]float64{1, 3, 3, 3}},
		{[sim.Seats]int{4, 3, 2, 1}, "x...", ".p..", [sim.Seats]float64{4, 2, 3, 4}},
		{[sim.Seats]int{4, 3, 2, 1}, "x.x.", ".p..", [sim.Seats]float64{3, 2, 4, 4}},
	} {
		var outs [sim.Seats]sim.FailureReason
		for seat, x := range c.outs {
			if x == 'x' {
				outs[seat] = sim.FailedCrash
			}
		}
		m := MatchScores{Entries: [sim.Seats]int{0, 1, 2, 3}, Scores: c.scores, Outs: outs}
		tally := NewTally(sim.Seats)
		tally.Add(&m)
		for seat := range c.scores {
			if got := tally.Players[seat].passes[0].passed == 1; got != (c.passes[seat] == 'p') {
				t.Errorf("%v, out %s: seat %d passes: %v", c.scores, c.outs, seat, got)
			}
			if got := m.place(seat); got != c.places[seat] {
				t.Errorf("%v, out %s: seat %d has place %g, want %g", c.scores, c.outs, seat, got, c.places[seat])
			}
		}
	}
}

// TestPassIntervalsCover simulates players whose chance to pass depends on the seed. It checks that
// 93 to 98 % of the intervals contain the true share.
func TestPassIntervalsCover(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for _, truth := range []float64{0.5, 0.9, 1} {
		const runs = 2000
		held := 0
		for range runs {
			var p Player
			for seed := range 80 {
				here := truth
				if truth < 1 && rng.Float64() < 0.3 { // 30 % of the seeds are either always or never passed
					here = math.Floor(truth + rng.Float64())
				}
				for range 4 {
					p.Matches++
					p.addPass(seed, rng.Float64() < here)
				}
			}
			if s := p.PassRate(); s.Low <= truth && truth <= s.High+1e-9 {
				held++
			}
		}
		share := float64(held) / runs
		t.Logf("P(pass) %g: %.1f %%", truth, 100*share)
		if share < 0.93 || truth < 1 && share > 0.98 {
			t.Errorf("%.1f %% of the intervals hold %g, want 93 to 98", 100*share, truth)
		}
	}
}

func TestMatchesWithDummiesDoNotCountForPass(t *testing.T) {
	t.Parallel()
	s := scheduleOf(schedule.All, 5, 1)
	tally := NewTally(5)
	tally.IsDummy = []bool{4: true}
	simulateAll(s, rand.New(rand.NewPCG(1, 1)), make([]float64, 5), 0, tally.Add)
	for e := range tally.Players {
		count := 0
		for _, b := range tally.Players[e].passes {
			count += b.matches
		}
		if want := 4 + 12*(e/4); count != want {
			t.Errorf("%d matches of entry %d count, want %d", count, e, want)
		}
	}
}

// TestDuelVerdictsAreRarelyWrong allows 5 % wrong verdicts about equal players. A player that
// crashes less is better, whatever its scores.
func TestDuelVerdictsAreRarelyWrong(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	play := func(s *schedule.Schedule, crash [2]float64) (d *Duels) {
		d = duelsOf(s, true)
		for n := 0; n < s.Tasks() && d.OpenPairs() > 0; n++ {
			task := s.Task(n)
			m := MatchScores{Block: task.Block, Entries: task.Entries(), Scores: [sim.Seats]int{rng.IntN(100), rng.IntN(100), rng.IntN(100), rng.IntN(100)}}
			if who := task.LineUp[0]; rng.Float64() < crash[who] {
				m.Outs[task.Seat(0)] = sim.FailedCrash
				m.Scores[task.Seat(0)] = 200
			}
			d.Add(&m)
		}
		return d
	}
	const runs = 400
	wrong := 0
	for range runs {
		if v := play(scheduleOf(schedule.Against, 6, 300), [2]float64{0.1, 0.1}).Verdict(0, 1); v == VerdictAhead || v == VerdictBehind {
			wrong++
		}
	}
	t.Logf("%d of %d wrong", wrong, runs)
	if wrong > runs/20 {
		t.Errorf("%d of %d equal players are called different", wrong, runs)
	}
	if v := play(scheduleOf(schedule.Against, 5, 2000), [2]float64{0, 0.4}).Verdict(0, 1); v != VerdictAhead {
		t.Errorf("who does not crash: verdict %v", v)
	}
}

// TestPassBoundsAreShares checks that rounding errors do not move bounds outside 0 to 1.
func TestPassBoundsAreShares(t *testing.T) {
	t.Parallel()
	for _, passed := range []bool{false, true} {
		var p Player
		for seed := range 200 {
			p.Matches++
			if p.addPass(seed, passed); p.PassRate().Low < 0 || p.PassRate().High > 1 {
				t.Fatalf("after %d seeds, passed %t: %v", seed+1, passed, p.PassRate())
			}
		}
	}
}
