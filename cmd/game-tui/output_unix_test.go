//go:build unix

package main

import (
	"io"
	"os/exec"
	"syscall"
	"testing"

	"game-tui/sim/simtest"
)

// TestSignalEndsStuckOutput ends a program by one signal when nobody reads what
// it writes.
func TestSignalEndsStuckOutput(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(program(t), "run", "Demo", "Demo", "Demo", "Demo")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	if _, err := io.ReadFull(out, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	waited(t, func() error {
		_, err := cmd.Process.Wait()
		return err
	})
}

// waited waits for the program.
func waited(t *testing.T, call func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	return simtest.Receive(t, "the program", done)
}
