package process

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"game-tui/ai/process/launch"
	"game-tui/sim"
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

// probeWord makes this binary try what a player must not do.
const probeWord = "__probe"

// trials are what a probe tries, in its order; parent is the process that started it. An error
// says that it was refused.
var trials = []struct {
	what string
	try  func(parent int) error
}{
	{"read a file of yours", func(int) error {
		f, err := os.Open("/etc/passwd")
		f.Close()
		return err
	}},
	{"write a file", func(int) error {
		path := filepath.Join(os.TempDir(), "game-tui-probe")
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
		f.Close()
		if err == nil {
			os.Remove(path)
		} else if errors.Is(err, os.ErrExist) {
			return nil
		}
		return err
	}},
	{"open a connection", func(int) error {
		_, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
		return err
	}},
	{"send this program a signal", func(parent int) error { return unix.Kill(parent, 0) }},
	{"start a process", func(int) error {
		pid, _, e := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
		if e != 0 {
			return e
		}
		if pid == 0 {
			syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
		}
		return nil
	}},
	{"run another program", func(int) error { return unix.Exec("/bin/true", []string{"/bin/true"}, nil) }}, // which does not return
}

// init is early for the same reason as the launcher's.
func init() {
	if len(os.Args) != 3 || os.Args[1] != probeWord {
		return
	}
	parent, err := strconv.Atoi(os.Args[2])
	if err != nil {
		os.Exit(2)
	}
	for _, t := range trials {
		if t.try(parent) != nil {
			fmt.Println(t.what)
		}
	}
	os.Exit(0)
}

// Probe shuts this program itself into the sandbox, as a player, and lets it try to get out.
// Trials that left no trace were not refused.
func Probe() ([]Trial, error) {
	path, err := os.Executable()
	prog := &program{path: path, argv: []string{"game-tui", probeWord, strconv.Itoa(os.Getpid())}}
	if err := prog.pinPath(err); err != nil {
		return nil, err
	}
	defer prog.release()
	c, err := spawn(prog, Spec{Limits: sim.DefaultLimits})
	if err != nil {
		return nil, err
	}
	c.readStderr(&stderrLog{})
	defer func() {
		c.kill()
		c.gone(time.Second)
		c.sweep()
		c.close()
	}()
	c.out.SetReadDeadline(time.Now().Add(startWall))
	refused, err := io.ReadAll(io.LimitReader(c.stdout(), 4096))
	list := make([]Trial, len(trials))
	for i, t := range trials {
		list[i] = Trial{t.what, strings.Contains(string(refused), t.what+"\n")}
	}
	return list, err
}
