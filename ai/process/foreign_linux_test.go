package process

import (
	"os"
	"strings"
	"testing"
)

// TestForeign has others choose the words of a command: what is no file of this program's own
// opens nothing, whatever lies there.
func TestForeign(t *testing.T) {
	const read = "read word < $1 && echo $word; read word < $1/canary && echo $word; echo ended\n"
	script := func(t *testing.T, g *ground, words ...string) Command {
		g.write(t, g.mine+"/own/p", read, 0o644)
		return Foreign(append([]string{"sh", "theirs/p"}, words...)).With(map[int]string{1: g.mine + "/own/p"})
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T, g *ground) Command
		says string // what it says, or why it does not run
	}{
		{"a file", func(t *testing.T, g *ground) Command { return script(t, g, g.home+"/canary") }, "ermission denied"},
		{"a folder", func(t *testing.T, g *ground) Command {
			g.write(t, g.home+"/deep/canary", g.word+"\n", 0o600)
			return script(t, g, g.home+"/deep")
		}, "ermission denied"},
		{"a file of this folder", func(t *testing.T, g *ground) Command {
			g.write(t, g.other+"/theirs/p", "#!/bin/sh\n", 0o644)
			t.Chdir(g.other)
			return script(t, g, "canary")
		}, "ermission denied"},
		{"a file beside the copy", func(t *testing.T, g *ground) Command {
			g.write(t, g.mine+"/own/canary", g.word+"\n", 0o644)
			return script(t, g, g.mine+"/own/canary")
		}, "ermission denied"},
		{"a script that is here", func(t *testing.T, g *ground) Command {
			g.write(t, g.mine+"/p.sh", "echo "+g.word+"\n", 0o644)
			return Foreign([]string{"sh", g.mine + "/p.sh"})
		}, "p.sh: no such file"},
		{"a script without an ending", func(t *testing.T, g *ground) Command {
			g.write(t, g.mine+"/p", "echo "+g.word+"\n", 0o644)
			return Foreign([]string{"sh", g.mine + "/p"})
		}, "ermission denied"},
		{"a program that is here", func(t *testing.T, g *ground) Command {
			g.write(t, g.mine+"/p", "#!/bin/sh\necho "+g.word+"\n", 0o755)
			return Foreign([]string{g.mine + "/p"})
		}, "is a program of another machine"},
		{"a folder that is here", func(t *testing.T, g *ground) Command {
			g.write(t, g.mine+"/main.sh", "echo "+g.word+"\n", 0o755)
			return Foreign([]string{g.mine + "/"})
		}, "is a program of another machine"},
		{"an interpreter that is here", func(t *testing.T, g *ground) Command {
			copyShell(t, g.mine+"/bin/sh")
			g.write(t, g.mine+"/own/p", read, 0o644)
			return Foreign([]string{g.mine + "/bin/sh", "p"}).With(map[int]string{1: g.mine + "/own/p"})
		}, "is a program of another machine"},
		{"a script of its own", func(t *testing.T, g *ground) Command {
			g.write(t, g.mine+"/own/data", "mine\n", 0o644)
			g.write(t, g.mine+"/own/p", read, 0o644)
			return Foreign([]string{"sh", "x/p", "x/data"}).With(map[int]string{1: g.mine + "/own/p", 2: g.mine + "/own/data"})
		}, "mine"},
		{"a word that was typed for a player that was copied", func(t *testing.T, g *ground) Command {
			g.write(t, g.mine+"/own/p", read, 0o644)
			return opening("sh", g.mine+"/own/p", g.home+"/canary").With(map[int]string{1: g.mine + "/own/p"})
		}, "ermission denied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGround(t)
			out, err := outputAfter(t, Require, func() {}, c.make(t, g))
			if err != nil {
				out = err.Error()
			}
			if !strings.Contains(out, c.says) {
				t.Errorf("it says %q, want %q", out, c.says)
			}
			os.Remove(g.mine + "/own/canary")
			g.intact(t, out)
		})
	}
}
