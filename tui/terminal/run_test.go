//go:build unix

package terminal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/tui/terminal"
	"game-tui/tui/tuitest"
)

// The test binary is the program if this variable is set.
const programVar = "GAME_TUI_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if kind := os.Getenv(programVar); kind != "" {
		os.Exit(program(kind))
	}
	os.Exit(m.Run())
}

// program shows a match like the command.
func program(kind string) int {
	var tb testing.B
	l := tuitest.PlayMatch(&tb, tuitest.Games[0], configs.Default("harrypotter"), 30)
	if kind == "panic" { // panics in a later round
		meta := *l.Meta()
		meta.Game = untold{meta.Game}
		broken := record.New(meta, l.State(0))
		for k := range l.Edge() {
			next := l.State(k + 1)
			if k == 10 {
				next = mine{next}
			}
			broken.Append(l.Turn(k), next)
		}
		l = broken
	}
	switch err := terminal.Run(context.Background(), terminal.Options{View: pausedView(l, 7)}); {
	case errors.Is(err, terminal.ErrInterrupted):
		return 130
	case err != nil:
		return 3
	}
	return 0
}

// mine is a state that panics when it is drawn.
type mine struct{ sim.State }

func (mine) FillFrame(*sim.Frame) { panic("a bug") }

// untold is a game without win chances, so that only drawing reads its states.
type untold struct{ sim.Game }

func (untold) Name() string { return "untold" }

// TestTerminalIsRestored checks all ways to end the program.
func TestTerminalIsRestored(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind string
		end  func(*os.File, *os.Process)
		code int
	}{
		"q":       {"plain", func(f *os.File, _ *os.Process) { fmt.Fprint(f, "q") }, 0},
		"ctrl+c":  {"plain", func(f *os.File, _ *os.Process) { fmt.Fprint(f, "\x03") }, 0},
		"SIGTERM": {"plain", func(_ *os.File, p *os.Process) { _ = p.Signal(syscall.SIGTERM) }, 130},
		"SIGHUP":  {"plain", func(_ *os.File, p *os.Process) { _ = p.Signal(syscall.SIGHUP) }, 130},
		"panic":   {"panic", func(f *os.File, _ *os.Process) { fmt.Fprint(f, "llllllllll") }, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), programVar+"="+c.kind, "TERM=xterm-256color", "COLORTERM=truecolor", "NO_COLOR=")
			f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 100})
			if err != nil {
				t.Skipf("no pseudo terminal: %v", err)
			}
			defer f.Close()
			out := newMeter()
			read := make(chan struct{})
			go func() {
				defer close(read)
				buf := make([]byte, 1<<14)
				for {
					n, err := f.Read(buf)
					_, _ = out.Write(buf[:n])
					if err != nil {
						out.close()
						return
					}
				}
			}()
			ctx, cancel := simtest.Context(t)
			defer cancel()
			defer context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })()
			out.wait("round 7/200")
			c.end(f, cmd.Process)
			<-read // wait until the program closes its end
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			checkRestored(t, out.String())
		})
	}
}

// checkRestored checks that every mode that was set is reset.
func checkRestored(t *testing.T, s string) {
	t.Helper()
	for _, mode := range []struct{ name, on, off string }{
		{"alternate screen", "\x1b[?1049h", "\x1b[?1049l"},
		{"hidden cursor", "\x1b[?25l", "\x1b[?25h"},
		{"mouse", "\x1b[?1002h", "\x1b[?1002l"},
		{"mouse coordinates", "\x1b[?1006h", "\x1b[?1006l"},
		{"bracketed paste", "\x1b[?2004h", "\x1b[?2004l"},
	} {
		on, off := strings.LastIndex(s, mode.on), strings.LastIndex(s, mode.off)
		if on < 0 || off < on {
			t.Errorf("%s: set at %d, reset at %d of %d bytes", mode.name, on, off, len(s))
		}
	}
}
