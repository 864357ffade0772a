//go:build !linux

package compile

import (
	"context"
	"errors"
	"os"

	"game-tui/ai/process"
	"game-tui/ai/process/sandbox"
)

// execute returns an error because this system has no sandbox.
func execute(context.Context, sandbox.Budget, *os.Root, []string, *process.Log) error {
	return errors.ErrUnsupported
}
