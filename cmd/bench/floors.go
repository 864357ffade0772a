package main

import (
	"fmt"
	"slices"
)

// suite is a group of benchmarks in one package, and the floors of its figures.
type suite struct {
	name, pkg string
	bench     string // pattern of go test -bench
	time      string // of go test -benchtime; empty: 1s
	cpu       int    // of go test -cpu; 0: all
	floors    []floor
	also      []string // metrics to print beside them, without a floor
}

func (s suite) shows(r result) bool {
	if !slices.Contains(s.also, r.metric) {
		return false
	}
	return !slices.ContainsFunc(s.floors, func(f floor) bool { return f.bench == r.bench && f.metric == r.metric })
}

// floor is what a figure must reach (least) or stay within.
type floor struct {
	bench, metric string
	bound         float64
	least         bool
}

func (f floor) holds(v float64) bool {
	if f.least {
		return v >= f.bound
	}
	return v <= f.bound
}

func (f floor) String() string {
	if f.least {
		return fmt.Sprintf(">= %g", f.bound)
	}
	return fmt.Sprintf("<= %g", f.bound)
}

func atLeast(bench, metric string, v float64) floor { return floor{bench, metric, v, true} }
func atMost(bench, metric string, v float64) floor  { return floor{bench, metric, v, false} }

// suites are all figures that the product promises.
var suites = []suite{
	{
		name: "match", pkg: "./sim/match", bench: "^BenchmarkMatch$", cpu: 1,
		floors: []floor{
			atLeast("Match/harrypotter/null", "matches/s", 400),
			atLeast("Match/harrypotter/demo", "matches/s", 160),
			atLeast("Match/moneyheist/null", "matches/s", 500),
			atLeast("Match/moneyheist/demo", "matches/s", 300),
			atLeast("Match/thepurge/null", "matches/s", 3000),
			atLeast("Match/thepurge/demo", "matches/s", 2000),
		},
		also: []string{"ns/round", "allocs/op"},
	}, {
		name: "players", pkg: "./ai", bench: "^BenchmarkWins$", time: "1x",
		floors: []floor{
			atLeast("Wins/harrypotter/Greedy-Demo", "wins", 38),
			atLeast("Wins/harrypotter/Seeker-Greedy", "wins", 30),
			atLeast("Wins/harrypotter/Hunter-Greedy", "wins", 30),
			atLeast("Wins/moneyheist/Greedy-Demo", "wins", 36),
			atLeast("Wins/moneyheist/Tokyo-Greedy", "wins", 30),
			atLeast("Wins/thepurge/Greedy-Demo", "wins", 36),
			atLeast("Wins/thepurge/Nightwatch-Greedy", "wins", 30),
			atMost("Wins/harrypotter/Greedy-Demo", "ms/decision", 0.5),
			atMost("Wins/harrypotter/Seeker-Greedy", "ms/decision", 0.5),
			atMost("Wins/harrypotter/Hunter-Greedy", "ms/decision", 0.5),
			atMost("Wins/moneyheist/Greedy-Demo", "ms/decision", 0.5),
			atMost("Wins/moneyheist/Tokyo-Greedy", "ms/decision", 0.5),
			atMost("Wins/thepurge/Greedy-Demo", "ms/decision", 0.5),
			atMost("Wins/thepurge/Nightwatch-Greedy", "ms/decision", 0.5),
		},
		also: []string{"score"},
	},
	{
		name: "screen", pkg: "./tui", bench: "^(BenchmarkView|BenchmarkGames|BenchmarkMemory)$",
		floors: []floor{
			atMost("View/step", "ms/step", 1),
			atMost("View/jump", "ms/jump", 5),
			atMost("View/seen", "ms/seen", 0.3),
			atMost("Games/harrypotter", "ms/step", 1),
			atMost("Games/moneyheist", "ms/step", 1),
			atMost("Games/thepurge", "ms/step", 1),
			atMost("Memory/harrypotter", "MB/match", 20),
			atMost("Memory/moneyheist", "MB/match", 20),
			atMost("Memory/thepurge", "MB/match", 20),
		},
		also: []string{"allocs/op"},
	},
	{
		name: "bytes", pkg: "./tui", bench: "^BenchmarkBytes$", time: "1x",
		floors: []floor{
			atMost("Bytes/colors16777216", "bytes/round", 16_000),
		},
		also: []string{"bytes/round", "diffbytes/round"},
	},
	{
		name: "recordings", pkg: "./sim/res", bench: "^BenchmarkRead$",
		floors: []floor{
			atMost("Read/harrypotter", "ms/file", 60),
			atMost("Read/moneyheist", "ms/file", 60),
			atMost("Read/thepurge", "ms/file", 60),
		},
	},
	{
		name: "programs", pkg: "./ai/process", bench: "^BenchmarkIdlePlayers$",
		floors: []floor{
			atMost("IdlePlayers", "ms/round", 0.3),
		},
	},
}
