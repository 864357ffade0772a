// Package processtest contains helpers for tests that run programs.
package processtest

import (
	"os"
	"path/filepath"
	"testing"

	"game-tui/ai/process/resolve"
)

// Command returns the command for a program and its arguments, as if typed by a user.
func Command(words ...string) resolve.Command {
	c, _, err := resolve.Parse(resolve.NewTyped(resolve.Format(words)))
	if err != nil {
		panic(err)
	}
	return c
}

// RequirePython returns the path of Python 3. It skips the test if Python is not installed.
func RequirePython(t testing.TB) string {
	t.Helper()
	python, err := resolve.LookPath("python3")
	if err != nil {
		t.Skip("skipped: ", err)
	}
	return python
}

// WriteFile writes a file, creates missing parent folders, and returns the file's path.
func WriteFile(t testing.TB, dir, name, text string) string {
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

// CopyProgram makes an executable copy of a file. It creates the parent folder.
func CopyProgram(t testing.TB, src, dst string) {
	t.Helper()
	text, err := os.ReadFile(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(WriteFile(t, filepath.Dir(dst), filepath.Base(dst), string(text)), 0o755); err != nil {
		t.Fatal(err)
	}
}
