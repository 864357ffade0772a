package process

import (
	"fmt"
	"math"
	"time"

	"game-tui/ai/process/launch"
)

// plan is what the launcher is to do, the environment that goes with it, and the
// files that it refers to by their descriptors.
type plan struct {
	launch.Plan
	env   []string
	files []*pinnedFile
}

// firstFile is the descriptor of the first of a plan's files, behind the pipes.
const firstFile = 3

// newPlan decides what the player may do. All of it comes from prog, which says
// what the user typed and what PATH leads to, and from the system's folders. The
// launcher, which reads the player's file, takes away from it only: the
// libraries where the file needs none. It gets the names of the system's places
// only, which players cannot change; all other files it gets open.
func newPlan(prog *program, spec Spec) *plan {
	p := &plan{Plan: launch.Plan{Path: prog.path, Argv: prog.argv}, env: environment(spec.Sandbox)}
	p.Threads = prog.runner != ""
	if prog.dir != nil {
		p.Dir = p.pass(prog.dir)
	}
	if l := spec.Limits; !l.Off {
		p.CPU = uint64(math.Ceil((l.CPU + startCPU + time.Second).Seconds()))
		if !spec.Traced {
			p.Memory, p.AddressSpace = uint64(max(l.Memory, 0)), uint64(max(l.AddressSpace, 0))
		}
		p.Stack = uint64(max(l.Stack, 0))
		p.FileSize, p.Processes = uint64(max(l.FileSize, 0)), uint64(max(l.Processes, 0))
	}
	if spec.Sandbox == Off {
		return p
	}
	p.Landlock = launch.LandlockABI() > 0
	p.Seccomp = launch.HasSeccomp()
	p.File = p.pass(prog.file)
	for _, f := range prog.read {
		p.Read = append(p.Read, p.pass(f))
	}
	if prog.folder != "" && prog.runner != "" {
		// The script may replace itself by a program of its folder. That gives it no rights: the limits and the filter
		// stay, and the loader, which it may execute anyway, loads any program that can be read.
		p.Run = append(p.Run, p.pass(prog.dir))
	}
	p.Libraries = libraries
	if prog.runner != "" {
		p.System = append(p.System, "/usr/share", "/usr/local/share", "/etc/localtime", "/etc/ssl/openssl.cnf")
	}
	return p
}

// pass has the launcher get a file, and returns its descriptor there.
func (p *plan) pass(f *pinnedFile) int {
	p.files = append(p.files, f)
	return firstFile + len(p.files) - 1
}

// command is what to execute for the plan: the launcher, or the player itself
// where nothing is to be done before.
func (p *plan) command() (name string, argv []string) {
	if !p.Needed() {
		return p.Path, p.Argv
	}
	// Not the path of this program: it may have been built anew meanwhile.
	return "/proc/self/exe", p.Arguments()
}

// layers are those of this system, outermost first.
func layers() []Layer {
	lock := Layer{landlockName, false, "needs Linux 5.13 with landlock among its security modules (boot option lsm=landlock,…)"}
	if abi := launch.LandlockABI(); abi > 0 {
		lock = Layer{fmt.Sprintf("%s %d", landlockName, abi), true, "no files but the player and its libraries" + landlockAbout(abi)}
	}
	filter := Layer{seccompName, false, "needs Linux 4.14 on amd64 or arm64 with CONFIG_SECCOMP_FILTER"}
	if launch.HasSeccomp() {
		filter = Layer{seccompName, true, "no processes, network, signals, nor any file written"}
	}
	return []Layer{lock, filter,
		{"limits", true, "memory, files, processor time as a backstop"},
		{"cpu clock", true, "a player's processor time, read while it thinks"},
		{"subreaper", true, "what a player leaves behind is ended with it"}}
}

func landlockAbout(abi int) string {
	switch {
	case abi < 4:
		return "; Linux 6.7 would shut TCP here too, 6.12 signals"
	case abi < 6:
		return ", no TCP; Linux 6.12 would shut signals here too"
	}
	return ", no TCP, no signals to others"
}
