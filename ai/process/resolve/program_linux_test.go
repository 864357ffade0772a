package resolve

import (
	"errors"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestHomesAndTemporaryFoldersAreShared(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{"users/some/one/bots", "users/some/two", "var/tmp/x", "opt"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(top, "users", "some"), filepath.Join(top, "link")); err != nil {
		t.Fatal(err)
	}
	check := func(when string, folders map[string]bool) {
		t.Helper()
		for dir, want := range folders {
			info, err := os.Stat(filepath.Join(top, dir))
			if err != nil {
				t.Fatal(err)
			}
			if got := isSharedFolder(info); got != want {
				t.Errorf("%s: %s: %v, want %v", when, dir, got, want)
			}
		}
	}
	folders := map[string]bool{
		"": true, "users": true, "users/some": true, "link": true, "users/some/one": true, "link/one": true, "var": true, "var/tmp": true,
		"users/some/one/bots": false, "users/some/two": false, "var/tmp/x": false, "opt": false,
	}
	t.Setenv("TMPDIR", filepath.Join(top, "var/tmp"))
	t.Setenv("HOME", filepath.Join(top, "users/some/one")+"/")
	check("plain", folders)
	t.Setenv("HOME", filepath.Join(top, "link/one"))
	check("through a link", folders)
	t.Setenv("HOME", "")
	u, err := user.Current()
	if err != nil || !filepath.IsAbs(u.HomeDir) {
		t.Skip("skipped: the user database knows no home here")
	}
	if info, err := os.Stat(u.HomeDir); err == nil && !isSharedFolder(info) {
		t.Errorf("without HOME %s is no home", u.HomeDir)
	}
}

// TestShimsAreRefused checks shims of version managers, given by path or by name. By name, another
// program in PATH takes precedence.
func TestShimsAreRefused(t *testing.T) {
	shims := filepath.Join(t.TempDir(), "shims")
	bot := filepath.Join(t.TempDir(), "bot")
	for path, text := range map[string]string{filepath.Join(shims, "lang"): "#!/bin/sh\n", bot: "#!/usr/bin/env lang\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", shims+":"+os.Getenv("PATH"))
	for _, words := range [][]string{{"lang"}, {filepath.Join(shims, "lang")}, {bot}} {
		if err := check(typedCommand(words...), true); err == nil || !strings.Contains(err.Error(), "is a version manager's shim; put ") {
			t.Errorf("%q: %v", words, err)
		}
	}
	if sh := filepath.Join(shims, "sh"); os.WriteFile(sh, []byte("#!/bin/sh\n"), 0o755) == nil {
		if path, err := LookPath("sh"); err != nil || path == sh {
			t.Errorf("sh is %s, %v", path, err)
		}
	}
}

func TestUnplayableFilesAreRefusedWithAdvice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command []string
		want    string
	}{
		{nil, "no program"},
		{[]string{"no-such-program-anywhere"}, "no program named no-such-program-anywhere in PATH"},
		{[]string{"./no-such-file"}, "no such file"},
		{[]string{dir}, "has none of player, main.py, bot.py, main.sh"},
		{[]string{file("plain.py", "print()", 0o644)}, "chmod +x"},
		{[]string{file("a b.py", "print()", 0o644)}, "chmod +x '" + dir + "/a b.py', or name the interpreter"},
		{[]string{file("a text.py", "print()\n", 0o755)}, "a text.py is a text file that names no interpreter"},
		{[]string{file("notes.md", "# notes\n", 0o644)}, "notes.md is not executable; unpack it if it is an archive, run chmod +x " + dir + "/notes.md"},
		{[]string{"/dev/null"}, "/dev/null is not a regular file"},
		{[]string{pipe}, "pipe is not a regular file"},
		{[]string{file("nothing", "", 0o755)}, "is empty"},
		{[]string{file("words", "print()\n", 0o755)}, "begin a script with a line such as #!/usr/bin/env python3"},
		{[]string{file("windows.exe", "MZ\x90\x00\x03", 0o755)}, "windows.exe is not an executable for this system; compile it here"},
		{[]string{file("garbage", "\x00\x90\x00\x03", 0o755)}, "is not an executable for this system"},
		{[]string{"/bin/sh", filepath.Join(dir, "missing.py")}, "missing.py: no such file"},
		{[]string{file("empty", "#!\n", 0o755)}, "names no interpreter"},
		{[]string{file("env", "#!/usr/bin/env\n", 0o755)}, "names no interpreter"},
		{[]string{file("lost", "#!/bin/no-such-interpreter\n", 0o755)}, "no such file"},
		{[]string{file("elsewhere", "#!/no/such/interpreter\n", 0o755)}, "interpreter: /no/such/interpreter is not in your PATH"},
		{[]string{file("venv", "#!"+dir+"/venv/bin/python\n", 0o755)}, "venv/bin/python is not in your PATH"},
	} {
		err := check(typedCommand(c.command...), true)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.command, err, c.want)
		}
	}
	loop := filepath.Join(dir, "loop")
	file("loop", "#!"+loop+"\n", 0o755)
	if err := check(typedCommand(loop), false); err == nil || !strings.Contains(err.Error(), "too many nested interpreters") {
		t.Errorf("a script that is its own interpreter: %v", err)
	}
}

func check(c Command, sandboxed bool) error {
	p, err := c.Resolve(sandboxed)
	if err == nil {
		p.Release()
	}
	return err
}
