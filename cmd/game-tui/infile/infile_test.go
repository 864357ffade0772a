package infile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"game-tui/sim/simtest"
)

// within fails when f does not end.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	simtest.Receive(t, what, done)
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := bytes.Repeat([]byte("0123456789abcdef"), 50_000)
	path := filepath.Join(dir, "file")
	write(t, path, want)
	got, err := Text(t.Context(), path, 1<<20)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes (%v)", len(got), err)
	}
	if _, err := Text(t.Context(), path, 700<<10); err == nil || !strings.Contains(err.Error(), "larger than 700 KiB") {
		t.Errorf("above the limit: %v", err)
	}
	if _, err := Text(t.Context(), filepath.Join(dir, "nowhere"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: %v", err)
	}
	if _, err := Text(t.Context(), dir, 1); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
}

func TestRootIsNotLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "secret"), []byte("secret"))
	inside := filepath.Join(dir, "inside")
	if err := os.Mkdir(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret", filepath.Join(inside, "link")); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, name := range []string{"link", "../secret"} {
		if f, err := OpenIn(t.Context(), root, name); err == nil {
			f.Close()
			t.Errorf("%s is opened", name)
		}
	}
}

// A call that hangs holds up nobody: not its own caller for ever, not others,
// and not those who ask for the same.
func TestAwait(t *testing.T) { // not parallel: it changes patience
	old := patience
	defer func() { patience = old }()
	patience = time.Hour
	block := make(chan struct{})
	hang := func() (int, error) { <-block; return 7, nil }
	ctx, cancel := context.WithCancel(t.Context())
	dropped := make(chan int, 1)
	within(t, "the end of the context", func() {
		time.AfterFunc(time.Millisecond, cancel)
		if _, err := Await(ctx, "a", hang, func(n int) { dropped <- n }); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
	if isSilent("a") {
		t.Error("a caller that leaves says nothing of the file system")
	}
	patience = time.Millisecond
	within(t, "patience", func() {
		if _, err := Await(t.Context(), "b", hang, nil); !errors.Is(err, ErrSilent) {
			t.Errorf("error %v", err)
		}
	})
	patience = time.Hour
	within(t, "the same again", func() {
		simtest.Await(t, "the silence of b", func() bool { return isSilent("b") }, nil)
		if _, err := Await(t.Context(), "b", hang, nil); !errors.Is(err, ErrSilent) {
			t.Errorf("error %v", err)
		}
		if n, err := Await(t.Context(), "c", func() (int, error) { return 3, io.EOF }, nil); n != 3 || err != io.EOF {
			t.Errorf("another: %d %v", n, err)
		}
	})
	close(block)
	within(t, "the late answers", func() {
		if n := <-dropped; n != 7 {
			t.Errorf("dropped %d", n)
		}
		simtest.Await(t, "the end of the silence of b", func() bool { return !isSilent("b") }, nil)
	})
}
