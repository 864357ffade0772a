package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/match"
)

// lineUp draws who plays with a seed: any players, or in every other match those
// only players that play to win, since a match with Null in it is soon decided.
func lineUp(g sim.Game, seed int32) (line [sim.Seats]sim.Builtin) {
	list := ai.Players(g.Name())
	dice := sim.NewRand(seed)
	if dice.Random(0, 1) == 1 {
		list = strongPlayers(g)
	}
	for seat := range line {
		line[seat] = list[dice.Random(0, len(list)-1)]
	}
	return line
}

// strongPlayers are the players that play to win.
func strongPlayers(g sim.Game) []sim.Builtin {
	return slices.DeleteFunc(ai.Players(g.Name()), func(b sim.Builtin) bool { return b.Name == "Null" || b.Name == "Demo" })
}

// playOne plays the match of a seed with the default configuration, and returns it with its players.
func playOne(ctx context.Context, g sim.Game, seed int32, line [sim.Seats]sim.Builtin) (m chance.Match, err error) {
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: seed, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	for seat, b := range line {
		spec.Players[seat].Name, players[seat] = b.Name, b.New()
	}
	_, rec, err := match.Play(ctx, g, spec, players, match.Options{})
	if err != nil {
		return m, fmt.Errorf("seed %d: %w", seed, err)
	}
	return chance.NewMatch(rec, ai.Find), nil
}

// names are those of the players of a game.
func names(g sim.Game) (list []string) {
	for _, b := range ai.Players(g.Name()) {
		list = append(list, b.Name)
	}
	return list
}

// sample is a round of a match of which it is known who won: what a table is fitted
// on and judged by.
type sample struct {
	chance.Sample
	Match int                // a number that the samples of a match share
	Share [sim.Seats]float64 // of the win: 1 for who won, less where it was shared
	Names []string           `json:",omitempty"` // of the players in a recording; nil in matches of built-in players
}

// samples plays matches and takes rounds of each: one in each of parts equal parts and some
// near the end, or where parts is 0 those at which tables are judged.
func samples(ctx context.Context, g sim.Game, first int32, matches, parts int) ([]sample, error) {
	return perMatch(ctx, g, g.Title(), first, matches, func(m *chance.Match, i int) (list []sample, err error) {
		return samplesOf(m, i, parts, names(g)), nil
	})
}

// samplesOf takes samples of a match that was played to its end.
func samplesOf(m *chance.Match, number, parts int, players []string) (list []sample) {
	n := m.Settings.Rounds()
	won := chance.Shares(m.Record.State(n).Scores())
	for _, k := range rounds(n, parts) {
		list = append(list, sample{Sample: *chance.NewSample(m, m.Record.State(k), players), Match: number, Share: won})
	}
	return list
}

// rounds are those of a match of n that samples are taken of; for tests at 10, 25, 50, 75 and 90 of 100.
func rounds(n, parts int) (list []int) {
	if parts == 0 {
		return []int{n / 10, n / 4, n / 2, 3 * n / 4, 9 * n / 10}
	}
	for i := range parts {
		list = append(list, i*n/parts)
	}
	for left := n / parts / 2; left > 0; left /= 2 {
		list = append(list, n-left) // what a lead is worth changes fast near the end
	}
	return list
}

// perMatch plays the matches of some seeds, on all cores, and returns what some work finds in each, in
// their order. It writes how far it is.
func perMatch[T any](ctx context.Context, g sim.Game, what string, first int32, n int, work func(m *chance.Match, i int) ([]T, error)) ([]T, error) {
	all := make([][]T, n)
	err := match.Each(ctx, n, func(ctx context.Context, i int) error {
		if i%20 == 0 {
			fmt.Fprintf(os.Stderr, "%s: match %d of %d\n", what, i, n)
		}
		seed := first + int32(i)
		m, err := playOne(ctx, g, seed, lineUp(g, seed))
		if err == nil {
			all[i], err = work(&m, i)
		}
		return err
	})
	return slices.Concat(all...), err
}

// The values that are kept: matches, games to the end from rounds of each, and how many rounds: one of
// each of as many equal parts.
const (
	valueMatches   = 50
	valueGames     = 200
	roundsPerMatch = 4
)

// outcome is what comes of a round of a match with other dice: full games from it give the
// chance that everything else estimates. They cost seconds, and are kept to judge the rest by.
type outcome struct {
	Seed  int32 // of the match
	Round int
	Win   [sim.Seats]float64 // the share of wins, together 1
	Error [sim.Seats]float64 // its standard error
}

// keepValues plays rounds of matches to the end, many times each, and writes who won.
func keepValues(ctx context.Context, g sim.Game) error {
	list, err := perMatch(ctx, g, g.Title()+", games to the end", valueSeed, valueMatches, func(m *chance.Match, _ int) ([]outcome, error) {
		return playOut(ctx, m, valueGames)
	})
	if err != nil {
		return err
	}
	return save(dataFile(g, "values"), list)
}

// playOut plays so many games from rounds of a match to the end.
func playOut(ctx context.Context, m *chance.Match, games int) (list []outcome, err error) {
	dice := sim.NewRand(int32(uint32(m.Seed) * 2654435769 >> 1)) // neighbouring seeds draw alike
	n := m.Settings.Rounds()
	for part := range roundsPerMatch {
		o := outcome{Seed: m.Seed, Round: dice.Random(part*n/roundsPerMatch, (part+1)*n/roundsPerMatch-1)}
		w := chance.WhatIf{Match: *m, Round: o.Round}
		v, err := w.NewEvaluation(games)
		if err != nil {
			return nil, fmt.Errorf("seed %d, round %d: %w", m.Seed, o.Round, err)
		}
		for v.Next(ctx) {
		}
		for seat := range o.Win {
			was := v.Value(seat).Original
			o.Win[seat], o.Error[seat] = was.Mean, was.Error
		}
		list = append(list, o)
	}
	return list, ctx.Err()
}
