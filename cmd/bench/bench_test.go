package main

import (
	"slices"
	"strings"
	"testing"

	"game-tui/sim/game/catalog"
)

func TestEveryFloorHasASuiteAndEveryGameItsFloors(t *testing.T) {
	t.Parallel()
	all := suites("")
	for _, f := range floors {
		if !slices.ContainsFunc(all, func(s suite) bool { return s.name == f.suite }) {
			t.Errorf("%+v: unknown suite", f)
		}
	}
	for _, g := range catalog.Names() {
		for _, name := range []string{"Match/" + g + "/null", "Match/" + g + "/demo", "Wins/" + g + "/Greedy-*", "Decision/" + g + "/Greedy"} {
			if !slices.ContainsFunc(floors, func(f floor) bool { return f.name == name }) {
				t.Errorf("%s has no floor: measure it and add a line to cmd/bench/floors.go", name)
			}
		}
	}
}

func TestVerdictComparesWithTheBound(t *testing.T) {
	t.Parallel()
	rate, lag := floor{op: atLeast, bound: 400}, floor{op: atMost, bound: 100}
	for _, c := range []struct {
		floor floor
		value float64
		want  string
	}{{rate, 400, verdictOK}, {rate, 399, verdictMissed}, {lag, 100, verdictOK}, {lag, 101, verdictMissed}} {
		if got := c.floor.verdict(c.value); got != c.want {
			t.Errorf("verdict(%g) with floor %s %g: got %q, want %q", c.value, c.floor.op, c.floor.bound, got, c.want)
		}
	}
}

// The suffix with the number of cores is dropped, and a floor without a figure is missing.
func TestTableHasARowForEveryFigureAndFloor(t *testing.T) {
	t.Parallel()
	figures := parseFigures(`goos: linux
BenchmarkWins/chess/Greedy-Demo-2         	    1237	    946107 ns/op	      39 wins	 0.1 ms/decision
BenchmarkWins/chess/Demo-Null         	       1	 31 wins	1234.5 score
BenchmarkOdd	1	x ns/op	NaN wins
--- FAIL: BenchmarkNone
PASS
`)
	list := []floor{
		{"s", "Wins/chess/Greedy-*", "wins", atLeast, 40},
		{"s", "Wins/chess/*", "wins", atLeast, 30},
		{"s", "Wins/chess/*", "ms/decision", atMost, 0.5},
		{"s", "Gone", "MB", atMost, 1},
	}
	var out strings.Builder
	printTable(&out, "s", list, figures, map[string]int{})
	var got []string
	for line := range strings.Lines(out.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{"", "s",
		"FIGURE MEASURED UNIT FLOOR VERDICT",
		"Wins/chess/Greedy-Demo 39 wins >= 40 MISSED",
		"Wins/chess/Greedy-Demo 0.1 ms/decision <= 0.5 ok",
		"Wins/chess/Demo-Null 31 wins >= 30 ok",
		"Wins/chess/Demo-Null 1234.5 score - -",
		"Gone NaN MB <= 1 MISSING"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
