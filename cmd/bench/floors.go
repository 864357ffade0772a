package main

import (
	"path"
	"slices"
	"strings"

	"game-tui/sim/catalog"
)

// floor is what the figures of a name must reach, or stay within. GAME stands for every game, * for every
// player; the first floor that fits a figure counts.
type floor struct {
	suite, name, unit string
	sign              string // least or most
	bound             float64
}

const least, most = ">=", "<="

// floors are all that the product promises. Those of time, of something a second, and of rounds that a
// watcher lags, are scaled by the speed of the machine: see timed.
var floors = []floor{
	{"match", "Match/harrypotter/null", "matches/s", least, 400},
	{"match", "Match/harrypotter/demo", "matches/s", least, 160},
	{"match", "Match/moneyheist/null", "matches/s", least, 500},
	{"match", "Match/moneyheist/demo", "matches/s", least, 300},
	{"match", "Match/thepurge/null", "matches/s", least, 3000},
	{"match", "Match/thepurge/demo", "matches/s", least, 2000},
	{"run", "Run/GAME", "ms/run", most, 20},
	{"run", "Start/version", "ms/start", most, 4},
	{"players", "Wins/harrypotter/Greedy-*", "wins", least, 38}, // of 40
	{"players", "Wins/moneyheist/Greedy-*", "wins", least, 36},
	{"players", "Wins/thepurge/Greedy-*", "wins", least, 36},
	{"players", "Wins/thepurge/Veteran-*", "wins", least, 20}, // of nearly equals; 10 is an even share
	{"players", "Wins/GAME/*", "wins", least, 30},
	{"players", "Wins/GAME/*", "ms/decision", most, 0.5},
	{"decisions", "Decision/harrypotter/Greedy", "ns/op", most, 10_000},
	{"decisions", "Decision/moneyheist/Greedy", "ns/op", most, 15_000},
	{"decisions", "Decision/thepurge/Greedy", "ns/op", most, 5_000},
	{"decisions", "Decision/GAME/*", "ns/op", most, 150_000},
	{"screen", "View/step", "ms/step", most, 0.4},
	{"screen", "View/jump", "ms/jump", most, 1.6},
	{"screen", "View/seen", "ms/seen", most, 0.45},
	{"screen", "Games/GAME", "ms/step", most, 0.5},
	{"screen", "Memory/GAME", "MB/match", most, 20},
	{"index", "Build", "ms/match", most, 10},
	{"index", "Search", "ms/key", most, 5},
	{"bytes", "Bytes/colors16777216", "bytes/round", most, 19_000}, // Bubble Tea's own, in a terminal of its own
	{"bytes", "Bytes/colors16777216", "diffbytes/round", most, 3_900},
	{"bytes", "Bytes/colors256", "diffbytes/round", most, 3_100},
	{"recordings", "Read/GAME", "ms/file", most, 60},
	{"chances", "FirstLine/GAME", "ms/line", most, 100},
	{"chances", "Plan/GAME", "s/plan", most, 2},
	{"chances", "Memory/GAME", "MB", most, 5},
	{"tournament", "Overhead", "percent", most, 3},
	{"programs", "IdlePlayers", "ms/round", most, 0.3},
	{"ssh/bytes", "SSH/bytes/median-truecolor", "KB", most, 4.8}, // of a round
	{"ssh/bytes", "SSH/bytes/median-256-colours", "KB", most, 3.8},
	{"ssh/join", "SSH/join/first-frame-p99", "ms", most, 1000},
	{"ssh/follow", "SSH/follow/lag-p99", "rounds", most, 2},
	{"ssh/follow", "SSH/follow/memory", "MB/watcher", most, 0.4},
	{"ssh/analysis", "SSH/analysis/lag-p99", "rounds", most, 2},
	{"ssh/analysis", "SSH/analysis/match-off-its-pace", "rounds", most, 1},
	{"ssh/private", "SSH/private/key-to-frame-p99", "ms", most, 50},
	{"ssh/private", "SSH/private/memory", "MB/watcher", most, 0.25},
	{"ssh/private", "SSH/private/lag-p99", "rounds", most, 2},
	{"ssh/slow", "SSH/slow/lag-of-slow-line", "seconds", most, 10}, // the line decides, not the machine
	{"ssh/slow", "SSH/slow/lag-p99", "rounds", most, 2},
	{"ssh/churn", "SSH/churn/goroutines", "more", most, 0},
	{"ssh/churn", "SSH/churn/descriptors", "more", most, 0},
	{"ssh/churn", "SSH/churn/live-memory", "MB-more", most, 3},
	{"ssh/churn", "SSH/churn/resident-memory", "MB-more", most, 20},
}

// timed reports whether figures of a unit depend on the speed of the machine.
func timed(unit string) bool {
	of, per, _ := strings.Cut(unit, "/")
	return per == "s" || slices.Contains([]string{"ns", "ms", "s", "rounds"}, of)
}

// fits reports whether the floor is one of a figure.
func (f *floor) fits(g figure) bool {
	ok, _ := path.Match(f.name, g.name)
	return ok && f.unit == g.unit
}

// floorsOf are the floors of a suite for all games of the program: GAME in their names is replaced.
func floorsOf(suite string) (list []floor) {
	for _, f := range floors {
		if f.suite != suite {
			continue
		}
		for _, g := range catalog.Names() {
			of := f
			if of.name = strings.Replace(f.name, "GAME", g, 1); !slices.Contains(list, of) {
				list = append(list, of)
			}
		}
	}
	return list
}
