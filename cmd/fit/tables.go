package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/winchance"
)

const (
	fitMatches  = 1280
	testMatches = 320
)

var weightsDir = filepath.Join("..", "..", "sim", "winchance", "weights")

func fitGame(ctx context.Context, g sim.Game) error {
	fitSamples, err := playSamples(ctx, g, fitSeed, fitMatches, fitRounds)
	if err != nil {
		return err
	}
	testSamples, err := playSamples(ctx, g, testSeed, testMatches, testRounds)
	if err != nil {
		return err
	}
	base, err := fitTable(ctx, g, nil, g.Name()+".txt", fitSamples, testSamples)
	if err != nil {
		return err
	}
	_, err = fitTable(ctx, g, playerNames(g), g.Name()+".players.txt", fitSamples, testSamples)
	err = errors.Join(err, save(dataFile(g, "samples"), testSamples))
	if _, statErr := os.Stat(externalTableFile(g)); err == nil && statErr == nil {
		err = fitExternal(ctx, g, base)
	}
	return err
}

// fitTable fits a table and writes it to file, with its score on unseen samples. If players is not
// nil, it also fits the table's errors.
func fitTable(ctx context.Context, g sim.Game, players []string, file string, fitSamples, testSamples []sample) (*winchance.Table, error) {
	settings, _, err := g.ReadSettings(configs.Default(g.Name()))
	if err != nil {
		return nil, err
	}
	table := winchance.NewTable(g, settings, players)
	if err := fitWeights(table, fitSamples); err != nil {
		return nil, err
	}
	score := brierScore(table, testSamples)
	notes := []string{
		fittedNote(),
		fmt.Sprintf("on seeds %d to %d of the default configuration, 20 rounds of each and some near the end", fitSeed, fitSeed+fitMatches-1),
		"players, drawn at random for each seat, in half of the matches without Demo and Null: " + strings.Join(playerNames(g), " "),
		fmt.Sprintf("judged by unseen seeds %d to %d: Brier score %.4f", testSeed, testSeed+testMatches-1, score),
	}
	if players != nil {
		note, err := fitErrors(ctx, g, table)
		if err != nil {
			return nil, err
		}
		notes = append(notes, note)
	}
	fmt.Printf("%s: Brier score %.4f on unseen seeds\n", file, score)
	return table, os.WriteFile(filepath.Join(weightsDir, file), tableText(table, notes), 0o644)
}

func fittedNote() string {
	return "fitted on " + time.Now().UTC().Format(time.DateOnly) + " with " + runtime.Version()
}

func tableText(t *winchance.Table, notes []string) []byte {
	text := fmt.Appendf(nil, "# Win chance: written by make fit, read by package sim/winchance.\ngame %s\nsettings %s\n", t.Game, t.Settings)
	for _, note := range notes {
		text = fmt.Appendf(text, "# %s\n", note)
	}
	text = append(text, "# value | usual difference | weight near the end | throughout | far from the end\n"...)
	forms := len(t.Weights) / len(t.ValueNames)
	for i, name := range t.ValueNames {
		text = fmt.Appendf(text, "%s | %.6g", name, t.Scales[i])
		for _, w := range t.Weights[forms*i : forms*(i+1)] {
			text = fmt.Appendf(text, " | %.6g", w)
		}
		text = append(text, '\n')
	}
	if t.Errors != nil {
		text = append(text, "# errors of short rollouts from each tenth of a match, as parts of √(p(1-p))\nerrors"...)
		for _, e := range t.Errors {
			text = fmt.Appendf(text, " %.4g", e)
		}
		text = append(text, '\n')
	}
	return text
}

// brierScore returns the mean Brier score of a table on samples. Four equal chances give 0.75.
func brierScore(t *winchance.Table, samples []sample) (mean float64) {
	for i := range samples {
		mean += brier(t.Chances(&samples[i].Sample), samples[i].Share) / float64(len(samples))
	}
	return mean
}

// brier returns the sum of the squared differences between forecast and result, from 0 to 2.
func brier(forecast, share [sim.Seats]float64) (sum float64) {
	for seat := range forecast {
		d := forecast[seat] - share[seat]
		sum += d * d
	}
	return sum
}
