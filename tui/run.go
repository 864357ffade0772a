package tui

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// ErrInterrupted is returned by Run when a signal ended the program.
var ErrInterrupted = errors.New("interrupted")

// Run shows a match on the local terminal until the watcher quits, a signal
// comes or ctx ends. The terminal is as before when it returns, whatever the
// reason, a panic included.
func Run(ctx context.Context, opts Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	opts.Context = ctx
	opts.ASCII = opts.ASCII || !UnicodeLocale(os.Getenv)
	m := New(opts)
	defer m.Close()

	// Bubble Tea knows SIGINT and SIGTERM only; a closed window sends SIGHUP.
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(sig)
	p := tea.NewProgram(m, tea.WithContext(ctx), tea.WithoutSignalHandler())
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
	_, err := p.Run()
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
