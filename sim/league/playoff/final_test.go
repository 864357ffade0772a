package playoff

import (
	"slices"
	"testing"

	"game-tui/sim"
)

// finalAfter returns a final after n matches. Finalists with higher numbers are stronger.
func finalAfter(matches, n int) *Final {
	f := NewFinal(7, matches)
	for k := range n {
		m, ok := f.Match(k)
		if !ok {
			panic("nobody knows who plays")
		}
		f.Add(k, Result{Scores: m.Seats})
	}
	return f
}

// TestBestFinalistWins also checks groups, seats and seeds.
func TestBestFinalistWins(t *testing.T) {
	t.Parallel()
	f := finalAfter(4, 20)
	seats, seeds := map[[2]int]bool{}, map[int32]bool{}
	var all []int
	for g := range LastGroup {
		all = append(all, f.Members(g, 0)...)
		if best := slices.Max(f.Members(g, 0)); !slices.Contains(f.Members(LastGroup, 8), best) {
			t.Errorf("semifinal %d: %d is not in the final %v", g, best, f.Members(LastGroup, 8))
		}
	}
	for n := range f.TotalMatches() {
		m, _ := f.Match(n)
		seeds[Rules{Seed: f.Seed}.MatchSeed(m.Place)] = true
		for seat, e := range m.Seats {
			if m.GroupIndex < LastGroup {
				seats[[2]int{e, seat}] = true
			}
		}
	}
	slices.Sort(all)
	if all[0] != 0 || len(slices.Compact(all)) != Finalists || len(seats) != Finalists*sim.Seats || len(seeds) != f.TotalMatches() {
		t.Errorf("finalists %v, %d seats, %d seeds", all, len(seats), len(seeds))
	}
	if s := f.Table(LastGroup, 8)[0]; s != (FinalRow{Finalists - 1, 16, 4, 4 * (Finalists - 1), 0}) {
		t.Errorf("the champion is %+v", s)
	}
}

func TestFinalWaitsForSemifinals(t *testing.T) {
	t.Parallel()
	f := finalAfter(4, 15)
	if _, ok := f.Match(16); ok || f.CompleteHeats() != 3 || f.Table(LastGroup, 8) != nil {
		t.Errorf("%d heats are known, and the final is %v", f.CompleteHeats(), f.Table(LastGroup, 8))
	}
	f = finalAfter(4, 20)
	if f.CompleteHeats() != 8 || f.Members(LastGroup, 3) != nil || f.Members(LastGroup, 4) == nil {
		t.Errorf("%d heats are known, and the final is %v", f.CompleteHeats(), f.Members(LastGroup, 3))
	}
	if s := f.Table(LastGroup, 5); s[0].Wins != 1 {
		t.Errorf("one match of the final is looked at: %+v", s)
	}
}

// TestTiedPlacesSharePoints includes players that failed, which rank behind all others.
func TestTiedPlacesSharePoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		r    Result
		want [sim.Seats]float64
	}{
		{Result{Scores: [4]int{9, 5, 7, 1}}, [4]float64{4, 2, 3, 1}},
		{Result{Scores: [4]int{5, 5, 7, 1}}, [4]float64{2.5, 2.5, 4, 1}},
		{Result{Scores: [4]int{7, 7, 7, 1}}, [4]float64{3, 3, 3, 1}},
		{Result{Scores: [4]int{0, 0, 0, 0}}, [4]float64{2.5, 2.5, 2.5, 2.5}},
		{Result{Scores: [4]int{9, 5, 7, 1}, Outs: [4]bool{true}}, [4]float64{1, 3, 4, 2}},
		{Result{Scores: [4]int{9, 5, 7, 1}, Outs: [4]bool{true, true, true, true}}, [4]float64{4, 2, 3, 1}},
	} {
		for seat, want := range c.want {
			var s FinalRow
			if s.add(&c.r, seat); s.Points != want {
				t.Errorf("%+v, seat %d: %v points, want %v", c.r, seat, s.Points, want)
			}
		}
	}
}

func TestLotsBreakTies(t *testing.T) {
	t.Parallel()
	first := map[int]bool{}
	for seed := range int32(20) {
		f := NewFinal(seed, 1)
		f.Add(0, Result{})
		one := f.Table(0, 1)[0].Finalist
		if again := f.Table(0, 1)[0].Finalist; again != one {
			t.Errorf("%d, then %d", one, again)
		}
		first[slices.Index(f.Members(0, 1), one)] = true
	}
	if len(first) != sim.Seats {
		t.Errorf("of the four only %v win", first)
	}
}
