package grid

import (
	"testing"

	"game-tui/sim"
)

// TestWallsLeaveTheOfficialState compares generator states with those of the official engine after
// it accepted a board.
func TestWallsLeaveTheOfficialState(t *testing.T) {
	t.Parallel()
	for seed, want := range map[int32]int64{
		0: 1227008312, 1: 673139809, 2: 62801726, 3: 448815287,
		30: 1313262822, 12345: 856579567, 2147483647: 462970785,
	} {
		rnd := sim.NewRand(seed)
		plan, err := Maze.Draw(&rnd)
		if err != nil || rnd.State() != want {
			t.Errorf("seed %d: state %d, %v, want %d", seed, rnd.State(), err, want)
		}
		if !plan.hasConnectedComplement(Size, Size) {
			t.Errorf("seed %d: the board is not connected", seed)
		}
	}
}

// randomSet fills a set cell by cell with a density given in eighths.
func randomSet(rnd *sim.Rand, eighths int) (r Set) {
	for i := range Size {
		for j := range Size {
			if rnd.Random(1, 8) <= eighths {
				r.Add(i, j)
			}
		}
	}
	return r
}

func hasNear(r *Set, i, j, reach int) bool {
	for y := max(i-reach, 0); y <= min(i+reach, Size-1); y++ {
		for x := max(j-reach, 0); x <= min(j+reach, Size-1); x++ {
			if r.Has(y, x) {
				return true
			}
		}
	}
	return false
}

func TestSetsAgreeWithCells(t *testing.T) {
	t.Parallel()
	rnd := sim.NewRand(7)
	for range 40 {
		set := randomSet(&rnd, 1)
		for range rnd.Random(0, 2000) {
			set.Remove(rnd.Random(0, Size-1), rnd.Random(0, Size-1))
		}
		near, touch := set.NearCells(), set.WithNeighbors()
		k := 0
		for i := range Size {
			for j := range Size {
				if near.Has(i, j) != hasNear(&set, i, j, 2) || touch.Has(i, j) != hasNear(&set, i, j, 1) {
					t.Fatalf("(%d,%d): near %v, touch %v", i, j, near.Has(i, j), touch.Has(i, j))
				}
				if set.Has(i, j) {
					if p := set.Nth(k); p != (sim.Pos{Row: i, Col: j}) {
						t.Fatalf("cell %d is %v, want (%d,%d)", k, p, i, j)
					}
					k++
				}
			}
		}
		if k != set.Count() || set.Nth(k).Row != -1 {
			t.Fatalf("Count is %d, want %d", set.Count(), k)
		}
		more, i, j := set, rnd.Random(0, Size-1), rnd.Random(0, Size-1)
		more.Add(i, j)
		want := more.NearCells()
		for k := range want {
			want[k] = ^want[k] & FullRow
		}
		quiet := set.NearCells()
		for k := range quiet {
			quiet[k] = ^quiet[k] & FullRow
		}
		if quiet.RemoveNear(i, j); quiet != want {
			t.Fatalf("RemoveNear(%d,%d) and Near differ", i, j)
		}
	}
}

func regions(r *Set) int {
	var seen Set
	n := 0
	for i := range Size {
		for j := range Size {
			if r.Has(i, j) || seen.Has(i, j) {
				continue
			}
			n++
			seen.Add(i, j)
			for todo := []sim.Pos{{Row: i, Col: j}}; len(todo) > 0; {
				p := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				for _, d := range sim.Steps {
					if q := p.Add(d); q.In(Size, Size) && !r.Has(q.Row, q.Col) && !seen.Has(q.Row, q.Col) {
						seen.Add(q.Row, q.Col)
						todo = append(todo, q)
					}
				}
			}
		}
	}
	return n
}

func TestConnectedAgreesWithAFloodFill(t *testing.T) {
	t.Parallel()
	rnd := sim.NewRand(3)
	yes := 0
	for range 400 {
		set, ok := Maze.attempt(&rnd)
		if !ok {
			t.Fatal("no room for a wall")
		}
		got := set.hasConnectedComplement(Size, Size)
		if got != (regions(&set) == 1) {
			t.Fatalf("connected is %v with %d regions", got, regions(&set))
		}
		if got {
			yes++
		}
	}
	if yes == 0 || yes == 400 {
		t.Errorf("%d of 400 boards are connected, want some and not all", yes)
	}
	for _, set := range []Set{randomSet(&rnd, 8), randomSet(&rnd, 4)} {
		if set.hasConnectedComplement(Size, Size) {
			t.Error("a full board and one of crumbs count as connected")
		}
	}
}

func BenchmarkWalls(b *testing.B) {
	for range b.N {
		rnd := sim.NewRand(30)
		if _, err := Maze.Draw(&rnd); err != nil {
			b.Fatal(err)
		}
	}
}

func TestWithinCountsStepsAtBorders(t *testing.T) {
	for _, at := range []sim.Pos{{Row: 0, Col: 0}, {Row: 30, Col: 17}, {Row: 59, Col: 59}} {
		var set Set
		set.Add(at.Row, at.Col)
		for _, steps := range []int{0, 1, 8, 31} {
			for i := range Size {
				for j := range Size {
					away := max(i-at.Row, at.Row-i) + max(j-at.Col, at.Col-j)
					if got := set.HasWithin(sim.Pos{Row: i, Col: j}, steps); got != (away <= steps) {
						t.Fatalf("Within((%d,%d), %d) of %v: got %v, want %v", i, j, steps, at, got, !got)
					}
				}
			}
		}
	}
}
