package process

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"game-tui/sim"
	"game-tui/sim/simtest"
)

// A bot in Python that says what it may do; a module beside it, and a file of
// the library that is loaded late, must still be found.
const pythonBot = `import sys, os, socket
import helper

def refused(what, deed):
    try:
        deed()
        print(what + ": allowed", file=sys.stderr)
    except OSError:
        print(what + ": refused", file=sys.stderr)

inp, out = sys.stdin.buffer, sys.stdout.buffer
while True:
    words = inp.readline().decode().split()
    if not words or words[0] == "quit":
        break
    text = inp.read(int(words[-1])).decode()
    if words[0] == "init":
        out.write(b"ready 1 Snake\n")
    else:
        import decimal, random, heapq
        refused("read", lambda: open("/etc/passwd").read())
        refused("write", lambda: open("/tmp/game-tui-x", "w"))
        refused("list home", lambda: os.listdir(os.path.expanduser("~root")))
        refused("fork", os.fork)
        refused("exec", lambda: os.execv("/bin/true", ["true"]))
        refused("connect", lambda: socket.create_connection(("127.0.0.1", 9), 1))
        refused("signal", lambda: os.kill(1, 0))
        print(helper.WORD, file=sys.stderr, flush=True)
        reply = b"0\n"
        out.write(b"commands %d %d\n" % (int(words[1]), len(reply)) + reply)
    out.flush()
`

// scriptFolder holds a bot in Python, executable, and its module.
func scriptFolder(t *testing.T, first string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"bot.py": first + pythonBot, "helper.py": "WORD = 'helped'\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// needPython skips a test where there is no Python.
func needPython(t *testing.T) string {
	t.Helper()
	python, err := LookPath("python3")
	if err != nil {
		t.Skip("skipped: no python3, so no bot in Python can run")
	}
	return python
}

// needsHelper ends the reason of a script that cannot read its module.
const needsHelper = "No module named 'helper'; it may not read helper.py: put both into a folder of their own and name that folder"

// TestPython plays a bot of two files, which is a folder, and as a file, which
// does not find the other one and says what to do.
func TestPython(t *testing.T) {
	t.Parallel()
	python := needPython(t)
	for _, c := range []struct {
		name, first string
		command     func(dir string) []string
		hint        string // empty if it plays
	}{
		{"folder", "", func(dir string) []string { return []string{dir + "/"} }, ""},
		{"folder without a slash", "#!/usr/bin/env python3\n", func(dir string) []string { return []string{dir} }, ""},
		{"command", "", func(dir string) []string { return []string{"python3", dir + "/bot.py"} }, needsHelper},
		{"command with a folder", "", func(dir string) []string { return []string{"python3", dir + "/bot.py", dir} }, ""},
		{"env", "#!/usr/bin/env python3\n", func(dir string) []string { return []string{dir + "/bot.py"} }, needsHelper},
		{"env -S", "#!/usr/bin/env -S python3 -u\n", func(dir string) []string { return []string{dir + "/bot.py"} }, needsHelper},
		{"interpreter", "#!" + python + "\n", func(dir string) []string { return []string{dir + "/bot.py"} }, needsHelper},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := scriptFolder(t, c.first)
			tb := newTable(t)
			p := New(Spec{Command: typedCommand(c.command(dir)...), Limits: simtest.Limits(t)})
			defer p.Close()
			name, out := p.Start(context.Background(), tb.init(0))
			if c.hint != "" && Require.Check() == nil {
				if out == nil || !strings.HasSuffix(out.Detail, c.hint) {
					t.Errorf("out %v", out)
				}
				return
			}
			if out != nil || name != "Snake" {
				t.Fatal(name, out)
			}
			r := p.Play(context.Background(), &sim.Query{State: tb.board.State(), Settings: tb.settings})
			said := strings.Join(r.Said, "\n")
			if r.Out != nil || !strings.Contains(said, "helped") {
				t.Fatal(r.Out, said)
			}
			if Require.Check() == nil && strings.Contains(said, "allowed") {
				t.Errorf("not all was refused:\n%s", said)
			}
		})
	}
}

// TestVirtualEnvironment plays with the interpreter of a virtual environment,
// which has to be typed: in a first line it gets an error that says so.
func TestVirtualEnvironment(t *testing.T) {
	t.Parallel()
	python := needPython(t)
	dir := t.TempDir()
	if out, err := exec.Command(python, "-m", "venv", "--without-pip", dir+"/venv").CombinedOutput(); err != nil {
		t.Skipf("skipped: no virtual environment can be made: %s", out)
	}
	site, err := filepath.Glob(dir + "/venv/lib/python*/site-packages")
	if err != nil || len(site) == 0 {
		t.Fatal("no site-packages")
	}
	bot := dir + "/bot.py"
	for path, text := range map[string]string{site[0] + "/helper.py": "WORD = 'helped'\n", bot: "#!" + dir + "/venv/bin/python\n" + pythonBot} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	tb := newTable(t)
	p := New(Spec{Command: typedCommand(dir+"/venv/bin/python", bot), Limits: simtest.Limits(t)})
	defer p.Close()
	if name, out := p.Start(context.Background(), tb.init(0)); out != nil || name != "Snake" {
		t.Fatal(name, out)
	}
	err = Spec{Command: typedCommand(bot)}.Check()
	if err == nil || !strings.Contains(err.Error(), "type 'cmd:"+dir+"/venv/bin/python "+bot+"'") {
		t.Errorf("in the first line: %v", err)
	}
	if err := (Spec{Command: typedCommand(bot), Sandbox: Off}).Check(); err != nil {
		t.Errorf("without a sandbox: %v", err)
	}
}

