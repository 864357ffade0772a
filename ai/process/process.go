// Package process makes a player of any program: it starts it, speaks the
// protocol of PROTOCOL.md with it over pipes, holds it to its limits and keeps
// it away from everything else.
//
//	cmd, ok, err := process.Parse(word) // such as "cmd:python3 bot.py"; ok: the word of a seat means a program
//	player := process.New(process.Spec{Command: cmd, Limits: sim.DefaultLimits, Sandbox: process.Auto})
//	name, out := player.Start(ctx, init)
//	reply := player.Play(ctx, query) // once a round; reply.Out says why the player is out
//	player.Close()
//
// What a player may execute and read is found in one place, resolve and newPlan,
// of words that the user typed, PATH and the system's folders; what the player's own
// files say, and words that others chose, choose among these and add nothing.
//
// A Compiler makes the command of a source; compilers run behind the same walls.
//
// A player is started by running this binary again, which closes the sandbox
// around itself and then becomes the player (package launch). Where that is not
// possible the player runs without a sandbox; Report says what is in force.
package process

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed" // PROTOCOL.md
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
)

// Protocol is the page that describes the protocol to those who write players.
//
//go:embed PROTOCOL.md
var Protocol string

// Limits that are part of the protocol and hold always.
const (
	maxHeader = 256
	maxReply  = 1 << 20
	maxName   = sim.MaxName
)

// Starting is not charged to a player's budget, so it has limits of its own.
const (
	startCPU  = time.Second
	startWall = 15 * time.Second // much of which it may wait for a busy machine
)

// Mode says how much isolation a player gets.
type Mode uint8

// The modes of --sandbox.
const (
	Auto    Mode = iota // what the system offers
	Off                 // none
	Require             // all of it, or the player does not start
)

// Set reads the value of --sandbox.
func (m *Mode) Set(word string) error {
	for *m = Auto; *m <= Require; *m++ {
		if word == m.String() {
			return nil
		}
	}
	return errors.New("expected auto, off or require")
}

func (m Mode) String() string { return [...]string{"auto", "off", "require"}[m] }

// Type is that of a flag.
func (Mode) Type() string { return "string" }

// Spec says which program plays, and under which rules.
type Spec struct {
	Command Command
	Limits  sim.Limits
	Sandbox Mode
	// Traced says that the program was built to be looked at. It may reserve more memory than it
	// may hold, and is aborted where others are killed, so that it tells where it was.
	Traced bool
}

// Check finds out without starting anything whether the program is there and
// can be run as the spec asks. Its error says what to do.
func (s Spec) Check() error {
	if err := s.Sandbox.Check(); err != nil {
		return err
	}
	p, err := s.resolve()
	if err == nil {
		p.release()
	}
	return err
}

// New makes a player of the program. Every match needs a new one.
func New(s Spec) sim.Starter { return newPlayer(s) }

func newPlayer(s Spec) *player {
	return &player{spec: s, startCPU: startCPU, stderr: &stderrLog{}, clock: time.Now}
}

// environment is that of a player: no more than
// programs need, for there may be secrets in the rest. Without a sandbox it is
// the user's own, so that a player runs as it does in their shell.
func environment(mode Mode) []string {
	if mode == Off {
		return os.Environ()
	}
	env := []string{
		"LANG=C.UTF-8",
		"PYTHONDONTWRITEBYTECODE=1", // files cannot be written anyway
	}
	for _, key := range []string{"PATH", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(key); ok {
			env = append(env, key+"="+v)
		}
	}
	if list := libraryPath(); len(list) > 0 {
		env = append(env, libraryKey+"="+strings.Join(list, string(filepath.ListSeparator)))
	}
	return env
}

const libraryKey = "LD_LIBRARY_PATH"

// libraryPath lists the user's own folders of libraries. Others than whole paths
// would mean the folder that the launcher runs in, which may be a player's.
func libraryPath() (list []string) {
	for _, dir := range filepath.SplitList(os.Getenv(libraryKey)) {
		if info, err := os.Stat(dir); filepath.IsAbs(dir) && err == nil && !isCommon(info) {
			list = append(list, dir)
		}
	}
	return list
}

