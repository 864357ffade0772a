//go:build unix

package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"game-tui/sim/simtest"
)

// within waits for a call that could hang.
func within(t *testing.T, what string, call func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	return simtest.Receive(t, what, done)
}

// TestOutputPipe writes into a pipe: it waits for a reader, and for one that
// reads, no longer than it is wanted.
func TestOutputPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pipe, link} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(3*pipeRetry, cancel)
		err := within(t, "opening without a reader", func() error {
			_, err := Create(ctx, name)
			return err
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("without a reader: %v", err)
		}

		read := make(chan string)
		time.AfterFunc(3*pipeRetry, func() {
			text, _ := os.ReadFile(pipe)
			read <- string(text)
		})
		o, err := Create(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		o.Write([]byte("text"))
		if err := o.Commit(); err != nil {
			t.Error(err)
		}
		if text := <-read; text != "text" {
			t.Errorf("read is %q", text)
		}

		reader, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel = context.WithCancel(t.Context())
		if o, err = Create(ctx, name); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(3*pipeRetry, cancel)
		if err := within(t, "writing to a reader that does not read", func() error {
			_, err := o.Write(make([]byte, 1<<22))
			return err
		}); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("a reader that does not read: %v", err)
		}
		o.Discard()
		reader.Close()
	}
}
