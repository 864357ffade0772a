package chance_test

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/simtest/model"
)

// floors are a little above what the tables reach on the stored samples, without and with the
// players: who knows nothing has 0.75.
var floors = map[string][2]float64{"harrypotter": {0.22, 0.195}, "moneyheist": {0.195, 0.135}, "thepurge": {0.325, 0.245}}

// stored are the samples of seeds that no fit has seen.
func stored(t testing.TB, game string) []chance.Sample {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("testdata", game+".samples.gz"))
	if err != nil {
		t.Fatalf("there are no samples: type make fit: %v", err)
	}
	samples, err := chance.UnpackSamples(packed)
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// TestTables holds the tables of every game to their Brier score and their calibration, on
// matches that their fit has not seen.
func TestTables(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		settings, _, err := g.ReadSettings(configs.Default(g.Name()))
		if err != nil {
			t.Fatal(err)
		}
		samples := stored(t, g.Name())
		if len(samples) != 320*5 {
			t.Errorf("%s: %d samples", g.Title(), len(samples))
		}
		for i, table := range []*chance.Table{chance.TableOf(g), chance.TableOfPlayers(g)} {
			if table == nil {
				t.Fatalf("%s has no table %d, or one of other measures: type make fit", g.Title(), i)
			}
			if !table.Known(settings) {
				t.Errorf("%s: table %d was fitted on other settings than the default: type make fit", g.Title(), i)
			}
			if got, floor := table.Score(samples), floors[g.Name()][i]; !(got < floor) {
				t.Errorf("%s, table %d: Brier score %.4f, want below %.3f", g.Title(), i, got, floor)
			}
			for k, b := range table.Calibrate(samples) {
				if b.Enough() && !b.Good() {
					t.Errorf("%s, table %d, %d to %d %%: %s", g.Title(), i, 10*k, 10*k+10, b.String())
				}
			}
		}
	}
}

// TestTableKnowsWhoPlays: with built-in players on all seats the chances before the match are those
// of the players, who are there in the table; with a stranger they are those of the board.
func TestTableKnowsWhoPlays(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		table := chance.TableOfPlayers(g)
		for _, b := range ai.Players(g.Name()) {
			if !slices.Contains(table.Players, b.Name) {
				t.Errorf("%s: the table does not know %s: type make fit", g.Title(), b.Name)
			}
		}
		if len(table.Errors) == 0 || len(chance.TableOf(g).Errors) > 0 {
			t.Errorf("%s: a table without its errors, or one that says them of strangers", g.Title())
		}
		m, _ := played(t, g, 11, "Greedy", "Null", "Greedy", "Null")
		if first := begin(t, m).Line()[0].Win; first[0]+first[2] < 0.9 {
			t.Errorf("%s: %v", g.Title(), first)
		}
		m.Names[0], m.Players[0] = "Stranger", nil
		if first := begin(t, m).Line()[0].Win; first[0]+first[2] > 0.8 {
			t.Errorf("%s with a stranger: %v", g.Title(), first)
		}
	}
}

// TestNoTable asks for a game that none was fitted for.
func TestNoTable(t *testing.T) {
	t.Parallel()
	if chance.TableOf(model.Game{}) != nil {
		t.Error("the model game has a table")
	}
	if _, err := chance.New(chance.Match{Game: model.Game{}}); err != chance.ErrNoTable {
		t.Error(err)
	}
}

// TestTableText reads what was written.
func TestTableText(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for _, table := range []*chance.Table{chance.TableOf(g), chance.TableOfPlayers(g)} {
			text := string(table.AppendText(nil))
			again, err := chance.ReadTable(text)
			if err != nil || !reflect.DeepEqual(table, again) {
				t.Errorf("%s: %v", g.Title(), err)
			}
		}
	}
	for _, text := range []string{"", "game X 1.0", "game X 1.0\nscore | 1 | 2", "game X 1.0\nscore | 0 | 1 | 1 | 1",
		"game X 1.0\nscore | 1 | NaN | 1 | 1", "game X 1.0\nscore | 1 | 1 | 1 | 1 | 1",
		"game X 1.0\nscore | 1 | 1 | 1 | 1\nerrors 0.1 0.2", "game X 1.0\nscore | 1 | 1 | 1 | 1\nerrors 0 0 0 0 0 0 0 0 0 2"} {
		if _, err := chance.ReadTable(text); err == nil {
			t.Errorf("%q is a table", text)
		}
	}
}

