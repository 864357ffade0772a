package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/cmd/game-tui/version"
	"game-tui/configs"
	"game-tui/sim/league"
)

// TestOtherVersionIsNotMixedIn: a tournament that another version began is left as it is.
func TestOtherVersionIsNotMixedIn(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Engine: "0.0.1", Game: "thepurge", Config: string(configs.Default("thepurge")), Design: league.Versus, Seed: 1, Seeds: 3,
		Player: []league.Entry{{Name: "a", Builtin: "Null"}, {Name: "b", Builtin: "Demo"}}}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "t.jsonl")
	r, err := league.Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(name)
	cmd := tournamentCommand()
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	cmd.SetArgs([]string{"--resume", name})
	if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "begun by game-tui 0.0.1, this is "+version.Name()) {
		t.Errorf("%v", err)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the record has changed, %v", err)
	}
}
