//go:build !linux

package process

import (
	"context"
	"errors"

	"game-tui/sim"
)

// Trace needs a sandbox, so it always fails here.
func Trace(context.Context, string, sim.StartInfo, []sim.State) ([]string, error) {
	return nil, errors.New("valgrind is used on Linux only")
}
