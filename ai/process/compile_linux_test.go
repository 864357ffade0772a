package process

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"game-tui/ai/process/kit/kittest"
)

// walled skips a test where nothing is compiled.
func walled(t *testing.T) {
	t.Helper()
	kittest.Compiler(t)
	if err := Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
}

// put writes a file of a test.
func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCompile: a kit's player plays, typed as its source, its object file, or its folder.
func TestCompile(t *testing.T) {
	t.Parallel()
	walled(t)
	dir := t.TempDir()
	folder := kittest.Folder(t, dir, "thepurge")
	put(t, folder, "scratch.cc", "int main() { this is no C++ }")
	kittest.Copy(t, "kit/testdata/demo/thepurge/AIDemo.cc", filepath.Join(dir, "AIAnna.cc"))
	put(t, dir, "anna/x", "")
	kittest.Copy(t, "kit/testdata/demo/thepurge/AIDemo.cc", filepath.Join(dir, "anna", "AIAnna.cc"))
	b := &Compiler{Kit: AsTyped(folder)}
	for _, word := range []string{"AIAnna.cc", "anna"} {
		c, said, err := b.Command(context.Background(), opening(filepath.Join(dir, word)))
		if err != nil {
			t.Fatal(err, said)
		}
		version, players, err := Describe(context.Background(), Spec{Command: c, Sandbox: Require})
		if err != nil || version != "ThePurge 1.0" {
			t.Errorf("%s: %q %q %v", word, version, players, err)
		}
	}
}

