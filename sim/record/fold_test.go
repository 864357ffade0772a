package record

import (
	"slices"
	"sync"
	"testing"

	"game-tui/sim"
)

func TestFoldAddsEachStateOnce(t *testing.T) {
	t.Parallel()
	rec := New(Meta{Settings: settings(3)}, state{})
	grow(rec, 3)
	starts, full := 0, 1000
	r := NewFold(rec, func() []int { starts++; return nil }, func(list *[]int, k int) bool {
		*list = append(*list, k)
		return k+1 < full
	})
	if n := len(*r.Current()); n != 0 {
		t.Errorf("%d states were added before the first call, want 0", n)
	}
	one := r.UpTo(1)
	if !slices.Equal(*one, []int{0, 1}) || r.UpTo(0) != one || r.UpTo(-1) != one {
		t.Errorf("up to state 1: got %v, want [0 1]", *one)
	}
	if all := r.All(); !slices.Equal(*all, []int{0, 1, 2, 3}) || len(*one) != 2 || r.UpTo(77) != all || r.Current() != all {
		t.Errorf("all: got %v, want [0 1 2 3]; up to state 1: %v", *all, *one)
	}
	rec.Enrich([]*sim.Turn{{}, {Round: 1}, {Round: 2}})
	if all := r.All(); !slices.Equal(*all, []int{0, 1, 2, 3}) || starts != 2 {
		t.Errorf("after Enrich: got %v and %d starts, want [0 1 2 3] and 2", *all, starts)
	}
	full = 2
	rec.Enrich([]*sim.Turn{{}, {Round: 1}, {Round: 2}})
	if two := r.All(); !slices.Equal(*two, []int{0, 1}) || r.All() != two {
		t.Errorf("fold that ends after two: got %v, want [0 1]", *two)
	}
}

func TestFoldIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	rec := New(Meta{Settings: settings(3)}, state{})
	r := NewFold(rec, func() []int { return nil }, func(list *[]int, k int) bool {
		*list = append(*list, k)
		return true
	})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for n := 0; n < 300; {
				list := *r.All()
				if n = len(list); list[n-1] != n-1 {
					t.Errorf("last of %d states: got %d, want %d", n, list[n-1], n-1)
				}
			}
		})
	}
	grow(rec, 300)
	readers.Wait()
}

// grow appends n rounds to a record.
func grow(rec *Record, n int) {
	for range n {
		rec.Append(&sim.Turn{Round: rec.Edge()}, state{})
	}
}

type game struct{ sim.Game }

func (game) Legend() *sim.Legend { return &sim.Legend{Events: make([]sim.EventKind, 2)} }

func TestEventsSkipsUnknownKinds(t *testing.T) {
	t.Parallel()
	rec := New(Meta{Game: game{}, Settings: settings(3)}, state{})
	for _, turn := range []*sim.Turn{{Events: []sim.Event{{Kind: 0}, {Kind: 7}, {Kind: 1}}}, {}, {Events: []sim.Event{{Kind: 1}}}} {
		rec.Append(turn, state{})
	}
	events := func(from, until int) (list [][2]int) {
		for k, e := range rec.Events(from, until) {
			list = append(list, [2]int{k, int(e.Kind)})
		}
		return list
	}
	if got, want := events(0, 5), [][2]int{{0, 0}, {0, 1}, {2, 1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := events(1, 2), 0; len(got) != want {
		t.Errorf("turn without events: got %v, want none", got)
	}
	for k := range rec.Events(0, 5) {
		if k > 0 {
			t.Error("Events continues after break")
		}
		break
	}
}
