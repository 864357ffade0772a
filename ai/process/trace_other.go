//go:build !linux

package process

import (
	"context"
	"errors"

	"game-tui/sim"
)

// Trace returns an error because this system has no sandbox.
func Trace(context.Context, string, sim.StartInfo, []sim.State) ([]string, error) {
	return nil, errors.New("valgrind is only used on Linux")
}
