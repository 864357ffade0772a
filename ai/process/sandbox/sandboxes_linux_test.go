package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"game-tui/ai/process/processtest"
	"game-tui/ai/process/resolve"

	"game-tui/sim"
	"game-tui/sim/simtest"
)

// A sandbox is a way in which the program of a stranger is started.
type sandbox struct {
	name   string
	flags  []string // of the compiler
	groups string   // of attempts, by their first letters; "" means all
	// may are attempts that are allowed because they reach nothing but the program itself and its own folder.
	may []string
	// plan says how the file is started. dir is a folder of its own.
	plan func(t *testing.T, file, dir string) *Plan
}

// sandboxes are all in which a stranger's program may run. Programs of the compiler's sandbox are those of the
// toolchain; here one is taken over completely.
var sandboxes = []sandbox{
	{name: "player", plan: planOf(Options{Limits: sim.DefaultLimits, Mode: Require})},
	{name: "traced", plan: planOf(Options{Limits: sim.DefaultLimits, Mode: Require, Traced: true})},
	{
		name: "script's program", // a folder's script becomes a program of the folder
		plan: func(t *testing.T, file, dir string) *Plan {
			processtest.Python(t)
			processtest.Write(t, dir, "main.py", "import os, sys\nos.execv('./try', ['./try'] + sys.argv[1:])\n")
			text, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, "try"), text, 0o755)
			}
			if err != nil {
				t.Fatal(err)
			}
			return planOf(Options{Limits: sim.DefaultLimits, Mode: Require})(t, dir, "")
		},
	},
	{
		// The checks do nothing where a program locks memory. Attempts to make processes with a raw call end it.
		name: "sanitizer", flags: []string{"-fsanitize=address", "-DSANITIZED"}, groups: "fsat", may: []string{"lock memory"},
		plan: planOf(Options{Limits: sim.DefaultLimits, Mode: Require, Traced: true}),
	},
	{
		// valgrind itself answers where a program sets a limit or looks at descriptors. Attempts to make processes
		// with a raw call end it.
		name: "valgrind", groups: "fsat", may: []string{"read own maps", "set own limit", "inherited files"},
		plan: func(t *testing.T, file, _ string) *Plan {
			simtest.NeedsProgram(t, "valgrind")
			launcher, err := exec.LookPath("valgrind")
			if err != nil {
				t.Fatal(err)
			}
			tools, err := filepath.Glob("/usr/lib*/valgrind/memcheck-" + runtime.GOARCH + "-linux")
			if err != nil || len(tools) == 0 {
				t.Skip("skipped: valgrind has no memcheck here")
			}
			p, release, err := ValgrindPlan(launcher, tools[0], file, DefaultBuild)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(release)
			p.Argv = []string{p.Argv[0], "--quiet", "--quiet", "--vgdb=no", file} // goes on after errors
			return p
		},
	},
	{
		name: "compiler", may: []string{"write own folder", "fork", "vfork", "wait for others"},
		plan: func(t *testing.T, file, dir string) *Plan {
			prog := &resolve.Program{Path: file, Argv: []string{file}}
			if err := prog.PinPath(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(prog.Release)
			p, err := CompilerPlan(prog, DefaultBuild, dir, nil, []string{"PATH=" + os.Getenv("PATH")})
			if err != nil {
				t.Fatal(err)
			}
			return p
		},
	},
}

// playerPlan returns the plan of a match.
func planOf(o Options) func(*testing.T, string, string) *Plan {
	return func(t *testing.T, file, _ string) *Plan {
		prog, err := processtest.Command(file).Resolve(true)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(prog.Release)
		return playerPlan(prog, o)
	}
}

// built compiles a C program of a test for a sandbox.
func (s *sandbox) built(t *testing.T, source, file string) {
	t.Helper()
	simtest.NeedsProgram(t, "gcc")
	args := append([]string{"-w", "-O1", source, "-o", file, "-ldl"}, s.flags...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// output starts the file in the sandbox with an argument, and returns what it prints until it has ended.
func (s *sandbox) output(t *testing.T, file, dir, arg string) string {
	t.Helper()
	p := s.plan(t, file, dir)
	if arg != "" {
		p.Argv = append(p.Argv, arg)
	}
	c, err := p.Start()
	if err != nil {
		t.Fatal(err)
	}
	return allOutput(t, c)
}

// TestEverySandboxRefusesAllAttempts makes the attempts of a hostile program in each sandbox in which programs of
// strangers run.
func TestEverySandboxRefusesAllAttempts(t *testing.T) {
	for _, s := range sandboxes {
		t.Run(s.name, func(t *testing.T) {
			g := newGround(t)
			source, file := filepath.Join(g.home, "try.c"), filepath.Join(g.players, "try-"+s.name)
			text := g.source(t, "try.c")
			g.write(t, source, text, 0o644)
			s.built(t, source, file)
			out := s.output(t, file, g.mine, s.groups)
			os.Remove(filepath.Join(g.mine, "new")) // in its own folder, where it may
			refusedAll(t, s.name, text, out, s.groups == "", s.may...)
			g.intact(t, out)
		})
	}
}
