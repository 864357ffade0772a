package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

	"game-tui/sim"
	"game-tui/sim/clean"
)

// player is one program in one match.
type player struct {
	spec     Spec
	startCPU time.Duration // processor time of its start, which is not charged to its budget
	game     sim.Game
	prog     *resolve.Program
	child    *sandbox.Process
	in       *inbox
	stderr   *Log
	monitor  *monitor
	orders   sim.Orders
	payload  []byte        // of the message being written
	buf      []byte        // this message
	base     time.Duration // reading of the child's clock when it was ready
	used     time.Duration // since then
	waited   time.Duration // for all answers so far
	out      *sim.Out
	closed   bool
	clock    func() time.Time
	measured *sandbox.Usage // nil: nobody asks
}

// Start runs the program and lets it introduce itself.
func (p *player) Start(ctx context.Context, in sim.Init) (string, *sim.Out) {
	name := ""
	p.begin(in)
	if p.out == nil {
		name = p.introduce(ctx, in)
	}
	if p.out != nil {
		return in.Name, p.out
	}
	return name, nil
}

// begin runs the program for a match; p.out says why it does not play.
func (p *player) begin(in sim.Init) {
	p.game = in.Game
	p.stderr.rows, p.stderr.cols = in.Settings.Size()
	p.run()
}

// run finds the program and starts it; p.out says why it does not play.
func (p *player) run() {
	err := p.spec.Sandbox.Check()
	if err == nil {
		if p.prog, err = p.spec.resolve(); err == nil {
			p.spec.Limits = limitsOf(p.prog, p.spec.Limits)
			if p.measured != nil {
				p.measured.Kit = p.prog.IsKitPlayer()
			}
			err = p.startProgram()
		} else if p.spec.Command.IsCopy() {
			err = fmt.Errorf("%w: %w", errCopy, err)
		}
	}
	if err != nil {
		p.out = notStarted(err)
	}
}

// errCopy says that a copy of a player, which could be run, is not found any more.
var errCopy = errors.New("its copy cannot be run any more")

// notStarted says why a program does not run: the player is to blame, unless this machine has
// no room for one more process, or has lost its copy.
func notStarted(err error) *sim.Out {
	out := &sim.Out{Reason: sim.OutExit, Detail: "cannot start: " + clean.Short(err.Error(), maxLine)}
	if sandbox.IsOutOfResources(err) || errors.Is(err, errCopy) {
		out.Reason = sim.OutMachine
	}
	return out
}

// introduce says to the player who it is and returns the name that it gives.
func (p *player) introduce(ctx context.Context, in sim.Init) (name string) {
	p.buf = appendInit(p.buf[:0], in)
	p.greet(ctx, p.buf, func() (err error) {
		name, err = p.in.ready()
		return err
	})
	p.monitor.started()
	p.base, p.used, p.waited = p.child.CPU(), 0, 0
	return name
}

// appendInit appends what tells a player who it is.
func appendInit(buf []byte, in sim.Init) []byte {
	return message(buf, fmt.Sprintf("init 1 * %d %d", in.Seat, in.Seed), in.Settings.AppendText(nil))
}

// stateWords begin the message of a state.
func stateWords(round int) string { return fmt.Sprint("state ", round) }

// describe asks the program what it plays and who is in it.
func (p *player) describe(ctx context.Context) (version string, players []string) {
	p.greet(ctx, []byte("describe 1\n"), func() (err error) {
		version, players, err = p.in.about()
		return err
	})
	return version, players
}

// greet sends a message and takes the answer under the limits of the start.
func (p *player) greet(ctx context.Context, msg []byte, answer func() error) {
	p.monitor.arm(ctx, deadline{wall: startWall, start: true}, 0, p.startCPU)
	err := p.send(msg)
	if err == nil {
		err = answer()
	}
	if err = p.monitor.disarm(err); err != nil {
		p.fail(ctx, 0, err)
	}
}

func (p *player) startProgram() (err error) {
	defer p.prog.Release()
	p.child, err = sandbox.Start(p.prog, sandbox.Options{Limits: p.spec.Limits, Mode: p.spec.Sandbox, Traced: p.spec.Traced})
	if err != nil {
		return err
	}
	p.in = newInbox(p.child.Stdout())
	p.monitor = newMonitor(p.child, p.spec.Limits, p.clock)
	p.child.CopyStderr(p.stderr)
	return nil
}

