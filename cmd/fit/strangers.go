package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"game-tui/sim"
	"game-tui/sim/winchance"
)

// External players are players that are not built in. Their table is fitted to recordings and to
// matches between four copies of a built-in player, which show the value of a lead among equals.
// These matches add at most one sample for every samplesPerEqual samples of external players.
const (
	equalMatches    = 20
	samplesPerEqual = 5
)

func externalTableFile(g sim.Game) string {
	return filepath.Join(weightsDir, g.Name()+".strangers.txt")
}

// fitExternal fits and writes the table for external players, and stores the samples of matches between
// equals.
func fitExternal(ctx context.Context, g sim.Game, base *winchance.Table) error {
	list, err := load[[]sample](dataFile(g, "strangers"))
	if err != nil {
		return err
	}
	equal, err := playEqualSamples(ctx, g)
	if err != nil {
		return err
	}
	table, err := fitExternalTable(base, list, equal)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("on %d recordings of strangers, and %d matches of four copies of a built-in player from seed %d on",
		list[len(list)-1].Match+1, equalMatches*len(strongPlayers(g)), equalSeed)
	text := externalTableText(table, []string{fittedNote(), note})
	return errors.Join(save(dataFile(g, "equals"), equal), os.WriteFile(externalTableFile(g), text, 0o644))
}

// fitExternalTable returns a table based on base. It is fitted to the samples of external players
// and to the first len(external)/samplesPerEqual samples in equals.
func fitExternalTable(base *winchance.Table, external, equals []sample) (*winchance.Table, error) {
	table := winchance.NewExternalTable(base)
	return table, fitWeights(table, slices.Concat(external, equals[:min(len(external)/samplesPerEqual, len(equals))]))
}

// playEqualSamples plays matches between four copies of each strong player and returns samples in
// random order.
func playEqualSamples(ctx context.Context, g sim.Game) (list []sample, err error) {
	for _, b := range strongPlayers(g) {
		for i := range int32(equalMatches) {
			m, err := play(ctx, g, equalSeed+i, [sim.Seats]sim.Builtin{b, b, b, b})
			if err != nil {
				return nil, err
			}
			list = append(list, samplesOf(&m, len(list), testRounds(m.Settings.Rounds()), nil)...)
		}
	}
	dice := sim.NewRand(equalSeed)
	for i := range list {
		j := dice.Random(i, len(list)-1)
		list[i], list[j] = list[j], list[i]
	}
	return list, nil
}

// weightColumns is the heading above the weights in a table file for external players.
const weightColumns = "what is weighed | weight"

func externalTableText(t *winchance.Table, notes []string) []byte {
	text := []byte("# Win chance with players that are not built in: written by make fit, read by package sim/winchance.\n")
	for _, note := range notes {
		text = fmt.Appendf(text, "# %s\n", note)
	}
	text = append(text, "# "+weightColumns+"\n"...)
	for i, name := range winchance.ExternalFeatureNames {
		text = fmt.Appendf(text, "%s | %.6g\n", name, t.Weights[i])
	}
	return text
}
