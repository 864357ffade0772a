package kit_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"

	"game-tui/ai/process"
	"game-tui/ai/process/kit"
	"game-tui/ai/process/kit/kittest"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// TestPlayersOfKitsPlayTheOfficialMatch plays matches of four Demo players built with the kit. The
// recordings must equal the official program's, byte for byte.
func TestPlayersOfKitsPlayTheOfficialMatch(t *testing.T) {
	t.Parallel()
	for _, game := range catalog.Games() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			demo := kittest.Build(t, dir, game.Name(), filepath.Join("testdata", "demo", game.Name(), "AIDemo.cc"))
			command, _, err := resolve.Parse(resolve.NewTyped(demo))
			if err != nil {
				t.Fatal(err)
			}
			for seed, want := range official(t, game.Name(), 1, 30) {
				spec := match.Spec{Game: game.Name(), Config: string(configs.Default(game.Name())), Seed: seed}
				var players [sim.Seats]sim.Player
				for i := range players {
					players[i] = process.New(process.Spec{Command: command, Limits: simtest.Limits(t)})
				}
				r, _, err := match.Play(context.Background(), game, spec, players, match.Options{ComputeHash: true})
				if err != nil {
					t.Fatal(err)
				}
				if r.SHA256 != want {
					t.Errorf("seed %d: got a recording of %d bytes with the hash %s (outs %v), want %s", seed, r.Bytes, r.SHA256, r.Failures, want)
				}
			}
		})
	}
}

// official returns the hashes of the official program's recordings of four Demo players.
func official(t *testing.T, game string, seeds ...int32) map[int32]string {
	t.Helper()
	hashes := map[int32]string{}
	for _, row := range simtest.OfficialResults(t, game) {
		if slices.Contains(seeds, row.Seed) && slices.Equal(row.Names, simtest.FourTimes("Demo")) {
			hashes[row.Seed] = row.Hash
		}
	}
	if len(hashes) != len(seeds) {
		t.Fatalf("got %d hashes, want %d", len(hashes), len(seeds))
	}
	return hashes
}

func TestWriteKeepsFilesOfTheUser(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := kit.WriteAdapter(dir); err == nil || !strings.Contains(err.Error(), "Player.hh") {
		t.Errorf("folder without Player.hh: got %v, want an error about it", err)
	}
	folder := kittest.CreateKit(t, dir, "harrypotter")
	for range 2 { // the second run replaces the adapter files
		if err := kit.WriteAdapter(folder); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(folder, "SecMain.cc")
	if err := os.WriteFile(own, []byte("// mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := kit.WriteAdapter(folder); err == nil || !strings.Contains(err.Error(), "was not written by game-tui") {
		t.Errorf("file of the user: got %v, want that it is was not written by game-tui", err)
	}
	if text, err := os.ReadFile(own); err != nil || string(text) != "// mine\n" {
		t.Errorf("file of the user: got %q (%v), want it unchanged", text, err)
	}
	outside := filepath.Join(dir, "outside")
	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	simtest.Symlink(t, outside, own)
	if err := kit.WriteAdapter(folder); err == nil || !strings.Contains(err.Error(), "was not written by game-tui") {
		t.Errorf("link of the user: got %v, want that it is was not written by game-tui", err)
	}
	if _, err := os.Lstat(outside); !os.IsNotExist(err) {
		t.Errorf("target of the link: got %v, want that it does not exist", err)
	}
}
