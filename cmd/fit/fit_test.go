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
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
)

// stored are samples or outcomes that make fit or make fit-values has kept.
func stored[T sample | outcome](t *testing.T, g sim.Game, what string) []T {
	t.Helper()
	list, err := load[[]T](dataFile(g, what))
	if err != nil {
		t.Fatalf("type make game GAME=%s: %v", g.Name(), err)
	}
	return list
}

// floors are a little above what the tables reach on the stored samples, without and with the
// players: who knows nothing has 0.75.
var floors = map[string][2]float64{"harrypotter": {0.195, 0.15}, "moneyheist": {0.085, 0.06}, "thepurge": {0.405, 0.325}}

// TestTables holds the tables of every game to their Brier score and their calibration, on
// matches that their fit has not seen.
func TestTables(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		settings, _, err := g.ReadSettings(configs.Default(g.Name()))
		if err != nil {
			t.Fatal(err)
		}
		samples := stored[sample](t, g, "samples")
		if len(samples) != testMatches*5 {
			t.Errorf("%s: %d samples", g.Title(), len(samples))
		}
		own, ok := floors[g.Name()]
		if !ok {
			t.Errorf("%s has no floors: add to floors in cmd/fit/fit_test.go a little more than what the notes in its tables say", g.Title())
			own = [2]float64{0.75, 0.75}
		}
		for i, table := range []*chance.Table{chance.LoadTable(g, false), chance.LoadTable(g, true)} {
			if table == nil || !table.FittedOn(settings) {
				t.Fatalf("%s has no table %d, or one of other measures or settings: type make game GAME=%s", g.Title(), i, g.Name())
			}
			if score := brierScore(table, samples); !(score < own[i]) {
				t.Errorf("%s, table %d: Brier score %.4f, want below %.3f", g.Title(), i, score, own[i])
			}
			var c calibration
			for k := range samples {
				c.add(samples[k].Match, table.Chance(&samples[k].Sample), samples[k].Share)
			}
			for k, b := range c.bins() {
				if enough := b.cases >= 150 && b.matches >= 40; enough && !b.within(0.08, 2.5) {
					t.Errorf("%s, table %d, %d to %d %%: %s", g.Title(), i, 10*k, 10*k+10, b)
				}
			}
		}
	}
}

// TestTableText writes the tables that package chance has read: they are the files.
func TestTableText(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for i, file := range []string{g.Name() + ".txt", g.Name() + ".players.txt"} {
			want, err := os.ReadFile(filepath.Join(weights, file))
			if err != nil {
				t.Fatalf("type make game GAME=%s: %v", g.Name(), err)
			}
			var notes []string
			for line := range strings.Lines(string(want)) {
				if note, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok && !strings.HasPrefix(note, "value |") && !strings.HasPrefix(note, "errors of") {
					notes = append(notes, note)
				}
			}
			if got := tableText(chance.LoadTable(g, i == 1), notes[1:]); !bytes.Equal(got, want) {
				t.Errorf("%s: written\n%s", file, got)
			}
		}
	}
}

// TestFit fits samples whose winners a known table drew: the fit says nearly what that
// table says.
func TestFit(t *testing.T) {
	t.Parallel()
	g := catalog.Games()[1]
	settings, _, err := g.ReadSettings(configs.Default(g.Name()))
	if err != nil {
		t.Fatal(err)
	}
	truth := chance.LoadTable(g, false)
	samples := stored[sample](t, g, "samples")
	dice := sim.NewRand(7)
	for i := range samples {
		p, x := truth.Chance(&samples[i].Sample), float64(dice.Random(0, 999_999))/1e6
		samples[i].Share = [sim.Seats]float64{}
		for seat := range p {
			if x -= p[seat]; x < 0 || seat == sim.Seats-1 {
				samples[i].Share[seat] = 1
				break
			}
		}
	}
	fitted, again := chance.NewTable(g, settings, nil), chance.NewTable(g, settings, nil)
	if err := fit(fitted, samples); err != nil {
		t.Fatal(err)
	}
	far := 0.0
	for i := range samples {
		p, q := truth.Chance(&samples[i].Sample), fitted.Chance(&samples[i].Sample)
		for seat := range p {
			far += math.Abs(p[seat]-q[seat]) / float64(len(samples)*sim.Seats)
		}
	}
	if far > 0.02 {
		t.Errorf("chances differ by %.3f from those that drew the winners", far)
	}
	if fit(again, samples); !reflect.DeepEqual(fitted, again) {
		t.Error("the same samples give another table")
	}
}

// TestCalibration finds a forecast that is wrong, and lets one pass that is right.
func TestCalibration(t *testing.T) {
	t.Parallel()
	var right, wrong calibration
	dice := sim.NewRand(3)
	for i := range 400 {
		p := [sim.Seats]float64{.55, .15, .15, .15}
		won := [sim.Seats]float64{}
		if x := dice.Random(1, 100); x <= 55 {
			won[0] = 1
		} else {
			won[1+x%3] = 1
		}
		right.add(i, p, won)
		wrong.add(i, [sim.Seats]float64{.15, .55, .15, .15}, won)
	}
	a, b := right.bins(), wrong.bins()
	if !a[5].within(0.08, 2.5) || !a[1].within(0.08, 2.5) || b[5].within(0.08, 2.5) || a[5].cases != 400 || a[9].cases != 0 {
		t.Errorf("%v, %v", a[5], b[5])
	}
}

// TestValuesAreThere: of each game there are values of four rounds of every match, each
// with its error, and of nothing twice.
func TestValuesAreThere(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		list := stored[outcome](t, g, "values")
		places := map[[2]int]bool{}
		for i, o := range list {
			places[[2]int{int(o.Seed), o.Round}] = true
			sum := 0.0
			for seat, win := range o.Win {
				sum += win
				if !(o.Error[seat] > 0 && o.Error[seat] < 0.05) {
					t.Errorf("%s: %+v", g.Title(), o)
				}
			}
			if sum < 0.999 || sum > 1.001 || o.Seed != valueSeed+int32(i/roundsPerMatch) {
				t.Errorf("%s: %+v", g.Title(), o)
			}
		}
		if len(list) != valueMatches*roundsPerMatch || len(places) != len(list) {
			t.Errorf("%s: %d values of %d rounds", g.Title(), len(list), len(places))
		}
	}
}
