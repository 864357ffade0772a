package compile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/processtest"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
)

// TestFailuresAreRememberedUntilTheSourceChanges also checks that Retry ignores stored failures.
func TestFailuresAreRememberedUntilTheSourceChanges(t *testing.T) {
	t.Parallel()
	needSandbox(t)
	for name, text := range map[string]string{
		"x.cc": "int main() { return y; }",
		"x.c":  "int f(void);\nint main(void) { return f(); }",
		"x.go": "package main\n\nfunc main() { return 1 }\n",
	} {
		if filepath.Ext(name) == ".go" {
			needGo(t)
		}
		path := processtest.WriteFile(t, t.TempDir(), name, text)
		runs := 0
		b := &Compiler{OnCompile: func(string) func() { runs++; return func() {} }}
		compile := func() (string, []string) {
			runs = 0
			_, said, err := b.Compile(t.Context(), processtest.Command(path))
			if _, ok := errors.AsType[*Error](err); !ok {
				t.Fatalf("%s: got %v, want a *Error", name, err)
			}
			return err.Error(), said
		}
		first, said := compile()
		if runs == 0 {
			t.Fatalf("%s: got no run of the compiler, want one", name)
		}
		second, saidAgain := compile()
		want := first + "; this result is cached; add --build-retry to compile again"
		if runs != 0 || second != want || !slices.Equal(said, saidAgain) {
			t.Errorf("%s: compiled %d times again; got %q %q, want %q %q", name, runs, second, saidAgain, want, said)
		}
		b.Retry = true
		if compile(); runs == 0 {
			t.Errorf("%s: got no run with Retry, want one", name)
		}
		b.Retry = false
		processtest.WriteFile(t, filepath.Dir(path), name, text+"\n")
		if compile(); runs == 0 {
			t.Errorf("%s: got no run after a change, want one", name)
		}
	}
}

func TestSuccessfulRetryReplacesTheFailure(t *testing.T) {
	t.Parallel()
	needSandbox(t)
	b := &Compiler{}
	src := &resolve.Source{Main: "x.c", Files: map[string][]byte{"x.c": []byte("int main(void) { return 0; } // retried")}}
	job := b.newJob("player", src, target)
	job.addStep([]string{"gcc", "-O2", "./x.c", "-o", target})
	tools, err := job.toolIDs()
	if err != nil {
		t.Fatal(err)
	}
	kept, err := openStore()
	if err != nil {
		t.Fatal(err)
	}
	kept.keepFailure(job.sum(tools), &Error{Output: []string{"./x.c:1:1: error: old", "exit code 1"}})
	if _, _, err := job.run(t.Context()); err == nil || !strings.Contains(err.Error(), "error: old") {
		t.Fatalf("got %v, want the error that was kept", err)
	}
	b.Retry = true
	if _, _, err := job.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Retry = false
	if _, _, err := job.run(t.Context()); err != nil {
		t.Errorf("got %v after a retry that succeeded, want the program", err)
	}
}

// TestOnlyFaultsOfTheSourceAreRemembered checks that failures caused by a limit, a signal or a full
// disk are not stored.
func TestOnlyFaultsOfTheSourceAreRemembered(t *testing.T) {
	t.Parallel()
	const fault = "./x.cc:1:5: error: expected ';' before '}' token"
	for _, line := range []string{
		"g++: fatal error: Killed signal terminated program cc1plus",
		"g++: internal compiler error: Segmentation fault signal terminated program cc1plus",
		"./x.cc:7:1: internal compiler error: Bus error",
		"collect2: fatal error: ld terminated with signal 9 [Killed]",
		"cc1plus: out of memory allocating 65536 bytes",
		"./x.cc:3: fatal error: error writing to x.s: No space left on device",
		"Fatal error: can't write 20 bytes to section .text of x.o: 'File too large'",
		"./x.cc:1:10: fatal error: stdio.h: Too many open files",
		"go: error: fork/exec /usr/local/go/pkg/tool/linux_amd64/compile: resource temporarily unavailable",
		"command-line-arguments: /usr/local/go/pkg/tool/linux_amd64/link: signal: killed",
		"./x.cc:1:10: fatal error: boost/version.hpp: No such file or directory",
		"/usr/bin/ld: cannot find -lfoo: No such file or directory",
		"/usr/bin/ld: cannot find -lfoo",
		"main.go:3:8: no required module provides package example.com/x: go.mod file not found",
		"main.go:3:8: package bufio is not in std (/usr/local/go/src/bufio)",
		"./main.go:3:8: could not import bufio (open : no such file or directory)",
		"./main.go:3:8: could not read export data",
		"stopped for using more than 512 MiB of disk",
		"stopped after 5m0s",
		"ended by SIGKILL",
	} {
		if (&Error{Output: []string{fault, line, "exit code 1"}}).isPermanent() {
			t.Errorf("%q: got lasting, want temporary", line)
		}
	}
	for _, said := range [][]string{{}, {"exit code 1"}, {"./x.cc:1:1: warning: unused", "exit code 1"}, {"x.cc:1: note: here", "no program"}} {
		if (&Error{Output: said}).isPermanent() {
			t.Errorf("%q has no fault: got lasting, want temporary", said)
		}
	}
	if !(&Error{Output: []string{fault, "exit code 1"}}).isPermanent() {
		t.Error("a fault of the source: got temporary, want lasting")
	}
}

