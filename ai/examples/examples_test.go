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

// games are the games with examples in all languages. TestEveryGameHasExamples reports the others.
var games = slices.DeleteFunc(catalog.Games(), func(g sim.Game) bool { return len(missing(g)) > 0 })

// missing returns the missing or outdated files of a game's examples.
func missing(g sim.Game) (names []string) {
	for _, language := range Languages {
		all, _, _, _ := exampleFor(language, g.Name())
		text, err := files.ReadFile(all[0].src)
		if err != nil || !bytes.Contains(text, []byte(g.Version())) {
			names = append(names, all[0].src)
		}
	}
	return names
}

// tools lists the programs that a language needs.
var tools = map[string][]string{"python": {"python3"}, "go": {"go"}, "c++": {"make", "g++"}}

// TestExamplesBuildAndPlay builds each example according to its README and plays with it.
func TestExamplesBuildAndPlay(t *testing.T) {
	t.Parallel()
	for _, language := range Languages {
		for _, game := range games {
			t.Run(language+" "+game.Name(), func(t *testing.T) {
				t.Parallel()
				check(t, game, built(t, language, game, func(text string) string { return text }))
				dir := t.TempDir()
				if _, err := Write(language, game, dir); err != nil {
					t.Fatal(err)
				}
				if _, err := Write(language, game, dir); err == nil {
					t.Error("existing files: got no error, want one")
				}
			})
		}
	}
}

// built writes an example, changes the player's source and builds it. It returns the player's
// command-line argument.
func built(t *testing.T, language string, game sim.Game, change func(string) string) string {
	t.Helper()
	for _, tool := range tools[language] {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s, to build players in %s", tool, language)
		}
	}
	dir := filepath.Join(t.TempDir(), "bot")
	if _, err := Write(language, game, dir); err != nil {
		t.Fatal(err)
	}
	_, build, seat, file := exampleFor(language, game.Name())
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
		cmd.Env = append(os.Environ(), "CXXFLAGS=-std=c++11 -O0 -Wall") // faster to compile than the default
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", build, err, out)
		}
	}
	return dir + "/" + seat
}

// prints maps each language to a line of source and a replacement that prints in every round.
var prints = map[string][2]string{
	"python": {"    mine = str(seat)", "    print('I think')\n    mine = str(seat)"},
	"go":     {"\tmine := strconv.Itoa(seat)", "\tfmt.Println(\"I think\")\n\tmine := strconv.Itoa(seat)"},
	"c++":    {"  string mine", "  printf(\"I think\\n\"); cout << \"so I am\\n\";\n  string mine"},
}

func TestPrintsAreShownAndNotSentToTheEngine(t *testing.T) {
	t.Parallel()
	for _, language := range Languages {
		for _, game := range games[:1] { // one game is enough, because all share the code that prints
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
				if got := check(t, game, p); !strings.Contains(got, "I think") || language == "c++" && !strings.Contains(got, "so I am") {
					t.Errorf("got output %q, want the printed text", got)
				}
			})
		}
	}
}

func TestPlayersAreNamedAfterTheirFolder(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{"mybot": "mybot", "players/anna/": "anna", "with blank": "withblank",
		"a-name-that-is-too-long": "a-name-that-", `a"; exit()`: walker, `a\`: walker, "é": "player"} {
		if filepath.Separator == '\\' && strings.HasSuffix(dir, `\`) {
			want = "a" // a path separator on this system
		}
		if name := playerName(dir); name != want {
			t.Errorf("name in %q: got %q, want %q", dir, name, want)
		}
	}
	for _, game := range games {
		for _, language := range Languages {
			all, _, _, change := exampleFor(language, game.Name())
			dir := filepath.Join(t.TempDir(), "anna")
			for _, f := range all {
				if err := f.write(dir, playerName(dir)); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(filepath.Join(dir, change))
			if err != nil || !bytes.Contains(text, []byte(`"anna"`)) || bytes.Contains(text, []byte(walker)) {
				t.Errorf("%s, %s: got error %v and %q, want the name anna", language, game.Name(), err, text)
			}
		}
	}
}

func TestLanguagesHaveOtherNames(t *testing.T) {
	t.Parallel()
	for name, language := range languageAliases {
		if _, err := Write(name, games[0], filepath.Join(t.TempDir(), "bot")); err != nil || !slices.Contains(Languages, language) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

func TestKitExamplesPlayWithTheAdapter(t *testing.T) {
	t.Parallel()
	for _, game := range games {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			check(t, game, kittest.Build(t, t.TempDir(), game.Name(), filepath.Join("kit", game.Name(), "AIWalker.cc")))
		})
	}
}

// check plays 50 rounds with a player and returns its output of the first two rounds.
func check(t *testing.T, game sim.Game, program string) (printed string) {
	t.Helper()
	text := simtest.WithSettings(configs.Default(game.Name()), map[string]int{"NUM_ROUNDS": 50, "NUM_DAYS": 1})
	settings, n, err := game.ReadSettings(text)
	if err != nil {
		t.Fatal(err)
	}
	board := func() (sim.Board, error) { return game.NewBoard(settings, text[n:], 30) }
	command, _, err := resolve.Parse(resolve.NewTyped(program))
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
	for range 2 { // output printed after an answer belongs to the next round
		r := p.Play(t.Context(), &sim.Query{Seat: 1, State: b.State(), Settings: settings})
		printed += strings.Join(r.Stderr, "\n")
	}
	process.Check(context.Background(), spec, in, board, func(s process.CheckStep) {
		t.Log(s.Behavior, s.Detail)
		if !s.OK {
			t.Errorf("%s: %s", s.Behavior, s.Detail)
		}
	})
	return printed
}

func TestEveryGameHasExamples(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for _, name := range missing(g) {
			t.Errorf("write ai/examples/%s, a player of %s", name, g.Version())
		}
	}
	for i, name := range missing(model.Game) {
		if _, err := Write(Languages[i], model.Game, t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), "write ai/examples/"+name) {
			t.Errorf("%s: got error %v, want the missing file", name, err)
		}
	}
}
