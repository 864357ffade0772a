// Package kittest builds kit players for tests, with a stand-in for the kits:
// the same classes and calls, written from the specifications.
package kittest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"game-tui/ai/process/kit"
	"game-tui/sim"
)

// Root is the folder of the project's go.mod.
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

// Compiler skips the test where there is no C++ compiler with make.
func Compiler(t testing.TB) {
	t.Helper()
	for _, tool := range []string{"make", "g++"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("needs %s, to build players in C++", tool)
		}
	}
}

// Games are those of some games that have a kit: a stand-in for it is in
// testdata/standin.
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

// standins is the folder of the stand-ins for kits.
func standins(t testing.TB) string {
	return filepath.Join(Root(t), "ai", "process", "kit", "testdata", "standin")
}

// Folder makes the folder of a stand-in kit of a game in dir and returns it.
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

// Copy copies a file.
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

// Build compiles a player, AIName.cc somewhere, in a kit of its own in dir, as
// a user would: the adapter is written into the kit, and make does the rest.
func Build(t testing.TB, dir, game, source string) (program string) {
	t.Helper()
	Compiler(t)
	folder := Folder(t, dir, game)
	name := filepath.Base(source)
	Copy(t, source, filepath.Join(folder, name))
	if err := kit.Write(folder); err != nil {
		t.Fatal(err)
	}
	target := name[:len(name)-len(filepath.Ext(name))] + ".exe"
	cmd := exec.Command("make", "-s", "-j2", target)
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make %s: %v\n%s", target, err, out)
	}
	return filepath.Join(folder, target)
}