func TestExceededBudgetIsNotRemembered(t *testing.T) {
	t.Parallel()
	needSandbox(t)
	path := processtest.WriteFile(t, t.TempDir(), "x.cc", "#include <iostream>\n#error on purpose\nint main() {}")
	small := sandbox.DefaultBuildBudget
	small.Processes = 1
	if _, _, err := (&Compiler{Budget: small}).Compile(t.Context(), processtest.Command(path)); err == nil || !strings.Contains(err.Error(), "--build-processes") {
		t.Fatalf("got %v, want an exceeded budget", err)
	}
	if _, _, err := (&Compiler{}).Compile(t.Context(), processtest.Command(path)); err == nil || !strings.Contains(err.Error(), "on purpose") {
		t.Errorf("got %v, want the error of the source", err)
	}
}

func TestErrorShowsTheLineWithTheFault(t *testing.T) {
	t.Parallel()
	for want, said := range map[string][]string{
		"./x.cc:9:3: error: 'y' was not declared": {"In file included from /usr/include/c++/14/memory:63,", "                 from ./x.cc:1:",
			"/usr/include/c++/14/bits/x.h:3:1: warning: error: none [-Wall]", "    5 |   puts(\"error: bad\");", "./x.cc:9:3: error: 'y' was not declared", "exit code 1"},
		"x.cc:(.text+0x5): undefined reference to `f()'": {"/usr/bin/ld: x.o: in function `main':", "x.cc:(.text+0x5): undefined reference to `f()'", "collect2: error: ld returned 1 exit status", "exit code 1"},
		"sub/x.go:1:2: syntax error":                     {"# mine/sub", "sub/x.go:1:2: syntax error", "exit code 1"},
		"go.mod:3: unknown directive: foo":               {"go: errors parsing go.mod:", "go.mod:3: unknown directive: foo", "exit code 1"},
		"stopped after 5m0s":                             {"./x.cc:1:1: warning: slow", "stopped after 5m0s"},
		"g++: fatal error: no input files":               {"g++: warning: x", "g++: fatal error: no input files", "compilation terminated."},
		"no idea":                                        {"no idea", "exit code 1"},
	} {
		if got := (&Error{Output: said}).Error(); got != "does not compile: "+want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestReadOnlyStoreReturnsItsEntries(t *testing.T) {
	t.Parallel()
	kept := store{"/proc/self/task"} // even root cannot create files there
	if _, _, err := kept.put("x", func(string) ([]string, error) { return nil, nil }); err == nil || !strings.Contains(err.Error(), "XDG_CACHE_HOME") {
		t.Errorf("got %v, want what to do", err)
	}
	kept.keepFailure("x", &Error{})
	if _, _, ok := kept.find(failedPrefix + "x"); ok {
		t.Error("got a failure from an empty store")
	}

	kept = store{t.TempDir()}
	want, _, err := kept.put("x", func(dir string) ([]string, error) { return []string{"warning"}, nil })
	if err != nil {
		t.Fatal(err)
	}
	kept.keepFailure("y", &Error{Output: []string{"y.c:1:1: error: no", "exit code 1"}})
	if err := os.Chmod(kept.dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(kept.dir, 0o700)
	if dir, said, ok := kept.find("x"); !ok || dir != want || !slices.Equal(said, []string{"warning"}) {
		t.Errorf("got %q %q %v, want the entry %q", dir, said, ok, want)
	}
	if _, said, ok := kept.find(failedPrefix + "y"); !ok || said[0] != "y.c:1:1: error: no" {
		t.Errorf("got %q %v, want the failure that was kept", said, ok)
	}
}

// TestStoreDropsOldEntries checks that failures, temporary files of killed programs and unused
// entries expire after a month.
func TestStoreDropsOldEntries(t *testing.T) {
	t.Parallel()
	kept := store{t.TempDir()}
	for name, days := range map[string]int{
		"new-old": 31, "new-today": 0, "unused": 31, "used": 29, "failed-old": 31, "failed-used": 29,
	} {
		path := processtest.WriteFile(t, filepath.Join(kept.dir, name), outputFile, "x.c:1:1: error: no\nexit code 1")
		then := time.Now().AddDate(0, 0, -days)
		if err := os.Chtimes(filepath.Dir(path), then, then); err != nil {
			t.Fatal(err)
		}
	}
	if _, said, ok := kept.find(failedPrefix + "old"); ok {
		t.Errorf("got %q of a failure that is 31 days old, want none", said)
	}
	if _, _, ok := kept.find(failedPrefix + "used"); !ok {
		t.Error("got no failure that is 29 days old")
	}
	if _, _, err := kept.put("fresh", func(string) ([]string, error) { return nil, nil }); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(kept.dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.Name())
	}
	if want := []string{"failed-used", "fresh", "new-today", "used"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
