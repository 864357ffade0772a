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
	"context"
	_ "embed" // for PROTOCOL.md
	"errors"
	"fmt"
	"os"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/sim"
	"game-tui/sim/sanitize"
)

// Protocol is the text of PROTOCOL.md.
//
//go:embed PROTOCOL.md
var Protocol string

const (
	maxHeader = 256
	maxReply  = 1 << 20
)

// These limits apply until the match starts.
const (
	startCPU  = time.Second
	startWall = 15 * time.Second // generous, because the machine may be busy
)

// exitWall is how long a program may take to exit after it is killed or closes its pipes.
const exitWall = 2 * time.Second

// A Spec describes a program and how to run it.
type Spec struct {
	Command resolve.Command
	Limits  sim.Limits
	Sandbox sandbox.Mode
	// Traced is passed to [sandbox.Options].
	Traced bool
}

// Check returns an error if the program cannot be started. It does not start the program.
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
	return &player{spec: s, startCPU: startCPU, stderr: &Log{}, now: time.Now}
}

// adaptLimits adapts the limits to a program. Interpreters map extra memory and start threads, so some
// limits apply only to kit players.
func adaptLimits(p *resolve.Program, l sim.Limits) sim.Limits {
	switch {
	case l.AddressSpace == 0 && l.OpenFiles == 0 && l.Processes == 0:
	case !p.IsKitPlayer():
		l.AddressSpace, l.OpenFiles, l.Processes = 0, 0, 0
	case l.AddressSpace > 0: // the address space includes the memory
		l.Memory = min(cmp.Or(l.Memory, l.AddressSpace), l.AddressSpace)
	}
	return l
}

type player struct {
	spec     Spec
	startCPU time.Duration
	game     sim.Game
	prog     *resolve.Program
	child    *sandbox.Process
	in       *messageReader
	stderr   *Log
	monitor  *monitor
	orders   sim.Orders
	payload  []byte
	buf      []byte
	cpuBase  time.Duration // CPU clock reading when the program was ready
	cpuUsed  time.Duration // processor time used in the match
	wallUsed time.Duration // total wall time of all answers
	failure  *sim.Failure
	closed   bool
	now      func() time.Time
	usage    *sandbox.Usage
}

// Start starts the program and returns the player's name.
func (p *player) Start(ctx context.Context, info sim.StartInfo) (string, *sim.Failure) {
	name := ""
	p.startMatch(info)
	if p.failure == nil {
		name = p.initMatch(ctx, info)
	}
	if p.failure != nil {
		return info.Name, p.failure
	}
	return name, nil
}

func (p *player) startMatch(info sim.StartInfo) {
	p.game = info.Game
	p.stderr.rows, p.stderr.cols = info.Settings.Size()
	p.startProgram()
}

func (p *player) startProgram() {
	err := p.spec.Sandbox.Check()
	if err == nil {
		p.prog, err = p.spec.Command.Resolve(p.spec.Sandbox != sandbox.Off)
		if err != nil && p.spec.Command.IsCopy() {
			err = fmt.Errorf("%w: %w", errCopy, err)
		}
	}
	if err == nil {
		defer p.prog.Release()
		p.spec.Limits = adaptLimits(p.prog, p.spec.Limits)
		if p.usage != nil {
			p.usage.IsKitPlayer = p.prog.IsKitPlayer()
		}
		p.child, err = sandbox.Start(p.prog, sandbox.Options{Limits: p.spec.Limits, Mode: p.spec.Sandbox, Traced: p.spec.Traced})
	}
	if err != nil {
		p.failure = startFailure(err)
		return
	}
	p.in = newMessageReader(p.child.Stdout)
	p.monitor = newMonitor(p.child, p.spec.Limits, p.now)
	p.child.CopyStderr(p.stderr)
}

var errCopy = errors.New("the program's copy can no longer be run")

// startFailure returns the failure of a program that did not start. It blames the machine if
// resources ran out or a copied player can no longer be run.
func startFailure(err error) *sim.Failure {
	out := &sim.Failure{Reason: sim.FailedExit, Detail: "cannot start: " + sanitize.Truncate(err.Error(), maxLine)}
	if sandbox.IsOutOfResources(err) || errors.Is(err, errCopy) {
		out.Reason = sim.FailedMachine
	}
	return out
}

func (p *player) initMatch(ctx context.Context, info sim.StartInfo) (name string) {
	p.buf = appendInitMessage(p.buf[:0], info)
	p.ask(ctx, p.buf, func() (err error) {
		name, err = p.in.readReady()
		return err
	})
	p.monitor.limitProgram()
	p.cpuBase, p.cpuUsed, p.wallUsed = p.child.CPU(), 0, 0
	return name
}

func appendInitMessage(buf []byte, info sim.StartInfo) []byte {
	return appendMessage(buf, fmt.Sprintf("init 1 * %d %d", info.Seat, info.Seed), info.Settings.AppendText(nil))
}

func stateHeader(round int) string { return fmt.Sprint("state ", round) }

func (p *player) describe(ctx context.Context) (version string, players []string) {
	p.ask(ctx, []byte("describe 1\n"), func() (err error) {
		version, players, err = p.in.readDescription()
		return err
	})
	return version, players
}

