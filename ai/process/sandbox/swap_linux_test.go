package sandbox

import (
	"os"
	"testing"

	"game-tui/ai/process/processtest"

	"golang.org/x/sys/unix"
)

// TestFilesReplacedAfterTheCheckAreNotUsed replaces files after a player was checked and before it
// is started. The sandbox must use the files that were checked.
func TestFilesReplacedAfterTheCheckAreNotUsed(t *testing.T) {
	const read = "read word < canary && echo $word; read word < $1 && echo $word; echo ended\n"
	for _, c := range []struct {
		name string
		// make creates the player and returns its command.
		make func(t *testing.T, g *ground) []string
		// path is replaced by a link to the target to.
		path, to string
	}{
		{"the folder", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/main.sh", read, 0o644)
			g.write(t, g.home+"/main.sh", read, 0o644)
			return []string{g.mine + "/"}
		}, "@MINE@", "@HOME@"},
		{"the file of the folder", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/main.sh", read, 0o644)
			g.write(t, g.other+"/secret.sh", "echo @WORD@\n", 0o644)
			return []string{g.mine + "/"}
		}, "@MINE@/main.sh", "@OTHER@/secret.sh"},
		{"the program of the folder", func(t *testing.T, g *ground) []string {
			copyShell(t, g.mine+"/player")
			g.build(t, g.home+"/theirs")
			return []string{g.mine + "/"}
		}, "@MINE@/player", "@HOME@/theirs"},
		{"the script", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/p", "#!/bin/sh\n"+read, 0o755)
			g.write(t, g.other+"/secret.sh", "echo @WORD@\n", 0o644)
			return []string{g.mine + "/p"}
		}, "@MINE@/p", "@OTHER@/secret.sh"},
		{"the folder of the script", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/canary", "#!/bin/sh\n"+read, 0o755)
			return []string{g.mine + "/canary"}
		}, "@MINE@", "@HOME@"},
		{"a program", func(t *testing.T, g *ground) []string {
			copyShell(t, g.mine+"/p")
			g.build(t, g.home+"/theirs")
			return []string{g.mine + "/p"}
		}, "@MINE@/p", "@HOME@/theirs"},
		{"a typed file", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/p", "#!/bin/sh\n"+read, 0o755)
			g.write(t, g.mine+"/data", "mine\n", 0o644)
			return []string{g.mine + "/p", g.mine + "/data"}
		}, "@MINE@/data", "@HOME@/canary"},
		{"a typed folder", func(t *testing.T, g *ground) []string {
			g.write(t, g.mine+"/p", "#!/bin/sh\nread word < $1/canary && echo $word; echo ended\n", 0o755)
			g.write(t, g.mine+"/data/canary", "mine\n", 0o644)
			return []string{g.mine + "/p", g.mine + "/data"}
		}, "@MINE@/data", "@HOME@"},
		{"a typed interpreter", func(t *testing.T, g *ground) []string {
			copyShell(t, g.mine+"/env/bin/sh")
			g.build(t, g.home+"/theirs")
			g.write(t, g.mine+"/p", read, 0o644)
			return []string{g.mine + "/env/bin/sh", g.mine + "/p"}
		}, "@MINE@/env/bin/sh", "@HOME@/theirs"},
		{"the library of a typed interpreter", func(t *testing.T, g *ground) []string {
			copyShell(t, g.mine+"/env/bin/sh")
			g.write(t, g.mine+"/env/lib/canary", "mine\n", 0o644)
			g.write(t, g.mine+"/p", "read word < @MINE@/env/lib/canary && echo $word; echo ended\n", 0o644)
			return []string{g.mine + "/env/bin/sh", g.mine + "/p"}
		}, "@MINE@/env/lib", "@HOME@"},
		{"the settings of a typed interpreter", func(t *testing.T, g *ground) []string {
			copyShell(t, g.mine+"/env/bin/sh")
			g.write(t, g.mine+"/env/pyvenv.cfg", "mine\n", 0o644)
			g.write(t, g.mine+"/p", "read word < @MINE@/env/pyvenv.cfg && echo $word; echo ended\n", 0o644)
			return []string{g.mine + "/env/bin/sh", g.mine + "/p"}
		}, "@MINE@/env/pyvenv.cfg", "@HOME@/canary"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGround(t)
			path, link := g.fill(c.path), g.fill(c.path)+".link"
			err := g.try(t, "ermission denied", func() {
				if err := os.Symlink(g.fill(c.to), link); err != nil {
					t.Fatal(err)
				}
				if err := unix.Renameat2(unix.AT_FDCWD, path, unix.AT_FDCWD, link, unix.RENAME_EXCHANGE); err != nil {
					t.Fatal(err)
				}
			}, processtest.Command(c.make(t, g)...))
			if err != nil {
				t.Error(err)
			}
		})
	}
}
