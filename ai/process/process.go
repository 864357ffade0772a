// Package process plays with programs: it starts a program in a sandbox, speaks the protocol of
// PROTOCOL.md with it, and enforces its limits.
//
//	player := process.New(process.Spec{Command: command, Limits: sim.DefaultLimits, Sandbox: sandbox.Auto})
//	name, out := player.Start(ctx, init)
//	reply := player.Play(ctx, query) // once a round; reply.Failure says why the player is out
//	player.Close()
//
// Package resolve parses the command and decides what the program may read. Package sandbox starts
// it and says what protects this system. Package compile makes programs of sources.
package process

import (
	"cmp"
	_ "embed" // PROTOCOL.md
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

	"game-tui/sim"
)

// Protocol documents the protocol.
//
//go:embed PROTOCOL.md
var Protocol string

// Limits of the protocol.
const (
	maxHeader = 256
	maxReply  = 1 << 20
	maxName   = sim.MaxNameLen
)

// Limits of the start, which is not part of the budget.
const (
	startCPU  = time.Second
	startWall = 15 * time.Second // it may wait for a busy machine
)

// exitWall is how long a program that has closed its pipes or was killed may take to end.
const exitWall = 2 * time.Second

// A Spec says which program plays, and how.
type Spec struct {
	Command resolve.Command
	Limits  sim.Limits
	Sandbox sandbox.Mode
	// Traced is for programs that were built to find bugs: see sandbox.Options.
	Traced bool
}

// Check returns an error if the program cannot be started. It starts nothing.
func (s Spec) Check() error {
	if err := s.Sandbox.Check(); err != nil {
		return err
	}
	return s.Command.Check(s.Sandbox != sandbox.Off)
}

func (s Spec) resolve() (*resolve.Program, error) { return s.Command.Resolve(s.Sandbox != sandbox.Off) }

// New returns a player for one match.
func New(s Spec) sim.Starter { return newPlayer(s) }

func newPlayer(s Spec) *player {
	return &player{spec: s, startCPU: startCPU, stderr: &Log{}, clock: time.Now}
}

// limitsOf returns the limits for a program. Address space, files and processes are limited only
// for players of kits: interpreters map more than they use, number their files high and start
// threads. Their memory is limited instead.
func limitsOf(p *resolve.Program, l sim.Limits) sim.Limits {
	switch {
	case l.AddressSpace == 0 && l.OpenFiles == 0 && l.Processes == 0:
	case !p.IsKitPlayer():
		l.AddressSpace, l.OpenFiles, l.Processes = 0, 0, 0
	case l.AddressSpace > 0: // it includes memory
		l.Memory = min(cmp.Or(l.Memory, l.AddressSpace), l.AddressSpace)
	}
	return l
}
