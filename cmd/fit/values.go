package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"game-tui/sim"
	"game-tui/sim/chance"
)

// perMatch is how many rounds of a match have their chances played out: one of each of as many
// equal parts.
const perMatch = 4

// The values that are kept: matches, and games to the end from each of their rounds.
const (
	valueMatches = 50
	valueGames   = 200
)

// values plays rounds of matches to the end, many times each, and writes who won.
func (f *flags) values(ctx context.Context, g sim.Game) error {
	list, err := f.outcomes(ctx, g, valueSeed, valueMatches, valueGames)
	if err != nil {
		return err
	}
	notes := []string{
		"matches of the default configuration, seeds " + fmt.Sprintf("%d to %d", valueSeed, valueSeed+valueMatches-1),
		fmt.Sprintf("%d games to the end from each round, with the players of the match and other dice", valueGames),
	}
	return os.WriteFile(filepath.Join(f.dir, "testdata", g.Name()+".values.txt"), chance.AppendOutcomes(nil, notes, list), 0o644)
}

// outcomes are those of rounds of so many matches, with so many games from each round.
func (f *flags) outcomes(ctx context.Context, g sim.Game, first int32, matches, games int) ([]chance.Outcome, error) {
	all := make([][]chance.Outcome, matches)
	err := f.each(ctx, g.Title()+", games to the end", matches, func(i int) error {
		seed := first + int32(i)
		m, err := playOne(ctx, g, seed)
		if err != nil {
			return err
		}
		dice := sim.NewRand(int32(uint32(seed) * 2654435769 >> 1)) // neighbouring seeds draw alike
		n := m.Settings.Rounds()
		for part := range perMatch {
			round := dice.Random(part*n/perMatch, (part+1)*n/perMatch-1)
			o, err := chance.PlayOut(ctx, m, round, games)
			if err != nil {
				return fmt.Errorf("seed %d, round %d: %w", seed, round, err)
			}
			all[i] = append(all[i], o)
		}
		return nil
	})
	var list []chance.Outcome
	for _, part := range all {
		list = append(list, part...)
	}
	return list, err
}
