//go:build unix

package league

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestLockedDoesNotWaitForAPipe(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	if held, err := Locked(name); held || err == nil {
		t.Errorf("got %t, %v, want an error", held, err)
	}
}