// TestPack reads samples that were written.
func TestPack(t *testing.T) {
	t.Parallel()
	samples := stored(t, "thepurge")[:20]
	samples[3].Share = [sim.Seats]float64{0.5, 0, 0.5, 0}
	samples[4].Values[2][1] = -7
	packed, err := chance.PackSamples(samples)
	if err != nil {
		t.Fatal(err)
	}
	again, err := chance.UnpackSamples(packed)
	if err != nil || !reflect.DeepEqual(samples, again) {
		t.Error("other samples", err)
	}
	if _, err := chance.UnpackSamples(packed[:len(packed)/2]); err == nil {
		t.Error("half of the samples are read")
	}
	if _, err := chance.PackSamples(nil); err == nil {
		t.Error("no samples are packed")
	}
}

// FuzzUnpack gives any bytes to the reader of samples.
func FuzzUnpack(f *testing.F) {
	packed, err := chance.PackSamples(stored(f, "thepurge")[:3])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(packed)
	f.Fuzz(func(t *testing.T, data []byte) {
		if list, err := chance.UnpackSamples(data); err == nil && len(list) > 0 {
			if _, err := chance.PackSamples(list); err != nil {
				t.Error(err)
			}
		}
	})
}

// FuzzTable gives any text to the reader of tables.
func FuzzTable(f *testing.F) {
	f.Add(string(chance.TableOf(catalog.Games()[0]).AppendText(nil)))
	f.Add(string(chance.TableOfPlayers(catalog.Games()[0]).AppendText(nil)))
	f.Fuzz(func(t *testing.T, text string) {
		if table, err := chance.ReadTable(text); err == nil {
			table.AppendText(nil)
		}
	})
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
	truth := chance.TableOf(g)
	samples := stored(t, g.Name())
	dice := sim.NewRand(7)
	for i := range samples {
		s := &samples[i]
		p, x := truth.Chance(s), float64(dice.Random(0, 999_999))/1e6
		s.Share = [sim.Seats]float64{}
		for seat := range p {
			if x -= p[seat]; x < 0 || seat == sim.Seats-1 {
				s.Share[seat] = 1
				break
			}
		}
	}
	fitted, err := chance.Fit(g, settings, nil, samples)
	if err != nil {
		t.Fatal(err)
	}
	far := 0.0
	for i := range samples {
		p, q := truth.Chance(&samples[i]), fitted.Chance(&samples[i])
		for seat := range p {
			far += math.Abs(p[seat]-q[seat]) / float64(len(samples)*sim.Seats)
		}
	}
	if far > 0.02 {
		t.Errorf("chances differ by %.3f from those that drew the winners", far)
	}
	if again, _ := chance.Fit(g, settings, nil, samples); !reflect.DeepEqual(fitted, again) {
		t.Error("the same samples give another table")
	}
}

// TestBrier knows the error of simple forecasts.
func TestBrier(t *testing.T) {
	t.Parallel()
	won := [sim.Seats]float64{1, 0, 0, 0}
	if b := chance.Brier([sim.Seats]float64{.25, .25, .25, .25}, won); b != 0.75 {
		t.Error(b)
	}
	if b := chance.Brier(won, won); b != 0 {
		t.Error(b)
	}
	if s := chance.Shares([sim.Seats]int{3, 7, 7, 1}); s != [sim.Seats]float64{0, .5, .5, 0} {
		t.Error(s)
	}
}

// TestCalibration finds a forecast that is wrong, and lets one pass that is right.
func TestCalibration(t *testing.T) {
	t.Parallel()
	var right, wrong chance.Calibration
	dice := sim.NewRand(3)
	for i := range 400 {
		p := [sim.Seats]float64{.55, .15, .15, .15}
		won := [sim.Seats]float64{}
		if x := dice.Random(1, 100); x <= 55 {
			won[0] = 1
		} else {
			won[1+x%3] = 1
		}
		right.Add(i, p, won)
		wrong.Add(i, [sim.Seats]float64{.15, .55, .15, .15}, won)
	}
	a, b := right.Bins(), wrong.Bins()
	if !a[5].Enough() || !a[5].Good() || !a[1].Good() || !b[5].Enough() || b[5].Good() || a[9].Enough() {
		t.Errorf("%v, %v", a[5].String(), b[5].String())
	}
}

// played is a match of built-in players, and what is to be known of it.
func played(t testing.TB, g sim.Game, seed int32, names ...string) (chance.Match, *record.Record) {
	t.Helper()
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: seed, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	m := chance.Match{Game: g, Seed: seed}
	for seat, name := range names {
		b, ok := ai.Find(g.Name(), name)
		if !ok {
			t.Fatalf("no player %s", name)
		}
		spec.Players[seat].Name, players[seat], m.Players[seat], m.Names[seat] = name, b.New(), b.New, name
	}
	_, l, err := match.Play(t.Context(), g, spec, players, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m.Record, m.Settings = l, l.Meta().Settings
	return m, l
}
