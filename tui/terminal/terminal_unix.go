//go:build unix

package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"

	"game-tui/tui/cells/screen"
)

// terminal adds suspension and a screen size limit to Bubble Tea.
type terminal struct {
	input          *os.File // standard input, or /dev/tty if standard input is not a terminal
	resize         chan os.Signal
	stop           chan os.Signal
	suspendRequest chan struct{}
}

func openTerminal() (*terminal, error) {
	t := &terminal{input: os.Stdin, resize: make(chan os.Signal, 1), stop: make(chan os.Signal, 1), suspendRequest: make(chan struct{}, 1)}
	if !term.IsTerminal(os.Stdin.Fd()) {
		in, _, err := tea.OpenTTY()
		if err != nil {
			return nil, fmt.Errorf("cannot open a terminal for key input: %w", err)
		}
		t.input = in
	}
	signal.Notify(t.resize, unix.SIGWINCH)
	signal.Notify(t.stop, unix.SIGTSTP)
	return t, nil
}

func (t *terminal) close() {
	signal.Stop(t.resize)
	signal.Stop(t.stop)
	if t.input != os.Stdin {
		t.input.Close()
	}
}

// options returns options that hide the terminal's size from Bubble Tea, which would allocate a
// screen of any reported size.
func (t *terminal) options() []tea.ProgramOption {
	w, h := windowSize()
	return []tea.ProgramOption{
		tea.WithInput(t.input),
		tea.WithOutput(struct{ io.Writer }{os.Stdout}),
		tea.WithColorProfile(colorprofile.Detect(os.Stdout, os.Environ())),
		tea.WithWindowSize(w, h),
	}
}

func windowSize() (w, h int) {
	w, h, err := term.GetSize(os.Stdout.Fd())
	if err != nil || w <= 0 || h <= 0 {
		w, h = 80, 24
	}
	return screen.ClampSize(w, h)
}

func (t *terminal) suspend() {
	select {
	case t.suspendRequest <- struct{}{}:
	default:
	}
}

func (t *terminal) run(ctx context.Context, p *tea.Program) {
	for {
		select {
		case <-t.resize:
		case <-t.stop:
			t.pause(p, unix.Getpid()) // The other processes of a pipeline also received the signal.
		case <-t.suspendRequest:
			t.pause(p, 0)
		case <-ctx.Done():
			return
		}
		w, h := windowSize()
		p.Send(tea.WindowSizeMsg{Width: w, Height: h})
	}
}

// pause restores the terminal and stops process pid, or the process group if pid is 0. When the
// process continues, pause redraws the screen. It does nothing if no shell can continue the
// process.
func (t *terminal) pause(p *tea.Program, pid int) {
	session, err := unix.Getsid(0)
	if err != nil || session == unix.Getpgrp() || p.ReleaseTerminal() != nil {
		return
	}
	resumed := make(chan os.Signal, 1)
	signal.Notify(resumed, unix.SIGCONT)
	// SIGTSTP does not stop a Go program that has handled it before.
	if unix.Kill(pid, unix.SIGSTOP) == nil {
		<-resumed
	}
	signal.Stop(resumed)
	_ = p.RestoreTerminal()
	p.Send(tea.ClearScreen())
}
