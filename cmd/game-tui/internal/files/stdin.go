package files

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"game-tui/sim/res"
)

// StdinName is the name of standard input in errors.
const StdinName = "standard input"

// pipeWait is how long standard input may be silent before a pipe counts as unused. Scripts and
// services leave such pipes open.
const pipeWait = time.Second

// An IdleError means that nothing came through a pipe on standard input.
type IdleError struct{ For time.Duration }

func (e *IdleError) Error() string {
	return fmt.Sprintf("nothing came on standard input in %v", e.For)
}

// PipedConfig reads a configuration that is piped to standard input, as the official programs do.
// It returns nil if standard input is a terminal, a device, closed or empty, and an *IdleError if
// nothing comes through the pipe.
func PipedConfig(ctx context.Context) ([]byte, error) {
	info, err := os.Stdin.Stat()
	if err != nil {
		return nil, nil // closed
	}
	switch kind := info.Mode(); {
	case kind.IsRegular():
		text, err := readStdin(ctx)
		if err == nil && len(text) == 0 {
			text = nil
		}
		return text, err
	case kind&(os.ModeNamedPipe|os.ModeSocket) != 0:
		return readPipe(ctx, os.Stdin, pipeWait)
	}
	return nil, nil
}

// readPipe reads a pipe to its end. It returns an *IdleError if the first byte takes longer than
// wait.
func readPipe(ctx context.Context, pipe io.Reader, wait time.Duration) ([]byte, error) {
	in := bufio.NewReader(pipe)
	first := make(chan error, 1)
	go func() {
		_, err := in.Peek(1)
		first <- err
	}()
	patience := time.NewTimer(wait)
	defer patience.Stop()
	select {
	case err := <-first:
		if err != nil {
			return nil, nil // empty
		}
		return loadAll(ctx, in)
	case <-patience.C:
		return nil, &IdleError{wait}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func readStdin(ctx context.Context) ([]byte, error) { return loadAll(ctx, os.Stdin) }

// loadAll reads standard input until its end or until ctx is cancelled.
func loadAll(ctx context.Context, in io.Reader) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := res.Load(in)
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, named(StdinName, r.text, r.err)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
