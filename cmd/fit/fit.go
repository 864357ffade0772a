package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/chance"
)

const (
	fitMatches  = 1280 // that a table is fitted on
	testMatches = 320  // unseen ones that judge it
)

// fitGame fits the tables of a game: one that does not ask who plays, one that knows the players,
// and one for strangers.
func fitGame(ctx context.Context, g sim.Game) error {
	seen, err := samples(ctx, g, fitSeed, fitMatches, 20)
	if err != nil {
		return err
	}
	unseen, err := samples(ctx, g, testSeed, testMatches, 0)
	if err != nil {
		return err
	}
	if err := save(dataFile(g, "samples"), unseen); err != nil {
		return err
	}
	base, err := fitTable(ctx, g, nil, g.Name()+".txt", seen, unseen)
	if err != nil {
		return err
	}
	if _, err := fitTable(ctx, g, names(g), g.Name()+".players.txt", seen, unseen); err != nil {
		return err
	}
	return refitStrangers(ctx, g, base)
}

// fitTable fits a table, judges it by matches that it has not seen, writes it and returns it.
func fitTable(ctx context.Context, g sim.Game, players []string, file string, seen, unseen []sample) (*chance.Table, error) {
	settings, _, err := g.ReadSettings(configs.Default(g.Name()))
	if err != nil {
		return nil, err
	}
	table := chance.NewTable(g, settings, players)
	if err := fit(table, seen); err != nil {
		return nil, err
	}
	score := brierScore(table, unseen)
	notes := []string{
		"fitted on " + time.Now().UTC().Format(time.DateOnly) + " with " + runtime.Version(),
		fmt.Sprintf("on seeds %d to %d of the default configuration, 20 rounds of each and some near the end", fitSeed, fitSeed+fitMatches-1),
		"players, drawn at random for each seat, in half of the matches without Demo and Null: " + strings.Join(names(g), " "),
		fmt.Sprintf("judged by seeds %d to %d, which it has not seen: Brier score %.4f", testSeed, testSeed+testMatches-1, score),
	}
	if players != nil {
		note, err := fitErrors(ctx, g, table)
		if err != nil {
			return nil, err
		}
		notes = append(notes, note)
	}
	fmt.Printf("%s: Brier score %.4f on unseen seeds\n", file, score)
	return table, os.WriteFile(filepath.Join(weights, file), tableText(table, notes), 0o644)
}

// weights is the folder that package sim/chance reads its tables from.
var weights = filepath.Join("..", "..", "sim", "chance", "weights")

