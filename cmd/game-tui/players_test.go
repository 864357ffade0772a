package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/rating"
)

// TestRatingsAreOfThePlayers checks that the embedded ratings of a game come from all of its
// current players: some of their matches have the same scores when they are played again. The
// champion leads, as the pages claim.
func TestRatingsAreOfThePlayers(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		var names []string
		for _, b := range ai.Players(g.Name()) {
			names = append(names, b.Name)
			if b.Tactics == "" {
				t.Errorf("%s: nothing says how %s plays and how it can be beaten: see Tactics in package sim", g.Title(), b.Name)
			}
		}
		list := builtinsOf(t, g.Name())
		if champion := ai.StrongestFirst(g.Name())[0]; list.Players[0].Player != champion.Name {
			t.Errorf("%s: the strongest player is %s, want %s: change what README, CHANGELOG and pages say", g.Title(), list.Players[0].Player, champion.Name)
		}
		all, strong := ai.Ratings(g.Name())
		for _, r := range []struct {
			file    string
			record  []byte
			players []string
		}{
			{g.Name(), all, names},
			{g.Name() + "-strong", strong, slices.Concat(names, list.Fields.Strong.Strongest, list.Fields.Strong.Strongest)},
		} {
			checkRated(t, g.Name(), r.file, r.record, r.players)
		}
	}
}

// builtinsOf returns the output of players --json for a game.
func builtinsOf(t *testing.T, game string) (of struct {
	Players []struct{ Player string }
	Fields  struct{ Strong struct{ Strongest []string } }
}) {
	t.Helper()
	root := completeProgram()
	root.SetArgs([]string{"players", "--json", "--game", game})
	var out bytes.Buffer
	root.SetOut(&out)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	list := []any{&of}
	if err := json.Unmarshal(out.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	return of
}

// checkRated checks that a tournament file has these players, the default configuration and enough
// seeds, and that some of its matches have the same scores when they are played again.
func checkRated(t *testing.T, game, file string, record []byte, players []string) {
	t.Helper()
	s, err := league.ReadStandings(bytes.NewReader(record))
	if err != nil {
		t.Fatalf("%s: %v: type make ratings GAME=%s", file, err, game)
	}
	var rated []string
	for _, e := range s.Plan.Players {
		rated = append(rated, e.BuiltinName)
	}
	slices.Sort(rated)
	slices.Sort(players)
	if !slices.Equal(rated, players) || s.Plan.Config != string(configs.Default(game)) || s.Tally.Seeds() < rating.MinSeeds {
		t.Errorf("%s: the record has %q on %d seeds, want %q on %d or more, with the default configuration: type make ratings GAME=%s",
			file, rated, s.Tally.Seeds(), players, rating.MinSeeds, game)
	}
	root := completeProgram()
	root.SetArgs([]string{"tournament", "verify", filepath.Join("..", "..", "ai", "ratings", file+".jsonl"), "--share", "0.4%"})
	var out bytes.Buffer
	root.SetOut(&out)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Errorf("%s: players play other than when they were rated: type make ratings GAME=%s\n%v\n%s", file, game, err, out.String())
	}
}
