package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim/catalog"
	"game-tui/sim/league"
)

// TestRatingsAreOfThePlayers: the record that comes with a game is of all of its players, as they are now, for
// some of its matches are played again and come to the same.
func TestRatingsAreOfThePlayers(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		s, err := league.ReadStandings(bytes.NewReader(ai.Ratings(g.Name())))
		if err != nil {
			t.Fatalf("%s: %v: type make ratings GAME=%s", g.Title(), err, g.Name())
		}
		var names []string
		for _, b := range ai.Players(g.Name()) {
			names = append(names, b.Name)
			if b.Tactics == "" {
				t.Errorf("%s: nothing says how %s plays and how it can be beaten: see Tactics in package sim", g.Title(), b.Name)
			}
		}
		rated := s.Plan.Names()
		slices.Sort(rated)
		if !slices.Equal(rated, names) || s.Plan.Config != string(configs.Default(g.Name())) || s.Tally.Seeds() < league.MinSeeds {
			t.Errorf("%s: the record is not of 20 seeds or more of %q with the default configuration: type make ratings GAME=%s", g.Title(), names, g.Name())
		}
		root := completeProgram()
		root.SetArgs([]string{"tournament", "verify", filepath.Join("..", "..", "ai", "ratings", g.Name()+".jsonl"), "--share", "0.4%"})
		var out bytes.Buffer
		root.SetOut(&out)
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Errorf("%s: players play other than when they were rated: type make ratings GAME=%s\n%v\n%s", g.Title(), g.Name(), err, out.String())
		}
	}
}
