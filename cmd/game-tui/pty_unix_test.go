//go:build linux || darwin

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest"
	"game-tui/tui/cells/screen"
	"game-tui/tui/tuitest/screentest"
)

// ptyTerminal is an emulated terminal that runs a program.
type ptyTerminal struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	slave  *os.File // held open, so that its settings can be read afterwards
	before *term.State
	screen *vt.SafeEmulator
	done   chan error

	mu  sync.Mutex
	raw bytes.Buffer // everything the program wrote
}

func startTerminal(t *testing.T, rows, cols uint16, name string, args ...string) *ptyTerminal {
	t.Helper()
	return startTerminalFrom(t, nil, rows, cols, name, args...)
}

// startTerminalFrom runs a program with a file as its standard input.
func startTerminalFrom(t *testing.T, stdin *os.File, rows, cols uint16, name string, args ...string) *ptyTerminal {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env, cmd.SysProcAttr = t.TempDir(), os.Environ(), &syscall.SysProcAttr{}
	return startTerminalOf(t, cmd, stdin, rows, cols)
}

// startTerminalOf runs a command. Without stdin its standard input is the terminal.
func startTerminalOf(t *testing.T, cmd *exec.Cmd, stdin *os.File, rows, cols uint16) *ptyTerminal {
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
	x := &ptyTerminal{t: t, master: master, slave: slave, before: before, cmd: cmd, done: make(chan error, 1)}
	x.screen = vt.NewSafeEmulator(int(cols), int(rows))
	x.cmd.Env = append(x.cmd.Env, "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=", "PAGER=", "LESS=")
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = slave, slave, slave
	if stdin != nil {
		x.cmd.Stdin = stdin
	}
	x.cmd.SysProcAttr.Setsid, x.cmd.SysProcAttr.Setctty, x.cmd.SysProcAttr.Ctty = true, true, 1
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

func (x *ptyTerminal) read() {
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

func (x *ptyTerminal) text() string { return ansi.Strip(x.screen.Render()) }

func (x *ptyTerminal) written() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.raw.String()
}

func (x *ptyTerminal) resize(rows, cols uint16) {
	x.t.Helper()
	x.screen.Resize(int(cols), int(rows))
	if err := pty.Setsize(x.master, &pty.Winsize{Rows: rows, Cols: cols}); err != nil {
		x.t.Fatal(err)
	}
}

func (x *ptyTerminal) keys(keys string) {
	x.t.Helper()
	if _, err := io.WriteString(x.master, keys); err != nil {
		x.t.Fatal(err)
	}
}

// await waits until a condition holds for the screen.
func (x *ptyTerminal) await(what string, ok func(screen string) bool) {
	x.t.Helper()
	screentest.Await(x.t, what+" on the screen", func() bool { return ok(x.text()) }, x.text)
}

func (x *ptyTerminal) see(text string) {
	x.t.Helper()
	x.await(text, func(screen string) bool { return strings.Contains(screen, text) })
}

// played waits for the end of the match and returns to the first round.
func (x *ptyTerminal) played(last string) {
	x.t.Helper()
	x.see("round 0/")
	x.await("end of the match", func(screen string) bool {
		if strings.Contains(screen, last) {
			return true
		}
		x.keys("\x1b[F") // End: the latest round
		return false
	})
	x.keys("\x1b[H")
	x.see("round 0/")
}

// ended waits for the program to exit and checks that the terminal is restored.
func (x *ptyTerminal) wantExit(code int) {
	x.t.Helper()
	simtest.Receive(x.t, "the end of the program", x.done)
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
	x.restored()
}

// restored checks that no terminal mode is left on.
func (x *ptyTerminal) restored() {
	x.t.Helper()
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

// TestRulesInPager reads rules in the system's pager, which survives an interrupt.
func TestRulesInPager(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("less"); err != nil {
		t.Skip("no less")
	}
	x := startTerminal(t, 24, 80, program(t), "rules", "thepurge")
	x.see("Four clans of citizens")
	x.keys("G") // to the end
	x.see("MAX_NUM_BARRICADES")
	x.keys("\x03\x03\x03")
	x.await("the beginning", func(screen string) bool {
		x.keys("g") // an interrupt may swallow keys sent with it
		return strings.Contains(screen, "Four clans of citizens")
	})
	x.keys("q")
	x.wantExit(0)
	if !strings.Contains(x.written(), "\x1b[1mThe Purge") {
		t.Error("the title is not bold")
	}
}

// TestTerminal drives the program from start to quit, with the configuration on standard input and
// keys from the terminal.
func TestTerminal(t *testing.T) {
	t.Parallel()
	f, err := os.Open(filepath.Join("..", "..", "configs", "harrypotter.cnf"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x := startTerminalFrom(t, f, 40, 100, program(t), "--seed", "30", "--paused", "Null", "Null", "Null", "Null")
	x.played("round 200/200")
	x.keys("\x1a") // no shell could resume it, so it is not suspended
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
	x.pastes()
	x.redraws()
	x.huge()
	x.keys("w")
	x.see("harrypotter-s30.res")
	x.keys("n")
	x.see("seed 31")
	x.keys("q")
	x.wantExit(0)
	x.see("--seed 31")
	if text, err := os.ReadFile(filepath.Join(x.cmd.Dir, "harrypotter-s30.res")); err != nil || !bytes.HasPrefix(text, []byte("Game\n\nSeed 30\n")) {
		t.Errorf("the match written: %d bytes, %v", len(text), err)
	}
}

// pastes checks that pasted text acts as no key.
func (x *ptyTerminal) pastes() {
	x.t.Helper()
	x.keys("\x1b[200~quit\x1b[201~" + keyRight)
	x.see("round 4/200")
}

// redraws checks that the screen is drawn again after something else wrote to it.
func (x *ptyTerminal) redraws() {
	x.t.Helper()
	if _, err := io.WriteString(x.slave, "\x1b[1;1H\x1b[2Ka message of the system"); err != nil {
		x.t.Fatal(err)
	}
	x.see("a message of the system")
	x.keys("\x0c")
	x.await("a clean screen", func(screen string) bool {
		return strings.Contains(screen, "/200") && !strings.Contains(screen, "message")
	})
}

// huge checks that a window that claims to be enormous takes no more memory.
func (x *ptyTerminal) huge() {
	x.t.Helper()
	if err := pty.Setsize(x.master, &pty.Winsize{Rows: 30_000, Cols: 30_000}); err != nil {
		x.t.Fatal(err)
	}
	before := len(x.written())
	x.await("answer to the size", func(string) bool { return len(x.written()) > before+screen.MaxW*screen.MaxH/100 })
	x.resize(40, 100)
	x.keys("\x1b[H")
	x.see("round 0/200")
	// The peak reported at exit is useless: it counts from before exec, when the process had the
	// test's memory.
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", x.cmd.Process.Pid))
	if line := peakLine.FindSubmatch(status); line != nil {
		if peak, err := strconv.Atoi(string(line[1])); err != nil || peak > mostMemory {
			x.t.Errorf("it took %s kB", line[1])
		}
	}
}

// TestTerminalGames opens each game, both played and recorded.
func TestTerminalGames(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			x := startTerminal(t, 40, 120, program(t), "--game", g.Name(), "--seed", "30", "--paused", "-o", "x.res", "Demo", "Demo", "Demo", "Demo")
			x.see("round 0/")
			x.see(g.Title())
			x.played("wins")
			x.keys("q")
			x.wantExit(0)
			y := startTerminal(t, 24, 80, program(t), "watch", filepath.Join(x.cmd.Dir, "x.res"), "--round", "7", "--paused")
			y.see("round 7/")
			y.keys("\x03")
			y.wantExit(0)
		})
	}
}

// TestTerminalSignal ends the program with signals.
func TestTerminalSignal(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT} {
		if signal.Ignored(sig) {
			continue // ignored under nohup
		}
		x := startTerminal(t, 30, 100, program(t), "--seed", "30")
		x.see("/200")
		// The first frame may appear before the query for the background colour is sent.
		x.await("question for the background", func(string) bool { return strings.Contains(x.written(), "\x1b]11;?") })
		if err := x.cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		x.wantExit(130)
		if _, after, _ := strings.Cut(x.written(), "\x1b[?1049l"); strings.Contains(after, "\x1b]11;?") {
			t.Errorf("%v: the terminal is asked something in the end: %q", sig, after)
		}
	}
}

