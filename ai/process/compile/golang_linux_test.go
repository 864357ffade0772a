package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/ai/process"
	"game-tui/ai/process/processtest"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
)

// needGo skips the test if Go programs cannot be compiled.
func needGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("skipped: ", err)
	}
	if err := sandbox.Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
}

// plainGo has few imports, so it compiles quickly even without the library.
const plainGo = "package main\n\nimport \"errors\"\n\nfunc main() { println(errors.New(\"fine\").Error()) }\n"

// goLibraryFolder compiles the standard library if necessary and returns its folder.
func goLibraryFolder(t *testing.T) string {
	t.Helper()
	dir, said, err := (&Compiler{}).goLibraryJob().run(t.Context())
	if err != nil {
		t.Fatalf("%v %q", err, said)
	}
	return dir
}

// treeSum returns a hash of the names and contents of all files below a folder.
func treeSum(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			fmt.Fprintln(h, path)
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %x\n", path, sha256.Sum256(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// TestGoPlayersUseTheCompiledLibrary checks that a build compiles only the player's own packages.
func TestGoPlayersUseTheCompiledLibrary(t *testing.T) {
	t.Parallel()
	needGo(t)
	b := &Compiler{}
	for _, files := range []map[string][]byte{
		{"main.go": []byte(plainGo)},
		{"main.go": []byte(plainGo), "go.mod": []byte("module mine\n\ngo 1.21\n")},
	} {
		job := b.newJob("player", &resolve.Source{Main: "main.go", Files: files}, target)
		job.addGoStep()
		job.goLibrary = b.goLibraryJob()
		job.steps[0] = slices.Insert(job.steps[0], 2, "-v") // prints the packages that are compiled
		said, err := job.build(t.Context(), filepath.Join(t.TempDir(), "player"))
		if err != nil {
			t.Fatalf("%v %q", err, said)
		}
		if len(said) != 1 || said[0] != "command-line-arguments" && said[0] != "mine" {
			t.Errorf("compiled %q, want only the player", said)
		}
	}
}

// TestHostileGoBuildsLeaveTheLibraryAlone checks that builds which try to write elsewhere change
// neither the library nor later programs.
func TestHostileGoBuildsLeaveTheLibraryAlone(t *testing.T) {
	t.Parallel()
	needGo(t)
	library := goLibraryFolder(t)
	before := treeSum(t, library)
	b := &Compiler{}
	job := b.newJob("player", &resolve.Source{Main: "main.go", Files: map[string][]byte{"main.go": []byte(plainGo)}}, target)
	job.addGoStep()
	job.goLibrary = b.goLibraryJob()
	first := filepath.Join(t.TempDir(), "player")
	if output, err := job.build(t.Context(), first); err != nil {
		t.Fatalf("got %v %q, want a program", err, output)
	}
	want, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}

	evil := "package errors\n\ntype E struct{}\n\nfunc (E) Error() string { return \"poisoned\" }\n\nfunc New(string) error { return E{} }\n"
	for name, files := range map[string]map[string]string{
		"a module called std":      {"go.mod": "module std\n\ngo 1.26\n", "main.go": plainGo, "errors/errors.go": evil},
		"a module called errors":   {"go.mod": "module errors\n\ngo 1.26\n", "main.go": plainGo, "errors.go": evil},
		"a vendored package":       {"go.mod": "module x\n\ngo 1.26\n", "main.go": plainGo, "vendor/errors/errors.go": evil, "vendor/modules.txt": "# errors v1.0.0\n## explicit\nerrors\n"},
		"a cache of its own":       {"main.go": plainGo, ".game-tui/cache/00/x-a": "v1", "x/.game-tui/cache/00/x-a": "v1"},
		"a profile for everything": {"go.mod": "module x\n\ngo 1.26\n", "main.go": plainGo, "default.pgo": "GO PREPROFILE V1\n"},
		"C":                        {"main.go": "package main\n\n// #cgo CFLAGS: -o " + library + "/x\nimport \"C\"\n\nfunc main() {}\n"},
		"an embedded library":      {"main.go": "package main\n\nimport _ \"embed\"\n\n//go:embed " + library + "/said\nvar s string\n\nfunc main() { println(s) }\n"},
		"a go.env and a workspace": {"go.mod": "module x\n\ngo 1.26\n", "main.go": plainGo, "go.env": "GOFLAGS=-toolexec=./x\n", "go.work": "go 1.26\n\nuse .\n\nreplace errors => ./errors\n", "errors/go.mod": "module errors\n", "errors/errors.go": evil},
	} {
		dir := t.TempDir()
		for file, text := range files {
			processtest.WriteFile(t, dir, file, text)
		}
		_, _, err := b.Compile(t.Context(), processtest.Command(dir))
		if _, ok := errors.AsType[*Error](err); err != nil && !ok {
			t.Errorf("%s: got %v, want a program or the error of the compiler", name, err)
		}
	}

	// Arguments of the go command cannot reach the library either.
	box := t.TempDir()
	processtest.WriteFile(t, box, "main.go", plainGo)
	processtest.WriteFile(t, box, internalDir+"/x", "")
	root, err := os.OpenRoot(box)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	cache := filepath.Join(library, programName("library.go"))
	b.goLibraryJob().copyLibraryTo(t.Context(), filepath.Join(box, goCache))
	build := "build " + strings.Join(goFlags, " ") + " "
	for _, args := range []string{
		build + "-o " + library + "/poisoned main.go",
		build + "-o " + library + "/said main.go",
		build + "-pkgdir " + cache + " -o x main.go",
		"tool compile -o " + cache + "/00/poisoned main.go",
		"env -w GOFLAGS=-toolexec=/bin/true",
		"test -c -o " + library + "/poisoned",
		"clean -cache -modcache",
	} {
		log := &process.Log{}
		err := execute(t.Context(), sandbox.DefaultBuildBudget, root, append([]string{"go"}, strings.Fields(args)...), log)
		if err != nil && !strings.HasPrefix(err.Error(), "exit code ") {
			t.Errorf("go %s: got %v %s, want that it runs", args, err, log.LastLine())
		}
	}

	if after := treeSum(t, library); after != before {
		t.Errorf("the library has changed: %s, want %s", after, before)
	}
	dir := t.TempDir()
	processtest.WriteFile(t, dir, "main.go", plainGo)
	c, said, err := b.Compile(t.Context(), processtest.Command(dir))
	if err != nil {
		t.Fatalf("%v %q", err, said)
	}
	if got, err := os.ReadFile(c.BuiltPath()); err != nil || string(got) != string(want) {
		t.Errorf("the next player: got %d bytes (%v), want the %d bytes of the player before the attacks", len(got), err, len(want))
	}
}

