package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

func TestKitSeed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int32{
		"30": 30, "abc": 0, "12abc": 12, "0x10": 0, "": 0, " \t7": 7, "+5": 5, "-5": -5, "--5": 0, "+-5": 0, "-": 0,
		"2147483647": 2147483647, "2147483648": 2147483647, "99999999999999999999": 2147483647, "-99999999999": -2147483647,
	} {
		if got := kitSeed(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestShared gives programs that share cores more time, and others no less.
func TestShared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		programs, cores int
		want            time.Duration
	}{{0, 2, 10}, {2, 2, 10}, {4, 8, 10}, {3, 2, 15}, {8, 2, 40}} {
		if got := shared(10, c.programs, c.cores); got != c.want {
			t.Errorf("%d programs on %d cores: %d, want %d", c.programs, c.cores, got, c.want)
		}
	}
	if n := programs(asTyped("Demo", "./x", "cmd:python3 bot.py", "cmd:'")); n != 2 {
		t.Errorf("%d programs, want 2", n)
	}
}

// TestAgainCommand repeats the flags that matter.
func TestAgainCommand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ typed, want string }{
		{"", "game-tui Demo './a b' Demo Demo --seed 7"},
		{"--seed 5 -o x.res --notes --round 3", "game-tui Demo './a b' Demo Demo --seed 7"},
		{"--strict --pace 2.5 --game moneyheist --clock on --cpu 2s --wall 3s --match-wall 90s --memory 1G --sandbox off --no-limits",
			"game-tui Demo './a b' Demo Demo --game=moneyheist --seed 7 --strict --clock=on --cpu=2s --wall=3s --match-wall=1m30s --memory=1G --no-limits --sandbox=off --pace=2.5"},
		{"-i it's.cnf --palette soft --paused --speed 64", `game-tui Demo './a b' Demo Demo --input='it'\''s.cnf' --seed 7 --paused --speed=64 --palette=soft`},
		{"--seed 7 --player-seeds 4,3,2,1", "game-tui Demo './a b' Demo Demo --seed 7 --player-seeds 4,3,2,1"},
	} {
		var f matchFlags
		var view viewFlags
		cmd := &cobra.Command{}
		f.add(cmd)
		f.addPlayerSeeds(cmd.Flags())
		view.add(cmd)
		if err := cmd.ParseFlags(strings.Fields(c.typed)); err != nil {
			t.Fatal(err)
		}
		var s session
		s.spec.Seed, s.spec.PlayerSeeds = 7, f.playerSeeds.Of
		for i := range s.line {
			s.line[i].Seat.Name = "Demo"
		}
		s.line[1].Seat.Name = "./a b"
		if got := s.command(&f, s.spec.Seed); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.typed, got, c.want)
		}
	}
}

// What somebody typed must not command the terminal when an error repeats it.
func TestErrorsArePrintable(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if code := report(t.Context(), &out, errors.New("no file \x1b]0;x\x07\u202e\xff\nhere, ünï")); code != codeWrong {
		t.Errorf("exit code %d", code)
	}
	if want := "error: no file ?]0;x??? here, ünï\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
