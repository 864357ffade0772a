package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/clean"
	"game-tui/sim/match"
)

// Exit codes.
const (
	codeDone        = 0
	codeDiffers     = 1 // differences found, or a match that stopped early or was not played
	codeWrong       = 2 // wrong use or input
	codeInterrupted = 130
)

// endingGrace is what a command has, after a signal, to end by itself.
const endingGrace = 4 * time.Second

// lastMoment is what ending takes, beside what others are granted for it.
const lastMoment = time.Second

// endAfter ends the program, whatever hangs in it, when so long after ctx it has
// not ended by itself. stop takes that back.
func endAfter(ctx context.Context, d time.Duration) (stop func()) {
	stopped := make(chan struct{})
	context.AfterFunc(ctx, func() {
		select {
		case <-time.After(d):
			os.Exit(codeInterrupted)
		case <-stopped:
		}
	})
	return sync.OnceFunc(func() { close(stopped) })
}

// ended prints what went wrong, in one line, and returns the exit code.
func ended(ctx context.Context, w io.Writer, err error) int {
	var held *match.MachineError
	switch {
	case err == nil:
		return codeDone
	case ctx.Err() != nil, errors.Is(err, play.ErrInterrupted):
		fmt.Fprintln(w, "interrupted")
		return codeInterrupted
	case errors.Is(err, play.ErrDiffers):
		return codeDiffers
	case errors.Is(err, play.ErrStopped), play.Played(err), play.Missed(err), errors.As(err, &held):
		fmt.Fprintln(w, "error:", clean.Line(err.Error()))
		return codeDiffers
	}
	fmt.Fprintln(w, "error:", clean.Line(err.Error()))
	return codeWrong
}

// flagError adds to what is wrong with a flag what to type.
func flagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		switch v := wrong.GetFlag().Value; {
		case errors.Is(err, strconv.ErrSyntax) && v.Type() == "int":
			return fmt.Errorf("--%s %q: type a whole number", wrong.GetFlag().Name, wrong.GetValue())
		case v.Type() == "string": // ours: they say what to type
			return fmt.Errorf("--%s %q: %w", wrong.GetFlag().Name, wrong.GetValue(), wrong.Unwrap())
		}
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if i := typed.Nearest(unknown.GetSpecifiedName(), names); i >= 0 && len(unknown.GetSpecifiedName()) > 1 {
			return fmt.Errorf("%w; did you mean --%s?", err, names[i])
		}
	}
	return fmt.Errorf("%w; %s --help lists the flags", err, cmd.CommandPath())
}
