//go:build linux

package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/yuin/goldmark/ast"

	"game-tui/cmd/game-tui/page"
	"game-tui/sim/simtest"
)

// The command lines in the blocks of these pages run as they are written, in their order,
// in a folder that holds the files that the page speaks of. What serves or works runs until the
// end of the page, and what watchers type reaches it; the others end with 0, or with 1 where
// that tells a difference.
func TestCommandLinesRun(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("programs of their own: a race detector sees nothing of them")
	}
	exe := program(t)
	if out, _ := exec.Command(exe, "doctor").Output(); !bytes.Contains(out, []byte("yes  landlock")) || !bytes.Contains(out, []byte("yes  seccomp")) {
		t.Skip("no sandbox, which pages for teachers require")
	}
	dir := filepath.Dir(exe)
	ran := 0
	t.Cleanup(func() {
		if !t.Failed() && ran < 70 {
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
			r := &reader{dir: t.TempDir(), bin: dir, ports: map[string]string{}, words: outsideBlocks(text)}
			r.prepare(t, lines)
			for _, line := range lines {
				r.run(t, line)
			}
			r.end(t)
		})
	}
}

// shellLines are the command lines of game-tui and ssh in the blocks of a page, without
// what stands behind them.
func shellLines(text []byte) (list []string) {
	_ = ast.Walk(page.Parse(text), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.(type) {
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if !entering {
				break
			}
			for _, line := range blockLines(n, text) {
				line = wide.Split(line, 2)[0]
				if commandLine.MatchString(line) && !strings.Contains(line, "…") { // that is a picture
					list = append(list, line)
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return list
}

// outsideBlocks is a page without its blocks of code.
func outsideBlocks(text []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "    ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

var commandLine = regexp.MustCompile(`^(?:cd \S+ && )?(?:game-tui|ssh) `)

// reader does what a page says.
type reader struct {
	dir, bin string
	ports    map[string]string // of this machine, in place of those on the page
	words    string            // of the page, outside its blocks
	running  []*background
	addr     string // of the server that was started last
}

// background is a command that runs until it is told to end, or by itself.
type background struct {
	line string
	cmd  *exec.Cmd
	log  *serverLog
	done chan error
}

// inPlace makes of a line what takes no longer than a test may: fewer seeds, less time, and
// matches that do not wait.
var inPlace = []struct {
	what *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`--seeds 1-\d+`), "--seeds 1-2"},
	{regexp.MustCompile(`--for \S+`), "--seeds 1"},
	{regexp.MustCompile(`--time \S+`), "--time 1s"},
	{regexp.MustCompile(`--pace \d+`), "--pace 5000"},
	{regexp.MustCompile(`game-tui (ladder|tournament) ([^-s][^-]*)$`), "game-tui $1 --seeds 1 $2"},
	{regexp.MustCompile(`(game-tui tournament .*--against.*)$`), "$1 --seeds 1"},
	{regexp.MustCompile(`(game-tui tournament .*--listen.*)$`), "$1 --seeds 1 --cores 0"},
	{regexp.MustCompile(`(game-tui serve )((?:--seed|--loop|--listen|--publish).*)$`), "$1--begin now --pace 5000 $2"},
	{regexp.MustCompile(`(game-tui analyse )`), "$1--time 1s "},
	{regexp.MustCompile(`\b(?:HOST|THIS-MACHINE)\b`), "localhost"},
}

// port is a free port in place of one on a page.
func (r *reader) port(t *testing.T, of string) string {
	if r.ports[of] == "" {
		r.ports[of] = freePorts(t, 1)[0]
	}
	return r.ports[of]
}

var (
	// standsFor is a word for which something else is typed.
	standsFor = regexp.MustCompile(`\b[A-Z][A-Z-]*\b`)
	// begun is in what a command says that serves or works, once it does.
	begun   = regexp.MustCompile(`msg=listening|workers: |plays tournament`)
	portOf  = regexp.MustCompile(`(0\.0\.0\.0|localhost):(\d+)`)
	sshWord = regexp.MustCompile(`^ssh (-t )?-p (\d+) localhost ?([^>]*)(?:> (\S+))?$`)
)

// run runs a line, or starts what serves.
func (r *reader) run(t *testing.T, line string) {
	t.Helper()
	typed := line
	for _, p := range inPlace {
		line = p.what.ReplaceAllString(line, p.with)
	}
	line = portOf.ReplaceAllStringFunc(line, func(s string) string {
		m := portOf.FindStringSubmatch(s)
		return m[1] + ":" + r.port(t, m[2])
	})
	for _, word := range standsFor.FindAllString(typed, -1) {
		if ok, _ := regexp.MatchString(`\b`+word+`\b\S* (is|being|stands for) `, r.words); !ok {
			t.Errorf("%s: the page does not say what %s stands for", typed, word)
		}
	}
	switch {
	case strings.HasPrefix(line, "ssh "):
		r.watch(t, typed, line)
	case strings.HasPrefix(line, "game-tui serve "), strings.HasPrefix(line, "game-tui worker "), strings.Contains(line, " --listen "):
		r.start(t, typed, line)
	case strings.Contains(line, " --ui"), strings.Contains(line, " --open "):
		r.inTerminal(t, typed, line)
	default:
		out, err := r.shell(line).CombinedOutput()
		if e, ok := err.(*exec.ExitError); ok && e.ExitCode() == 1 && strings.HasPrefix(line, "game-tui diff ") {
			err = nil // they differ
		}
		if err != nil {
			t.Errorf("%s (as %s): %v\n%s", typed, line, err, out)
		}
	}
}

// shell is a line in a shell, with a folder and a home of the reader's.
func (r *reader) shell(line string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "HOME="+filepath.Join(r.dir, "home"), "XDG_CONFIG_HOME=", "XDG_STATE_HOME=",
		"PATH="+r.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	return cmd
}

// start starts what serves or works and waits until it does.
func (r *reader) start(t *testing.T, typed, line string) {
	t.Helper()
	if !strings.Contains(line, "--listen ") && strings.HasPrefix(line, "game-tui serve ") {
		line += " --listen 127.0.0.1:" + freePorts(t, 1)[0]
	}
	b := &background{line: typed, cmd: r.shell("exec " + line), log: &serverLog{}, done: make(chan error, 1)}
	b.cmd.Stderr, b.cmd.Stdout = b.log, b.log
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { b.done <- b.cmd.Wait() }()
	t.Cleanup(func() { _ = b.cmd.Process.Kill() })
	r.running = append(r.running, b)
	simtest.Await(t, typed+" (as "+line+")", func() bool {
		select {
		case err := <-b.done:
			b.done <- err
			return true
		default:
			return begun.MatchString(b.log.String())
		}
	}, b.log.String)
	if m := regexp.MustCompile(listening).FindStringSubmatch(b.log.String()); m != nil {
		_, port, _ := strings.Cut(strings.TrimPrefix(m[1], "[::]"), ":")
		r.addr = "127.0.0.1:" + port
	}
}

// watch is what somebody types who watches.
func (r *reader) watch(t *testing.T, typed, line string) {
	t.Helper()
	m := sshWord.FindStringSubmatch(line)
	if m == nil {
		t.Errorf("%s: expected ssh, a port, a host and a command", typed)
		return
	}
	if r.addr == "" { // the server is elsewhere, or cannot be started by a test
		r.start(t, "game-tui serve --seed 30", "game-tui serve --seed 30 --begin now --pace 5000")
		awaitOver(t, r.addr, "harrypotter-s30")
	}
	command := strings.TrimSpace(m[3])
	if strings.Contains(command, "NAME") {
		name, _, _ := strings.Cut(sshRun(t, r.addr, "list"), " ")
		command = strings.ReplaceAll(command, "NAME", name)
	}
	if m[1] != "" || command == "" {
		s := watchOver(t, r.addr, command)
		alike(t, typed, "round", s)
		s.leave()
		return
	}
	out := sshRun(t, r.addr, command)
	if out == "" {
		t.Errorf("%s: nothing comes", typed)
	}
	if m[4] != "" {
		if err := os.WriteFile(filepath.Join(r.dir, m[4]), []byte(out), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// inTerminal runs a line that opens a screen, and leaves that.
func (r *reader) inTerminal(t *testing.T, typed, line string) {
	t.Helper()
	x := startTerminal(t, 40, 120, "sh", "-c", "cd "+r.dir+" && PATH="+r.bin+":$PATH && HOME="+r.dir+"/home && "+line)
	var err error
	opened := false
	simtest.Await(t, typed, func() bool {
		select {
		case err = <-x.done:
			return true
		default:
		}
		if strings.Contains(x.written(), "\x1b[?1049h") && strings.TrimSpace(x.text()) != "" {
			opened = true
			x.keys("q")
		}
		return false
	}, x.text)
	if err != nil || !opened {
		t.Errorf("%s: %v\n%s", typed, err, x.written())
	}
}

// end waits for what ends by itself, a tournament and its workers, and ends the others.
func (r *reader) end(t *testing.T) {
	for _, b := range r.running {
		if strings.HasPrefix(b.line, "game-tui serve ") {
			_ = b.cmd.Process.Signal(syscall.SIGTERM)
		}
		if err := simtest.Receive(t, b.line, b.done); err != nil {
			t.Errorf("%s: %v\n%s", b.line, err, b.log)
		}
	}
}

// stillPython is a player that does nothing, and stillShell one that needs no Python but takes
// ten times as long to read a state.
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

// prepare writes what the pages speak of, but for what a page makes itself.
func (r *reader) prepare(t *testing.T, lines []string) {
	t.Helper()
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		name = filepath.Join(r.dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	_, err := exec.LookPath("python3")
	python := err == nil
	made := func(begin, what string) bool { // by the page itself
		return slices.ContainsFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, begin) && strings.Contains(l+" ", what+" ")
		})
	}
	for _, folder := range []string{"mybot", "new", "old", "players/anna", "players/ben", "players/eva", "players/leo"} {
		if !made("game-tui new python", " "+folder) {
			if python {
				write(folder+"/main.py", stillPython, 0o600)
			} else {
				write(folder+"/main.sh", stillShell, 0o700)
			}
		}
	}
	write("AIMine.exe", stillShell, 0o700)
	write("bot.py", stillPython, 0o600)
	write("home/HarryPotter/Player.hh", "", 0o600) // the folder of a kit
	config, err := os.ReadFile(filepath.Join(repository, "configs", "harrypotter.cnf"))
	if err != nil {
		t.Fatal(err)
	}
	write("default.cnf", string(config), 0o600)
	write("my.cnf", string(config), 0o600)
	if config, err = os.ReadFile(filepath.Join(repository, "configs", "thepurge-fixed.cnf")); err != nil {
		t.Fatal(err)
	}
	write("configs/thepurge-fixed.cnf", string(config), 0o600)
	const token = " 0123456789abcdef0123\n"
	write("tokens", "anna"+token+"ben "+token, 0o600)
	write("worker.token", "anna"+token, 0o600)
	write("edge.token", "anna"+token, 0o600)
	cert, key := certificate(t)
	write("cert.pem", cert, 0o600)
	write("key.pem", key, 0o600)
	setup := []string{
		"game-tui run Demo Demo Demo Demo -s 30 -o match.res --quiet",
		"game-tui run Demo Null Demo Demo -s 30 -o a.res --quiet",
		"game-tui run Null Demo Demo Demo -s 30 -o b.res --quiet",
		"mkdir recordings && cp a.res recordings",
	}
	for _, name := range []string{"final.jsonl", "league.jsonl"} {
		if !made("game-tui tournament ", "-o "+name) {
			setup = append(setup, "game-tui tournament Null Demo --seed 1 --seeds 2 -o "+name)
		}
	}
	for _, line := range setup {
		if out, err := r.shell(line).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
}

// certificate is one for localhost, and its key.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	c := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, secret.Public(), secret)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	_ = pem.Encode(&a, &pem.Block{Type: "CERTIFICATE", Bytes: der})
	_ = pem.Encode(&b, &pem.Block{Type: "PRIVATE KEY", Bytes: private})
	return a.String(), b.String()
}
