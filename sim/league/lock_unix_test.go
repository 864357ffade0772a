//go:build unix

package league

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"game-tui/sim/league/schedule"
)

func TestLockedDoesNotWaitForAPipe(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	if held, err := IsLocked(name); held || err == nil {
		t.Errorf("got %t, %v, want an error", held, err)
	}
}

// TestClosedFileIsNotLockedByAChild starts processes that briefly inherit all open files.
func TestClosedFileIsNotLockedByAChild(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	r, err := Create(name, planOf(t, schedule.All, 4, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	copied, err := syscall.Dup(int(r.out.(*os.File).Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(copied)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if locked(t, name) {
		t.Error("the closed record is locked")
	}
}
