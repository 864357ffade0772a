package sandbox

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"game-tui/ai/process/processtest"
	"game-tui/ai/process/resolve"

	"game-tui/sim"
	"game-tui/sim/simtest"
)

//go:embed testdata/attempts
var attemptSources embed.FS

// ground is an environment that players try to attack. Each protected place contains a canary word
// that must never appear in their output.
type ground struct {
	players, home, other string // folders; players contains the attacking players
	mine                 string // folder of the player, below players
	temp, marker         string // a temporary file, and the path of a marker program
	trace                string
	socket               string
	port                 int
	word                 string
	called               chan struct{} // receives a value for each connection
}

const secretVariable = "GAME_TUI_TEST_SECRET"

func newGround(t *testing.T) *ground {
	t.Helper()
	if err := Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
	dir := t.TempDir()
	g := &ground{
		players: filepath.Join(dir, "players"), home: filepath.Join(dir, "home"), other: filepath.Join(dir, "players", "other"),
		mine: filepath.Join(dir, "players", "mybot"), marker: filepath.Join(dir, "marker"), trace: filepath.Join(dir, "trace"),
		socket: filepath.Join(dir, "socket"), word: fmt.Sprintf("canary-%d", time.Now().UnixNano()),
		called: make(chan struct{}, 64),
	}
	t.Setenv("HOME", g.home)
	t.Setenv(secretVariable, g.word)
	for _, folder := range []string{g.home, g.other, g.mine} {
		g.write(t, filepath.Join(folder, "keep"), "", 0o644)
	}
	os.Remove(filepath.Join(g.mine, "keep"))
	for _, folder := range []string{g.home, g.other, g.players} {
		g.write(t, filepath.Join(folder, "canary"), g.word+"\n", 0o644)
	}
	g.write(t, filepath.Join(g.players, "canary_module.py"), "print('"+g.word+"')\n", 0o644)
	g.write(t, g.marker, "#!/bin/sh\necho ran >> "+g.trace+"\n", 0o755)
	f, err := os.CreateTemp("", "canary")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(f.Name()); os.Remove(f.Name() + ".new") })
	g.temp = f.Name()
	g.write(t, g.temp, g.word+"\n", 0o644)
	g.link(t, g.home, "out")
	g.link(t, filepath.Join(g.home, "canary"), "link")
	tcp := g.listen(t, "tcp", "127.0.0.1:0")
	g.port = tcp.Addr().(*net.TCPAddr).Port
	g.listen(t, "unix", g.socket)
	g.listen(t, "unix", "@"+g.word)
	return g
}

func (g *ground) write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(g.fill(text)), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// link creates a symbolic link in the player's folder.
func (g *ground) link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(g.mine, name)); err != nil {
		t.Fatal(err)
	}
}

// listen accepts connections and records that there was one.
func (g *ground) listen(t *testing.T, network, at string) net.Listener {
	t.Helper()
	l, err := net.Listen(network, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
			g.called <- struct{}{}
		}
	}()
	return l
}

// fill replaces placeholders in a source by the actual paths.
func (g *ground) fill(text string) string {
	return strings.NewReplacer("@BESIDE@", g.players, "@HOME@", g.home, "@TEMP@", g.temp, "@OTHER@", g.other, "@MINE@", g.mine,
		"@SOCKET@", g.socket, "@MARKER@", g.marker, "@VARIABLE@", secretVariable, "@WORD@", g.word, "@ABSTRACT@", g.word,
		"@PARENT@", fmt.Sprint(os.Getpid()), "@PORT@", fmt.Sprint(g.port)).Replace(text)
}

