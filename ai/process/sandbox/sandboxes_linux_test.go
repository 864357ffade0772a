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

// A sandbox is one way to start an untrusted program.
type sandbox struct {
	name   string
	flags  []string // compiler flags
	groups string   // first letters of the attempts to make; "" means all
	// may lists attempts that are allowed, because they only affect the program itself and its own
	// folder.
	may []string
	// plan returns the plan that starts file. dir is a folder of its own.
	plan func(t *testing.T, file, dir string) *Plan
}

// sandboxes lists all ways in which an untrusted program may run. In the compiler's sandbox, it
// simulates a compromised compiler.
var sandboxes = []sandbox{
	{name: "player", plan: planOf(Options{Limits: sim.DefaultLimits, Mode: Require})},
	{name: "traced", plan: planOf(Options{Limits: sim.DefaultLimits, Mode: Require, Traced: true})},
	{
		name: "script's program", // a script in a folder executes another program of the folder
		plan: func(t *testing.T, file, dir string) *Plan {
			processtest.RequirePython(t)
			processtest.WriteFile(t, dir, "main.py", "import os, sys\nos.execv('./try', ['./try'] + sys.argv[1:])\n")
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
		// The sanitizer ignores calls that lock memory. A raw system call that creates a process
		// ends the program.
		name: "sanitizer", flags: []string{"-fsanitize=address", "-DSANITIZED"}, groups: "fsat", may: []string{"lock memory"},
		plan: planOf(Options{Limits: sim.DefaultLimits, Mode: Require, Traced: true}),
	},
	{
		// Valgrind itself handles calls that set limits or inspect descriptors. A raw system call
		// that creates a process ends the program.
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
			p, release, err := ValgrindPlan(launcher, tools[0], file, DefaultBuildBudget)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(release)
			p.Argv = []string{p.Argv[0], "--quiet", "--quiet", "--vgdb=no", file} // continue after errors
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
			p, err := CompilerPlan(prog, DefaultBuildBudget, dir, nil, []string{"PATH=" + os.Getenv("PATH")})
			if err != nil {
				t.Fatal(err)
			}
			return p
		},
	},
}

// planOf returns a function that creates a player's plan with the given options.
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

// built compiles a C program for the sandbox.
func (s *sandbox) built(t *testing.T, source, file string) {
	t.Helper()
	simtest.NeedsProgram(t, "gcc")
	args := append([]string{"-w", "-O1", source, "-o", file, "-ldl"}, s.flags...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// output runs file in the sandbox with an argument, and returns its output.
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

// TestEverySandboxRefusesAllAttempts runs a hostile program in each sandbox.
func TestEverySandboxRefusesAllAttempts(t *testing.T) {
	for _, s := range sandboxes {
		t.Run(s.name, func(t *testing.T) {
			g := newGround(t)
			source, file := filepath.Join(g.home, "try.c"), filepath.Join(g.players, "try-"+s.name)
			text := g.source(t, "try.c")
			g.write(t, source, text, 0o644)
			s.built(t, source, file)
			out := s.output(t, file, g.mine, s.groups)
			os.Remove(filepath.Join(g.mine, "new")) // writing to its own folder is allowed
			refusedAll(t, s.name, text, out, s.groups == "", s.may...)
			g.intact(t, out)
		})
	}
}
