package main

import (
	"fmt"
	"slices"

	"game-tui/ai"
)

// perGame are the floors of a game that its rules decide: matches a second of
// four Null and of four Demo, wins of 40 of Greedy against Demo, and the nanoseconds
// that an answer of Greedy's takes.
type perGame struct{ null, demo, greedy, answer float64 }

// longestAnswer is how many nanoseconds an answer of any player may take.
const longestAnswer = 60_000

// games has a line for every game.
var games = map[string]perGame{
	"harrypotter": {null: 400, demo: 160, greedy: 38, answer: 10_000},
	"moneyheist":  {null: 500, demo: 300, greedy: 36, answer: 15_000},
	"thepurge":    {null: 3000, demo: 2000, greedy: 36, answer: 5_000},
}

// players are the floors of a game's built-in players: what they win, what a decision costs
// them in a match, and how long an answer takes.
func (own *perGame) players(g string) (wins, costs, answers []floor) {
	for _, d := range ai.Duels(g) {
		bench, least := "Wins/"+g+"/"+d.One+"-"+d.Others, 30.
		if d.One == "Greedy" {
			least = own.greedy
		}
		wins = append(wins, atLeast(bench, "wins", least))
		costs = append(costs, atMost(bench, "ms/decision", 0.5))
	}
	for _, p := range ai.Players(g) {
		most := float64(longestAnswer)
		if p.Name == "Greedy" {
			most = own.answer
		}
		answers = append(answers, atMost("Decision/"+g+"/"+p.Name, "ns/op", most))
	}
	return wins, costs, answers
}

// suites are all figures that the product promises for some games.
func suites(names []string) ([]suite, error) {
	var matches, runs, wins, costs, answers, screens, memory, recordings, chances []floor
	for _, g := range names {
		own, ok := games[g]
		if !ok {
			return nil, fmt.Errorf("%s has no floors: measure it, and add a line to games in cmd/bench/floors.go", g)
		}
		matches = append(matches, atLeast("Match/"+g+"/null", "matches/s", own.null), atLeast("Match/"+g+"/demo", "matches/s", own.demo))
		runs = append(runs, atMost("Run/"+g, "ms/run", 30))
		won, cost, took := own.players(g)
		wins, costs, answers = append(wins, won...), append(costs, cost...), append(answers, took...)
		screens = append(screens, atMost("Games/"+g, "ms/step", 1))
		memory = append(memory, atMost("Memory/"+g, "MB/match", 20))
		recordings = append(recordings, atMost("Read/"+g, "ms/file", 60))
		chances = append(chances, atMost("FirstLine/"+g, "ms/line", 100), atMost("Plan/"+g, "s/plan", 2), atMost("Memory/"+g, "MB", 5))
	}
	return []suite{
		{
			name: "match", source: goTest{pkg: "./sim/match", bench: "^BenchmarkMatch$", cpu: 1},
			floors: matches, also: []string{"ns/round", "allocs/op"},
		}, {
			name: "run", source: goTest{pkg: "./cmd/game-tui", bench: "^BenchmarkRun$"},
			floors: runs,
		}, {
			name: "players", source: goTest{pkg: "./ai", bench: "^BenchmarkWins$", time: "1x"},
			floors: append(wins, costs...), also: []string{"score"},
		}, {
			name: "decisions", source: goTest{pkg: "./ai", bench: "^BenchmarkDecision$", cpu: 1},
			floors: answers, also: []string{"allocs/op"},
		}, {
			name: "screen", source: goTest{pkg: "./tui", bench: "^(BenchmarkView|BenchmarkGames|BenchmarkMemory)$"},
			floors: slices.Concat([]floor{
				atMost("View/step", "ms/step", 1),
				atMost("View/jump", "ms/jump", 5),
				atMost("View/seen", "ms/seen", 0.3),
			}, screens, memory),
			also: []string{"allocs/op"},
		}, {
			name: "index", source: goTest{pkg: "./tui/index", bench: "^(BenchmarkBuild|BenchmarkSearch)$"},
			floors: []floor{atMost("Build", "ms/match", 10), atMost("Search", "ms/key", 5)},
			also:   []string{"rows", "allocs/op"},
		}, {
			name: "bytes", source: goTest{pkg: "./tui", bench: "^BenchmarkBytes$", time: "1x"},
			floors: []floor{atMost("Bytes/colors16777216", "bytes/round", 16_000)},
			also:   []string{"bytes/round", "diffbytes/round"},
		}, {
			name: "recordings", source: goTest{pkg: "./sim/res", bench: "^BenchmarkRead$"},
			floors: recordings,
		}, {
			name: "chances", source: goTest{pkg: "./sim/chance", bench: "^(BenchmarkFirstLine|BenchmarkPlan|BenchmarkMemory)$", cpu: 1},
			floors: chances,
		}, {
			name: "tournament", source: goTest{pkg: "./sim/league", bench: "^BenchmarkOverhead$", time: "6x"},
			floors: []floor{atMost("Overhead", "percent", 3)},
		}, {
			name: "programs", source: goTest{pkg: "./ai/process", bench: "^BenchmarkIdlePlayers$"},
			speed: network, linux: true,
			floors: []floor{atMost("IdlePlayers", "ms/round", 0.3)},
		},
	}, nil
}
