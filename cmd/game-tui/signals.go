package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

const (
	exitOK          = 0
	exitDiffers     = 1   // differences were found, a --fail-on condition was met, or matches stopped early or were not played
	exitInvalid     = 2   // wrong usage or input
	exitInterrupted = 130 // ended by a signal
)

// signalContext returns a context that is cancelled by the first exit signal, so that the program can
// complete its files and restore the terminal. A second signal kills the program.
func signalContext() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if !signal.Ignored(syscall.SIGHUP) { // under nohup, SIGHUP stays ignored
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		s := <-signals
		signal.Stop(signals)
		cancel(&signalError{s})
	}()
	return ctx
}

// A signalError is the cause of a context that was cancelled by a signal.
type signalError struct{ signal os.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// signalOf returns the signal that cancelled ctx, or nil.
func signalOf(ctx context.Context) os.Signal {
	if e, ok := errors.AsType[*signalError](context.Cause(ctx)); ok {
		return e.signal
	}
	return nil
}

// isNormalExit reports whether s is a normal way to end a command: any signal for serve, SIGTERM
// for a worker. Service managers send SIGTERM.
func isNormalExit(command string, s os.Signal) bool {
	return command == "serve" || command == "worker" && s == syscall.SIGTERM
}

// shutdownGrace is the default time that a command has to return after a signal.
const shutdownGrace = 4 * time.Second

// forceExitAfter ends the program if it is still running one second after the grace period, which
// begins when ctx is cancelled.
func forceExitAfter(ctx context.Context, grace time.Duration, command string) {
	context.AfterFunc(ctx, func() {
		time.Sleep(grace + time.Second)
		if s := signalOf(ctx); s != nil && isNormalExit(command, s) {
			os.Exit(exitOK)
		}
		os.Exit(exitInterrupted)
	})
}

// printError prints err in one line, except nil and play.ErrDiffers, and returns the exit code.
func printError(ctx context.Context, w io.Writer, err error) int {
	var machineErr *match.MachineError
	var failOnErr *play.FailOnError
	switch {
	case err == nil:
		return exitOK
	case ctx.Err() != nil, errors.Is(err, play.ErrInterrupted):
		fmt.Fprintln(w, "interrupted")
		return exitInterrupted
	case errors.Is(err, play.ErrDiffers):
		return exitDiffers
	case errors.Is(err, play.ErrStopped), play.IsRecordable(err), play.IsMissedError(err), errors.As(err, &machineErr), errors.As(err, &failOnErr):
		fmt.Fprintln(w, "error:", sanitize.Line(err.Error()))
		return exitDiffers
	}
	fmt.Fprintln(w, "error:", sanitize.Line(err.Error()))
	return exitInvalid
}
