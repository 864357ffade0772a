package examples

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"

	"game-tui/ai/process"
	"game-tui/ai/process/kit/kittest"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest"
	"game-tui/sim/simtest/model"
)

// games are those with examples in all languages: TestEveryGame says what others lack.
var games = slices.DeleteFunc(catalog.Games(), func(g sim.Game) bool { return len(missing(g)) > 0 })

// missing are the files that a game's examples lack, or that are not of this version of it.
func missing(g sim.Game) (names []string) {
	for _, language := range Languages {
		all, _, _, _ := list(language, g.Name())
		text, err := files.ReadFile(all[0].from)
		if err != nil || !bytes.Contains(text, []byte(g.Version())) {
			names = append(names, all[0].from)
		}
	}
	return names
}

// tools are what a language needs to be built and run.
var tools = map[string][]string{"python": {"python3"}, "go": {"go"}, "c++": {"make", "g++"}}

// TestNew writes every example into a new folder and does what its README says:
// the player is built, keeps the protocol and its limits, and gives orders.
func TestNew(t *testing.T) {
	t.Parallel()
	for _, language := range Languages {
		for _, game := range games {
			t.Run(language+" "+game.Name(), func(t *testing.T) {
				t.Parallel()
				check(t, game, built(t, language, game, func(text string) string { return text }))
				dir := t.TempDir()
				if _, err := New(language, game, dir); err != nil {
					t.Fatal(err)
				}
				if _, err := New(language, game, dir); err == nil {
					t.Error("written over what was there")
				}
			})
		}
	}
}

// built writes an example, changes the file that is to be made better, and builds it. It returns
// the word of its seat.
func built(t *testing.T, language string, game sim.Game, change func(string) string) string {
	t.Helper()
	for _, tool := range tools[language] {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s, to build players in %s", tool, language)
		}
	}
	dir := filepath.Join(t.TempDir(), "bot")
	if _, err := New(language, game, dir); err != nil {
		t.Fatal(err)
	}
	_, build, seat, file := list(language, game.Name())
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, file), []byte(change(string(text))), 0o644); err != nil {
		t.Fatal(err)
	}
	if build != "" {
		cmd := exec.Command("sh", "-c", build)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", build, err, out)
		}
	}
	return dir + "/" + seat
}

// prints are what makes an example of a language print in every round, by what stands there.
var prints = map[string][2]string{
	"python": {"    mine = str(seat)", "    print('I think')\n    mine = str(seat)"},
	"go":     {"\tmine := strconv.Itoa(seat)", "\tfmt.Println(\"I think\")\n\tmine := strconv.Itoa(seat)"},
	"c++":    {"  string mine", "  printf(\"I think\\n\"); cout << \"so I am\\n\";\n  string mine"},
}

// TestPrints lets the author of a player print: it goes beside the board, and not to the engine.
func TestPrints(t *testing.T) {
	t.Parallel()
	for _, language := range Languages {
		for _, game := range games[:1] { // what they share is what matters
			t.Run(language+" "+game.Name(), func(t *testing.T) {
				t.Parallel()
				change := prints[language]
				p := built(t, language, game, func(text string) string {
					if !strings.Contains(text, change[0]) {
						t.Fatalf("no %q in\n%s", change[0], text)
					}
					if text = strings.Replace(text, change[0], change[1], 1); language == "go" {
						text = strings.Replace(text, "import (\n", "import (\n\t\"fmt\"\n", 1)
					}
					return text
				})
				if said := check(t, game, p); !strings.Contains(said, "I think") || language == "c++" && !strings.Contains(said, "so I am") {
					t.Errorf("it has said %q", said)
				}
			})
		}
	}
}

// TestNames holds what a player is called: like its folder, where that can stand in a
// recording and in a text of the program.
func TestNames(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{"mybot": "mybot", "players/anna/": "anna", "with blank": "withblank",
		"a-name-that-is-too-long": "a-name-that-", `a"; exit()`: walker, `a\`: walker, "é": "player"} {
		if filepath.Separator == '\\' && strings.HasSuffix(dir, `\`) {
			want = "a" // this is no part of a name here
		}
		if name := called(dir); name != want {
			t.Errorf("the player in %q is called %q, want %q", dir, name, want)
		}
	}
	for _, game := range games {
		for _, language := range Languages {
			all, _, _, change := list(language, game.Name())
			dir := filepath.Join(t.TempDir(), "anna")
			for _, f := range all {
				if err := f.write(dir, called(dir)); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(filepath.Join(dir, change))
			if err != nil || !bytes.Contains(text, []byte(`"anna"`)) || bytes.Contains(text, []byte(walker)) {
				t.Errorf("%s, %s: the player is not called anna: %v", language, game.Name(), err)
			}
		}
	}
}

// TestLanguagesByOtherNames takes what people call a language.
func TestLanguagesByOtherNames(t *testing.T) {
	t.Parallel()
	for name, language := range alsoCalled {
		if _, err := New(name, games[0], filepath.Join(t.TempDir(), "bot")); err != nil || !slices.Contains(Languages, language) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestKitPlayers builds the players for the kits with the adapter.
func TestKitPlayers(t *testing.T) {
	t.Parallel()
	for _, game := range kittest.Games(t, games) {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			check(t, game, kittest.Build(t, t.TempDir(), game.Name(), filepath.Join("kit", game.Name(), "AIWalker.cc")))
		})
	}
}

// check lets a player play a match of its game, twice, and returns what it said in a round.
func check(t *testing.T, game sim.Game, program string) (said string) {
	t.Helper()
	text := configs.Default(game.Name())
	settings, n, err := game.ReadSettings(text)
	if err != nil {
		t.Fatal(err)
	}
	board := func() (sim.Board, error) { return game.NewBoard(settings, text[n:], 30) }
	command, _, err := resolve.Parse(resolve.AsTyped(program))
	if err != nil {
		t.Fatal(err)
	}
	spec := process.Spec{Command: command, Limits: simtest.Limits(t)}
	in := sim.StartInfo{Game: game, Settings: settings, Seat: 1, Seed: sim.PlayerSeed(30, 1)}
	b, err := board()
	if err != nil {
		t.Fatal(err)
	}
	p := process.New(spec)
	defer p.Close()
	if _, out := p.Start(t.Context(), in); out != nil {
		t.Fatal(out)
	}
	for range 2 { // what it says after its answer belongs to the next round
		r := p.Play(t.Context(), &sim.Query{Seat: 1, State: b.State(), Settings: settings})
		said += strings.Join(r.Stderr, "\n")
	}
	process.Check(context.Background(), spec, in, board, func(s process.Step) {
		t.Log(s.What, s.Detail)
		if !s.OK {
			t.Errorf("%s: %s", s.What, s.Detail)
		}
	})
	return said
}

// TestEveryGame looks for the example of every game in every language; without one New says
// which file is missing.
func TestEveryGame(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for _, name := range missing(g) {
			t.Errorf("write ai/examples/%s, a player of %s", name, g.Version())
		}
	}
	for i, name := range missing(model.Game) {
		if _, err := New(Languages[i], model.Game, t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), "write ai/examples/"+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
