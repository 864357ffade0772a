package terminal

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

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
)

var ErrInterrupted = errors.New("interrupted")

// Run shows a program on the local terminal until the user quits, a signal arrives or ctx is
// cancelled. It always restores the terminal.
func Run(ctx context.Context, opts Options) error {
	// Bubble Tea handles only SIGINT and SIGTERM, but closing a terminal window sends SIGHUP.
	ctx, cancel := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP)
	defer cancel()
	t, err := openTerminal()
	if err != nil {
		return err
	}
	defer t.close()
	opts.UseASCII = opts.UseASCII || !HasUTF8Locale(os.Getenv)
	opts.Context, opts.suspend = ctx, t.suspend
	opts.canAskBackground = term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd())
	m := New(opts)
	defer m.Close()
	clampSize := func(_ tea.Model, msg tea.Msg) tea.Msg {
		if size, ok := msg.(tea.WindowSizeMsg); ok {
			size.Width, size.Height = screen.ClampSize(size.Width, size.Height) // Limit the memory allocated for the screen.
			return size
		}
		return msg
	}
	p := tea.NewProgram(m, append(t.options(), tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithFilter(clampSize))...)
	go t.run(ctx, p)
	_, err = p.Run()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return ErrInterrupted
	}
	return err
}

// ParseMotion parses "on" or "off". If setting is empty, motion is on unless the environment variable
// REDUCE_MOTION is set to a value other than 0.
func ParseMotion(setting string, getenv func(string) string) (bool, error) {
	switch setting {
	case "on", "off":
		return setting == "on", nil
	case "":
		v := getenv("REDUCE_MOTION")
		return v == "" || v == "0", nil
	}
	return false, fmt.Errorf("%q: expected on or off", sanitize.Truncate(setting, 40))
}

// HasUTF8Locale reports whether the environment's locale uses UTF-8. If no locale is set, it
// returns true.
func HasUTF8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} { // The first variable that is set decides.
		if v := strings.ToLower(getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
