package process

import (
	"context"
	"debug/elf"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"game-tui/sim"
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

func TestPython(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("skipped: no python3, so no bot in Python can run")
	}
	for _, c := range []struct {
		name, first string
		command     func(dir string) []string
	}{
		{"command", "", func(dir string) []string { return []string{"python3", filepath.Join(dir, "bot.py")} }},
		{"env", "#!/usr/bin/env python3\n", func(dir string) []string { return []string{filepath.Join(dir, "bot.py")} }},
		{"env -S", "#!/usr/bin/env -S python3 -u\n", func(dir string) []string { return []string{filepath.Join(dir, "bot.py")} }},
		{"interpreter", "#!" + python + "\n", func(dir string) []string { return []string{filepath.Join(dir, "bot.py")} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			command := c.command(scriptFolder(t, c.first))
			tb := newTable(t)
			p := New(Spec{Command: command, Limits: DefaultLimits})
			defer p.Close()
			name, out := p.Start(context.Background(), tb.init(0))
			if out != nil || name != "Snake" {
				t.Fatal(name, out)
			}
			r := p.Play(context.Background(), &sim.Query{State: tb.board.State(), Settings: tb.settings})
			said := strings.Join(r.Said, "\n")
			if r.Out != nil || !strings.Contains(said, "helped") {
				t.Fatal(r.Out, said)
			}
			if Require.check() == nil && strings.Contains(said, "allowed") {
				t.Errorf("not all was refused:\n%s", said)
			}
		})
	}
}

// TestCommonFolders asks which folders a script lies in that it may not read.
func TestCommonFolders(t *testing.T) {
	t.Setenv("HOME", "/users/some/one/")
	t.Setenv("TMPDIR", "/var/tmp")
	for dir, want := range map[string]bool{
		"/": true, "/users": true, "/users/some": true, "/users/some/one": true, "/var": true, "/var/tmp": true,
		"/users/some/one/bots": false, "/users/some/two": false, "/var/tmp/x": false, "/opt": false,
	} {
		if got := isCommon(dir); got != want {
			t.Errorf("%s: %v, want %v", dir, got, want)
		}
	}
}

// TestShim stands in for a version manager: a script in "shims" that asks it.
func TestShim(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	root := filepath.Join(dir, ".somenv")
	for name, text := range map[string]string{
		"shims/lang": "#!/bin/sh\nexec false\n",
		"bin/somenv": "#!/bin/sh\n[ \"$1 $2\" = 'which lang' ] && echo " + root + "/versions/1.0/bin/lang\n",
		"shims/lost": "#!/bin/sh\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"shims/lang": "versions/1.0/bin/lang",
		"shims/lost": "",
		"bin/somenv": "bin/somenv",
	} {
		if want != "" {
			want = filepath.Join(root, want)
		}
		real, err := behindShim(filepath.Join(root, name))
		if real != want || (err != nil) != (want == "") {
			t.Errorf("%s leads to %q (%v), want %q", name, real, err, want)
		}
	}
}

// head is the beginning of an ELF file.
func head(order elf.Data, kind elf.Type, machine elf.Machine) string {
	var bytes binary.AppendByteOrder = binary.LittleEndian
	if order == elf.ELFDATA2MSB {
		bytes = binary.BigEndian
	}
	b := make([]byte, 16)
	copy(b, elf.ELFMAG)
	b[elf.EI_CLASS], b[elf.EI_DATA] = byte(elf.ELFCLASS64), byte(order)
	return string(bytes.AppendUint16(bytes.AppendUint16(b, uint16(kind)), uint16(machine)))
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
	loop := filepath.Join(dir, "loop")
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, known := machines[runtime.GOARCH]; !known {
		t.Skip("skipped: no program of this system is known")
	}
	for _, c := range []struct {
		command []string
		want    string
	}{
		{nil, "no program"},
		{[]string{"no-such-program-anywhere"}, "no program named no-such-program-anywhere in PATH"},
		{[]string{"./no-such-file"}, "no such file"},
		{[]string{dir}, "is a folder"},
		{[]string{file("plain.py", "print()", 0o644)}, "chmod +x"},
		{[]string{"/dev/null"}, "is no ordinary file"},
		{[]string{pipe}, "is no ordinary file"},
		{[]string{file("nothing", "", 0o755)}, "is empty"},
		{[]string{file("words", "print()\n", 0o755)}, "begin it with a line like #!/usr/bin/env python3"},
		{[]string{file("windows.exe", "MZ\x90\x00\x03", 0o755)}, "is no program of this system"},
		{[]string{file("cut", "\x7fELF\x02\x00", 0o755)}, "is no program of this system"},
		{[]string{file("mips", head(elf.ELFDATA2MSB, elf.ET_EXEC, elf.EM_MIPS), 0o755)}, "is a program for EM_MIPS"},
		{[]string{file("bits32", head(elf.ELFDATA2LSB, elf.ET_EXEC, elf.EM_386), 0o755)}, "is a program for 386 (32 bits)"},
		{[]string{file("object.o", head(elf.ELFDATA2LSB, elf.ET_REL, machines[runtime.GOARCH]), 0o755)}, "is no program yet"},
		{[]string{"/bin/sh", filepath.Join(dir, "missing.py")}, "missing.py: no such file"},
		{[]string{file("empty", "#!\n", 0o755)}, "names no interpreter"},
		{[]string{file("env", "#!/usr/bin/env\n", 0o755)}, "names no interpreter"},
		{[]string{file("lost", "#!/no/such/interpreter\n", 0o755)}, "no such file"},
		{[]string{file("loop", "#!"+loop+"\n", 0o755)}, "too many interpreters"},
	} {
		err := Spec{Command: c.command}.Check()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.command, err, c.want)
		}
	}
	p := New(Spec{Command: []string{"./no-such-file"}})
	defer p.Close()
	if _, out := p.Start(context.Background(), newTable(t).init(0)); out == nil || out.Detail != "cannot start: ./no-such-file: no such file" {
		t.Errorf("out %v", out)
	}
	if r := p.Play(context.Background(), &sim.Query{}); r.Out == nil {
		t.Error("who never started plays")
	}
}
