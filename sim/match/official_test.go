package match_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
)

// builtin returns the spec and the players of a match of built-in players.
func builtin(t testing.TB, g sim.Game, seed int32, names ...string) (match.Spec, [sim.Seats]sim.Player) {
	t.Helper()
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: seed, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	for i, name := range names {
		b, ok := ai.Find(g.Name(), name)
		if !ok {
			t.Fatalf("no player %s", name)
		}
		spec.Players[i].Name = name
		players[i] = b.New()
	}
	return spec, players
}

var update = flag.Bool("update", false, "write recordings and results of games that have none")

// TestEveryGameHasTestData checks that the recordings and results used by tests exist. With
// -update, it creates them for games without an official program.
func TestEveryGameHasTestData(t *testing.T) {
	for _, g := range catalog.Games() {
		lineUp := ai.LineUp(g.Name())
		for name, m := range map[string]struct {
			seed  int32
			names []string
		}{
			"demo-s1": {1, simtest.FourTimes("Demo")}, "demo-s2": {2, simtest.FourTimes("Demo")}, "demo-s30": {30, simtest.FourTimes("Demo")},
			"mixed-s30": {30, mixed}, "null-s30": {30, simtest.FourTimes("Null")}, "rival-s2001": {2001, lineUp[:]},
		} {
			written(t, filepath.Join("recordings", g.Name(), name+".res.gz"), g, func(w io.Writer) {
				z := gzip.NewWriter(w)
				spec, players := builtin(t, g, m.seed, m.names...)
				if _, _, err := match.Play(t.Context(), g, spec, players, match.Options{Recording: z}); err != nil {
					t.Fatal(err)
				}
				z.Close()
			})
		}
		written(t, filepath.Join("official", g.Name()+".tsv"), g, func(w io.Writer) {
			for seed := range int32(20) {
				for _, names := range [][]string{simtest.FourTimes("Demo"), simtest.FourTimes("Null"), mixed} {
					spec, players := builtin(t, g, seed+1, names...)
					r, _, err := match.Play(t.Context(), g, spec, players, match.Options{ComputeHash: true})
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintf(w, "%d\t%s\t0\t%s\n", seed+1, strings.Join(names, " "), r.SHA256)
				}
			}
		})
	}
}

var mixed = []string{"Demo", "Null", "Demo", "Null"}

// written checks that a file exists in testdata of package simtest. With -update, it creates the
// file.
func written(t *testing.T, name string, g sim.Game, write func(w io.Writer)) {
	t.Helper()
	name = filepath.Join("..", "simtest", "testdata", name)
	if _, err := os.Stat(name); err == nil {
		return
	}
	if !*update {
		t.Errorf("%s is missing: type make game GAME=%s", name, g.Name())
		return
	}
	var b bytes.Buffer
	write(&b)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// TestOfficialHashes plays all matches with known official results. Like the official programs, it
// stops if a player breaks the rules.
func TestOfficialHashes(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			for i, row := range simtest.OfficialResults(t, g.Name()) {
				if testing.Short() && i%40 != 0 && !row.Aborts {
					continue
				}
				t.Run(fmt.Sprint(row.Seed, row.Names), func(t *testing.T) {
					t.Parallel()
					officialRow(t, g, row)
				})
			}
		})
	}
}

func officialRow(t *testing.T, g sim.Game, row simtest.OfficialResult) {
	spec, players := builtin(t, g, row.Seed, row.Names...)
	spec.Strict = true
	r, rec, err := match.Play(t.Context(), g, spec, players, match.Options{ComputeHash: true})
	if r == nil {
		t.Fatal(err)
	}
	if _, stopped := errors.AsType[*match.StopError](err); stopped != row.Aborts {
		t.Errorf("error %v, official program stopped: %v", err, row.Aborts)
	}
	if over, why := rec.Ended(); !over || why != err {
		t.Errorf("record: over %v, %v; want %v", over, why, err)
	}
	if r.SHA256 != row.Hash {
		t.Errorf("hash %s of %d bytes, want %s", r.SHA256, r.Bytes, row.Hash)
	}
}
