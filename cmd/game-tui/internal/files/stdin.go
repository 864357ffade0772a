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

// StdinName is the name of standard input in error messages.
const StdinName = "standard input"

// pipeTimeout is how long a pipe may be silent before it counts as unused.
const pipeTimeout = time.Second

var ErrIdle = fmt.Errorf("nothing arrived on standard input within %v", pipeTimeout)

// ReadPipedConfig reads a configuration from standard input. It returns nil if there is none, and
// ErrIdle if a pipe stays silent.
func ReadPipedConfig(ctx context.Context) ([]byte, error) {
	info, err := os.Stdin.Stat()
	if err != nil {
		return nil, nil // standard input is closed
	}
	switch kind := info.Mode(); {
	case kind.IsRegular() && info.Size() > 0:
		return readAll(ctx, os.Stdin)
	case kind&(os.ModeNamedPipe|os.ModeSocket) != 0:
		return readPipe(ctx, os.Stdin, pipeTimeout)
	}
	return nil, nil
}

// readPipe reads a pipe. It returns ErrIdle if the first byte does not arrive within timeout.
func readPipe(ctx context.Context, pipe io.Reader, timeout time.Duration) ([]byte, error) {
	in := bufio.NewReader(pipe)
	var peekErr error
	waiting, stop := context.WithTimeoutCause(ctx, timeout, ErrIdle)
	defer stop()
	err := await(waiting, func() { _, peekErr = in.Peek(1) })
	if err != nil || peekErr != nil {
		return nil, err
	}
	return readAll(ctx, in)
}

// readAll reads standard input until it ends or ctx is cancelled.
func readAll(ctx context.Context, in io.Reader) (text []byte, err error) {
	var loaded []byte
	var loadErr error
	if err := await(ctx, func() { loaded, loadErr = res.Load(in) }); err != nil {
		return nil, err
	}
	return loaded, withPosition(StdinName, loaded, loadErr)
}

// await waits until do returns or ctx is cancelled. If ctx is cancelled first, do continues and its
// results must not be used.
func await(ctx context.Context, do func()) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
