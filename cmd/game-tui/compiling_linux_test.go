package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"game-tui/ai/process/kit/kittest"
	"game-tui/ai/process/sandbox"
)

// TestCompilingIsShown checks that every command that compiles several players shows its progress
// and the current player in a terminal, and that run --quiet does not. Programs that exit at once
// suffice.
func TestCompilingIsShown(t *testing.T) {
	t.Parallel()
	kittest.RequireCompiler(t)
	if err := sandbox.Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
	const slow = "#include <regex>\nint main() { return %d; }\n"
	for command, want := range map[string]string{
		"run anna/ ben/ -s 1 -o /dev/null": "of 2 players, compiling ",
		"tournament ../players/ --seeds 1": "of 2 players, compiling ",
		"qualify anna/":                    "compiling anna",
		"run anna/ -s 1 --quiet --json":    "",
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "players")
			for i, name := range []string{"anna", "ben"} {
				if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
					t.Fatal(err)
				}
				writeFile(t, filepath.Join(dir, name, "main.cc"), fmt.Appendf(nil, slow, i), 0o644)
			}
			cmd := exec.Command(program(t), strings.Fields(command)...)
			cmd.Dir, cmd.Env, cmd.SysProcAttr = dir, append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir()), &syscall.SysProcAttr{}
			x := startTerminalOf(t, cmd, nil, 24, 80)
			<-x.done
			x.mu.Lock()
			defer x.mu.Unlock()
			if got := x.raw.String(); want == "" && strings.Contains(got, "compiling") || !strings.Contains(got, want) {
				t.Errorf("the terminal got %q, want %q", got, want)
			}
		})
	}
}
