package grid

import (
	"testing"

	"game-tui/sim"
)

// The number of plans that the official engine draws before it accepts one.
func TestAttempts(t *testing.T) {
	t.Parallel()
	for seed, want := range map[int32]int{0: 7, 1: 5, 2: 4, 3: 3, 4: 9, 5: 1, 6: 2, 7: 2, 8: 8, 9: 2, 30: 12, 12345: 8, 2147483647: 14} {
		rnd := sim.NewRand(seed)
		attempts := 1
		for {
			plan, ok := Maze.Attempt(&rnd)
			if !ok || attempts > 50 {
				t.Fatalf("seed %d: no plan after %d attempts", seed, attempts)
			}
			if plan.Connected(Size, Size) {
				break
			}
			attempts++
		}
		if attempts != want {
			t.Errorf("seed %d: %d attempts, want %d", seed, attempts, want)
		}
	}
}

// The twelve plans of seed 30: cells, regions, and the generator behind each.
func TestPlansOfSeed30(t *testing.T) {
	t.Parallel()
	rnd := sim.NewRand(30)
	for i, want := range []struct {
		cells, regions int
		state          int64
	}{
		{810, 2, 196527936}, {872, 4, 366776830}, {872, 5, 786621466}, {770, 6, 1534110182}, {762, 3, 1417270808}, {783, 3, 1847233778},
		{610, 2, 797346942}, {577, 2, 909515554}, {710, 3, 1028276002}, {809, 2, 745273804}, {702, 2, 1626324}, {653, 1, 1313262822},
	} {
		plan, ok := Maze.Attempt(&rnd)
		if !ok || plan.Count() != want.cells || regions(&plan) != want.regions || rnd.State() != want.state {
			t.Errorf("plan %d: %d cells, %d regions, state %d; want %v", i, plan.Count(), regions(&plan), rnd.State(), want)
		}
	}
}