// The terminal's background selects the palette by default. The program does not query it if a
// palette is given or standard input is not a terminal.
func TestBackgroundChoosesPalette(t *testing.T) {
	t.Parallel()
	const play = " --seed 30 --paused Null Null Null Null"
	for _, c := range []struct {
		shell, page string
		asked       bool
	}{
		{`printf '\033]11;#fdf6e3\007'; exec "$0"` + play, "48;2;251;249;244", true},
		{`printf '\033]11;#202020\007'; exec "$0"` + play, "48;2;17;19;26", true},
		{`printf '\033]11;#fdf6e3\007'; exec "$0" --palette dark` + play, "48;2;17;19;26", false},
		{`printf '\033]11;#fdf6e3\007'; exec "$0" </dev/null` + play, "48;2;17;19;26", false},
	} {
		x := startTerminal(t, 40, 100, "/bin/sh", "-c", c.shell, program(t))
		x.await(c.shell, func(string) bool { return strings.Contains(x.written(), c.page) })
		x.keys(keyRight)
		x.see("round 1/200")
		if got := strings.Contains(x.written(), "\x1b]11;?"); got != c.asked {
			t.Errorf("%s: asked is %v", c.shell, got)
		}
		x.keys("q")
		x.wantExit(0)
	}
}

// startShell starts a shell with job control, and the program in it.
func startShell(t *testing.T) *ptyTerminal {
	t.Helper()
	x := startTerminal(t, 40, 100, "/bin/sh", "-i")
	x.keys("set -m; PATH=" + filepath.Dir(program(t)) + ":$PATH; game-tui --seed 30 --paused Null Null Null Null\n")
	x.played("round 200/200")
	return x
}

