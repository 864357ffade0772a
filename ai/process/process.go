// Package process lets programs play matches. It starts a program in a sandbox, speaks the protocol
// in PROTOCOL.md with it, and enforces its limits.
//
//	player := process.New(process.Spec{Command: command, Limits: sim.DefaultLimits, Sandbox: sandbox.Auto})
//	name, out := player.Start(ctx, init)
//	reply := player.Play(ctx, query) // once per round; reply.Failure is set if the player is out
//	player.Close()
//
// Package resolve parses the command and determines which files the program may read. Package
// sandbox runs it. Package compile compiles players from source.
package process

import (
	"cmp"
	_ "embed" // for PROTOCOL.md
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

	"game-tui/sim"
)

// Protocol is the text of PROTOCOL.md.
//
//go:embed PROTOCOL.md
var Protocol string

const (
	maxHeader = 256
	maxReply  = 1 << 20
)

// Limits for starting, which is not part of the match budget.
const (
	startCPU  = time.Second
	startWall = 15 * time.Second // allows for a busy machine
)

// exitWall is how long a program may take to exit after it was killed or has closed its pipes.
const exitWall = 2 * time.Second

// A Spec describes a program and how to run it.
type Spec struct {
	Command resolve.Command
	Limits  sim.Limits
	Sandbox sandbox.Mode
	// Traced is for debug builds, see sandbox.Options.
	Traced bool
}

// Check returns an error if the program cannot be started. It does not start it.
func (s Spec) Check() error {
	if err := s.Sandbox.Check(); err != nil {
		return err
	}
	prog, err := s.Command.Resolve(s.Sandbox != sandbox.Off)
	if err == nil {
		prog.Release()
	}
	return err
}

func New(s Spec) sim.Starter { return newPlayer(s) }

func newPlayer(s Spec) *player {
	return &player{spec: s, startCPU: startCPU, stderr: &Log{}, clock: time.Now}
}

// limitsOf adjusts the limits to a program. Interpreters map extra memory and start threads, so
// only kit players have all limits.
func limitsOf(p *resolve.Program, l sim.Limits) sim.Limits {
	switch {
	case l.AddressSpace == 0 && l.OpenFiles == 0 && l.Processes == 0:
	case !p.IsKitPlayer():
		l.AddressSpace, l.OpenFiles, l.Processes = 0, 0, 0
	case l.AddressSpace > 0: // the address space includes the memory
		l.Memory = min(cmp.Or(l.Memory, l.AddressSpace), l.AddressSpace)
	}
	return l
}
