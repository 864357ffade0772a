package main

import (
	"context"
	"fmt"

	"game-tui/sim"
	"game-tui/sim/chance"
)

// The values that are kept: matches, games to the end from rounds of each, and how many rounds: one of
// each of as many equal parts.
const (
	valueMatches   = 50
	valueGames     = 200
	roundsPerMatch = 4
)

// outcome is what comes of a round of a match with other dice: full games from it tell the
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
		v, err := w.NewWorth(games)
		if err != nil {
			return nil, fmt.Errorf("seed %d, round %d: %w", m.Seed, o.Round, err)
		}
		for v.Next(ctx) {
		}
		for seat := range o.Win {
			was := v.Value(seat).Was
			o.Win[seat], o.Error[seat] = was.Mean, was.Error
		}
		list = append(list, o)
	}
	return list, ctx.Err()
}
