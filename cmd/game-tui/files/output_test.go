package files

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOutput writes files that appear whole or not at all.
func TestOutput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "x.res")
	files := func() int {
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	write := func(path, text string, commit bool) {
		t.Helper()
		o, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		o.Write([]byte(text))
		if got, _ := os.ReadFile(name); string(got) == text {
			t.Error("it appears before it is whole")
		}
		if commit {
			if err := o.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		o.Discard()
	}
	want := func(text string) {
		t.Helper()
		if got, err := os.ReadFile(name); string(got) != text || err != nil || files() != 1 {
			t.Errorf("%q, %v, %d files", got, err, files())
		}
	}
	write(name, "lost", false)
	if files() != 0 {
		t.Error("something is left")
	}
	write(name, "first", true)
	want("first")
	write(name, "lost", false)
	want("first")
	write(name, "second", true)
	want("second")

	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	write(link, "third", true)
	want("third")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
}
