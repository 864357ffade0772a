package resolve

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFoldersOfSources checks that, with a kit, a folder with only one source is a player, and a
// folder that may hold several players is not.
func TestFoldersOfSources(t *testing.T) {
	t.Parallel()
	for files, want := range map[string]string{
		"AIAnna.cc AIAnna.o AIDummy.o AIDemo.cc x.hh notes.txt": "AIAnna.cc",
		"AIAnna.o":            "AIAnna.o",
		"AIAnna.cc main.go":   "main.go",
		"AIAnna.cc AIBen.cc":  "",
		"AIAnna.cc AIBen.o":   "",
		"AIAnna.cc ben.py":    "",
		"AIAnna.cc ben/x.cc":  "",
		"AIAnna.cc main.py":   "",
		"anna.cc":             "",
		".AIAnna.cc":          "",
		"x.hh":                "",
		"AIAnna.cc .git/x.go": "AIAnna.cc",
	} {
		dir := t.TempDir()
		for _, name := range strings.Fields(files) {
			put(t, dir, name, "")
		}
		if got, err := mainSource(dir, true); got != want || err != nil {
			t.Errorf("%s: %q %v, want %q", files, got, err, want)
		}
		if got, _ := mainSource(dir, false); strings.HasPrefix(got, "AI") {
			t.Errorf("%s: %q without a kit", files, got)
		}
	}
}

// TestPrecompiledHeadersAreNoSource checks that precompiled headers are excluded, because compilers
// do not validate them.
func TestPrecompiledHeadersAreNoSource(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"main.cc", "x.h", "x.h.gch", "y.h.gch/c++", "z.pch"} {
		put(t, dir, name, "")
	}
	src, err := typedCommand(dir).Source(false)
	if err != nil {
		t.Fatal(err)
	}
	got, want := slices.Sorted(maps.Keys(src.Files)), []string{"main.cc", "x.h"}
	if !slices.Equal(got, want) {
		t.Errorf("a compiler gets %q, want %q", got, want)
	}
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}
