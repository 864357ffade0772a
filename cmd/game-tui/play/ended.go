package play

import "errors"

// ErrDiffers ends a command that has already said what differs.
var ErrDiffers = errors.New("differences found")

// ErrStopped ends a batch in which matches stopped early.
var ErrStopped = errors.New("see their rows")

// ErrInterrupted ends a command that a signal ended.
var ErrInterrupted = errors.New("interrupted")