// TestFailedCopyOfTheLibraryLeavesNothing checks that no build uses a partial library.
func TestFailedCopyOfTheLibraryLeavesNothing(t *testing.T) {
	t.Parallel()
	needGo(t)
	library := goLibraryFolder(t)
	cache := filepath.Join(t.TempDir(), "cache")
	names, err := os.ReadDir(filepath.Join(library, programName("library.go")))
	if err != nil {
		t.Fatal(err)
	}
	processtest.WriteFile(t, cache, names[len(names)-1].Name(), "") // blocks the creation of a folder
	(&Compiler{}).goLibraryJob().copyLibraryTo(t.Context(), cache)
	if _, err := os.Lstat(cache); err == nil {
		t.Errorf("got the folder %s after a failed copy, want none", cache)
	}
	if _, err := os.Lstat(library); err != nil {
		t.Errorf("got %v, want that the library still exists", err)
	}
}

func TestEachGoInstallationHasItsOwnLibrary(t *testing.T) {
	t.Parallel()
	needGo(t)
	j := (&Compiler{}).goLibraryJob()
	tools, err := j.toolIDs()
	if err != nil {
		t.Fatal(err)
	}
	for what, other := range map[string][]string{
		"a moved Go":    {"/opt" + tools[0]},
		"an updated Go": {tools[0] + "1"},
	} {
		if j.sum(other) == j.sum(tools) {
			t.Errorf("%s: got the library of this Go, want another one", what)
		}
	}
}