// stopped waits until the program is suspended and checks that the terminal is restored.
func (x *ptyTerminal) stopped() {
	x.t.Helper()
	x.see("Stopped")
	x.await("screen of the shell", func(string) bool { return !x.screen.IsAltScreen() })
	x.keys("stty -a; echo 'and go on'\n")
	x.see("\nand go on")
	if text := x.text(); !regexp.MustCompile(`[^-]icanon`).MatchString(text) || !regexp.MustCompile(`[^-]echo `).MatchString(text) {
		x.t.Errorf("the settings of the terminal:\n%s", text)
	}
	x.restored()
}

// TestTerminalSuspend suspends the program by key and by signal, and resumes it with the screen
// redrawn.
func TestTerminalSuspend(t *testing.T) {
	t.Parallel()
	x := startShell(t)
	x.keys("\x1a")
	x.stopped()
	x.keys("fg\n")
	x.await("the spectator", func(screen string) bool {
		return x.screen.IsAltScreen() && strings.Contains(screen, "round 0/200") && !strings.Contains(screen, "go on")
	})
	x.keys(keyRight)
	x.see("round 1/200")
	pid, err := unix.IoctlGetInt(int(x.master.Fd()), unix.TIOCGPGRP) // process group in the foreground
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Kill(pid, unix.SIGTSTP); err != nil {
		t.Fatal(err)
	}
	x.stopped()
	x.resize(30, 90)
	x.keys("fg\n")
	x.await("the spectator in the new size", func(screen string) bool {
		lines := strings.Split(screen, "\n")
		return x.screen.IsAltScreen() && strings.Contains(lines[0], "round 1/200") && len(lines) <= 30
	})
	x.keys("q")
	x.see("again: ")
	x.keys("exit 0\n")
	x.wantExit(0)
}

