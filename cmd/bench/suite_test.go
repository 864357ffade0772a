package main

import (
	"slices"
	"strings"
	"testing"

	"game-tui/cmd/bench/sshload"
)

func TestChooseSuites(t *testing.T) {
	t.Parallel()
	all := []suite{{name: "match"}, {name: "matches"}, {name: "ssh/join"}, {name: "ssh/slow"}}
	for words, want := range map[string]string{
		"":                   "match, matches, ssh/join, ssh/slow",
		"match":              "match",
		"ssh":                "ssh/join, ssh/slow",
		"ssh/slow,match":     "match, ssh/slow",
		"ssh,ssh/join,match": "match, ssh/join, ssh/slow",
	} {
		got, err := choose(all, words)
		if err != nil || names(got) != want {
			t.Errorf("%q: %s, %v", words, names(got), err)
		}
	}
	for _, words := range []string{"mat", "match,", "join"} {
		if _, err := choose(all, words); err == nil || !strings.Contains(err.Error(), "there are match, matches, ssh/join") {
			t.Errorf("%q: %v", words, err)
		}
	}
}

// TestParse wants the figures of go test's lines, whatever the number of cores.
func TestParse(t *testing.T) {
	t.Parallel()
	text := `goos: linux
BenchmarkMatch/harrypotter/null-2         	    1237	    946107 ns/op	      1057 matches/s
BenchmarkBytes/colors256         	       1	 5 bytes/round
BenchmarkOdd	1	x ns/op
--- FAIL: BenchmarkNone
PASS
`
	var got []figure
	parse(strings.NewReader(text), func(f figure) { got = append(got, f) })
	want := []figure{{"Match/harrypotter/null", "ns/op", 946107}, {"Match/harrypotter/null", "matches/s", 1057}, {"Bytes/colors256", "bytes/round", 5}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// TestLoadFloors wants a line of floors for every scenario, and no others.
func TestLoadFloors(t *testing.T) {
	t.Parallel()
	for _, sc := range sshload.Scenarios {
		if _, ok := loadFloors[sc.Name]; !ok {
			t.Errorf("scenario %s has no line in loadFloors", sc.Name)
		}
	}
	for name := range loadFloors {
		if !slices.ContainsFunc(sshload.Scenarios, func(sc sshload.Scenario) bool { return sc.Name == name }) {
			t.Errorf("there are floors of %s, but no such scenario", name)
		}
	}
}

// TestReferenceWork wants the same work done on every machine.
func TestReferenceWork(t *testing.T) {
	t.Parallel()
	if err := computing(1); err != nil {
		t.Error(err)
	}
	if err := sending(3, 4, 100); err != nil {
		t.Error(err)
	}
}