// TestCommonFolders asks which folders hold more than a player.
func TestCommonFolders(t *testing.T) {
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

// TestShim: the shim of a version manager in PATH is refused by its path, and by its name where PATH
// has no other program of that name.
func TestShim(t *testing.T) {
	shims := filepath.Join(t.TempDir(), "shims")
	bot := filepath.Join(t.TempDir(), "bot")
	for path, text := range map[string]string{filepath.Join(shims, "lang"): "#!/bin/sh\n", bot: "#!/usr/bin/env lang\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", shims+":"+os.Getenv("PATH"))
	for _, words := range [][]string{{"lang"}, {filepath.Join(shims, "lang")}, {bot}} {
		if err := (Spec{Command: typedCommand(words...)}).Check(); err == nil || !strings.Contains(err.Error(), "is a shim of a version manager: put ") {
			t.Errorf("%q: %v", words, err)
		}
	}
	if sh := filepath.Join(shims, "sh"); os.WriteFile(sh, []byte("#!/bin/sh\n"), 0o755) == nil {
		if path, err := LookPath("sh"); err != nil || path == sh {
			t.Errorf("sh is %s, %v", path, err)
		}
	}
}

func TestResolveErrors(t *testing.T) {
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
		{[]string{dir}, "has none of player, main.py, bot.py, main.sh to run"},
		{[]string{file("plain.py", "print()", 0o644)}, "chmod +x"},
		{[]string{file("a b.py", "print()", 0o644)}, "chmod +x '" + dir + "/a b.py', or name its interpreter: 'cmd:python3 \"" + dir + "/a b.py\"'"},
		{[]string{file("a text.py", "print()\n", 0o755)}, "or name its interpreter: 'cmd:python3 \"" + dir + "/a text.py\"'"},
		{[]string{file("python", "#!/usr/bin/env python3\n", 0o644)}, "or name its interpreter: 'cmd:python3 " + dir + "/python'"},
		{[]string{file("notes.md", "# notes\n", 0o644)}, "notes.md is not executable: chmod +x " + dir + "/notes.md"},
		{[]string{file("empty.exe", "", 0o644)}, "empty.exe is empty: save, copy or build it again"},
		{[]string{file("w2.res", "Game\n\nSeed 1\n", 0o644)}, "w2.res is a recording of a match: watch it with game-tui watch"},
		{[]string{file("w3.res", "SecGame\nSeed 1\n", 0o755)}, "w3.res is a recording of a match"},
		{[]string{file("short.cnf", "ThePurge 1.0\n\nNUM_PLAYERS 4\n", 0o644)}, "short.cnf is a configuration of a game: play it with --input"},
		{[]string{file("other one", "#!/no/such/interpreter\n", 0o755)}, "type 'cmd:/no/such/interpreter \"" + dir + "/other one\"'"},
		{[]string{"/dev/null"}, "/dev/null is a device"},
		{[]string{pipe}, "pipe is a named pipe"},
		{[]string{file("nothing", "", 0o755)}, "is empty"},
		{[]string{file("words", "print()\n", 0o755)}, "a script begins with a line like #!/usr/bin/env python3"},
		{[]string{file("windows.exe", "MZ\x90\x00\x03", 0o755)}, "windows.exe is not an executable for this system; compile it here"},
		{[]string{file("garbage", "\x00\x90\x00\x03", 0o755)}, "is not an executable for this system"},
		{[]string{file("archive", "PK\x03\x04\x00", 0o755)}, "archive is a zip archive: unzip it"},
		{[]string{"/bin/sh", file("nothing.sh", "\n", 0o644)}, "nothing.sh is empty: save, copy or build it again"},
		{[]string{"/bin/sh", file("wide.sh", "\xff\xfee\x00c\x00", 0o644)}, "wide.sh is UTF-16 text: save it as UTF-8"},
		{[]string{"/bin/sh", filepath.Join(dir, "missing.py")}, "missing.py: no such file"},
		{[]string{file("empty", "#!\n", 0o755)}, "names no interpreter"},
		{[]string{file("env", "#!/usr/bin/env\n", 0o755)}, "names no interpreter"},
		{[]string{file("lost", "#!/bin/no-such-interpreter\n", 0o755)}, "no such file"},
		{[]string{file("elsewhere", "#!/no/such/interpreter\n", 0o755)}, "type 'cmd:/no/such/interpreter " + dir + "/elsewhere'"},
		{[]string{file("venv", "#!"+dir+"/venv/bin/python\n", 0o755)}, "which is not in your PATH"},
	} {
		err := Spec{Command: typedCommand(c.command...)}.Check()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.command, err, c.want)
		}
	}
	loop := filepath.Join(dir, "loop")
	file("loop", "#!"+loop+"\n", 0o755)
	if err := (Spec{Command: typedCommand(loop), Sandbox: Off}).Check(); err == nil || !strings.Contains(err.Error(), "too many interpreters") {
		t.Errorf("a script that is its own interpreter: %v", err)
	}
	if out, err := output(t, Auto, file("cut", "\x7fELF\x02\x00", 0o755)); err != nil || !strings.Contains(out, "cut: ") {
		t.Errorf("a program that is cut: %q, %v", out, err)
	}
	p := New(Spec{Command: typedCommand("./no-such-file")})
	defer p.Close()
	if _, out := p.Start(context.Background(), newTable(t).init(0)); out == nil || out.Detail != "cannot start: ./no-such-file: no such file" {
		t.Errorf("out %v", out)
	}
	if r := p.Play(context.Background(), &sim.Query{}); r.Out == nil {
		t.Error("a player that never started plays")
	}
}
