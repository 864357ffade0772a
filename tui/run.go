package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"game-tui/sim/clean"
	"game-tui/tui/screen"
)

// ErrInterrupted is returned by Run when a signal ended the program.
var ErrInterrupted = errors.New("interrupted")

// Run shows a program on the local terminal until the watcher quits, a signal
// comes or ctx ends. The terminal is as before when it returns, whatever the
// reason, a panic included, and while the program is suspended.
func Run(ctx context.Context, opts Options) error {
	// Bubble Tea knows SIGINT and SIGTERM only; a closed window sends SIGHUP.
	ctx, cancel := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP)
	defer cancel()
	t, err := openTerminal()
	if err != nil {
		return err
	}
	defer t.close()
	opts.ASCII = opts.ASCII || !UnicodeLocale(os.Getenv)
	opts.Context, opts.suspend = ctx, t.suspend
	opts.asks = term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd())
	m := New(opts)
	defer m.Close()
	p := tea.NewProgram(m, append(t.options(), tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithFilter(clamp))...)
	go t.run(ctx, p)
	_, err = p.Run()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return ErrInterrupted
	}
	return err
}

// clamp brings the window into what a screen can have, before anything makes room for it.
func clamp(_ tea.Model, msg tea.Msg) tea.Msg {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		size.Width, size.Height = screen.Clamp(size.Width, size.Height)
		return size
	}
	return msg
}

// Motion reports whether what has just changed is to stand out for a moment: as was said, on or
// off, or, where nothing was, unless the environment asks for less of that.
func Motion(said string, getenv func(string) string) (bool, error) {
	switch said {
	case "on", "off":
		return said == "on", nil
	case "":
		v := getenv("REDUCE_MOTION")
		return v == "" || v == "0", nil
	}
	return false, fmt.Errorf("%q: type on or off", clean.Truncate(said, 40))
}

// UnicodeLocale reports whether the environment's locale has Unicode. One that
// says nothing is taken to have: nearly all terminals do.
func UnicodeLocale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} { // the first that is set counts
		if v := strings.ToLower(getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