// TestTerminalDumb checks that a dumb terminal gets plain text.
func TestTerminalDumb(t *testing.T) {
	t.Parallel()
	x := startTerminal(t, 40, 100, "/usr/bin/env", "TERM=dumb", program(t), "--seed", "30", "Null", "Null", "Null", "Null")
	x.see("TERM=dumb")
	x.wantExit(0)
	if strings.Contains(x.written(), "\x1b") {
		t.Errorf("it writes control sequences: %q", x.written())
	}
}

// TestTerminalPanic checks that the terminal is restored after a panic of the spectator.
func TestTerminalPanic(t *testing.T) {
	t.Parallel()
	x := startTerminal(t, 30, 100, "game-tui-panics")
	x.see("round 0/200")
	for range 45 {
		x.keys(keyRight)
	}
	x.wantExit(exitInvalid)
	x.await("word of the fault", func(string) bool { return strings.Contains(x.written(), "a fault in the spectator") })
}

// TestBatchInterrupted interrupts a batch with Ctrl+C: the results so far are printed.
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
	stop := time.AfterFunc(time.Until(simtest.Deadline(t)), func() { cmd.Process.Kill() })
	defer stop.Stop()
	var rows int
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if rows++; rows == 5 {
			cmd.Process.Signal(os.Interrupt)
		}
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || rows < 5 {
		t.Errorf("exit code %d after %d rows", code, rows)
	}
	if text := table.String(); !strings.Contains(text, "Null 0 ") || !strings.Contains(text, fmt.Sprintf(" %d ", rows-1)) || !strings.HasSuffix(text, "interrupted\n") {
		t.Errorf("the table:\n%s", text)
	}
}

// TestBatchOpens checks that a batch opens the match that its table names.
func TestBatchOpens(t *testing.T) {
	t.Parallel()
	x := startTerminal(t, 40, 120, program(t), "run", "Demo", "Demo", "Demo", "Demo", "--seeds", "3-5", "--open", "worst")
	x.see("round ")
	x.see("seed 4")
	x.see(" 0         10        20        30        40        50         players") // the whole board
	x.see("players  events  output  chart")
	x.keys("y")
	x.see("game-tui Demo Demo Demo Demo --seed 4 --round ")
	x.keys("q")
	x.wantExit(0)
	x.see("again: game-tui Demo Demo Demo Demo --seed 4")
}

// With --plain, a terminal answers typed commands with lines only. If standard input is no
// terminal, the whole match is printed.
func TestPlainInATerminal(t *testing.T) {
	t.Parallel()
	play := []string{"--seed", "30", "--plain", "Null", "Null", "Null", "Null"}
	for name, c := range map[string]struct {
		keys string
		code int
	}{"quit": {"quit\n", 0}, "end of input": {"\x04", 0}, "interrupt": {"\x03", exitInterrupted}} {
		x := startTerminal(t, 40, 160, program(t), play...)
		x.see("round 0 of 200: ")
		x.keys("next 3\n")
		x.see("round 3: ")
		x.see("round 3 of 200: ")
		x.keys(c.keys)
		x.wantExit(c.code)
		if strings.Contains(x.written(), "\x1b") {
			t.Errorf("%s: escape codes in %q", name, x.written())
		}
	}
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer nothing.Close()
	x := startTerminalFrom(t, nothing, 40, 160, program(t), append(play, "--only", "lead")...)
	x.wantExit(0)
	x.see("200 end: winner")
	x.see("again: game-tui Null Null Null Null --seed 30 --plain --only=lead")
	if strings.Contains(x.written(), "round 0 of 200: ") {
		t.Error("it asks for commands where nobody can type any")
	}
}
