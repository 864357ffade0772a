package main

import (
	"errors"
)

// errDiffers ends a command that has already said what differs.
var errDiffers = errors.New("differences found")

// errStopped ends a batch in which matches stopped early.
var errStopped = errors.New("see their rows")

// errInterrupted ends a command that a signal ended.
var errInterrupted = errors.New("interrupted")
