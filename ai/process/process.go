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
// What a player may execute and read is found in one place, resolve and playerPlan,
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
	"cmp"
	_ "embed" // PROTOCOL.md
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

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

// Spec says which program plays, and under which rules.
type Spec struct {
	Command resolve.Command
	Limits  sim.Limits
	Sandbox sandbox.Mode
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
	return s.Command.Check(s.Sandbox != sandbox.Off)
}

func (s Spec) resolve() (*resolve.Program, error) { return s.Command.Resolve(s.Sandbox != sandbox.Off) }

// New makes a player of the program. Every match needs a new one.
func New(s Spec) sim.Starter { return newPlayer(s) }

func newPlayer(s Spec) *player {
	return &player{spec: s, startCPU: startCPU, stderr: &Log{}, clock: time.Now}
}

// held are the limits that hold for the program. An address space, a number of files and one of processes are for
// players of kits: interpreters map far more than they use, number their files high and start threads, so
// that of others the memory is limited.
func limitsOf(p *resolve.Program, l sim.Limits) sim.Limits {
	switch {
	case l.AddressSpace == 0 && l.OpenFiles == 0 && l.Processes == 0:
	case !p.IsKitPlayer():
		l.AddressSpace, l.OpenFiles, l.Processes = 0, 0, 0
	case l.AddressSpace > 0: // of which memory is a part
		l.Memory = min(cmp.Or(l.Memory, l.AddressSpace), l.AddressSpace)
	}
	return l
}
