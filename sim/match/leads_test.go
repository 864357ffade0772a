package match

import (
	"testing"

	"game-tui/sim"
)

func TestLeadsCountsChangesOfTheSoleLeader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want   int
		scores [][sim.Seats]int
	}{
		{0, [][sim.Seats]int{{}}},
		{0, [][sim.Seats]int{{}, {0, 1, 0, 0}, {0, 2, 2, 0}, {0, 3, 2, 0}}},
		{1, [][sim.Seats]int{{}, {0, 1, 0, 0}, {1, 1, 1, 1}, {1, 1, 1, 2}}},
		{3, [][sim.Seats]int{{5, 1, 0, 0}, {5, 6, 0, 0}, {7, 6, 0, 0}, {7, 8, 9, 0}}},
		{1, [][sim.Seats]int{{-5, -1, -2, -2}, {-5, -1, -1, -2}, {-5, -1, -1, 0}}},
	} {
		got := countLeadChanges(len(c.scores)-1, func(k int) [sim.Seats]int { return c.scores[k] })
		if got != c.want {
			t.Errorf("%v: %d changes, want %d", c.scores, got, c.want)
		}
	}
}
