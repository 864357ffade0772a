package process

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"game-tui/ai/process/launch"
)

// libraries are the system's library folders. They are for everybody to read.
var libraries = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/local/lib64",
	"/nix/store", "/gnu/store",
}

// plan is what the launcher is to do, and the environment that goes with it.
type plan struct {
	launch.Plan
	env []string
}

// newPlan decides what the player may do. All of it comes from prog, which says
// what the user typed and what PATH leads to, and from the system's folders. The
// launcher, which reads the player's file, takes away from it only: the
// libraries where the file needs none.
func newPlan(prog *program, spec Spec) *plan {
	p := &plan{Plan: launch.Plan{Path: prog.path, Argv: prog.argv, Dir: prog.folder}, env: environment(spec.Sandbox)}
	p.Threads = prog.runner != ""
	if l := spec.Limits; !l.Off {
		p.CPU = uint64(math.Ceil((l.CPU + startCPU + time.Second).Seconds()))
		p.Memory = uint64(max(l.Memory, 0))
	}
	if spec.Sandbox == Off {
		return p
	}
	p.Landlock = launch.LandlockABI() > 0
	p.Seccomp = launch.HasSeccomp()
	p.Exec = []string{prog.path}
	p.Read = prog.own
	p.Libraries = libraries
	p.Read = append(p.Read, libraryPath()...)
	if prog.runner != "" {
		p.Read = append(p.Read, "/usr/share", "/usr/local/share", "/etc/localtime", "/etc/ssl/openssl.cnf")
		p.Read = append(p.Read, prog.runtime()...)
	}
	return p
}

// runtime lists the library of the interpreter. A virtual environment has it
// beside the link that is its interpreter, others beside the file itself.
func (p *program) runtime() []string {
	list := beside(p.runner)
	real, err := filepath.EvalSymlinks(p.runner)
	switch {
	case err != nil || real == p.runner:
		return list
	case p.onPath:
		return append(list, beside(real)...)
	case onPath(real) != "":
		return append(list, beside(onPath(real))...)
	}
	// The link was typed and may lie in a folder of somebody else, who chose
	// where it leads: nothing there is readable but a library of Python.
	return append(list, pythonLibrary(real)...)
}

// prefix is the folder of a program's installation, whose programs are in
// "bin"; "" where that is a folder of more than programs.
func prefix(path string) string {
	bin := filepath.Dir(path)
	dir := filepath.Dir(bin)
	if filepath.Base(bin) != "bin" || isCommon(dir) {
		return ""
	}
	info, err := os.Stat(dir)
	for _, home := range homes() {
		// It has a bin, but what lies in its share are the user's own data.
		local, missing := os.Stat(filepath.Join(home, ".local"))
		if err != nil || missing == nil && os.SameFile(info, local) {
			return ""
		}
	}
	return dir
}

// beside lists the folders of an interpreter's installation that it reads.
// Links among them that lead out of it are left out, unless it is to a library of
// the system.
func beside(path string) (list []string) {
	dir := prefix(path)
	if dir == "" {
		return nil
	}
	for _, name := range []string{"lib", "lib64", "libexec", "share", "pyvenv.cfg"} {
		real, err := filepath.EvalSymlinks(filepath.Join(dir, name))
		if err == nil && (within(dir, real) || inSystem(real)) {
			list = append(list, real)
		}
	}
	return list
}

// inSystem says whether a path without links lies in a library folder.
func inSystem(path string) bool {
	for _, dir := range libraries {
		if inside(dir, path) {
			return true
		}
	}
	return false
}

// pythonLibrary lists the standard library of a Python, told by a file that each
// has, and Python itself where it is a library.
func pythonLibrary(path string) (list []string) {
	dir := prefix(path)
	if dir == "" || !strings.HasPrefix(filepath.Base(path), "python") {
		return nil
	}
	for _, lib := range []string{"lib", "lib64"} {
		found, _ := filepath.Glob(filepath.Join(escape(dir), lib, "python[23].*", "os.py")) // the pattern is well formed
		for _, file := range found {
			list = append(list, filepath.Dir(file))
		}
		shared, _ := filepath.Glob(filepath.Join(escape(dir), lib, "libpython[23].*"))
		list = append(list, shared...)
	}
	return list
}

// escape makes a path that matches itself only as a pattern.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// command is what to execute for the plan: the launcher, or the player itself
// where nothing is to be done before.
func (p *plan) command() (name string, argv []string, err error) {
	if !p.Needed() {
		return p.Path, p.Argv, nil
	}
	argv, err = p.Arguments()
	// Not the path of this program: it may have been built anew meanwhile.
	return "/proc/self/exe", argv, err
}
