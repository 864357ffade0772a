package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/processtest"
	"game-tui/ai/process/resolve"

	"game-tui/sim/simtest"
)

// hello is a C program that tries to read the canary file in the home folder and prints the result.
const hello = `#include <stdio.h>
int main(void) {
  char text[200];
  const char *paths[] = {"@HOME@/canary", "/proc/@PARENT@/cmdline", "/etc/passwd"};
  for (int i = 0; i < 3; i++) {
    FILE *f = fopen(paths[i], "r");
    if (f && fgets(text, sizeof text, f)) printf("read %s: %s\n", paths[i], text);
  }
  puts("hello");
}
`

// build compiles hello to file, with linker flags.
func (g *ground) build(t *testing.T, file string, flags ...string) {
	t.Helper()
	simtest.NeedsProgram(t, "gcc")
	source := filepath.Join(g.home, "hello.c")
	g.write(t, source, g.fill(hello), 0o644)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	args := append([]string{source, "-o", file}, flags...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// evil returns the source of a library that writes a marker file when it is loaded.
func (g *ground) evil(t *testing.T) string {
	t.Helper()
	path := filepath.Join(g.home, "evil.h")
	g.write(t, path, `#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void run(void) { close(open("`+g.trace+`", O_CREAT | O_WRONLY, 0600)); }
`, 0o644)
	return path
}

// TestPlayersCannotGrantThemselvesFiles runs players whose files or folders ask for additional
// access. Nothing of theirs may run outside the sandbox, and they get no additional access.
func TestPlayersCannotGrantThemselvesFiles(t *testing.T) {
	for _, c := range []struct {
		name string
		// make creates the player and returns its command.
		make func(t *testing.T, g *ground) []string
		says string // expected output or error
	}{
		{"a shim in the first line", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/evil/shims/lang", "#!/bin/sh\n", 0o755)
			g.write(t, g.mine+"/evil/bin/evil", "#!/bin/sh\n"+g.marker+"\n", 0o755)
			g.write(t, g.players+"/p", "#!"+g.mine+"/evil/shims/lang\n", 0o755)
			return []string{g.players + "/p"}
		}, "is not in your PATH"},
		{"a shim through env", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/evil/shims/lang", "#!/bin/sh\n", 0o755)
			g.write(t, g.mine+"/evil/bin/evil", "#!/bin/sh\n"+g.marker+"\n", 0o755)
			g.write(t, g.players+"/p", "#!/usr/bin/env "+g.mine+"/evil/shims/lang\n", 0o755)
			return []string{g.players + "/p"}
		}, "is not in your PATH"},
		{"the seat is a shim", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/evil/shims/lang", "#!/bin/sh\necho hello\n", 0o755)
			g.write(t, g.mine+"/evil/bin/evil", "#!/bin/sh\n"+g.marker+"\n", 0o755)
			return []string{g.mine + "/evil/shims/lang"}
		}, "hello"},
		{"a shim of PATH by a link", func(t *testing.T, g *ground) []string {
			g.write(t, g.home+"/.langenv/shims/lang", "#!/bin/sh\n", 0o755)
			g.write(t, g.home+"/.langenv/bin/langenv", "#!/bin/sh\n. $LANGENV_ROOT/hook\necho "+g.home+"/.langenv/versions/bin/lang\n", 0o755)
			g.write(t, g.home+"/.langenv/hook", "", 0o644)
			copyShell(t, g.home+"/.langenv/versions/bin/lang")
			g.write(t, g.mine+"/langenv/hook", g.marker+"\n", 0o644)
			g.link(t, g.home+"/.langenv/shims", "langenv/shims")
			t.Setenv("PATH", g.home+"/.langenv/shims:"+g.home+"/.langenv/bin:"+os.Getenv("PATH"))
			g.write(t, g.players+"/p", "#!"+g.mine+"/langenv/shims/lang\necho hello\n", 0o755)
			return []string{g.players + "/p"}
		}, "a version manager's shim"},
		{"the seat is a shim of PATH by a link", func(t *testing.T, g *ground) []string {
			g.write(t, g.home+"/.langenv/shims/lang", "#!/bin/sh\necho hello\n", 0o755)
			g.write(t, g.mine+"/langenv/bin/langenv", "#!/bin/sh\n"+g.marker+"\n", 0o755)
			g.link(t, g.home+"/.langenv/shims", "langenv/shims")
			t.Setenv("PATH", g.home+"/.langenv/shims:"+os.Getenv("PATH"))
			return []string{g.mine + "/langenv/shims/lang"}
		}, "a version manager's shim"},
		{"a library beside a link to PATH", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/lib/secret", g.word+"\n", 0o644)
			g.link(t, "/bin", "bin")
			g.write(t, g.players+"/p", "#!"+g.mine+"/bin/sh\nread word < "+g.mine+"/lib/secret; echo $word\n", 0o755)
			return []string{g.players + "/p"}
		}, "ermission denied"},
		{"a script as interpreter", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/lang", "#!/bin/sh\n. "+g.home+"/canary\n", 0o755)
			g.write(t, g.players+"/p", "#!"+g.mine+"/lang\n", 0o755)
			return []string{g.players + "/p"}
		}, "is not in your PATH"},
		{"a relative interpreter", func(t *testing.T, g *ground) []string {
			g.write(t, g.players+"/p", "#!./sh\n", 0o755)
			return []string{g.players + "/p"}
		}, "is not in your PATH"},
		{"a word of the first line", func(t *testing.T, g *ground) []string {
			g.write(t, g.players+"/p", "#!/bin/sh "+g.home+"/canary\n", 0o755)
			return []string{g.players + "/p"}
		}, "ermission denied"},
		{"a word of env", func(t *testing.T, g *ground) []string {
			g.write(t, g.players+"/p", "#!/usr/bin/env -S sh "+g.home+"/canary\n", 0o755)
			return []string{g.players + "/p"}
		}, "ermission denied"},
		{"the folder of an argument", func(t *testing.T, g *ground) []string {
			g.write(t, g.home+"/deep/empty", "", 0o644)
			g.write(t, g.home+"/deep/canary", g.word+"\n", 0o644)
			g.write(t, g.players+"/p", "#!/bin/sh -e\nread word < "+g.home+"/deep/canary; echo $word\n", 0o755)
			return []string{g.players + "/p", g.home + "/deep/empty"}
		}, "ermission denied"},
		{"the folder of the script", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/p", "#!/bin/sh\nread word < "+g.mine+"/secret; echo $word\n", 0o755)
			g.write(t, g.mine+"/secret", g.word+"\n", 0o644)
			return []string{g.mine + "/p"}
		}, "ermission denied"},
		{"rpath", func(t *testing.T, g *ground) []string {
			g.build(t, g.players+"/p", "-Wl,--disable-new-dtags,-rpath,/etc:"+g.home+":/proc")
			return []string{g.players + "/p"}
		}, "hello"},
		{"runpath", func(t *testing.T, g *ground) []string {
			g.build(t, g.players+"/p", "-Wl,--enable-new-dtags,-rpath,/etc:"+g.home+":/proc")
			return []string{g.players + "/p"}
		}, "hello"},
		{"runpath above the folder", func(t *testing.T, g *ground) []string {
			g.build(t, g.mine+"/player", "-Wl,-rpath,$ORIGIN/../../home:/proc")
			return []string{g.mine + "/"}
		}, "hello"},
		{"a loader of its own", func(t *testing.T, g *ground) []string {
			g.build(t, g.players+"/p", "-Wl,--dynamic-linker,"+g.home+"/ld.so")
			for _, loader := range []string{"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"} {
				if _, err := os.Stat(loader); err == nil {
					processtest.CopyProgram(t, loader, g.home+"/ld.so")
				}
			}
			return []string{g.players + "/p"}
		}, "is not a loader of this system"},
		{"a canary as loader", func(t *testing.T, g *ground) []string {
			g.build(t, g.players+"/p", "-Wl,--dynamic-linker,/lib64/../"+g.home+"/canary")
			return []string{g.players + "/p"}
		}, "is not a loader of this system"},
		{"an interpreter with a library beside it", func(t *testing.T, g *ground) []string {
			copyShell(t, g.mine+"/bin/sh")
			g.link(t, g.home, "lib")
			g.write(t, g.mine+"/p", "#!"+g.mine+"/bin/sh\nread word < "+g.home+"/canary; echo $word\n", 0o755)
			return []string{g.mine + "/p"}
		}, "is not in your PATH"},
		{"a typed interpreter with a library beside it", func(t *testing.T, g *ground) []string {
			copyShell(t, g.mine+"/bin/sh")
			g.link(t, g.home, "lib")
			g.link(t, g.players, "share")
			g.write(t, g.mine+"/p", "read word < "+g.home+"/canary; echo $word; read word < "+g.players+"/canary; echo $word\n", 0o755)
			return []string{g.mine + "/bin/sh", g.mine + "/p"}
		}, "ermission denied"},
		{"a typed interpreter that is a link", func(t *testing.T, g *ground) []string {
			copyShell(t, g.home+"/project/bin/sh")
			g.write(t, g.home+"/project/lib/canary", g.word+"\n", 0o644)
			g.link(t, g.home+"/project/bin/sh", "sh")
			g.write(t, g.mine+"/p", "read word < "+g.home+"/project/lib/canary; echo $word\n", 0o755)
			return []string{g.mine + "/sh", g.mine + "/p"}
		}, "ermission denied"},
		{"a folder that is a link out", func(t *testing.T, g *ground) []string {
			g.write(t, g.home+"/deep/main.sh", "read word < canary; echo $word\n", 0o644)
			g.write(t, g.home+"/deep/canary", g.word+"\n", 0o644)
			g.link(t, g.home+"/deep", "deep")
			return []string{g.mine + "/deep/"}
		}, "is a link that leads out of its folder"},
		{"a program that is a link out", func(t *testing.T, g *ground) []string {
			g.build(t, g.home+"/theirs")
			g.link(t, g.home+"/theirs", "p")
			return []string{g.mine + "/p"}
		}, "is a link that leads out of its folder"},
		{"a script that is a link out", func(t *testing.T, g *ground) []string {
			g.write(t, g.home+"/tool", "#!/bin/sh\necho "+g.word+"\n", 0o755)
			g.link(t, g.home+"/tool", "p")
			return []string{g.mine + "/p"}
		}, "is a link that leads out of its folder"},
		{"a typed script that is a link out", func(t *testing.T, g *ground) []string {
			return []string{"sh", g.mine + "/link"}
		}, "is a link that leads out of its folder"},
		{"a typed file that is a link out", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/p", "#!/bin/sh\nread word < $1; echo $word\n", 0o755)
			return []string{g.mine + "/p", g.mine + "/link"}
		}, "is a link that leads out of its folder"},
		{"a typed folder that is a link out", func(t *testing.T, g *ground) []string {
			g.write(t, g.home+"/deep/canary", g.word+"\n", 0o644)
			g.link(t, g.home+"/deep", "deep")
			g.write(t, g.mine+"/p", "#!/bin/sh\nread word < $1/canary; echo $word\n", 0o755)
			return []string{g.mine + "/p", g.mine + "/deep"}
		}, "is a link that leads out of its folder"},
		{"a folder whose player is a link out", func(t *testing.T, g *ground) []string {
			g.write(t, g.other+"/theirs", "#!/bin/sh\necho "+g.word+"\n", 0o755)
			g.link(t, g.other+"/theirs", "player")
			return []string{g.mine + "/"}
		}, "has none of player"},
		{"a folder whose script is a link out", func(t *testing.T, g *ground) []string {
			g.link(t, g.home+"/canary", "main.sh")
			return []string{g.mine + "/"}
		}, "has none of player"},
		{"the home", func(t *testing.T, g *ground) []string {
			g.write(t, g.home+"/main.sh", "read word < canary; echo $word\n", 0o755)
			return []string{g.home + "/"}
		}, "contains more than a player"},
		{"the home through a link", func(t *testing.T, g *ground) []string {
			g.write(t, g.home+"/main.sh", "read word < canary; echo $word\n", 0o755)
			return []string{g.mine + "/out/"}
		}, "contains more than a player"},
		{"the home when HOME is a link", func(t *testing.T, g *ground) []string {
			g.link(t, g.home, "me")
			t.Setenv("HOME", g.mine+"/me")
			g.write(t, g.home+"/main.sh", "read word < canary; echo $word\n", 0o755)
			return []string{g.home}
		}, "contains more than a player"},
		{"what holds the home", func(t *testing.T, g *ground) []string {
			above := filepath.Dir(g.home)
			g.write(t, above+"/main.sh", "read word < home/canary; echo $word\n", 0o755)
			return []string{above}
		}, "contains more than a player"},
		{"the temporary folder", func(t *testing.T, g *ground) []string {
			t.Setenv("TMPDIR", g.players)
			g.write(t, g.players+"/main.sh", "read word < canary; echo $word\n", 0o755)
			return []string{g.players}
		}, "contains more than a player"},
		{"a home that an argument names", func(t *testing.T, g *ground) []string {
			g.write(t, g.players+"/p", "read word < "+g.home+"/canary; echo $word\n", 0o755)
			return []string{"sh", g.players + "/p", g.home}
		}, "ermission denied"},
		{"a library path to the home", func(t *testing.T, g *ground) []string {
			t.Setenv("LD_LIBRARY_PATH", ":.:"+g.home)
			g.build(t, g.players+"/p")
			return []string{g.players + "/p"}
		}, "hello"},
		{"a library for the launcher", func(t *testing.T, g *ground) []string {
			t.Setenv("LD_LIBRARY_PATH", "::.")
			g.build(t, g.mine+"/libc.so.6", "-shared", "-fPIC", "-nostdlib", "-include", g.evil(t))
			g.write(t, g.mine+"/main.sh", "echo hello\n", 0o644)
			return []string{g.mine + "/"}
		}, "hello"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGround(t)
			_ = g.try(t, c.says, func() {}, processtest.Command(c.make(t, g)...)) // an expected start error is not a failure
		})
	}
}

