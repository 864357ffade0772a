//go:build unix

package files

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"game-tui/sim/simtest"
)

// TestOutputPipe writes into a pipe, also by a link, and puts nothing in its place.
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
