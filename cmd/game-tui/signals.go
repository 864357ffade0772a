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
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

// Exit codes.
const (
	codeDone        = 0
	codeDiffers     = 1   // differences found, or a match that stopped early or was not played
	codeWrong       = 2   // wrong usage or input
	codeInterrupted = 130 // by any signal
)

// untilSignal returns a context that the first exit signal cancels. A second signal ends the program
// at once.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, exitSignals()...)
	go func() {
		s := <-signals
		signal.Stop(signals)
		cancel(&signalError{s})
	}()
	return ctx
}

// A signalError is the cause of a context that a signal has cancelled.
type signalError struct{ signal os.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// signalOf returns the signal that has cancelled ctx, or nil.
func signalOf(ctx context.Context) os.Signal {
	if e, ok := errors.AsType[*signalError](context.Cause(ctx)); ok {
		return e.signal
	}
	return nil
}

// exitSignals returns the signals after which the program completes its files and restores the terminal.
// Under nohup, SIGHUP is not among them.
func exitSignals() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// isUsualEnd reports whether a signal ends a command as intended. Service managers stop servers and
// workers by SIGTERM; other workers then take over the tasks of a stopped one.
func isUsualEnd(command string, s os.Signal) bool {
	return command == "serve" || command == "worker" && s == syscall.SIGTERM
}

// shutdownGrace is how long a command may take to return after a signal.
const shutdownGrace = 4 * time.Second

// exitSlack is the time to exit after a grace period.
const exitSlack = time.Second

// forceExitAfter ends the program if the command has not returned d after ctx is cancelled. The returned
// function prevents that.
func forceExitAfter(ctx context.Context, d time.Duration, command string) (cancel func()) {
	stopped := make(chan struct{})
	context.AfterFunc(ctx, func() {
		select {
		case <-time.After(d):
			if s := signalOf(ctx); s != nil && isUsualEnd(command, s) {
				os.Exit(codeDone)
			}
			os.Exit(codeInterrupted)
		case <-stopped:
		}
	})
	return sync.OnceFunc(func() { close(stopped) })
}

// printError prints an error in one line and returns the exit code.
func printError(ctx context.Context, w io.Writer, err error) int {
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
		fmt.Fprintln(w, "error:", sanitize.Line(err.Error()))
		return codeDiffers
	}
	fmt.Fprintln(w, "error:", sanitize.Line(err.Error()))
	return codeWrong
}
