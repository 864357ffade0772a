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

// StdinName is how errors call standard input.
const StdinName = "standard input"

// pipeWait is how long a pipe on standard input may deliver nothing before it counts as one to which
// nobody writes. In scripts and services such pipes stay open until the program ends.
const pipeWait = time.Second

// An IdleError means that standard input is a pipe on which nothing came for a while.
type IdleError struct{ For time.Duration }

func (e *IdleError) Error() string {
	return fmt.Sprintf("nothing came on standard input in %v", e.For)
}

// PipedConfig reads the configuration that is redirected or piped to standard input, as the kits do.
// The text is nil if standard input is a terminal, a device, closed or empty. The error is an
// *IdleError if it is a pipe on which nothing comes.
func PipedConfig(ctx context.Context) ([]byte, error) {
	info, err := os.Stdin.Stat()
	if err != nil {
		return nil, nil // closed: as good as none
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

// readPipe reads a pipe whole, but returns an *IdleError if its first byte takes longer than wait.
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
			return nil, nil // empty: as good as none
		}
		return loadAll(ctx, in)
	case <-patience.C:
		return nil, &IdleError{wait}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readStdin waits as long as the writer takes.
func readStdin(ctx context.Context) ([]byte, error) { return loadAll(ctx, os.Stdin) }

// loadAll reads standard input until its end or that of ctx.
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
