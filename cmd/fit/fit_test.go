package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/winchance"
)

// stored returns the samples or values that make fit or make fit-values stored.
func stored[T sample | value](t *testing.T, g sim.Game, what string) []T {
	t.Helper()
	list, err := load[[]T](dataFile(g, what))
	if err != nil {
		t.Fatalf("type make game GAME=%s: %v", g.Name(), err)
	}
	return list
}

// floors are a little above the Brier scores of the generic and the per-player tables on the stored
// samples. Four equal chances score 0.75.
var floors = map[string][2]float64{"harrypotter": {0.195, 0.15}, "moneyheist": {0.085, 0.06}, "thepurge": {0.405, 0.325}}

func TestTablesAreAccurateOnUnseenMatches(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		settings, _, err := g.ReadSettings(configs.Default(g.Name()))
		if err != nil {
			t.Fatal(err)
		}
		samples := stored[sample](t, g, "samples")
		if len(samples) != testMatches*5 {
			t.Errorf("%s: got %d samples, want %d", g.Title(), len(samples), testMatches*5)
		}
		own, ok := floors[g.Name()]
		if !ok {
			t.Errorf("%s has no floors: add to floors in cmd/fit/fit_test.go a little more than the scores in the notes of its tables", g.Title())
			own = [2]float64{0.75, 0.75}
		}
		for i, table := range []*winchance.Table{winchance.LoadTable(g, false), winchance.LoadTable(g, true)} {
			if table == nil || !table.FittedOn(settings) {
				t.Fatalf("%s has no table %d, or one of other measures or settings: type make game GAME=%s", g.Title(), i, g.Name())
			}
			if score := brierScore(table, samples); !(score < own[i]) {
				t.Errorf("%s, table %d: Brier score %.4f, want below %.3f", g.Title(), i, score, own[i])
			}
			var c calibration
			for k := range samples {
				c.add(samples[k].Match, table.Chances(&samples[k].Sample), samples[k].Share)
			}
			for k, b := range c.bins() {
				if enough := b.cases >= 150 && b.matches >= 40; enough && !b.within(0.08, 2.5) {
					t.Errorf("%s, table %d, %d to %d %%: %s", g.Title(), i, 10*k, 10*k+10, b)
				}
			}
		}
	}
}

func TestTablesAreWrittenAsTheyWereRead(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for i, file := range []string{g.Name() + ".txt", g.Name() + ".players.txt"} {
			want, err := os.ReadFile(filepath.Join(weightsDir, file))
			if err != nil {
				t.Fatalf("type make game GAME=%s: %v", g.Name(), err)
			}
			var notes []string
			for line := range strings.Lines(string(want)) {
				if note, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok && !strings.HasPrefix(note, "value |") && !strings.HasPrefix(note, "errors of") {
					notes = append(notes, note)
				}
			}
			if got := tableText(winchance.LoadTable(g, i == 1), notes[1:]); !bytes.Equal(got, want) {
				t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
			}
		}
	}
}

// TestFitFindsTheTableThatDrewTheWinners draws the winners of samples by a known table and fits another
// to them.
func TestFitFindsTheTableThatDrewTheWinners(t *testing.T) {
	t.Parallel()
	g := catalog.Games()[1]
	settings, _, err := g.ReadSettings(configs.Default(g.Name()))
	if err != nil {
		t.Fatal(err)
	}
	truth := winchance.LoadTable(g, false)
	samples := stored[sample](t, g, "samples")
	dice := sim.NewRand(7)
	for i := range samples {
		p, x := truth.Chances(&samples[i].Sample), float64(dice.Random(0, 999_999))/1e6
		samples[i].Share = [sim.Seats]float64{}
		for seat := range p {
			if x -= p[seat]; x < 0 || seat == sim.Seats-1 {
				samples[i].Share[seat] = 1
				break
			}
		}
	}
	fitted, again := winchance.NewTable(g, settings, nil), winchance.NewTable(g, settings, nil)
	if err := fitWeights(fitted, samples); err != nil {
		t.Fatal(err)
	}
	far := 0.0
	for i := range samples {
		p, q := truth.Chances(&samples[i].Sample), fitted.Chances(&samples[i].Sample)
		for seat := range p {
			far += math.Abs(p[seat]-q[seat]) / float64(len(samples)*sim.Seats)
		}
	}
	if far > 0.02 {
		t.Errorf("got chances that differ by %.3f from those that drew the winners, want at most 0.02", far)
	}
	if fitWeights(again, samples); !reflect.DeepEqual(fitted, again) {
		t.Error("a second fit to the same samples gave another table")
	}
}

func TestValuesCoverFourRoundsOfEachMatch(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		list := stored[value](t, g, "values")
		places := map[[2]int]bool{}
		for i, v := range list {
			places[[2]int{int(v.Seed), v.Round}] = true
			sum := 0.0
			for seat, win := range v.Win {
				sum += win
				if !(v.Error[seat] > 0 && v.Error[seat] < 0.05) {
					t.Errorf("%s: got %+v, want standard errors between 0 and 0.05", g.Title(), v)
				}
			}
			if sum < 0.999 || sum > 1.001 || v.Seed != valueSeed+int32(i/roundsPerMatch) {
				t.Errorf("%s: got %+v, want seed %d and chances that add up to 1", g.Title(), v, valueSeed+int32(i/roundsPerMatch))
			}
		}
		if len(list) != valueMatches*roundsPerMatch || len(places) != len(list) {
			t.Errorf("%s: got %d values of %d rounds, want %d of as many", g.Title(), len(list), len(places), valueMatches*roundsPerMatch)
		}
	}
}
