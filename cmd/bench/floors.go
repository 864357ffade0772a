package main

import (
	"slices"
	"strings"

	"game-tui/sim/game/catalog"
)

// A floor is a bound for figures with a matching name and unit. In names, GAME stands for any game
// and * for any player. The first matching floor applies.
type floor struct {
	suite, name, unit string
	op                string // either atLeast or atMost
	bound             float64
}

const atLeast, atMost = ">=", "<="

// floors lists the performance promised on a machine with two free cores. The bounds leave a wide
// margin for slower machines; use benchstat to compare two versions.
var floors = []floor{
	{"match", "Match/harrypotter/null", "matches/s", atLeast, 400},
	{"match", "Match/harrypotter/demo", "matches/s", atLeast, 160},
	{"match", "Match/moneyheist/null", "matches/s", atLeast, 500},
	{"match", "Match/moneyheist/demo", "matches/s", atLeast, 300},
	{"match", "Match/thepurge/null", "matches/s", atLeast, 3000},
	{"match", "Match/thepurge/demo", "matches/s", atLeast, 2000},
	{"run", "Run/GAME", "ms/run", atMost, 20},
	{"run", "Start/version", "ms/start", atMost, 4},
	{"players", "Wins/harrypotter/Greedy-*", "wins", atLeast, 38}, // wins in 40 matches
	{"players", "Wins/moneyheist/Greedy-*", "wins", atLeast, 36},
	{"players", "Wins/thepurge/Greedy-*", "wins", atLeast, 36},
	{"players", "Wins/thepurge/Veteran-*", "wins", atLeast, 20}, // players of nearly equal strength; 10 is an even share
	{"players", "Wins/GAME/*", "wins", atLeast, 30},
	{"players", "Wins/GAME/*", "ms/decision", atMost, 0.5},
	{"decisions", "Decision/harrypotter/Greedy", "ns/op", atMost, 10_000},
	{"decisions", "Decision/moneyheist/Greedy", "ns/op", atMost, 15_000},
	{"decisions", "Decision/thepurge/Greedy", "ns/op", atMost, 5_000},
	{"decisions", "Decision/GAME/*", "ns/op", atMost, 150_000},
	{"screen", "View/step", "ms/step", atMost, 0.4},
	{"screen", "View/jump", "ms/jump", atMost, 1.6},
	{"screen", "View/seen", "ms/seen", atMost, 0.45},
	{"screen", "Games/GAME", "ms/step", atMost, 0.5},
	{"screen", "Memory/GAME", "MB/match", atMost, 20},
	{"index", "Build", "ms/match", atMost, 10},
	{"index", "Search", "ms/key", atMost, 5},
	{"bytes", "Bytes/colors16777216", "bytes/round", atMost, 19_000}, // bytes that Bubble Tea writes to a local terminal
	{"bytes", "Bytes/colors16777216", "diffbytes/round", atMost, 3_900},
	{"bytes", "Bytes/colors256", "diffbytes/round", atMost, 3_100},
	{"recordings", "Read/GAME", "ms/file", atMost, 60},
	{"chances", "FirstLine/GAME", "ms/line", atMost, 100},
	{"chances", "Plan/GAME", "s/plan", atMost, 2},
	{"chances", "Memory/GAME", "MB", atMost, 5},
	{"tournament", "Overhead", "percent", atMost, 3},
	{"programs", "IdlePlayers", "ms/round", atMost, 0.3},
	{"ssh/follow", "SSH/follow/first-frame-p99", "ms", atMost, 1000},
	{"ssh/follow", "SSH/follow/lag-p99", "rounds", atMost, 2},
	{"ssh/follow", "SSH/follow/memory", "MB/watcher", atMost, 0.4},
	{"ssh/follow", "SSH/follow/analysed-lag-p99", "rounds", atMost, 2},
	{"ssh/follow", "SSH/follow/match-off-its-pace", "rounds", atMost, 1},
	{"ssh/private", "SSH/private/key-to-frame-p99", "ms", atMost, 50},
	{"ssh/private", "SSH/private/memory", "MB/watcher", atMost, 0.25},
	{"ssh/private", "SSH/private/lag-p99", "rounds", atMost, 2},
	{"ssh/slow", "SSH/slow/lag-of-slow-line", "seconds", atMost, 10}, // the line's speed is lineRate in package sshload
	{"ssh/slow", "SSH/slow/lag-p99", "rounds", atMost, 2},
	{"ssh/churn", "SSH/churn/goroutines", "more", atMost, 0},
	{"ssh/churn", "SSH/churn/descriptors", "more", atMost, 0},
	{"ssh/churn", "SSH/churn/live-memory", "MB-more", atMost, 3},
	{"ssh/churn", "SSH/churn/resident-memory", "MB-more", atMost, 20},
}

// floorsOf returns the floors of a suite. A floor whose name contains GAME is repeated for each
// game.
func floorsOf(suite string) (list []floor) {
	for _, f := range floors {
		if f.suite != suite {
			continue
		}
		for _, g := range catalog.Names() {
			expanded := f
			if expanded.name = strings.Replace(f.name, "GAME", g, 1); !slices.Contains(list, expanded) {
				list = append(list, expanded)
			}
		}
	}
	return list
}
