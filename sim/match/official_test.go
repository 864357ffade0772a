package match_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/match"
)

// builtin makes the spec and the players of a match of built-in players.
func builtin(t testing.TB, g sim.Game, seed int32, names ...string) (match.Spec, [sim.Seats]sim.Player) {
	t.Helper()
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: seed, Limits: match.DefaultLimits}
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

// TestOfficialHashes plays, under the official rules for broken matches, all
// matches of which the official programs' results are known.
func TestOfficialHashes(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		table, err := os.ReadFile(filepath.Join("..", g.Name(), "testdata", "official-sha256.tsv"))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			for i, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
				f := strings.Split(line, "\t")
				if sample() && i%40 != 0 && f[3] == "0" || f[0] != "default" {
					continue
				}
				t.Run(f[1]+" "+f[2], func(t *testing.T) {
					t.Parallel()
					officialRow(t, g, f)
				})
			}
		})
	}
}

func officialRow(t *testing.T, g sim.Game, f []string) {
	seed, err := strconv.Atoi(f[1])
	if err != nil {
		t.Fatal(err)
	}
	spec, players := builtin(t, g, int32(seed), strings.Fields(f[2])...)
	spec.Strict = true
	r, l, err := match.Play(t.Context(), g, spec, players, match.Options{Hash: true})
	if r == nil {
		t.Fatal(err)
	}
	if _, stopped := errors.AsType[*match.StopError](err); stopped != (f[3] == "134") {
		t.Errorf("error %v, official exit %s", err, f[3])
	}
	if over, why := l.Over(); !over || why != err {
		t.Errorf("log: over %v, %v; want %v", over, why, err)
	}
	if r.SHA256 != f[4] {
		t.Errorf("hash %s of %d bytes, want %s", r.SHA256, r.Bytes, f[4])
	}
}

// sample reports whether a sample of the official results is enough.
func sample() bool { return testing.Short() || raceEnabled }
