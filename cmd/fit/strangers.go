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

// Strangers are players that are not built in. Their table is fitted to recordings and to matches
// between four copies of a built-in player, which show the value of a lead among equals. These
// matches add at most one sample for every equalPart samples of strangers.
const (
	equalMatches = 20
	equalPart    = 5
)

func strangersFile(g sim.Game) string { return filepath.Join(weights, g.Name()+".strangers.txt") }

// fitStrangers fits and writes the table for strangers, and stores the samples of matches between
// equals.
func fitStrangers(ctx context.Context, g sim.Game, base *winchance.Table) error {
	list, err := load[[]sample](dataFile(g, "strangers"))
	if err != nil {
		return err
	}
	equal, err := equalSamples(ctx, g)
	if err != nil {
		return err
	}
	table, err := fitStrangersTable(base, list, equal)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("on %d recordings of strangers, and %d matches of four copies of a built-in player from seed %d on",
		list[len(list)-1].Match+1, equalMatches*len(strongPlayers(g)), equalSeed)
	text := strangersText(table, []string{fittedNote(), note})
	return errors.Join(save(dataFile(g, "equals"), equal), os.WriteFile(strangersFile(g), text, 0o644))
}

// fitStrangersTable returns a table based on base. It is fitted to list, which holds the strangers'
// samples, and to the first len(list)/equalPart samples of equal.
func fitStrangersTable(base *winchance.Table, list, equal []sample) (*winchance.Table, error) {
	table := winchance.NewExternalTable(base)
	return table, fit(table, slices.Concat(list, equal[:min(len(list)/equalPart, len(equal))]))
}

// equalSamples plays matches between four copies of each strong player and returns samples in
// random order.
func equalSamples(ctx context.Context, g sim.Game) (list []sample, err error) {
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

// weightColumns is the heading above the weights in a table file for strangers.
const weightColumns = "what is weighed | weight"

func strangersText(t *winchance.Table, notes []string) []byte {
	text := []byte("# Win chance with players that are not built in: written by make fit, read by package sim/winchance.\n")
	for _, note := range notes {
		text = fmt.Appendf(text, "# %s\n", note)
	}
	text = append(text, "# "+weightColumns+"\n"...)
	for i, name := range winchance.ExternalFeatures {
		text = fmt.Appendf(text, "%s | %.6g\n", name, t.Weights[i])
	}
	return text
}
