// Package kittest builds kit players for tests. Its stand-in kits follow the game specifications.
package kittest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"game-tui/ai/process/kit"
)

// RequireCompiler skips the test if a C++ compiler or make is missing.
func RequireCompiler(t testing.TB) {
	t.Helper()
	for _, tool := range []string{"make", "g++"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s to build C++ players", tool)
		}
	}
}

// CreateKit creates a game's kit in dir and returns the kit's path.
func CreateKit(t testing.TB, dir, game string) string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	folder := filepath.Join(dir, game)
	for _, from := range []string{game, "common"} {
		if err := os.CopyFS(folder, os.DirFS(filepath.Join(filepath.Dir(here), "..", "testdata", "standin", from))); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func CopyFile(t testing.TB, src, dst string) {
	t.Helper()
	text, err := os.ReadFile(src)
	if err == nil {
		err = os.WriteFile(dst, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Build builds a player such as AIName.cc with make and returns its path. Calls with the same dir
// and game share the kit.
func Build(t testing.TB, dir, game, source string) (program string) {
	t.Helper()
	RequireCompiler(t)
	folder := filepath.Join(dir, game)
	if _, err := os.Stat(folder); err != nil {
		if err := kit.WriteAdapter(CreateKit(t, dir, game)); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Base(source)
	CopyFile(t, source, filepath.Join(folder, name))
	target := strings.TrimSuffix(name, filepath.Ext(name)) + ".exe"
	cmd := exec.Command("make", "-s", "-j2", target)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make %s: %v\n%s", target, err, out)
	}
	return filepath.Join(folder, target)
}
