// Package kittest builds players of kits for tests, with kits that were written from the
// specifications.
package kittest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"game-tui/ai/process/kit"
	"game-tui/sim"
)

// Root returns the folder of go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test's folder")
		}
	}
}

// Compiler skips the test if there is no C++ compiler or no make.
func Compiler(t testing.TB) {
	t.Helper()
	for _, tool := range []string{"make", "g++"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s, to build players in C++", tool)
		}
	}
}

// Games returns the games that have a kit in testdata/standin.
func Games(t testing.TB, all []sim.Game) []sim.Game {
	t.Helper()
	var list []sim.Game
	for _, g := range all {
		if _, err := os.Stat(filepath.Join(standins(t), g.Name())); err == nil {
			list = append(list, g)
		}
	}
	if len(list) == 0 {
		t.Fatal("no game has a kit")
	}
	return list
}

func standins(t testing.TB) string {
	return filepath.Join(Root(t), "ai", "process", "kit", "testdata", "standin")
}

// Folder creates the folder of a kit in dir and returns it.
func Folder(t testing.TB, dir, game string) string {
	t.Helper()
	from := standins(t)
	folder := filepath.Join(dir, game)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	own, err := filepath.Glob(filepath.Join(from, game, "*.hh"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(own, filepath.Join(from, "kit.hh"), filepath.Join(from, "Makefile")) {
		Copy(t, file, filepath.Join(folder, filepath.Base(file)))
	}
	return folder
}

func Copy(t testing.TB, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Build builds a player AIName.cc with make, as a user does, in a kit with the adapter in dir. Calls
// with the same dir share the kit.
func Build(t testing.TB, dir, game, source string) (program string) {
	t.Helper()
	Compiler(t)
	folder := filepath.Join(dir, game)
	if _, err := os.Stat(folder); err != nil {
		if err := kit.Write(Folder(t, dir, game)); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Base(source)
	Copy(t, source, filepath.Join(folder, name))
	target := name[:len(name)-len(filepath.Ext(name))] + ".exe"
	cmd := exec.Command("make", "-s", "-j2", target)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make %s: %v\n%s", target, err, out)
	}
	return filepath.Join(folder, target)
}