// Play sends the state and waits for the orders.
func (p *player) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if p.out != nil || p.child == nil {
		return sim.Reply{Out: p.out}
	}
	round := q.State.Round()
	p.payload = q.State.AppendText(p.payload[:0])
	p.buf = message(p.buf[:0], stateWords(round), p.payload)
	begin := p.clock()
	due := p.deadline()
	if due.wall <= 0 && !p.spec.Limits.Off {
		p.outFor(round, sim.OutWall, due.passed())
		return sim.Reply{Out: p.out}
	}
	p.monitor.arm(ctx, due, p.base, p.spec.Limits.CPU)
	var hint time.Duration
	err := p.send(p.buf)
	if err == nil {
		hint, err = p.in.commands(p.game, round, &p.orders)
	}
	err = p.monitor.disarm(err)
	p.waited += p.clock().Sub(begin) - p.monitor.extra // which nobody changes now

	cost := max(p.child.CPU()-p.base-p.used, 0)
	if !sandbox.HasCPUClock {
		cost = hint
	}
	p.used += cost
	switch {
	case err != nil:
		p.fail(ctx, round, err)
	case sandbox.HasCPUClock && !p.spec.Limits.Off && p.used > p.spec.Limits.CPU:
		p.outFor(round, sim.OutCPU, due.cpu(p.used, p.spec.Limits.CPU))
	}
	if p.measured != nil {
		p.child.Measure(p.measured)
	}
	p.child.DrainStderr()
	reply := p.reply()
	reply.CPU = cost
	if p.out == nil {
		reply.Orders, reply.Calls = p.orders.List(), p.orders.Calls()
	}
	return reply
}

// reply is one without orders.
func (p *player) reply() (r sim.Reply) {
	p.stderr.mu.Lock()
	defer p.stderr.mu.Unlock()
	r.Said, r.Marks = p.stderr.Take()
	r.Out = p.out
	return r
}

// deadline is how long the next answer may take: no longer than one may, and
// than is left for all of them.
func (p *player) deadline() deadline {
	l := p.spec.Limits
	if left := max(l.MatchWall-p.waited, 0); l.MatchWall > 0 && left < l.Wall {
		return deadline{wall: left, all: l.MatchWall}
	}
	return deadline{wall: l.Wall}
}

func (p *player) send(msg []byte) error {
	_, err := p.child.Stdin.Write(msg)
	if err == nil {
		p.monitor.asked()
	}
	return err
}

// fail ends a player that did not answer as it should and finds out why.
func (p *player) fail(ctx context.Context, round int, err error) {
	if fault, ok := errors.AsType[*protocolError](err); ok {
		p.outFor(round, fault.reason, fault.msg)
		return
	}
	// Its end of a pipe is closed: as a rule because it is about to end, and
	// then its status says more than a kill now would leave.
	alive := !p.child.WaitWhileBusy(ctx)
	p.end()
	p.child.DrainStderr()
	out := p.monitor.verdict()
	switch {
	case out != nil:
	case alive && p.child.Status.Signal == "SIGKILL": // ours
		out = &sim.Out{Reason: sim.OutReply, Detail: "it closed its standard output"}
		if path, ok := errors.AsType[*os.PathError](err); ok && path.Op == "write" {
			out.Detail = "it closed its standard input"
		}
	default:
		last := p.stderr.LastLine()
		out = exitReason(p.child.Status, last, p.spec.Limits)
		out.Detail += p.prog.Hint(last)
		if p.child.Status.Signal != "" && round == 0 && resolve.SourceExt(p.spec.Command.Words()[0]) == ".o" {
			out.Detail += "; was it compiled with this kit?"
		}
	}
	out.Round = round
	p.out = out
}

// outFor ends a player that still runs, for a known reason.
func (p *player) outFor(round int, reason sim.Reason, detail string) {
	p.end()
	p.out = &sim.Out{Round: round, Reason: reason, Detail: detail}
}

// end kills the program with all that it started, and waits for its end.
func (p *player) end() {
	p.monitor.stop()
	p.child.Kill()
	p.child.Wait(2 * time.Second)
	p.child.KillStrays()
}

// Close lets a player that is still in the match go, and frees everything.
func (p *player) Close() {
	if p.child == nil || p.closed {
		return
	}
	p.closed = true
	if p.out == nil {
		// A program that wants to end by itself has a moment for it. Nobody waits for a
		// player that does not read.
		p.child.Stdin.SetWriteDeadline(time.Now().Add(time.Millisecond))
		p.send([]byte("quit\n"))
		p.child.Stdin.Close()
		p.child.Wait(50 * time.Millisecond)
	}
	p.end()
	p.child.Close()
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3fs", d.Seconds()) }

// Measure has the player note what its program takes, after each answer. It is called before Start.
func (p *player) Measure() { p.measured = &sandbox.Usage{} }

// Usage is what the program has taken; nil where nobody measured it.
func (p *player) Usage() *sandbox.Usage {
	if p.measured != nil {
		p.measured.Limits = p.spec.Limits
	}
	return p.measured
}
