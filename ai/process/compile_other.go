//go:build !linux

package process

import (
	"context"
	"errors"
	"os"
	"time"
)

// execute is for systems with a sandbox.
func execute(context.Context, Budget, *os.Root, []string, *Log) error {
	return errors.ErrUnsupported
}

func (s compiledStore) lock(context.Context, string, time.Duration) (unlock func()) { return func() {} }
