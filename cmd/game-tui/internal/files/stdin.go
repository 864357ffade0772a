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

// pipeWait is how long a pipe may be silent before it counts as unused.
const pipeWait = time.Second

var ErrIdle = fmt.Errorf("nothing came on standard input in %v", pipeWait)

// PipedConfig reads a configuration from standard input. The result is nil without one, and the
// error is ErrIdle if a pipe stays silent.
func PipedConfig(ctx context.Context) ([]byte, error) {
	info, err := os.Stdin.Stat()
	if err != nil {
		return nil, nil // closed
	}
	switch kind := info.Mode(); {
	case kind.IsRegular() && info.Size() > 0:
		return readAll(ctx, os.Stdin)
	case kind&(os.ModeNamedPipe|os.ModeSocket) != 0:
		return readPipe(ctx, os.Stdin, pipeWait)
	}
	return nil, nil
}

// readPipe reads a pipe, unless its first byte takes longer than wait.
func readPipe(ctx context.Context, pipe io.Reader, wait time.Duration) ([]byte, error) {
	in := bufio.NewReader(pipe)
	first := make(chan error, 1)
	go func() {
		_, err := in.Peek(1)
		first <- err
	}()
	select {
	case err := <-first:
		if err != nil {
			return nil, nil // empty
		}
		return readAll(ctx, in)
	case <-time.After(wait):
		return nil, ErrIdle
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readAll reads standard input until its end or until ctx is cancelled.
func readAll(ctx context.Context, in io.Reader) (text []byte, err error) {
	done := make(chan struct{})
	var loaded []byte
	var failed error
	go func() {
		defer close(done)
		loaded, failed = res.Load(in)
	}()
	select {
	case <-done:
		return loaded, named(StdinName, loaded, failed)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
