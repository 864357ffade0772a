//go:build !linux

package compile

import (
	"context"
	"errors"
	"os"

	"game-tui/ai/process"
	"game-tui/ai/process/sandbox"
)

func execute(context.Context, sandbox.Budget, *os.Root, []string, *process.Log) error {
	return errors.ErrUnsupported
}
