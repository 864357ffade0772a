package files

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
	got, err := Text(path, 1<<20)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes (%v)", len(got), err)
	}
	if _, err := Text(path, 700<<10); err == nil || !strings.Contains(err.Error(), "larger than 700 KiB") {
		t.Errorf("above the limit: %v", err)
	}
	if _, err := Text(filepath.Join(dir, "nowhere"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: %v", err)
	}
	if _, err := Text(dir, 1); err == nil || !strings.Contains(err.Error(), "is a folder") {
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
		if f, err := OpenIn(root, name); err == nil {
			f.Close()
			t.Errorf("%s is opened", name)
		}
	}
}
