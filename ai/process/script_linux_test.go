package process

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/processtest"
	"game-tui/ai/process/sandbox"

	"game-tui/sim"
	"game-tui/sim/simtest"
)

// pythonBot is a bot that prints which operations are allowed. It needs a module in its folder and
// a library file that is loaded late.
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

// scriptFolder returns a folder with an executable Python bot and its module.
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

// TestPythonPlaysFromItsFolder runs a bot with two files. Given as a folder it plays, given as a
// file it prints a hint.
func TestPythonPlaysFromItsFolder(t *testing.T) {
	t.Parallel()
	python := processtest.RequirePython(t)
	for _, c := range []struct {
		name, first string
		command     func(dir string) []string
		alone       bool // whether the module is out of reach
	}{
		{"folder", "", func(dir string) []string { return []string{dir + "/"} }, false},
		{"folder without a slash", "#!/usr/bin/env python3\n", func(dir string) []string { return []string{dir} }, false},
		{"command", "", func(dir string) []string { return []string{"python3", dir + "/bot.py"} }, true},
		{"command with a folder", "", func(dir string) []string { return []string{"python3", dir + "/bot.py", dir} }, false},
		{"env", "#!/usr/bin/env python3\n", func(dir string) []string { return []string{dir + "/bot.py"} }, true},
		{"env -S", "#!/usr/bin/env -S python3 -u\n", func(dir string) []string { return []string{dir + "/bot.py"} }, true},
		{"interpreter", "#!" + python + "\n", func(dir string) []string { return []string{dir + "/bot.py"} }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := scriptFolder(t, c.first)
			tb := newTable(t)
			p := New(Spec{Command: processtest.Command(c.command(dir)...), Limits: simtest.Limits(t)})
			defer p.Close()
			name, out := p.Start(context.Background(), tb.init(0))
			if c.alone && sandbox.Require.Check() == nil {
				if out == nil || !strings.HasSuffix(out.Detail, "No module named 'helper'; the player may only read its own file; put all its files into a folder and name that folder") {
					t.Errorf("out %v", out)
				}
				return
			}
			if out != nil || name != "Snake" {
				t.Fatal(name, out)
			}
			r := p.Play(context.Background(), &sim.Query{State: tb.board.State(), Settings: tb.settings})
			said := strings.Join(r.Stderr, "\n")
			if r.Failure != nil || !strings.Contains(said, "helped") {
				t.Fatal(r.Failure, said)
			}
			if sandbox.Require.Check() == nil && strings.Contains(said, "allowed") {
				t.Errorf("not all was refused:\n%s", said)
			}
		})
	}
}

// TestVirtualEnvironmentMustBeTyped checks that the interpreter of a virtual environment must be
// typed. If a script's first line names it, there is a helpful error.
func TestVirtualEnvironmentMustBeTyped(t *testing.T) {
	t.Parallel()
	python := processtest.RequirePython(t)
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
	p := New(Spec{Command: processtest.Command(dir+"/venv/bin/python", bot), Limits: simtest.Limits(t)})
	defer p.Close()
	if name, out := p.Start(context.Background(), tb.init(0)); out != nil || name != "Snake" {
		t.Fatal(name, out)
	}
	err = Spec{Command: processtest.Command(bot)}.Check()
	if err == nil || !strings.Contains(err.Error(), dir+"/venv/bin/python is not in your PATH") {
		t.Errorf("in the first line: %v", err)
	}
	if err := (Spec{Command: processtest.Command(bot), Sandbox: sandbox.Off}).Check(); err != nil {
		t.Errorf("without a sandbox: %v", err)
	}
}
