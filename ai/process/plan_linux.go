package process

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"game-tui/ai/process/launch"
)

// plan is what the launcher is to do, and the environment that goes with it.
type plan struct {
	launch.Plan
	env []string
}

// newPlan decides what the player may do.
func newPlan(prog *program, spec Spec) *plan {
	p := &plan{Plan: launch.Plan{Path: prog.path, Argv: prog.argv}, env: environment(spec.Sandbox)}
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
	p.Read = prog.files
	if len(prog.files) > 0 {
		p.runtime(prog)
	}
	return p
}

// runtime is the looser profile of interpreters: threads, the library of the
// interpreter, and the folder of the script, for the modules beside it.
func (p *plan) runtime(prog *program) {
	p.Threads = true
	p.Read = append(p.Read, "/usr/share", "/etc/localtime", "/etc/ssl/openssl.cnf")
	real, err := filepath.EvalSymlinks(prog.path)
	if err != nil {
		real = prog.path
	}
	// A virtual environment is found beside the link, the library beside the file.
	for _, path := range []string{prog.path, real} {
		prefix := filepath.Dir(filepath.Dir(path))
		for _, name := range []string{"lib", "lib64", "libexec", "share", "pyvenv.cfg"} {
			p.Read = append(p.Read, filepath.Join(prefix, name))
		}
	}
	for _, file := range prog.files {
		if dir := filepath.Dir(file); !isCommon(dir) {
			p.Read = append(p.Read, dir)
		}
	}
	slices.Sort(p.Read)
	p.Read = slices.Compact(p.Read)
}

// isCommon reports whether a folder holds more than a player's own files: the
// user's home, the temporary folder, and all that these lie in.
func isCommon(dir string) bool {
	home, _ := os.UserHomeDir()
	for _, common := range []string{home, os.TempDir()} {
		for ; filepath.IsAbs(common); common = filepath.Dir(common) {
			if dir == filepath.Clean(common) {
				return true
			}
			if common == filepath.Dir(common) {
				break
			}
		}
	}
	return false
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
