//go:build linux || darwin

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"game-tui/sim/catalog"
)

// terminal is an emulated terminal in which a program runs.
type terminal struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	slave  *os.File // held open, so that its settings can be read afterwards
	before *term.State
	screen *vt.SafeEmulator
	done   chan error

	mu  sync.Mutex
	raw bytes.Buffer // all that the program wrote
}

func startTerminal(t *testing.T, rows, cols uint16, name string, args ...string) *terminal {
	t.Helper()
	return startTerminalFrom(t, nil, rows, cols, name, args...)
}

// startTerminalFrom runs a program whose standard input is a file instead of
// the terminal.
func startTerminalFrom(t *testing.T, stdin *os.File, rows, cols uint16, name string, args ...string) *terminal {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: rows, Cols: cols}); err != nil {
		t.Fatal(err)
	}
	before, err := term.GetState(slave.Fd())
	if err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, master: master, slave: slave, before: before, done: make(chan error, 1)}
	x.screen = vt.NewSafeEmulator(int(cols), int(rows))
	x.cmd = exec.Command(name, args...)
	x.cmd.Dir = t.TempDir()
	x.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=")
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = slave, slave, slave
	if stdin != nil {
		x.cmd.Stdin = stdin
	}
	x.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	if err := x.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { x.done <- x.cmd.Wait() }()
	go io.Copy(master, x.screen) // answers to the program's questions
	go x.read()
	t.Cleanup(func() {
		x.cmd.Process.Kill()
		slave.Close()
		master.Close()
	})
	return x
}

func (x *terminal) read() {
	buf := make([]byte, 64<<10)
	for {
		n, err := x.master.Read(buf)
		if n > 0 {
			x.mu.Lock()
			x.raw.Write(buf[:n])
			x.mu.Unlock()
			x.screen.Write(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

func (x *terminal) text() string { return ansi.Strip(x.screen.Render()) }

func (x *terminal) written() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.raw.String()
}

func (x *terminal) resize(rows, cols uint16) {
	x.t.Helper()
	x.screen.Resize(int(cols), int(rows))
	if err := pty.Setsize(x.master, &pty.Winsize{Rows: rows, Cols: cols}); err != nil {
		x.t.Fatal(err)
	}
}

func (x *terminal) keys(keys string) {
	x.t.Helper()
	if _, err := io.WriteString(x.master, keys); err != nil {
		x.t.Fatal(err)
	}
}

// await waits until the screen is as wanted.
func (x *terminal) await(what string, ok func(screen string) bool) {
	x.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		screen := x.text()
		if ok(screen) {
			return
		}
		if time.Now().After(deadline) {
			x.t.Fatalf("no %s on the screen:\n%s", what, screen)
		}
	}
}

func (x *terminal) see(text string) {
	x.t.Helper()
	x.await(text, func(screen string) bool { return strings.Contains(screen, text) })
}

// ended waits for the end of the program, and finds the terminal restored.
func (x *terminal) ended(code int) {
	x.t.Helper()
	select {
	case <-x.done:
	case <-time.After(20 * time.Second):
		x.t.Fatalf("the program goes on:\n%s", x.text())
	}
	if got := x.cmd.ProcessState.ExitCode(); got != code {
		x.t.Errorf("exit code %d, want %d:\n%s", got, code, x.text())
	}
	after, err := term.GetState(x.slave.Fd())
	if err != nil {
		x.t.Fatal(err)
	}
	if *after != *x.before {
		x.t.Errorf("the terminal's settings changed from\n%+v to\n%+v", *x.before, *after)
	}
	x.await("end of the output", func(string) bool { return !x.screen.IsAltScreen() })
	modes := map[string]string{}
	for _, m := range regexp.MustCompile(`\x1b\[\?([\d;]+)([hl])`).FindAllStringSubmatch(x.written(), -1) {
		for _, mode := range strings.Split(m[1], ";") {
			modes[mode] = m[2]
		}
	}
	for mode, name := range map[string]string{
		"1049": "alternate screen", "1000": "mouse", "1002": "mouse", "1003": "mouse", "1006": "mouse",
		"2004": "bracketed paste", "1004": "focus reports",
	} {
		if modes[mode] == "h" {
			x.t.Errorf("%s (%s) is left on", name, mode)
		}
	}
	if modes["25"] == "l" {
		x.t.Error("the cursor is left hidden")
	}
}

const keyRight = "\x1b[C"

// TestTerminal drives the program from start to quit, through a resize.
func TestTerminal(t *testing.T) {
	t.Parallel()
	x := startTerminal(t, 40, 100, program(t), "--seed", "30", "--paused", "Null", "Null", "Null", "Null")
	x.see("round 0/200")
	x.keys(keyRight)
	x.see("round 1/200")
	x.resize(70, 160)
	x.await("the whole height", func(screen string) bool {
		lines := strings.Split(screen, "\n")
		return strings.Contains(lines[0], "round 1/200") && len(lines) >= 70 && strings.TrimSpace(lines[69]) != ""
	})
	x.keys(keyRight)
	x.see("round 2/200")
	x.resize(24, 80)
	x.keys(keyRight)
	x.see("round 3/200")
	x.keys("w")
	x.see("harrypotter-s30.res")
	x.keys("n")
	x.see("seed 31")
	x.keys("q")
	x.ended(0)
	x.see("--seed 31")
	if text, err := os.ReadFile(filepath.Join(x.cmd.Dir, "harrypotter-s30.res")); err != nil || !bytes.HasPrefix(text, []byte("Game\n\nSeed 30\n")) {
		t.Errorf("the match written: %d bytes, %v", len(text), err)
	}
}

// TestTerminalGames opens every game, played and recorded.
func TestTerminalGames(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			x := startTerminal(t, 40, 120, program(t), "--game", g.Name(), "--seed", "30", "--paused", "-o", "x.res", "Demo", "Demo", "Demo", "Demo")
			x.see("round 0/")
			x.see(g.Title())
			x.keys("\x1b[F") // End
			x.see("wins")
			x.keys("q")
			x.ended(0)
			y := startTerminal(t, 24, 80, program(t), "watch", filepath.Join(x.cmd.Dir, "x.res"), "--round", "7", "--paused")
			y.see("round 7/")
			y.keys("q")
			y.ended(0)
		})
	}
}