// source returns the source of the attempts in a language, with actual paths.
func (g *ground) source(t *testing.T, name string) string {
	t.Helper()
	text, err := attemptSources.ReadFile("testdata/attempts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return g.fill(string(text))
}

// output runs a player like a match does, and returns all its output.
func output(t *testing.T, mode Mode, command ...string) (string, error) {
	t.Helper()
	return outputAfter(t, mode, func() {}, processtest.Command(command...))
}

// outputAfter is like output and calls meanwhile after the player was checked and before it is
// started.
func outputAfter(t *testing.T, mode Mode, meanwhile func(), command resolve.Command) (string, error) {
	t.Helper()
	prog, err := command.Resolve(mode != Off)
	if err != nil {
		return "", err
	}
	defer prog.Release()
	meanwhile()
	p, err := Start(prog, Options{Limits: sim.DefaultLimits, Mode: mode})
	if err != nil {
		return "", err
	}
	return allOutput(t, p), nil
}

// allOutput returns all output of a program, standard error last, and ends the program.
func allOutput(t *testing.T, p *Process) string {
	t.Helper()
	var stderr safeBuffer
	p.CopyStderr(&stderr)
	p.Stdin.Close()
	p.Stdout.SetReadDeadline(simtest.Deadline(t))
	text, err := io.ReadAll(io.LimitReader(p.Stdout, 1<<20))
	if err != nil {
		t.Error(err)
	}
	p.Kill()
	p.Wait(time.Until(simtest.Deadline(t)))
	p.DrainStderr()
	p.Close()
	return string(text) + strings.ReplaceAll(strings.TrimRight(stderr.String(), "\n"), "\x1b", "?")
}

// safeBuffer is a buffer for concurrent writes.
type safeBuffer struct {
	sync.Mutex
	bytes.Buffer
}

func (b *safeBuffer) Write(text []byte) (int, error) {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.Write(text)
}

// try runs a player whose output or error must contain says. It fails if the player has accessed
// anything.
func (g *ground) try(t *testing.T, says string, meanwhile func(), command resolve.Command) error {
	t.Helper()
	out, err := outputAfter(t, Require, meanwhile, command)
	if err != nil {
		out = err.Error()
	}
	if !strings.Contains(out, says) {
		t.Errorf("it says %q, want %q", out, says)
	}
	if strings.Contains(out, "read ") && strings.Contains(out, "hello") {
		t.Errorf("it has read what is not its own:\n%s", out)
	}
	g.intact(t, out)
	return err
}

// intact fails the test if the player has accessed anything protected.
func (g *ground) intact(t *testing.T, out string) {
	t.Helper()
	if strings.Contains(out, g.word) {
		t.Errorf("it has read a canary:\n%s", out)
	}
	if _, err := os.Stat(g.trace); err == nil {
		t.Error("a program has run outside the sandbox")
		os.Remove(g.trace)
	}
	for _, folder := range []string{g.home, g.other, g.players} {
		if text, err := os.ReadFile(filepath.Join(folder, "canary")); err != nil || string(text) != g.word+"\n" {
			t.Errorf("the canary in %s has become %q (%v)", folder, text, err)
		}
	}
	if _, err := os.Stat(g.temp + ".new"); err == nil {
		t.Error("there is a new file in the temporary folder")
		os.Remove(g.temp + ".new")
	}
	var strange []string
	filepath.WalkDir(filepath.Dir(g.players), func(path string, d fs.DirEntry, err error) error {
		if name := filepath.Base(path); err == nil && (name == "new" || name == "pipe" || name == "slash" || name == "hard" || name == "copy") {
			strange = append(strange, path)
		}
		return nil
	})
	if len(strange) > 0 {
		t.Errorf("new files: %s", strange)
	}
	select {
	case <-g.called:
		t.Error("it has connected")
	default:
	}
}

// attempted matches the names of attempts in a source, and told the results in its output. C
// programs also print how many attempts they made.
var (
	attempted = regexp.MustCompile(`(?:tell|attempt)\("([^"]+)"`)
	told      = regexp.MustCompile(`(?m)^([^:\n]+): (refused|allowed)$`)
	inAll     = regexp.MustCompile(`(?m)^(\d+) attempts, \d+ allowed$`)
)

// refusedAll fails the test for each attempt that succeeded, except those in may. If complete is
// set, the output must contain all attempts of the source.
func refusedAll(t *testing.T, form, text, out string, complete bool, may ...string) {
	t.Helper()
	all := told.FindAllStringSubmatch(out, -1)
	made := map[string]bool{}
	for _, name := range all {
		made[name[1]] = true
		if got := name[2]; got == "allowed" && !slices.Contains(may, name[1]) {
			t.Errorf("%s: %q was %s, want refused", form, name[1], got)
		}
	}
	for _, name := range attempted.FindAllStringSubmatch(text, -1) {
		if complete && !made[name[1]] {
			t.Errorf("%s: %q was not attempted", form, name[1])
		}
	}
	if last := inAll.FindStringSubmatch(out); strings.Contains(text, "%d attempts") && (last == nil || last[1] != fmt.Sprint(len(all))) {
		t.Errorf("%s: it printed %d attempts, and counted %q:\n%s", form, len(all), last, out)
	}
	t.Logf("%s: %d attempts", form, len(all))
}

// TestPlayerSandboxRefusesAllAttempts runs hostile players, each as a file and as a folder. Every
// attempt must be refused.
func TestPlayerSandboxRefusesAllAttempts(t *testing.T) {
	g := newGround(t)
	for _, c := range []struct {
		source, tool string
		entry        string // name of the file if the player is a folder
		build        []string
	}{
		{"try.c", "gcc", "player", []string{"gcc", "-w", "-O1"}},
		{"try.cc", "g++", "player", []string{"g++", "-w", "-std=c++17"}},
		{"try.py", "python3", "main.py", nil},
	} {
		t.Run(c.source, func(t *testing.T) {
			simtest.NeedsProgram(t, c.tool)
			text := g.source(t, c.source)
			file := filepath.Join(g.players, "try-"+c.entry)
			entry := filepath.Join(g.mine, c.entry)
			defer os.Remove(file)
			defer os.Remove(entry)
			if c.build != nil {
				source := filepath.Join(g.home, c.source)
				g.write(t, source, text, 0o644)
				if out, err := exec.Command(c.build[0], append(c.build[1:], source, "-o", file, "-ldl")...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				processtest.CopyProgram(t, file, entry)
			} else {
				g.write(t, file, "#!/usr/bin/env "+c.tool+"\n"+text, 0o755)
				g.write(t, entry, text, 0o644)
			}
			for _, form := range []string{file, g.mine + "/"} {
				out, err := output(t, Require, form)
				if err != nil {
					t.Fatal(err)
				}
				refusedAll(t, filepath.Base(form), text, out, true)
				g.intact(t, out)
			}
		})
	}
	t.Run("try.sh", func(t *testing.T) {
		for line := range strings.Lines(g.source(t, "try.sh")) {
			name, deed, ok := strings.Cut(strings.TrimSpace(line), ": ")
			if !ok || strings.HasPrefix(line, "#") {
				continue
			}
			text := "echo begun\n" + deed + " && echo al''lowed\n"
			file, entry := filepath.Join(g.players, "try.sh"), filepath.Join(g.mine, "main.sh")
			g.write(t, file, "#!/bin/sh\n"+text, 0o755)
			g.write(t, entry, text, 0o644)
			for _, form := range []string{file, g.mine + "/"} {
				out, err := output(t, Require, form)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(out, "begun") || strings.Contains(out, "allowed") {
					t.Errorf("%s: %s was not refused:\n%s", filepath.Base(form), name, out)
				}
				g.intact(t, out)
			}
			os.Remove(file)
			os.Remove(entry)
		}
	})
}

// TestAttemptsSucceedWithoutASandbox checks that attempts within the user's own rights succeed
// without a sandbox. This proves that the sandbox refuses them.
func TestAttemptsSucceedWithoutASandbox(t *testing.T) {
	processtest.RequirePython(t)
	g := newGround(t)
	file := filepath.Join(g.players, "try.py")
	g.write(t, file, g.source(t, "try.py"), 0o644)
	out, err := output(t, Off, "python3", file)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"read beside", "read home", "read temporary", "read link out", "read passwd", "read parent cmdline",
		"map a file", "import from beside", "list home", "list processes", "see secret variable", "connect tcp", "connect unix",
		"signal parent", "run a program", "system", "fork"} {
		if !strings.Contains(out, name+": allowed\n") {
			t.Errorf("%q was refused without a sandbox", name)
		}
	}
	if !strings.Contains(out, g.word) {
		t.Error("no canary was read")
	}
}