// tableText is the file of a table.
func tableText(t *chance.Table, notes []string) []byte {
	text := fmt.Appendf(nil, "# Win chance: written by make fit, read by package sim/chance.\ngame %s\nsettings %s\n", t.Game, t.Settings)
	for _, note := range notes {
		text = fmt.Appendf(text, "# %s\n", note)
	}
	text = append(text, "# value | usual difference | weight near the end | throughout | far from the end\n"...)
	forms := len(t.Weights) / len(t.ValueNames)
	for i, name := range t.ValueNames {
		text = fmt.Appendf(text, "%s | %.6g", name, t.Scale[i])
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

// brierScore is the mean Brier score of what a table says of samples. Four equal chances give 0.75.
func brierScore(t *chance.Table, samples []sample) (mean float64) {
	for i := range samples {
		mean += brier(t.Chance(&samples[i].Sample), samples[i].Share) / float64(len(samples))
	}
	return mean
}

// fit gives a table the weights that give the wins of the samples the highest likelihood, by
// Newton's method. The samples are of rounds before the end.
func fit(t *chance.Table, samples []sample) error {
	if t.Scale == nil {
		setScale(t, samples)
	}
	n := len(t.Features(&samples[0].Sample))
	t.Weights = make([]float64, n)
	for range 50 {
		slope, bend := make([]float64, n), make([][]float64, n)
		for i := range bend {
			bend[i] = make([]float64, n)
			slope[i] = -ridge * t.Weights[i]
			bend[i][i] = ridge
		}
		for i := range samples {
			s := &samples[i]
			pull(slope, bend, t.Features(&s.Sample), t.Weigh(&s.Sample), &s.Share)
		}
		steps, far := solve(bend, slope), 0.0
		for _, step := range steps {
			far = max(far, math.Abs(step))
		}
		for i, step := range steps {
			t.Weights[i] += step / max(far/maxStep, 1)
		}
		if far < 1e-9 {
			return nil
		}
	}
	return errors.New("the weights do not settle")
}

// maxStep bounds the change of a weight in one step: a longer one may lead away from the solution.
const maxStep = 1.0

// ridge draws the weights towards 0, as a few samples without effect would. With it there is one
// solution, however few the samples are.
const ridge = 1.0

// setScale sets the usual difference between the seats of each value.
func setScale(t *chance.Table, samples []sample) {
	t.Scale = make([]float64, len(t.ValueNames))
	for i := range t.Scale {
		sum := 0.0
		for j := range samples {
			v := &samples[j].Values
			mean := float64(v[0][i]+v[1][i]+v[2][i]+v[3][i]) / sim.Seats
			for seat := range v {
				d := float64(v[seat][i]) - mean
				sum += d * d
			}
		}
		t.Scale[i] = max(math.Sqrt(sum/float64(sim.Seats*len(samples))), 1e-3)
	}
}

// pull adds a sample to the slope of the likelihood, and to how the slope bends.
func pull(slope []float64, bend [][]float64, f [][sim.Seats]float64, p [sim.Seats]float64, share *[sim.Seats]float64) {
	mean := make([]float64, len(f))
	for i := range f {
		for seat := range p {
			slope[i] += (share[seat] - p[seat]) * f[i][seat]
			mean[i] += p[seat] * f[i][seat]
		}
		for j := range i + 1 {
			sum := -mean[i] * mean[j]
			for seat := range p {
				sum += p[seat] * f[i][seat] * f[j][seat]
			}
			bend[i][j] += sum
			bend[j][i] = bend[i][j]
		}
	}
}

// solve solves a x = b for a matrix that is symmetric and positive, by elimination; both are used up.
func solve(a [][]float64, b []float64) []float64 {
	for i := range a {
		for k := range a {
			if k == i {
				continue
			}
			part := a[k][i] / a[i][i]
			for j := i; j < len(a); j++ {
				a[k][j] -= part * a[i][j]
			}
			b[k] -= part * b[i]
		}
	}
	for i := range b {
		b[i] /= a[i][i]
	}
	return b
}

// What the error of a table is fitted on: matches, games to the end from each of their rounds, and
// short rollouts that are compared with these.
const (
	errorMatches = 60
	errorGames   = 64
	errorRuns    = 16
)

// minTableError is the least error that a table is said to have.
const minTableError = 0.1

// fitErrors sets the errors of a table: how much farther what short rollouts say is from full games
// than the dice of both explain. A tenth of the match of which little is known leans on the others,
// but for the last two, from which rollouts go to the end: each of them is of another kind.
func fitErrors(ctx context.Context, g sim.Game, t *chance.Table) (note string, err error) {
	const tenths, near = 10, 2
	t.Errors = nil
	type excess struct {
		tenth    int
		more, of float64 // squared difference that dice do not explain, and what it is a part of
	}
	list, err := perMatch(ctx, g, g.Title()+", errors", errorSeed, errorMatches, func(m *chance.Match, _ int) (found []excess, err error) {
		outcomes, err := playOut(ctx, m, errorGames)
		for _, o := range outcomes {
			said, variance := t.Forecast(m, o.Round, errorRuns)
			for seat, win := range o.Win {
				d := said[seat] - win
				found = append(found, excess{chance.TenthOf(o.Round, m.Settings.Rounds()),
					d*d - variance[seat] - win*(1-win)/float64(errorGames-1), said[seat] * (1 - said[seat])})
			}
		}
		return found, err
	})
	if err != nil {
		return "", err
	}
	var sum [tenths]excess
	all := excess{}
	for _, e := range list {
		sum[e.tenth].more += e.more
		sum[e.tenth].of += e.of
		if e.tenth < tenths-near {
			all.more += e.more / (tenths - near)
			all.of += e.of / (tenths - near)
		}
	}
	for i, e := range sum {
		if i < tenths-near {
			e.more, e.of = e.more+all.more, e.of+all.of
		}
		t.Errors = append(t.Errors, math.Sqrt(min(max(e.more/max(e.of, 1e-9), minTableError*minTableError), 1)))
	}
	return fmt.Sprintf("errors from %d rounds of seeds %d to %d, %d games to the end and %d short rollouts each",
		len(list)/sim.Seats, errorSeed, errorSeed+errorMatches-1, errorGames, errorRuns), nil
}