// TestTerminalSignal ends the program from outside.
func TestTerminalSignal(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		x := startTerminal(t, 30, 100, program(t), "--seed", "30")
		x.see("/200")
		if err := x.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		x.ended(130)
	}
}

// TestTerminalPanic finds the terminal restored after a fault of the spectator.
func TestTerminalPanic(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "game-tui-panics")
	if err := os.Symlink(self, name); err != nil {
		t.Skip(err)
	}
	x := startTerminal(t, 30, 100, name)
	x.see("round 0/200")
	for range 45 {
		x.keys(keyRight)
	}
	x.ended(codeWrong)
	if !strings.Contains(x.written(), "a fault in the spectator") {
		t.Errorf("nothing said of the fault:\n%s", x.text())
	}
}

// TestTerminalWatch opens a recording at a round.
func TestTerminalWatch(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "x.res.gz")
	if out, err := exec.Command(program(t), "run", "Demo", "Null", "Demo", "Null", "-s", "7", "-o", name).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	x := startTerminal(t, 40, 100, program(t), "watch", name, "--round", "57", "--paused")
	x.see("round 57/200")
	x.keys("\x03")
	x.ended(0)
}

// TestTerminalRedirected takes the configuration from standard input and the
// keys from the terminal.
func TestTerminalRedirected(t *testing.T) {
	t.Parallel()
	f, err := os.Open(filepath.Join("..", "..", "configs", "harrypotter.cnf"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x := startTerminalFrom(t, f, 40, 100, program(t), "--seed", "30", "--paused")
	x.see("round 0/200")
	x.keys(keyRight)
	x.see("round 1/200")
	x.keys("q")
	x.ended(0)
}

// TestBatchInterrupted ends a batch by Ctrl+C: what is done is printed.
func TestBatchInterrupted(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(program(t), "run", "Null", "Null", "Null", "Null", "--seeds", "1-100000000", "--csv")
	var table bytes.Buffer
	cmd.Stderr = &table
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	defer stop.Stop()
	var rows int
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if rows++; rows == 5 {
			cmd.Process.Signal(os.Interrupt)
		}
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != codeInterrupted || rows < 5 {
		t.Errorf("exit code %d after %d rows", code, rows)
	}
	if text := table.String(); !strings.Contains(text, fmt.Sprintf("0      Null %10d ", rows-1)) || !strings.HasSuffix(text, "interrupted\n") {
		t.Errorf("the table:\n%s", text)
	}
}
