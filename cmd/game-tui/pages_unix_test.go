//go:build linux

package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"

	"game-tui/cmd/game-tui/internal/page"
)

// TestCommandLinesOfPagesSucceed runs the commands in the code blocks of each page in order, in a folder with the
// files that the page mentions. Servers, workers and dashboards are left to other tests.
func TestCommandLinesOfPagesSucceed(t *testing.T) {
	t.Parallel()
	exe := program(t)
	dir := filepath.Dir(exe)
	ran := 0
	t.Cleanup(func() {
		if !t.Failed() && ran < 50 {
			t.Errorf("only %d command lines ran", ran)
		}
	})
	for path, text := range markdown(t) {
		if folder := filepath.Dir(path); path != "README.md" && path != "CONTRIBUTING.md" && folder != "cmd/game-tui/docs" {
			continue
		}
		lines := shellLines(text)
		ran += len(lines)
		if len(lines) == 0 {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			r := &reader{dir: t.TempDir(), bin: dir, words: outsideBlocks(text)}
			r.prepare(t, lines)
			for _, line := range lines {
				r.run(t, line)
			}
			if filepath.Base(path) == "teachers.md" {
				r.nobodyIsMissing(t)
			}
		})
	}
}

// shellLines returns the commands in the code blocks of a page that exit by themselves, without
// descriptions.
func shellLines(text []byte) (list []string) {
	_ = ast.Walk(page.Parse(text), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.(type) {
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if !entering {
				break
			}
			for _, line := range blockLines(n, text) {
				line = wide.Split(line, 2)[0]
				if commandLine.MatchString(line) && !goesOnRunning.MatchString(line) && !strings.Contains(line, "…") { // drawings are no commands
					list = append(list, line)
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return list
}

// outsideBlocks returns a page without its code blocks.
func outsideBlocks(text []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "    ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

var (
	commandLine   = regexp.MustCompile(`^(?:(?:cd \S+ && )?game-tui|unzip) `)
	goesOnRunning = regexp.MustCompile(`game-tui (?:serve|worker) | --(?:listen|ui|open)\b`)
)

// A reader runs the commands of a page.
type reader struct {
	dir, bin string
	words    string // text of the page outside its code blocks
}

// shortcuts replace parts of commands that take too long for a test: fewer seeds and rounds, less
// time.
var shortcuts = []struct {
	what *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`--seeds 1-\d+`), "--seeds 1-2"},
	{regexp.MustCompile(`(--resume \S+) --for \S+`), "$1 --seeds +1"},
	{regexp.MustCompile(`--for \S+`), "--seeds 1"},
	{regexp.MustCompile(`--seeds \+\d+`), "--seeds +1"},
	{regexp.MustCompile(`(game-tui tournament players/ --names \S+)$`), "$1 --seeds 1"},
	{regexp.MustCompile(`--time \S+`), "--time 100ms"},
	{regexp.MustCompile(`--pace \d+`), "--pace 5000"},
	{regexp.MustCompile(`game-tui (ladder|tournament) ([^-s][^-]*)$`), "game-tui $1 --seeds 1 $2"},
	{regexp.MustCompile(`(game-tui tournament .*--against.*)$`), "$1 --seeds 1"},
	{regexp.MustCompile(`game-tui playoff players/`), "game-tui playoff Demo Greedy Demo Seeker --to 1 --seed 1"},
	{regexp.MustCompile(`playoff final playoff.jsonl`), "playoff final Demo Greedy --dummy Null --matches 1 -o grand.jsonl"},
	{regexp.MustCompile(`playoff final final.jsonl`), "playoff final grand.jsonl"},
	{regexp.MustCompile(`playoff forecast league.jsonl`), "playoff forecast pool.jsonl --to 2"},
	{regexp.MustCompile(`(game-tui tournament (?:players|subs)/.*)--game thepurge (.*-o )`), "${1}-i purge.cnf $2"},
	{regexp.MustCompile(`--of anna`), "--of Greedy"},
	{regexp.MustCompile(`--rounds 10`), "--rounds 1"},
	{regexp.MustCompile(`--dummy-from 20=`), "--dummy-from 2="},
	{regexp.MustCompile(`--replace anna=./anna2/`), "--replace Greedy=Hunter"},
	{regexp.MustCompile(`(game-tui analyse )`), "$1--time 100ms "},
	{regexp.MustCompile(`(game-tui coach \S+).*$`), "$1 --for 1s"},
	{regexp.MustCompile(`(game-tui compare .*)$`), "$1 --seeds 1"},
	{regexp.MustCompile(`^(game-tui (?:coach|compare|ladder|qualify) [^>]*)$`), "$1 -i short.cnf"},
}

// mayFail matches commands whose exit code 1 is a valid answer.
var mayFail = regexp.MustCompile(`^game-tui (?:diff|qualify) | --trial\b`)

// placeholder matches words that a reader replaces.
var placeholder = regexp.MustCompile(`\b[A-Z][A-Z-]*\b`)

func (r *reader) run(t *testing.T, line string) {
	t.Helper()
	typed := line
	for _, p := range shortcuts {
		line = p.what.ReplaceAllString(line, p.with)
	}
	for _, word := range placeholder.FindAllString(typed, -1) {
		if ok, _ := regexp.MatchString(`\b`+word+`\b\S* (is|being|stands for) `, r.words); !ok {
			t.Errorf("%s: the page does not say what %s stands for", typed, word)
		}
	}
	out, err := r.shell(line).CombinedOutput()
	if e, ok := err.(*exec.ExitError); ok && e.ExitCode() == 1 && mayFail.MatchString(line) {
		err = nil // recordings that differ, or players that do not qualify
	}
	if err != nil {
		t.Errorf("%s (as %s): %v\n%s", typed, line, err, out)
	}
}

// shell returns a command that runs a line in the reader's folder, with a home of its own.
func (r *reader) shell(line string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "HOME="+filepath.Join(r.dir, "home"), "XDG_CONFIG_HOME=", "XDG_STATE_HOME=",
		"PATH="+r.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return cmd
}

// stillPython is a player that gives no orders. stillShell does not need Python but is ten times as
// slow.
const stillPython = `
import sys
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "init":
        print("ready 1 still", flush=True)
    elif word == "state":
        print("commands", rest[0], "2 0 0\n0", flush=True)
    elif word == "quit":
        break
`
const stillShell = `#!/bin/sh
while read -r word round rest; do
	case $word in
	init) echo ready 1 still ;;
	state) printf 'commands %s 2 0 0\n0\n' "$round" ;;
	quit) exit 0 ;;
	esac
done
`

// writeArchive writes submissions as students hand them in. Some cannot play, for reasons that must
// be reported.
func writeArchive(t *testing.T, name, player, text string) {
	t.Helper()
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, file := range []string{"anna/" + player, "ben/" + player, "eva/" + player, "leo/" + player, "José Núñez/" + player,
		"Zoe/Main.py", "deep/src/main.sh", "zipped/bot.zip", "sources/AIMine.cc", "__MACOSX/anna/._main.sh"} {
		w, err := archive.Create(file)
		if err == nil {
			_, err = io.WriteString(w, text+"# "+file+"\n")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, name, packed.Bytes(), 0o600)
}

// nobodyIsMissing checks that the published files list all students of the archive.
func (r *reader) nobodyIsMissing(t *testing.T) {
	t.Helper()
	for _, name := range []string{"league.csv", "league.md", "table.html", "site/index.html"} {
		text := readFile(t, filepath.Join(r.dir, name))
		for _, who := range []string{"anna", "ben", "eva", "leo", "José Núñez", "Zoe", "deep", "zipped", "sources"} {
			if !bytes.Contains(text, []byte(who)) {
				t.Errorf("%s lacks %s:\n%s", name, who, text)
			}
		}
	}
}

// prepare writes the files that a page mentions and does not create itself.
func (r *reader) prepare(t *testing.T, lines []string) {
	t.Helper()
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		name = filepath.Join(r.dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, name, []byte(text), mode)
	}
	_, err := exec.LookPath("python3")
	python := err == nil
	made := func(begin, what string) bool { // reports whether the page creates the file
		return slices.ContainsFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, begin) && strings.Contains(l+" ", what+" ")
		})
	}
	player, text := "main.sh", stillShell
	if python {
		player, text = "main.py", stillPython
	}
	writeArchive(t, filepath.Join(r.dir, "submissions.zip"), player, text)
	for _, folder := range []string{"mybot", "new", "old", "players/anna", "players/ben", "players/eva", "players/leo"} {
		if !made("game-tui new python", " "+folder) {
			write(folder+"/"+player, text, 0o600)
		}
	}
	program := stillShell
	if python {
		program = "#!/usr/bin/env python3\n" + stillPython
	}
	write("AIMine.exe", program, 0o700)
	write("AIDummy.exe", program, 0o700)
	write("names.csv", "anna,Anna Puig\nben,José\n", 0o600)
	write("bot.py", stillPython, 0o600)
	write("home/HarryPotter/Player.hh", "", 0o600) // the folder of a kit
	config := readFile(t, filepath.Join(repository, "configs", "harrypotter.cnf"))
	write("default.cnf", string(config), 0o600)
	write("my.cnf", string(config), 0o600)
	if config, err = os.ReadFile(filepath.Join(repository, "configs", "thepurge-fixed.cnf")); err != nil {
		t.Fatal(err)
	}
	write("configs/thepurge-fixed.cnf", string(config), 0o600)
	write("short.cnf", strings.Replace(string(readFile(t, filepath.Join(repository, "configs", "harrypotter.cnf"))), "200", "20", 1), 0o600)
	write("purge.cnf", shortGame(20), 0o600)
	all := strings.Join(lines, "\n")
	for _, c := range []struct{ used, line string }{ // created before the page uses it
		{`match\.res|\*\.res`, "game-tui run Demo Demo Demo Demo -s 30 -o match.res --quiet"},
		{`\b[ab]\.res|recordings`, "game-tui run Demo Null Demo Demo -s 30 -o a.res --quiet && mkdir recordings && cp a.res recordings"},
		{`\bb\.res`, "game-tui run Null Demo Demo Demo -s 30 -o b.res --quiet"},
		{`final\.jsonl`, "game-tui tournament Null Demo --seed 1 --seeds 2 -o final.jsonl"},
		{`league\.jsonl`, "game-tui tournament Null Demo --seed 1 --seeds 2 -o league.jsonl"},
		{`playoff forecast`, "game-tui tournament Null Demo Greedy Nightwatch --game thepurge --seed 1 --seeds 25 -o pool.jsonl"},
	} {
		if !regexp.MustCompile(c.used).MatchString(all) || made("game-tui tournament ", c.line[strings.LastIndex(c.line, "-o "):]) {
			continue
		}
		if out, err := r.shell(c.line).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.line, err, out)
		}
	}
}
