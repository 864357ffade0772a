package match_test

import (
	"errors"
	"path/filepath"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// builtin makes the spec and the players of a match of built-in players.
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

// TestOfficialHashes plays, under the official rules for broken matches, all
// matches of which the official programs' results are known.
func TestOfficialHashes(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			for i, row := range simtest.Rows(t, filepath.Join("..", g.Name(), "testdata")) {
				if simtest.Sample() && i%40 != 0 && !row.Stops || row.Config != "default" {
					continue
				}
				t.Run(row.Title, func(t *testing.T) {
					t.Parallel()
					officialRow(t, g, row)
				})
			}
		})
	}
}

func officialRow(t *testing.T, g sim.Game, row simtest.Row) {
	spec, players := builtin(t, g, row.Seed, row.Names...)
	spec.Strict = true
	r, rec, err := match.Play(t.Context(), g, spec, players, match.Options{Hash: true})
	if r == nil {
		t.Fatal(err)
	}
	if _, stopped := errors.AsType[*match.StopError](err); stopped != row.Stops {
		t.Errorf("error %v, official program stopped: %v", err, row.Stops)
	}
	if over, why := rec.Over(); !over || why != err {
		t.Errorf("record: over %v, %v; want %v", over, why, err)
	}
	if r.SHA256 != row.Hash {
		t.Errorf("hash %s of %d bytes, want %s", r.SHA256, r.Bytes, row.Hash)
	}
}
