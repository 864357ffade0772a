package record_test

import (
	"slices"
	"sync"
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
)

// TestReading reads a record that grows: every state once, for all who ask; what was read
// stays as it is; and all of it anew when more becomes known.
func TestReading(t *testing.T) {
	t.Parallel()
	rec := record.New(record.Meta{Settings: settings{}}, state{})
	grow(rec, 3)
	began, full := 0, 1000
	r := record.NewReading(rec, func() []int { began++; return nil }, func(list *[]int, k int) bool {
		*list = append(*list, k)
		return k+1 < full
	})
	if n := len(*r.Now()); n != 0 {
		t.Errorf("%d states were read before anybody asked", n)
	}
	one := r.To(1)
	if !slices.Equal(*one, []int{0, 1}) || r.To(0) != one || r.To(-1) != one {
		t.Errorf("up to state 1: %v", *one)
	}
	if all := r.All(); !slices.Equal(*all, []int{0, 1, 2, 3}) || len(*one) != 2 || r.To(77) != all || r.Now() != all {
		t.Errorf("%v, before that %v", *all, *one)
	}
	rec.Enrich([]*sim.Turn{{}, {Round: 1}, {Round: 2}})
	if all := r.All(); !slices.Equal(*all, []int{0, 1, 2, 3}) || began != 2 {
		t.Errorf("after more became known: %v, begun %d times", *all, began)
	}
	full = 2
	rec.Enrich([]*sim.Turn{{}, {Round: 1}, {Round: 2}})
	if some := r.All(); !slices.Equal(*some, []int{0, 1}) || r.All() != some {
		t.Errorf("it takes in two: %v", *some)
	}
}

// TestReadingOfMany has many ask while the record grows.
func TestReadingOfMany(t *testing.T) {
	t.Parallel()
	rec := record.New(record.Meta{Settings: settings{}}, state{})
	r := record.NewReading(rec, func() []int { return nil }, func(list *[]int, k int) bool {
		*list = append(*list, k)
		return true
	})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for n := 0; n < 300; {
				list := *r.All()
				if n = len(list); list[n-1] != n-1 {
					t.Errorf("%d states end with %d", n, list[n-1])
				}
			}
		})
	}
	grow(rec, 300)
	readers.Wait()
}

// grow adds so many rounds.
func grow(rec *record.Record, n int) {
	for range n {
		rec.Append(&sim.Turn{Round: rec.Edge()}, state{})
	}
}
