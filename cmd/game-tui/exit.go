package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"game-tui/sim/match"
)

// Exit codes.
const (
	codeDone        = 0
	codeDiffers     = 1 // differences found, or a match that stopped early
	codeWrong       = 2 // wrong use or input
	codeInterrupted = 130
)

// errDiffers ends a command that has already said what differs.
var errDiffers = errors.New("differences found")

// errStopped ends a batch in which matches stopped early.
var errStopped = errors.New("see their rows")

// errInterrupted ends a command that a signal ended.
var errInterrupted = errors.New("interrupted")

// report prints what went wrong, in one line, and returns the exit code.
func report(ctx context.Context, w io.Writer, err error) int {
	var stop *match.StopError
	var broken *match.BoardError
	switch {
	case err == nil:
		return codeDone
	case ctx.Err() != nil, errors.Is(err, errInterrupted):
		fmt.Fprintln(w, "interrupted")
		return codeInterrupted
	case errors.Is(err, errDiffers):
		return codeDiffers
	case errors.Is(err, errStopped), errors.As(err, &stop), errors.As(err, &broken):
		fmt.Fprintln(w, "error:", err)
		return codeDiffers
	}
	fmt.Fprintln(w, "error:", err)
	return codeWrong
}
