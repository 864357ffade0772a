//go:build unix

package files

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"game-tui/sim/simtest"
)

// TestOutputPipe writes to a pipe, directly and through a link, and checks that the pipe is not
// replaced.
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
		read := make(chan string, 1)
		go func() {
			text, _ := os.ReadFile(pipe)
			read <- string(text)
		}()
		o, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		o.Write([]byte("text"))
		if err := o.Commit(); err != nil {
			t.Error(err)
		}
		if text := simtest.Receive(t, "the text", read); text != "text" {
			t.Errorf("read is %q", text)
		}
	}
}

// TestNoRegularFile checks that opening anything but a regular file fails without blocking, even if
// it replaces a file between check and open.
func TestNoRegularFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe, link, socket := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "socket")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	kind := func(err error) bool {
		return err != nil && (strings.HasSuffix(err.Error(), "not a file") || strings.HasSuffix(err.Error(), "name a file in it"))
	}
	for _, path := range []string{pipe, link, socket, "/dev/zero", "/dev/null", "/dev/tty", dir} {
		if _, err := ReadBounded(path, 1<<20); err == nil || path != "/dev/tty" && !kind(err) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := OpenIn(root, "pipe"); !kind(err) {
		t.Errorf("in a folder: %v", err)
	}
	// Simulate a pipe created after the check: opening it must not block.
	file, err := root.OpenFile("pipe", os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Error(err)
		return
	}
	file.Close()
}
