package contest

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/examples"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest"
)

// needed lists the programs required by the starters, by language.
var needed = map[string][]string{"python": {"python3"}, "go": {"go"}, "c++": {"make", "g++"}}

// TestEveryStarterQualifies checks that players created by game-tui new win short matches against
// the default Dummy without warnings.
func TestEveryStarterQualifies(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds nine players, and plays 45 matches with them")
	}
	t.Parallel()
	for _, game := range catalog.Games() {
		for _, language := range examples.Languages {
			t.Run(language+" "+game.Name(), func(t *testing.T) {
				t.Parallel()
				for _, name := range needed[language] {
					simtest.NeedsProgram(t, name)
				}
				v := tried(t, game, starter(t, game, language))
				if !v.Passed || len(v.Matches) != qualify.MatchCount || v.Warnings != nil {
					t.Errorf("got pass %v after %d matches (%s), warnings %q; want that it passes without", v.Passed, len(v.Matches), v.Reason, v.Warnings)
				}
			})
		}
	}
}

// starter creates and builds a player with game-tui new and returns its command-line argument.
func starter(t *testing.T, game sim.Game, language string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mybot") + "/"
	commands, err := examples.Write(language, game, dir)
	if err != nil {
		t.Fatal(err)
	}
	build := commands[:len(commands)-1] // all commands but the last, which starts a match
	if language == "python" {
		return dir
	}
	cmd := exec.Command("sh", "-c", strings.Join(build, " && "))
	cmd.Env = append(os.Environ(), "CXXFLAGS=-std=c++11 -O0 -Wall") // compiles faster than the default
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir + "player"
}

// tried returns the verdict on a player after matches of 50 rounds with the default limits, but no
// wall-clock limit.
func tried(t *testing.T, game sim.Game, word string) (v qualify.Verdict) {
	t.Helper()
	var out bytes.Buffer
	config := filepath.Join(t.TempDir(), "short.cnf")
	short := simtest.WithSettings(configs.Default(game.Name()), map[string]int{"NUM_ROUNDS": 50, "NUM_DAYS": 1})
	if err := os.WriteFile(config, short, 0o644); err != nil {
		t.Fatal(err)
	}
	c := &Config{Stdout: &out, Stderr: io.Discard, Request: play.Request{Input: config, Seed: new(int32(7)), Limits: sim.DefaultLimits}}
	usual := simtest.Limits(t)
	l := &c.Request.Limits
	l.CPU, l.Wall, l.MatchWall = usual.CPU, usual.Wall, usual.Wall
	if _, err := Qualify(t.Context(), c, []resolve.Typed{resolve.NewTyped(word)}, report.JSON); err != nil {
		t.Errorf("got %v for %s", err, word)
	}
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatalf("%v in %q", err, out.String())
	}
	return v
}
