package process

import (
	"debug/buildinfo"
	"debug/elf"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// plan is what the launcher does before it becomes the player. It travels as
// JSON in the launcher's arguments.
type plan struct {
	Path string   `json:"path"`
	Argv []string `json:"argv"`
	Env  []string `json:"-"`

	CPU    uint64 `json:"cpu,omitempty"`    // whole seconds, a backstop should this process end; 0 no limit
	Memory uint64 `json:"memory,omitempty"` // bytes; 0 no limit

	Landlock bool     `json:"landlock,omitempty"`
	Exec     []string `json:"exec,omitempty"` // files to execute and read
	Read     []string `json:"read,omitempty"` // files and folders to read

	Seccomp bool `json:"seccomp,omitempty"`
	Threads bool `json:"threads,omitempty"` // runtimes need them
}

// Folders and files that any program of this system may need to load.
var libraries = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib",
	"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/dev/urandom",
}

// newPlan decides what the player may do.
func newPlan(prog *program, spec Spec) *plan {
	p := &plan{Path: prog.path, Argv: prog.argv, Env: environment(spec.Sandbox)}
	if l := spec.Limits; !l.Off {
		p.CPU = uint64(math.Ceil((l.CPU + startCPU + time.Second).Seconds()))
		p.Memory = uint64(max(l.Memory, 0))
	}
	if spec.Sandbox == Off || !canLaunch.Load() {
		return p
	}
	p.Landlock = landlockABI() > 0
	p.Seccomp = hasSeccomp()
	p.Exec = []string{prog.path}
	p.Read = prog.files
	p.image(prog.path)
	if len(prog.files) > 0 {
		p.runtime(prog)
	}
	return p
}

// image allows what an ELF file needs to be loaded: nothing when it is static.
func (p *plan) image(path string) {
	if _, err := buildinfo.ReadFile(path); err == nil {
		p.Threads = true // the Go runtime starts some
	}
	f, err := elf.Open(path)
	if err != nil {
		return // no ELF file: execve will say so
	}
	defer f.Close()
	loader := ""
	for _, prog := range f.Progs {
		if prog.Type == elf.PT_INTERP && prog.Filesz < 4096 {
			b := make([]byte, prog.Filesz)
			if _, err := prog.ReadAt(b, 0); err == nil {
				loader = strings.TrimRight(string(b), "\x00")
			}
		}
	}
	if loader == "" {
		return
	}
	p.Exec = append(p.Exec, loader)
	p.Read = append(p.Read, libraries...)
	p.Read = append(p.Read, filepath.Dir(loader))
	for _, tag := range []elf.DynTag{elf.DT_RUNPATH, elf.DT_RPATH} {
		lists, _ := f.DynString(tag)
		for _, list := range lists {
			p.folders(strings.NewReplacer("$ORIGIN", filepath.Dir(path), "${ORIGIN}", filepath.Dir(path)).Replace(list))
		}
	}
	p.folders(os.Getenv("LD_LIBRARY_PATH"))
}

// folders allows to read the folders of a list with colons.
func (p *plan) folders(list string) {
	for _, dir := range filepath.SplitList(list) {
		if filepath.IsAbs(dir) && filepath.Clean(dir) != "/" {
			p.Read = append(p.Read, dir)
		}
	}
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
	home, _ := os.UserHomeDir()
	for _, file := range prog.files {
		if dir := filepath.Dir(file); dir != "/" && dir != filepath.Clean(home) && dir != filepath.Clean(os.TempDir()) {
			p.Read = append(p.Read, dir)
		}
	}
	slices.Sort(p.Read)
	p.Read = slices.Compact(p.Read)
}

// command is what to execute for the plan: the launcher, or the player itself
// where nothing is to be done before.
func (p *plan) command() (name string, argv, env []string) {
	if !canLaunch.Load() || !p.Landlock && !p.Seccomp && p.CPU == 0 && p.Memory == 0 {
		return p.Path, p.Argv, p.Env
	}
	text, err := json.Marshal(p)
	if err != nil {
		return p.Path, p.Argv, p.Env // cannot be: it holds strings and numbers
	}
	// Not the path of this program: it may have been built anew meanwhile.
	return "/proc/self/exe", []string{"game-tui", launchWord, string(text)}, p.Env
}
