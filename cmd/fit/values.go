package main

import (
	"context"
	"fmt"
	"math"

	"game-tui/sim"
	"game-tui/sim/winchance"
)

// `make fit-values` plays valueMatches matches, and continues each to its end valueGames times from
// each of roundsPerMatch rounds.
const (
	valueMatches   = 50
	valueGames     = 200
	roundsPerMatch = 4
)

// A value holds the win chances in a round, measured by playing full games with other dice.
// Measuring one takes seconds. Estimates are judged against these values.
type value struct {
	Seed  int32 // seed of the match
	Round int
	Win   [sim.Seats]float64 // win chances by seat; they sum to 1
	Error [sim.Seats]float64 // standard errors
}

func storeValues(ctx context.Context, g sim.Game) error {
	list, err := collect(ctx, g, valueSeed, valueMatches, func(m *winchance.Match) ([]value, error) {
		return measureValues(ctx, m, valueGames)
	})
	if err != nil {
		return err
	}
	return save(dataFile(g, "values"), list)
}

// measureValues returns the win chances in a random round of each quarter of a match, found by playing
// from that round to the end games times.
func measureValues(ctx context.Context, m *winchance.Match, games int) (list []value, err error) {
	dice := sim.NewRand(int32(uint32(m.Seed) * 2654435769 >> 1)) // scrambled, because neighbouring seeds would draw similar rounds
	n := m.Settings.Rounds()
	for part := range roundsPerMatch {
		v := value{Seed: m.Seed, Round: dice.Random(part*n/roundsPerMatch, (part+1)*n/roundsPerMatch-1)}
		w := winchance.WhatIf{Match: *m, Round: v.Round}
		e, err := w.NewEvaluation(games)
		if err != nil {
			return nil, fmt.Errorf("seed %d, round %d: %w", m.Seed, v.Round, err)
		}
		for e.Next(ctx) {
		}
		for seat := range v.Win {
			mean := e.Value(seat).OriginalShare
			v.Win[seat], v.Error[seat] = mean.Mean, mean.Error
		}
		list = append(list, v)
	}
	return list, ctx.Err()
}

// Numbers of matches, and of full games and short rollouts per round, for fitting a table's errors.
const (
	errorMatches  = 60
	errorGames    = 64
	errorRollouts = 16
)

const minTableError = 0.1

// fitErrors sets the errors of a table for each tenth of a match: how much short rollouts and full
// games differ beyond what the dice explain.
func fitErrors(ctx context.Context, g sim.Game, t *winchance.Table) (note string, err error) {
	t.Errors = nil
	type excess struct {
		tenth          int
		squares, scale float64
	}
	list, err := collect(ctx, g, errorSeed, errorMatches, func(m *winchance.Match) (found []excess, err error) {
		values, err := measureValues(ctx, m, errorGames)
		for _, v := range values {
			forecast, variance := t.Forecast(m, v.Round, errorRollouts)
			for seat, win := range v.Win {
				d := forecast[seat] - win
				found = append(found, excess{winchance.TenthOf(v.Round, m.Settings.Rounds()),
					d*d - variance[seat] - win*(1-win)/float64(errorGames-1), forecast[seat] * (1 - forecast[seat])})
			}
		}
		return found, err
	})
	if err != nil {
		return "", err
	}
	// Adding the mean of the first eight tenths to each of them steadies those with few samples.
	// The last two need no mean: their rollouts reach the end of the match.
	const tenths, near = 10, 2
	var sums [tenths]excess
	var mean excess
	for _, e := range list {
		sums[e.tenth].squares += e.squares
		sums[e.tenth].scale += e.scale
		if e.tenth < tenths-near {
			mean.squares += e.squares / (tenths - near)
			mean.scale += e.scale / (tenths - near)
		}
	}
	for i, e := range sums {
		if i < tenths-near {
			e.squares, e.scale = e.squares+mean.squares, e.scale+mean.scale
		}
		t.Errors = append(t.Errors, math.Sqrt(min(max(e.squares/max(e.scale, 1e-9), minTableError*minTableError), 1)))
	}
	return fmt.Sprintf("errors from %d rounds of seeds %d to %d, %d games to the end and %d short rollouts each",
		len(list)/sim.Seats, errorSeed, errorSeed+errorMatches-1, errorGames, errorRollouts), nil
}
