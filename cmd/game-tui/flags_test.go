package main

import (
	"errors"
	"strings"
	"testing"

	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/spectate"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/match"

	"github.com/spf13/cobra"
)

// TestAgainCommand repeats the flags that matter.
func TestAgainCommand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, want string }{
		{"", "game-tui Demo './a b' Demo Demo --seed 7"},
		{"--seed 5 -o x.res --notes --round 3", "game-tui Demo './a b' Demo Demo --seed 7"},
		{"--strict --pace 2.5 --game moneyheist --clock on --cpu 2s --wall 3s --match-wall 90s --memory 1G --sandbox off --no-limits",
			"game-tui Demo './a b' Demo Demo --game=moneyheist --seed 7 --strict --clock=on --cpu=2s --wall=3s --match-wall=1m30s --memory=1G --no-limits --sandbox=off --pace=2.5"},
		{"-i it's.cnf --palette soft --paused --speed 64", `game-tui Demo './a b' Demo Demo --input='it'\''s.cnf' --seed 7 --paused --speed=64 --palette=soft`},
		{"--seed 7 --player-seeds 4,3,2,1", "game-tui Demo './a b' Demo Demo --seed 7 --player-seeds 4,3,2,1"},
	} {
		var f play.Request
		var view spectate.View
		cmd := &cobra.Command{}
		addMatch(cmd, &f, &infoFlags{})
		cmd.Flags().Var(&f.PlayerSeeds, "player-seeds", typed.PlayerSeedsUsage)
		addView(cmd, &view)
		if err := cmd.ParseFlags(strings.Fields(c.line)); err != nil {
			t.Fatal(err)
		}
		spec := match.Spec{Seed: 7, PlayerSeeds: f.PlayerSeeds.Of}
		var line [sim.Seats]match.Entry
		for i := range line {
			line[i].Seat.Name = "Demo"
		}
		line[1].Seat.Name = "./a b"
		s := play.NewSession(t.Context(), &f, nil, spec, line, nil)
		if got := s.Command(s.Seed()); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.line, got, c.want)
		}
	}
}

// What somebody typed must not command the terminal when an error repeats it.
func TestErrorsArePrintable(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if code := ended(t.Context(), &out, errors.New("no file \x1b]0;x\x07\u202e\xff\nhere, ünï")); code != codeWrong {
		t.Errorf("exit code %d", code)
	}
	if want := "error: no file ?]0;x??? here, ünï\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