func (p *player) ask(ctx context.Context, msg []byte, readAnswer func() error) {
	p.monitor.startWait(ctx, timeLimit{wall: startWall}, 0, p.startCPU)
	err := p.send(msg)
	if err == nil {
		err = readAnswer()
	}
	if err = p.monitor.endWait(err); err != nil {
		p.fail(0, err)
	}
}

func (p *player) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if p.failure != nil || p.child == nil {
		return sim.Reply{Failure: p.failure}
	}
	round := q.State.Round()
	p.payload = q.State.AppendText(p.payload[:0])
	p.buf = appendMessage(p.buf[:0], stateHeader(round), p.payload)
	begin := p.now()
	due := p.timeLimit()
	if due.wall <= 0 && !p.spec.Limits.Unlimited {
		p.eliminate(round, sim.FailedWall, due.missedDetail())
		return sim.Reply{Failure: p.failure}
	}
	p.monitor.startWait(ctx, due, p.cpuBase, p.spec.Limits.CPU)
	var reportedCPU time.Duration
	err := p.send(p.buf)
	if err == nil {
		reportedCPU, err = p.in.readOrders(p.game, round, &p.orders)
	}
	err = p.monitor.endWait(err)
	p.wallUsed += p.now().Sub(begin) - p.monitor.extension

	cost := max(p.child.CPU()-p.cpuBase-p.cpuUsed, 0)
	if !sandbox.HasCPUClock {
		cost = reportedCPU
	}
	p.cpuUsed += cost
	switch {
	case err != nil:
		p.fail(round, err)
	case sandbox.HasCPUClock && !p.spec.Limits.Unlimited && p.cpuUsed > p.spec.Limits.CPU:
		p.eliminate(round, sim.FailedCPU, cpuDetail(p.cpuUsed, p.spec.Limits.CPU))
	}
	if p.usage != nil {
		p.child.Measure(p.usage)
	}
	p.child.DrainStderr()
	reply := p.reply()
	reply.CPU = cost
	if p.failure == nil {
		reply.Orders, reply.Calls = p.orders.List(), p.orders.Calls()
	}
	return reply
}

func (p *player) reply() (r sim.Reply) {
	p.stderr.mu.Lock()
	defer p.stderr.mu.Unlock()
	r.Stderr, r.Marks = p.stderr.Take()
	r.Failure = p.failure
	return r
}

func (p *player) timeLimit() timeLimit {
	l := p.spec.Limits
	if left := max(l.MatchWall-p.wallUsed, 0); l.MatchWall > 0 && left < l.Wall {
		return timeLimit{wall: left, total: l.MatchWall}
	}
	return timeLimit{wall: l.Wall}
}

func (p *player) send(msg []byte) error {
	_, err := p.child.Stdin.Write(msg)
	if err == nil {
		p.monitor.markRequestSent()
	}
	return err
}

func (p *player) fail(round int, err error) {
	if fault, ok := errors.AsType[*protocolError](err); ok {
		p.eliminate(round, fault.reason, fault.msg)
		return
	}
	// A crashing program closes its pipes before it exits. Its exit status is more informative than
	// err.
	alive := !p.child.Wait(exitWall)
	p.kill()
	p.child.DrainStderr()
	out := p.monitor.currentFailure()
	switch {
	case out != nil:
	case alive && p.child.Status.Signal == "SIGKILL": // p.kill ended a program that was still running
		out = &sim.Failure{Reason: sim.FailedReply, Detail: "the player closed its standard output"}
		if path, ok := errors.AsType[*os.PathError](err); ok && path.Op == "write" {
			out.Detail = "the player closed its standard input"
		}
	default:
		last := p.stderr.LastLine()
		out = exitFailure(p.child.Status, last, p.spec.Limits)
		out.Detail += p.prog.Hint(last)
		if p.child.Status.Signal != "" && round == 0 && resolve.SourceExt(p.spec.Command.Words()[0]) == ".o" {
			out.Detail += "; was it compiled with this kit?"
		}
	}
	out.Round = round
	p.failure = out
}

func (p *player) eliminate(round int, reason sim.FailureReason, detail string) {
	p.kill()
	p.failure = &sim.Failure{Round: round, Reason: reason, Detail: detail}
}

func (p *player) kill() {
	p.monitor.stop()
	p.child.Kill()
	p.child.Wait(exitWall)
}

// Close ends the program. A program that is still playing gets "quit" and a moment to exit.
func (p *player) Close() {
	if p.child == nil || p.closed {
		return
	}
	p.closed = true
	if p.failure == nil {
		p.child.Stdin.SetWriteDeadline(time.Now().Add(time.Millisecond))
		p.send([]byte("quit\n"))
		p.child.Stdin.Close()
		p.child.Wait(50 * time.Millisecond)
	}
	p.kill()
	p.child.Close()
}

func formatSeconds(d time.Duration) string { return fmt.Sprintf("%.3fs", d.Seconds()) }

// Measure enables Usage. It must be called before Start.
func (p *player) Measure() { p.usage = &sandbox.Usage{} }

// Usage returns the resources used, or nil if Measure was not called.
func (p *player) Usage() *sandbox.Usage {
	if p.usage != nil {
		p.usage.Limits = p.spec.Limits
	}
	return p.usage
}