// copyShell copies the system's shell.
func copyShell(t *testing.T, to string) {
	t.Helper()
	processtest.CopyProgram(t, "/bin/sh", to)
}

// TestFolderPlayerLoadsItsOwnLibrary runs a player with a library in its folder. Given as a folder
// it finds the library, given as a file it prints a hint.
func TestFolderPlayerLoadsItsOwnLibrary(t *testing.T) {
	g := newGround(t)
	g.write(t, g.mine+"/empty.c", "int empty;\n", 0o644)
	simtest.NeedsProgram(t, "gcc")
	if out, err := exec.Command("gcc", "-shared", "-fPIC", g.mine+"/empty.c", "-o", g.mine+"/libempty.so").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	g.build(t, g.mine+"/player", "-Wl,--no-as-needed,-rpath,$ORIGIN", "-L"+g.mine, "-lempty")
	out, err := output(t, Require, g.mine+"/")
	if err != nil || !strings.Contains(out, "hello") {
		t.Errorf("as a folder: %q %v", out, err)
	}
	g.intact(t, out)
	if out, err = output(t, Require, g.mine+"/player"); err != nil || !strings.Contains(out, "error while loading shared libraries: libempty.so") {
		t.Errorf("as a file: %q %v", out, err)
	}
}

// TestUntrustedWordsOpenNothing runs commands with untrusted words, which must not open any files.
func TestUntrustedWordsOpenNothing(t *testing.T) {
	const read = "read word < $1 && echo $word; read word < $1/canary && echo $word; echo ended\n"
	script := func(t *testing.T, g *ground, words ...string) resolve.Command {
		g.write(t, g.mine+"/own/p", read, 0o644)
		return resolve.NewUntrusted(append([]string{"sh", "theirs/p"}, words...)).WithFiles(map[int]string{1: g.mine + "/own/p"})
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T, g *ground) resolve.Command
		says string // expected output or error
	}{
		{"a file", func(t *testing.T, g *ground) resolve.Command { return script(t, g, g.home+"/canary") }, "ermission denied"},
		{"a folder", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.home+"/deep/canary", g.word+"\n", 0o600)
			return script(t, g, g.home+"/deep")
		}, "ermission denied"},
		{"a file of this folder", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.other+"/theirs/p", "#!/bin/sh\n", 0o644)
			t.Chdir(g.other)
			return script(t, g, "canary")
		}, "ermission denied"},
		{"a file beside the copy", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.mine+"/own/canary", g.word+"\n", 0o644)
			return script(t, g, g.mine+"/own/canary")
		}, "ermission denied"},
		{"a script that is here", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.mine+"/p.sh", "echo "+g.word+"\n", 0o644)
			return resolve.NewUntrusted([]string{"sh", g.mine + "/p.sh"})
		}, "p.sh: no such file"},
		{"a script without an ending", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.mine+"/p", "echo "+g.word+"\n", 0o644)
			return resolve.NewUntrusted([]string{"sh", g.mine + "/p"})
		}, "ermission denied"},
		{"a program that is here", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.mine+"/p", "#!/bin/sh\necho "+g.word+"\n", 0o755)
			return resolve.NewUntrusted([]string{g.mine + "/p"})
		}, "is a path on another machine"},
		{"a folder that is here", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.mine+"/main.sh", "echo "+g.word+"\n", 0o755)
			return resolve.NewUntrusted([]string{g.mine + "/"})
		}, "is a path on another machine"},
		{"an interpreter that is here", func(t *testing.T, g *ground) resolve.Command {
			copyShell(t, g.mine+"/bin/sh")
			g.write(t, g.mine+"/own/p", read, 0o644)
			return resolve.NewUntrusted([]string{g.mine + "/bin/sh", "p"}).WithFiles(map[int]string{1: g.mine + "/own/p"})
		}, "is a path on another machine"},
		{"a script of its own", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.mine+"/own/data", "mine\n", 0o644)
			g.write(t, g.mine+"/own/p", read, 0o644)
			return resolve.NewUntrusted([]string{"sh", "x/p", "x/data"}).WithFiles(map[int]string{1: g.mine + "/own/p", 2: g.mine + "/own/data"})
		}, "mine"},
		{"a word that was typed for a player that was copied", func(t *testing.T, g *ground) resolve.Command {
			g.write(t, g.mine+"/own/p", read, 0o644)
			return processtest.Command("sh", g.mine+"/own/p", g.home+"/canary").WithFiles(map[int]string{1: g.mine + "/own/p"})
		}, "ermission denied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGround(t)
			_ = g.try(t, c.says, func() {}, c.make(t, g)) // an expected start error is not a failure
		})
	}
}
