package sim

import (
	"slices"
	"testing"
)

func TestTiedSeatsAllWin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scores  [Seats]int
		winners []int
		by      int
	}{
		{[Seats]int{1, 2, 3, 4}, []int{3}, 1},
		{[Seats]int{9, 2, 3, 4}, []int{0}, 5},
		{[Seats]int{2, 9, 3, 4}, []int{1}, 5},
		{[Seats]int{-5, -9, -1, -4}, []int{2}, 3},
		{[Seats]int{7, 0, 7, 0}, []int{0, 2}, 0},
		{[Seats]int{0, 7, 0, 7}, []int{1, 3}, 0},
		{[Seats]int{}, []int{0, 1, 2, 3}, 0},
	} {
		seat, by := Lead(c.scores)
		if won := Winners(c.scores); !slices.Equal(won, c.winners) || seat != c.winners[0] || by != c.by {
			t.Errorf("%v: seat %d leads by %d, winners %v; want %v by %d", c.scores, seat, by, won, c.winners, c.by)
		}
	}
}

func TestPlacesAreShared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scores, places [Seats]int }{
		{[Seats]int{25, 0, 0, 0}, [Seats]int{1, 2, 2, 2}},
		{[Seats]int{3, 7, 7, 1}, [Seats]int{3, 1, 1, 4}},
		{[Seats]int{5, 5, 5, 5}, [Seats]int{1, 1, 1, 1}},
		{[Seats]int{1, 2, 3, 4}, [Seats]int{4, 3, 2, 1}},
	} {
		for seat, want := range c.places {
			if got := Place(c.scores, seat); got != want {
				t.Errorf("%v: place %d of seat %d, want %d", c.scores, got, seat, want)
			}
		}
	}
}
