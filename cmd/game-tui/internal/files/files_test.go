package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// TestFilesAreWrittenCompletelyOrNotAtAll checks that files are written completely or not at all.
func TestFilesAreWrittenCompletelyOrNotAtAll(t *testing.T) {
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
	simtest.Symlink(t, name, link)
	write(link, "third", true)
	want("third")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestBoundedFilesHaveALimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := bytes.Repeat([]byte("0123456789abcdef"), 50_000)
	path := filepath.Join(dir, "file")
	write(t, path, want)
	got, err := ReadBounded(path, 1<<20)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes (%v)", len(got), err)
	}
	if _, err := ReadBounded(path, 700<<10); err == nil || !strings.Contains(err.Error(), "larger than 700 KiB") {
		t.Errorf("above the limit: %v", err)
	}
	if _, err := ReadBounded(filepath.Join(dir, "nowhere"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing there: %v", err)
	}
	if _, err := ReadBounded(dir, 1); err == nil || !strings.Contains(err.Error(), "is a folder") {
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
	simtest.Symlink(t, "../secret", filepath.Join(inside, "link"))
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

// TestOpenLetsOthersReplace checks that an open file can be replaced and that its reader still gets
// the old content.
func TestOpenLetsOthersReplace(t *testing.T) {
	t.Parallel()
	simtest.NeedsReplace(t)
	name := filepath.Join(t.TempDir(), "file")
	write(t, name, []byte("old"))
	f, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out, err := Create(name)
	if err == nil {
		_, err = out.Write([]byte("new"))
	}
	if err == nil {
		err = out.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(f); string(text) != "old" {
		t.Errorf("the open file: got %q, %v, want old", text, err)
	}
	if text, err := os.ReadFile(name); string(text) != "new" {
		t.Errorf("the file: got %q, %v, want new", text, err)
	}
}

// TestBranchIsKeptWithoutItsNotes checks that a recording is complete even if its notes cannot be
// written.
func TestBranchIsKeptWithoutItsNotes(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "branch.res")
	if err := os.Mkdir(name+".notes", 0o755); err != nil {
		t.Fatal(err)
	}
	text := simtest.Recordings(t, "harrypotter")
	rec, _, err := res.Read(text[slices.Min(slices.Collect(maps.Keys(text)))], catalog.Games(), "")
	if err != nil {
		t.Fatal(err)
	}
	meta := *rec.Meta()
	meta.Note, meta.Source = "other dice from round 3", ""
	out, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := WriteRecording(out, rec.WithMeta(meta)); err == nil {
		t.Error("got no error about the notes")
	}
	if info, err := os.Stat(name); err != nil || info.Size() == 0 {
		t.Errorf("the recording is lost: %v", err)
	}
}
