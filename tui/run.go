package tui

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui/screen"
)

// ErrInterrupted is returned by Run when a signal ended the program.
var ErrInterrupted = errors.New("interrupted")

// Run shows a program on the local terminal until the watcher quits, a signal
// comes or ctx ends. The terminal is as before when it returns, whatever the
// reason, a panic included, and while the program is suspended.
func Run(ctx context.Context, opts Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	// Bubble Tea knows SIGINT and SIGTERM only; a closed window sends SIGHUP.
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP)
	defer signal.Stop(sig)
	t, err := openTerminal()
	if err != nil {
		return err
	}
	defer t.close()
	opts.ASCII = opts.ASCII || !UnicodeLocale(os.Getenv)
	opts.Context, opts.suspend = ctx, t.suspend
	m := New(opts)
	defer m.Close()
	p := tea.NewProgram(m, append(t.options(), tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithFilter(t.filter))...)
	go t.run(ctx, p)
	done := make(chan struct{})
	stopped := make(chan bool, 1)
	go func() {
		select {
		case <-sig:
			stopped <- true
			p.Quit()
		case <-done:
		}
	}()
	_, err = p.Run()
	close(done)
	select {
	case <-stopped:
		return ErrInterrupted
	default:
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return ErrInterrupted
	}
	return err
}

// filter sees every message before the model does: here is what belongs to the
// local terminal rather than to the program.
func (t *terminal) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		msg.Width, msg.Height = screen.Clamp(msg.Width, msg.Height)
		return msg
	case tea.PasteStartMsg:
		t.input.pasting.Store(true)
	case tea.PasteEndMsg, tea.PasteMsg:
		t.input.pasting.Store(false)
	}
	return msg
}

// keyboard is that of the local terminal. A paste of which the end never
// comes is ended: everything typed after it would be taken for a part of it.
type keyboard struct {
	*os.File
	pasting atomic.Bool
	last    time.Time // of the last reading
}

const (
	pasteEnd   = "\x1b[201~"
	pastePause = 200 * time.Millisecond // a terminal makes none in a paste
)

// Read reads what was typed. In front of what comes late in a paste it puts the
// end of the paste.
func (in *keyboard) Read(p []byte) (int, error) {
	if len(p) <= len(pasteEnd) {
		return in.File.Read(p)
	}
	n, err := in.File.Read(p[:len(p)-len(pasteEnd)])
	now := time.Now()
	if n > 0 && in.pasting.Load() && now.Sub(in.last) > pastePause {
		copy(p[len(pasteEnd):], p[:n])
		n += copy(p, pasteEnd)
		in.pasting.Store(false)
	}
	in.last = now
	return n, err
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
