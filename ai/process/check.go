package process

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

	"game-tui/sim"
)

// A Step is one result reported by Check.
type Step struct {
	OK     bool
	Slow   bool   // whether the player exceeded a time limit
	What   string // the checked behaviour, such as "answers 200 rounds"
	Detail string
}

// Check plays two matches in which only this player moves, and calls report for each step, but only
// once for steps that pass. It returns true if the player follows the protocol, stays within its
// limits and gives the same orders in both.
func Check(ctx context.Context, s Spec, in sim.StartInfo, board func() (sim.Board, error), report func(Step)) bool {
	first, ok := (&check{s, in, report}).run(ctx, board)
	if !ok {
		return false
	}
	second, ok := (&check{s, in, func(step Step) {
		if !step.OK {
			report(step)
		}
	}}).run(ctx, board)
	if !ok {
		return false
	}
	again := Step{OK: true, What: "gives the same orders again"}
	for round := range first {
		if !slices.EqualFunc(first[round], second[round], sim.Order.Equal) {
			again.OK, again.Detail = false, fmt.Sprintf("orders differ in round %d, so the match cannot be repeated", round)
			break
		}
	}
	report(again)
	return again.OK
}

type check struct {
	spec   Spec
	in     sim.StartInfo
	report func(Step)
}

func (c *check) step(ok bool, what, detail string) bool {
	c.report(Step{OK: ok, What: what, Detail: detail})
	return ok
}

// stepIfAlive reports a step that passes if the player is still in the match.
func (c *check) stepIfAlive(p *player, what, detail string) bool {
	switch {
	case p.failure == nil:
		return c.step(true, what, detail)
	case p.failure.Reason == sim.FailedCPU || p.failure.Reason == sim.FailedWall:
		c.report(Step{Slow: true, What: "stays within the time limit", Detail: p.failure.Text()})
		return false
	}
	return c.step(false, what, fmt.Sprintf("%s: %s", p.failure.Reason, p.failure.Detail))
}

func (c *check) run(ctx context.Context, newBoard func() (sim.Board, error)) ([][]sim.Order, bool) {
	board, err := newBoard()
	if err != nil {
		return nil, c.step(false, "has a board to play on", err.Error())
	}
	p := newPlayer(c.spec)
	defer p.Close()
	p.startMatch(c.in)
	if !c.stepIfAlive(p, "starts", sandbox.LayersInForce(c.spec.Sandbox)) {
		return nil, false
	}
	version, players := p.describe(ctx)
	if !c.stepIfAlive(p, "describes itself", strings.Join(players, ", ")) {
		return nil, false
	}
	if want := c.in.Game.Version(); version != want {
		return nil, c.step(false, "plays "+want, fmt.Sprintf("found %q", version))
	}
	if name := p.introduce(ctx, c.in); !c.stepIfAlive(p, "takes its seat", "as "+name) {
		return nil, false
	}
	orders, ok := c.match(ctx, p, board)
	if !ok {
		return nil, false
	}
	p.send([]byte("quit\n"))
	return orders, c.step(p.child.Wait(startWall), "exits when told to", "")
}

func (c *check) match(ctx context.Context, p *player, board sim.Board) (all [][]sim.Order, ok bool) {
	rounds, count := c.in.Settings.Rounds(), 0
	var maxCPU time.Duration
	for round := range rounds {
		r := p.Play(ctx, &sim.Query{Seat: c.in.Seat, State: board.State(), Settings: c.in.Settings})
		if r.Failure != nil {
			return nil, c.stepIfAlive(p, fmt.Sprintf("answers in round %d", round), "")
		}
		turn := &sim.Turn{Round: round}
		given := CloneOrders(r.Orders)
		for i := range given {
			turn.Orders[c.in.Seat] = append(turn.Orders[c.in.Seat], sim.SubmittedOrder{Order: given[i]})
		}
		all = append(all, given)
		count += len(given)
		maxCPU = max(maxCPU, r.CPU)
		if err := board.Step(turn); err != nil {
			return nil, c.step(false, "has a board to play on", err.Error())
		}
	}
	c.step(true, fmt.Sprintf("answers %d rounds", rounds), fmt.Sprintf("%d orders", count))
	if sandbox.HasCPUClock {
		c.step(true, "stays within the time limit", fmt.Sprintf("%s, at most %s in a round; the limit is %s", formatSeconds(p.used), formatSeconds(maxCPU), c.spec.Limits.CPU))
	}
	return all, true
}

// Replay sends the same states to one process of a player the given number of times and returns its
// replies. The last reply may contain a failure.
func Replay(ctx context.Context, s Spec, in sim.StartInfo, states []sim.State, times int) (replies []sim.Reply) {
	p := newPlayer(s)
	defer p.Close()
	p.startMatch(in)
	for range times {
		if p.failure == nil {
			p.introduce(ctx, in)
		}
		for i := 0; i < len(states) && p.failure == nil; i++ {
			r := p.Play(ctx, &sim.Query{Seat: in.Seat, State: states[i], Settings: in.Settings})
			r.Orders = CloneOrders(r.Orders)
			replies = append(replies, r)
		}
	}
	if p.failure != nil && (len(replies) == 0 || replies[len(replies)-1].Failure == nil) {
		replies = append(replies, p.reply())
	}
	return replies
}

// CloneOrders returns a deep copy. The original is only valid until the player's next turn.
func CloneOrders(orders []sim.Order) []sim.Order {
	orders = slices.Clone(orders)
	for i := range orders {
		orders[i].Args = slices.Clone(orders[i].Args)
	}
	return orders
}

// ErrBusy means that this machine lacked the resources to start a program.
var ErrBusy = errors.New("this machine is too busy")

// Describe asks a program for its game version and its players. If this machine lacks resources,
// the error wraps [ErrBusy].
func Describe(ctx context.Context, s Spec) (version string, players []string, err error) {
	p := newPlayer(s)
	defer p.Close()
	if p.run(); p.failure == nil {
		version, players = p.describe(ctx)
	}
	switch {
	case p.failure == nil:
		return version, players, nil
	case p.failure.Reason == sim.FailedMachine:
		return "", nil, fmt.Errorf("%w: %s", ErrBusy, p.failure.Detail)
	case p.child == nil:
		return "", nil, errors.New(p.failure.Detail)
	}
	return "", nil, fmt.Errorf("the player sent no description of itself (%s: %s)", p.failure.Reason, p.failure.Detail)
}

// FitsKit reports whether an object file was compiled with the kit it is linked with. It also
// returns true if the program does not start or answer.
func FitsKit(ctx context.Context, c resolve.Command) (ok bool) {
	ok = true
	p := newPlayer(Spec{Command: c, Limits: sim.JudgeLimits, Sandbox: sandbox.Require})
	defer p.Close()
	if p.run(); p.failure != nil {
		return true
	}
	p.ask(ctx, []byte("fits 1\n"), func() error {
		h, err := p.in.readExpected("fits", 1)
		ok = err != nil || string(h[2]) != "no"
		return err
	})
	return ok
}
