package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/sim/catalog"
)

// TestFloors wants every floor to be of a suite, and floors for what the rules of each game decide.
func TestFloors(t *testing.T) {
	t.Parallel()
	all := suites("")
	for _, f := range floors {
		if !slices.ContainsFunc(all, func(s suite) bool { return s.name == f.suite }) {
			t.Errorf("%+v: there is no such suite", f)
		}
	}
	for _, g := range catalog.Names() {
		for _, name := range []string{"Match/" + g + "/null", "Match/" + g + "/demo", "Wins/" + g + "/Greedy-*", "Decision/" + g + "/Greedy"} {
			if !slices.ContainsFunc(floors, func(f floor) bool { return f.name == name }) {
				t.Errorf("%s has no floor: measure it, and add a line in cmd/bench/floors.go", name)
			}
		}
	}
}

// ran is a speed in parts of the nominal time.
func ran(before, after float64) speed {
	return speed{time.Duration(before * float64(nominal)), time.Duration(after * float64(nominal))}
}

// TestVerdicts wants what depends on the speed of the machine scaled, and nothing else.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	rate, lag, size := floor{unit: "matches/s", sign: least, bound: 400}, floor{unit: "ms", sign: most, bound: 100}, floor{unit: "MB", sign: most, bound: 4}
	for _, c := range []struct {
		floor floor
		value float64
		speed speed
		want  string
	}{
		{rate, 400, ran(1, 1), ok},
		{rate, 399, ran(1, 1), below},
		{rate, 201, ran(2, 2), ok},
		{rate, 199, ran(2, 2), below},
		{rate, 700, ran(0.5, 0.5), below}, // a fast machine hides nothing
		{rate, 100, ran(1, 3), unsteady},
		{rate, 300, ran(1, 3), ok},
		{lag, 100, ran(1, 1), ok},
		{lag, 101, ran(1, 1), above},
		{lag, 199, ran(2, 2), ok},
		{lag, 300, ran(3, 1), unsteady},
		{lag, 300, ran(1, 1.29), above},
		{size, 4, ran(1, 1), ok},
		{size, 5, ran(2, 2), above},
		{size, 5, ran(1, 3), above}, // bytes are the same on any machine
		{floor{unit: "rounds", sign: most, bound: 2}, 4, ran(2, 2), ok},
		{floor{unit: "ns/op", sign: most, bound: 2}, 4, ran(2, 2), ok},
		{floor{unit: "seconds", sign: most, bound: 2}, 4, ran(2, 2), above},
	} {
		if got := c.speed.verdict(c.floor, c.value); got != c.want {
			t.Errorf("%g %s, floor %s %g, factor %.2f: %q, want %q", c.value, c.floor.unit, c.floor.sign, c.floor.bound, c.speed.factor(), got, c.want)
		}
	}
}

// TestTable wants a row for every figure and every floor, from what go test prints, whatever the number
// of cores: measured, unit, floor, scaled floor, verdict.
func TestTable(t *testing.T) {
	t.Parallel()
	figures := parse(`goos: linux
BenchmarkWins/chess/Greedy-Demo-2         	    1237	    946107 ns/op	      39 wins	 0.1 ms/decision
BenchmarkWins/chess/Demo-Null         	       1	 31 wins	1234.5 score
BenchmarkOdd	1	x ns/op	NaN wins
--- FAIL: BenchmarkNone
PASS
`)
	list := []floor{
		{"s", "Wins/chess/Greedy-*", "wins", least, 40},
		{"s", "Wins/chess/*", "wins", least, 30},
		{"s", "Wins/chess/*", "ms/decision", most, 0.5},
		{"s", "Gone", "MB", most, 1},
	}
	var out strings.Builder
	printTable(&out, "s", ran(2, 2), judge(list, figures, ran(2, 2)))
	var got []string
	for line := range strings.Lines(out.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{"", "s (reference work: 760 ms before, 760 ms after, 380 ms where floors hold as written: factor 2.00)",
		"FIGURE MEASURED UNIT FLOOR SCALED VERDICT",
		"Wins/chess/Greedy-Demo 39 wins >= 40 - BELOW",
		"Wins/chess/Greedy-Demo 0.1 ms/decision <= 0.5 <= 1 ok",
		"Wins/chess/Demo-Null 31 wins >= 30 - ok",
		"Wins/chess/Demo-Null 1234 score - - -",
		"Gone NaN MB <= 1 - MISSING"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestChooseSuites(t *testing.T) {
	t.Parallel()
	all := []suite{{name: "match"}, {name: "matches"}, {name: "ssh/join"}, {name: "ssh/slow"}}
	for words, want := range map[string]string{
		"":               "[match matches ssh/join ssh/slow]",
		"match":          "[match]",
		"ssh":            "[ssh/join ssh/slow]",
		"ssh/slow,match": "[ssh/slow match]",
		"mat":            "[]",
		"match,":         "[]",
		"join":           "[]",
	} {
		got := []string{}
		chosen, err := choose(all, words)
		for _, s := range chosen {
			got = append(got, s.name)
		}
		if fmt.Sprint(got) != want || (err != nil) != (want == "[]") {
			t.Errorf("%q: %s, %v", words, got, err)
		}
	}
}
