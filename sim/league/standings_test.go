package league

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"game-tui/sim"
)

func TestPassesCountsOpponentsBelow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scores [sim.Seats]int
		outs   string // a letter a seat, x: out
		passes string
		places [sim.Seats]float64
	}{
		{[sim.Seats]int{4, 3, 2, 1}, "....", "pp..", [sim.Seats]float64{1, 2, 3, 4}},
		{[sim.Seats]int{4, 4, 4, 1}, "....", "....", [sim.Seats]float64{2, 2, 2, 4}},
		{[sim.Seats]int{4, 2, 2, 2}, "....", "p...", [sim.Seats]float64{1, 3, 3, 3}},
		{[sim.Seats]int{4, 3, 2, 1}, "x...", ".p..", [sim.Seats]float64{4, 2, 3, 4}},
		{[sim.Seats]int{4, 3, 2, 1}, "x.x.", ".p..", [sim.Seats]float64{3, 2, 4, 4}},
	} {
		var outs [sim.Seats]sim.Reason
		for seat, x := range c.outs {
			if x == 'x' {
				outs[seat] = sim.FailedCrash
			}
		}
		for seat := range c.scores {
			if got := Passes(c.scores, outs, seat); got != (c.passes[seat] == 'p') {
				t.Errorf("%v, out %s: seat %d passes: %v", c.scores, c.outs, seat, got)
			}
			if got := Place(c.scores, outs, seat); got != c.places[seat] {
				t.Errorf("%v, out %s: seat %d has place %g, want %g", c.scores, c.outs, seat, got, c.places[seat])
			}
		}
	}
}

// TestPassIntervalsCover simulates players whose chance depends on the seed. 93 to 98 % of the
// intervals contain it.
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
				if truth < 1 && rng.Float64() < 0.3 { // such a seed is passed by chance, always or never
					here = math.Floor(truth + rng.Float64())
				}
				for range 4 {
					p.Matches++
					p.pass(seed, rng.Float64() < here)
				}
			}
			if s := p.Pass(); s.Low <= truth && truth <= s.High+1e-9 {
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

func TestIsDummyMatchesOnlyKitNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Dummy": true, "AIDummy.exe": true, "dummy-2": true, "mydummy": false, "Dummyanna": false, "": false} {
		if IsDummy(name) != want {
			t.Errorf("%q is a Dummy: %v", name, !want)
		}
	}
}

func TestMatchesWithDummiesDoNotCountForPass(t *testing.T) {
	t.Parallel()
	p := planOf(t, All, 5, 1)
	p.Players[4].Name = "Dummy-1"
	s := NewStandings(p)
	for n := range s.Schedule.Tasks() {
		r := Result{N: n, Scores: [][sim.Seats]int{{4, 3, 2, 1}}}
		s.Add(&r)
	}
	for e := range p.Players {
		count := 0
		for _, b := range s.Tally.Players[e].passes {
			count += b.matches
		}
		if want := 4 + 12*(e/4); count != want {
			t.Errorf("%d matches of entry %d count, want %d", count, e, want)
		}
	}
}

// TestDuelVerdictsAreRarelyWrong allows one wrong verdict in twenty about equal players. A player
// that crashes less is better whatever its scores.
func TestDuelVerdictsAreRarelyWrong(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	play := func(p *Plan, crash [2]float64) (d *Duels) {
		d = NewDuels(p)
		s := p.Schedule()
		for n := 0; n < s.Tasks() && d.Open() > 0; n++ {
			task := s.Task(n)
			r := Result{N: n, Scores: [][sim.Seats]int{{rng.IntN(100), rng.IntN(100), rng.IntN(100), rng.IntN(100)}}}
			if who := task.LineUp[0]; rng.Float64() < crash[who] {
				r.Outs = []Out{{0, 0, sim.Failure{Reason: sim.FailedCrash}}}
				r.Scores[0][0] = 200
			}
			d.AddResult(&task, &r)
		}
		return d
	}
	const runs = 400
	wrong := 0
	for range runs {
		if v := play(planOf(t, Against, 6, 300), [2]float64{0.1, 0.1}).Verdict(0, 1); v == Ahead || v == Behind {
			wrong++
		}
	}
	t.Logf("%d of %d wrong", wrong, runs)
	if wrong > runs/20 {
		t.Errorf("%d of %d equal players are called different", wrong, runs)
	}
	if v := play(planOf(t, Against, 5, 2000), [2]float64{0, 0.4}).Verdict(0, 1); v != Ahead {
		t.Errorf("who does not crash: verdict %v", v)
	}
}

// TestIncompleteSetsDoNotCount submits results in any order.
func TestIncompleteSetsDoNotCount(t *testing.T) {
	t.Parallel()
	p := planOf(t, All, 5, 4)
	s := NewStandings(p)
	for _, n := range []int{7, 2, 5, 4, 6, 3, 0} {
		task := s.Schedule.Task(n)
		r := resultOf(&task)
		s.Add(&r)
	}
	if s.Tasks != 7 || s.Tally.Matches != 4 || !s.Done(2) || s.Done(1) {
		t.Errorf("%d results, %d matches count", s.Tasks, s.Tally.Matches)
	}
}

// TestAmendmentsSurviveResume adds seeds, which get a new key if the first is published, and
// removes seeds that were not started.
func TestAmendmentsSurviveResume(t *testing.T) {
	t.Parallel()
	r, p, first := createKeyed(t, 5, 2)
	name, perSeed := r.name, p.Schedule().TasksPerSeed()
	play := func(seeds int) {
		t.Helper()
		fill(t, r, seeds*perSeed)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	amend := func(seeds int) {
		t.Helper()
		var err error
		if r, err = Resume(name, ignorePlan); err == nil {
			err = r.Amend(seeds)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	play(1)
	amend(3) // the key is secret still, and goes on
	play(3)
	if _, err := os.Stat(KeyFile(name)); !os.IsNotExist(err) {
		t.Fatalf("all is played, and the key waits: %v", err)
	}
	amend(10)
	second := r.live.standings.Schedule.lastKey()
	fill(t, r, 5*perSeed)
	if err := r.Amend(5); err != nil { // no more were begun
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || *second == *first || strings.Contains(string(text), second.hex()) {
		t.Fatalf("the second key is no secret: %v", err)
	}
	play(5)
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	b, err := ReadStandings(file)
	if err != nil || !b.Complete() || b.Plan.ID != p.ID || b.Plan.Blocks() != 5 || b.Tally.Matches != 5*perSeed || len(b.Plan.Amendments) != 3 {
		t.Fatalf("%v: %d matches, %+v", err, b.Tally.Matches, b.Plan.Amendments)
	}
	for n, key := range map[int]*Key{3*perSeed - 1: first, 3 * perSeed: second} {
		if task := b.Schedule.KeyedTask(n); *task.Players != keyedSeeds(*key, task.Seed, n) {
			t.Errorf("task %d has seeds %v", n, task.Players)
		}
	}
}

// TestPassBoundsAreShares expects bounds from 0 to 1 in spite of rounding.
func TestPassBoundsAreShares(t *testing.T) {
	t.Parallel()
	for _, passed := range []bool{false, true} {
		var p Player
		for seed := range 200 {
			p.Matches++
			if p.pass(seed, passed); p.Pass().Low < 0 || p.Pass().High > 1 {
				t.Fatalf("after %d seeds, passed %t: %v", seed+1, passed, p.Pass())
			}
		}
	}
}
