//go:build !linux

package compile

import (
	"context"
	"errors"
	"os"
	"time"

	"game-tui/ai/process"
	"game-tui/ai/process/sandbox"
)

// execute needs a sandbox, so it always fails here.
func execute(context.Context, sandbox.Budget, *os.Root, []string, *process.Log) error {
	return errors.ErrUnsupported
}

func (s store) lock(context.Context, string, time.Duration) (unlock func()) { return func() {} }
