package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim/clean"
	"game-tui/sim/match"
)

// Exit codes.
const (
	codeDone        = 0
	codeDiffers     = 1   // differences found, or a match that stopped early or was not played
	codeWrong       = 2   // wrong use or input
	codeInterrupted = 130 // by a signal, whichever it was
)

// untilSignal returns a context that ends with the first signal of endings. A second signal ends the
// program at once.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, endings()...)
	go func() {
		s := <-signals
		signal.Stop(signals)
		cancel(&signalError{s})
	}()
	return ctx
}

// A signalError is the cause of a context that a signal has ended.
type signalError struct{ signal os.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// signalOf returns the signal that has ended a context, or nil.
func signalOf(ctx context.Context) os.Signal {
	if e, ok := errors.AsType[*signalError](context.Cause(ctx)); ok {
		return e.signal
	}
	return nil
}

// endings returns the signals that end the program in good order: no file is left
// half written, and the terminal is as before. SIGHUP is not among them under nohup.
func endings() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// endsWell reports whether a signal is the usual end of a command rather than an interruption. Service managers
// stop servers and workers by SIGTERM; other workers play what a stopped one had begun.
func endsWell(command string, s os.Signal) bool {
	return command == "serve" || command == "worker" && s == syscall.SIGTERM
}

// endingGrace is what a command has, after a signal, to end by itself.
const endingGrace = 4 * time.Second

// lastMoment is what ending takes, beside what others are granted for it.
const lastMoment = time.Second

// endAfter ends the program if a command has not returned d after the end of ctx. The exit code is the one that the
// command promises. stop cancels this.
func endAfter(ctx context.Context, d time.Duration, command string) (stop func()) {
	stopped := make(chan struct{})
	context.AfterFunc(ctx, func() {
		select {
		case <-time.After(d):
			if s := signalOf(ctx); s != nil && endsWell(command, s) {
				os.Exit(codeDone)
			}
			os.Exit(codeInterrupted)
		case <-stopped:
		}
	})
	return sync.OnceFunc(func() { close(stopped) })
}

// ended prints what went wrong, in one line, and returns the exit code.
func ended(ctx context.Context, w io.Writer, err error) int {
	var held *match.MachineError
	var failed *play.FailedError
	switch {
	case err == nil:
		return codeDone
	case ctx.Err() != nil, errors.Is(err, play.ErrInterrupted):
		fmt.Fprintln(w, "interrupted")
		return codeInterrupted
	case errors.Is(err, play.ErrDiffers):
		return codeDiffers
	case errors.Is(err, play.ErrStopped), play.HasRecording(err), play.OnlyMissed(err), errors.As(err, &held), errors.As(err, &failed):
		fmt.Fprintln(w, "error:", clean.Line(err.Error()))
		return codeDiffers
	}
	fmt.Fprintln(w, "error:", clean.Line(err.Error()))
	return codeWrong
}
