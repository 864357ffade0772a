package play

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"
)

// TestProgramHashDependsOnlyOnContent checks that files in the folder and arguments affect the
// hash, but the location and links do not.
func TestProgramHashDependsOnlyOnContent(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one, same, other := write("one.py", "1"), write("same.py", "1"), write("other.py", "2")
	write("bot/main.py", "1")
	write("bot/lib/helper.py", "2")
	_ = os.Symlink("/proc/kmsg", filepath.Join(dir, "bot/link")) // ignored on systems without links
	interpreter := "bin/python3"
	if runtime.GOOS == "windows" {
		interpreter += ".exe"
	}
	if err := os.Chmod(write(interpreter, "#!"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(dir, "bin"))
	bot := filepath.Join(dir, "bot")
	hash := func(words ...string) string {
		command, _, err := resolve.Parse(resolve.NewTyped(resolve.CommandPrefix + strings.Join(words, " ")))
		if err != nil {
			t.Fatal(err)
		}
		return hashFiles(command)
	}
	whole := hash(bot)
	if a, b := hash("python3", one), hash("python3", same); a == "" || a != b {
		t.Errorf("the same script is %q and %q", a, b)
	}
	if a, b := hash("python3", one), hash("python3", other); a == b {
		t.Errorf("two scripts are both %q", a)
	}
	if got := hash("no-such-program", "-x"); got != "" {
		t.Errorf("a program of PATH is %q", got)
	}
	write("bot/lib/helper.py", "3")
	if got := hash(bot); whole == "" || got == whole {
		t.Errorf("a folder stays %q when a file in it changes", whole)
	}
	if err := os.Truncate(filepath.Join(dir, "bot/lib/helper.py"), 1<<40); err == nil {
		if got := hash(bot); got != "" {
			t.Errorf("a folder of 1 TiB is %q", got)
		}
	}
	if got := hash("python3", "/"); got != "" {
		t.Errorf("the root folder is %q", got)
	}
}
