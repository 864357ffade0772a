//go:build unix

package source

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"game-tui/sim/simtest"
	"game-tui/tui/view/lobby"
)

// replaceByPipe replaces a file with a pipe that has no writer.
func replaceByPipe(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
}

// TestRecordingReplacedByAPipe checks that opening a recording that was replaced by another kind of
// file fails without blocking.
func TestRecordingReplacedByAPipe(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), recordingText(t)
	for _, name := range []string{"a.res", "b.res", "c.res", "good.res"} {
		write(t, dir, name, text)
	}
	f := newFolder(t, dir)
	v := &Source{Folder: f}
	replaceByPipe(t, filepath.Join(dir, "a.res"))
	if err := os.Remove(filepath.Join(dir, "b.res")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "b.res")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := simtest.Context(t)
	defer cancel()
	for name, want := range map[string]string{"a.res": "a.res: this is a pipe or a device, not a file", "b.res": "b.res: "} {
		if _, err := v.Open(ctx, name, now); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("open %s: %v", name, err)
		}
		if err := v.Fetch(name, &bytes.Buffer{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("fetch %s: %v", name, err)
		}
		var it lobby.Item
		if f.fillItemFromFile(name, &it); it.Players != "cannot be read" {
			t.Errorf("heading of %s: %v", name, it)
		}
	}
	if _, err := v.Open(ctx, "good.res", now); err != nil {
		t.Error(err)
	}
	if err := f.scan(); err != nil {
		t.Error(err)
	}
	if got := strings.Join(names(v), " "); got != "c.res good.res" {
		t.Errorf("offered: %s", got)
	}
}

func TestFolderThatIsAPipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := NewFolder(path, nil); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("error %v", err)
	}
}