// Layer is one part of the protection around players.
type Layer struct {
	Name    string
	InForce bool
	About   string // what it does, or why it is missing and what helps
}

// InspectWord is the first argument with which Inspect starts this program again, to parse a file.
const InspectWord = "__inspect"

// Trial is something that a program in the sandbox tried to do.
type Trial struct {
	What    string // "read a file of yours"
	Refused bool
}

// Report says which layers this system offers, outermost first. Every layer
// that is in force protects all players with Auto and Require.
func Report() []Layer {
	return append(layers(), Layer{"time of an answer", true, "a player that does not answer is ended"})
}

// Warnings are lines that a user should see before programs of others run here: what does not keep
// them in. RootWarning is another.
func Warnings(mode Mode) []string {
	var list []string
	if missing := missingLayers(); mode == Off {
		list = append(list, "warning: players run without a sandbox: they may do whatever you may")
	} else if len(missing) > 0 {
		list = append(list, fmt.Sprintf("warning: players run without a full sandbox, since this system has no %s: they may do what you may (see game-tui doctor)", missing[0].Name))
	}
	return list
}

// RootWarning is a line that a user should see who runs programs of others as root, and empty for
// others.
func RootWarning() string {
	if os.Geteuid() == 0 {
		return "warning: you are root: run players of others as an ordinary user"
	}
	return ""
}

// InForce says in a few words how players are protected, for notes and for the
// first line of doctor: "landlock 7, seccomp, limits, cpu clock".
func InForce(mode Mode) string {
	var list []string
	for _, l := range layers() {
		if l.InForce && (mode != Off || !l.sandbox()) {
			list = append(list, l.Name)
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// Names of the layers that are the sandbox proper.
const (
	landlockName = "landlock"
	seccompName  = "seccomp"
)

func (l Layer) sandbox() bool {
	return strings.HasPrefix(l.Name, landlockName) || l.Name == seccompName
}

// Check refuses a mode that this system cannot keep.
func (m Mode) Check() error {
	if missing := missingLayers(); m == Require && len(missing) > 0 {
		return fmt.Errorf("no full sandbox here (--sandbox auto takes what there is): %s is missing: %s", missing[0].Name, missing[0].About)
	}
	return nil
}

// missingLayers are the layers of a full sandbox that this system does not offer.
func missingLayers() []Layer {
	return slices.DeleteFunc(layers(), func(l Layer) bool { return !l.sandbox() || l.InForce })
}

// adapterSymbol is the name of the function by which the adapter serves, as a player of a kit has it in its
// table of symbols.
var adapterSymbol = []byte("_ZN8game_tui5serveEv")

// maxAdapted bounds where it is looked for, in bytes.
const maxAdapted = 64 << 20

// adapted reports whether the program is a player of a kit, which the adapter was linked with.
func (p *program) adapted() bool {
	if p.runner != "" || p.file == nil {
		return false
	}
	in := bufio.NewReaderSize(io.NewSectionReader(p.file, 0, maxAdapted), 1<<16)
	for {
		window, err := in.Peek(1 << 16)
		if bytes.Contains(window, adapterSymbol) {
			return true
		}
		if err != nil {
			return false
		}
		_, _ = in.Discard(len(window) - len(adapterSymbol))
	}
}

// held are the limits that hold for the program. An address space, a number of files and one of processes are for
// players of kits: interpreters map far more than they use, number their files high and start threads, so
// that of others the memory is limited.
func (p *program) held(l sim.Limits) sim.Limits {
	switch {
	case l.AddressSpace == 0 && l.OpenFiles == 0 && l.Processes == 0:
	case !p.adapted():
		l.AddressSpace, l.OpenFiles, l.Processes = 0, 0, 0
	case l.AddressSpace > 0: // of which memory is a part
		l.Memory = min(cmp.Or(l.Memory, l.AddressSpace), l.AddressSpace)
	}
	return l
}
