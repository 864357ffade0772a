package rating

import (
	"math/rand/v2"
	"testing"
)

// TestRanksAreNumberedAsInSport checks shared ranks such as 1, 2, 2, 4. A rank counts only players
// proven to be stronger.
func TestRanksAreNumberedAsInSport(t *testing.T) {
	t.Parallel()
	theta := []float64{0.80, 0.95, 3.00, 1.00, 0.90, 0.40, -2.00, -2.05}
	random, draws := rand.New(rand.NewPCG(1, 2)), make([][]float64, resamples)
	for k := range draws {
		for i, mean := range theta {
			spread := 0.12
			if i == 5 {
				spread = 0.02
			}
			draws[k] = append(draws[k], mean+spread*random.NormFloat64())
		}
	}
	list := make([]Rating, len(theta))
	assignRanks(list, theta, draws)
	type place struct {
		Rank int
		Tied bool
	}
	want := []place{{2, true}, {2, true}, {1, false}, {2, true}, {2, true}, {6, false}, {7, true}, {7, true}}
	for i, r := range list {
		if got := (place{r.Rank, r.Tied}); got != want[i] {
			t.Errorf("entry %d of strength %v: got %+v, want %+v", i, theta[i], got, want[i])
		}
		if r.StrongerCount >= r.Rank {
			t.Errorf("entry %d: %d are proven ahead of place %d", i, r.StrongerCount, r.Rank)
		}
	}
	if got := list[6].StrongerCount; got != 6 {
		t.Errorf("proven ahead of entry 6: got %d, want 6", got)
	}
}
