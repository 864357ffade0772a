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

// A CheckStep is one result reported by Check.
type CheckStep struct {
	OK       bool
	Slow     bool   // whether the player exceeded a time limit
	Behavior string // the checked behaviour, such as "answers 200 rounds"
	Detail   string
}

// Check plays two matches in which only this player moves, and calls report for each step, but only
// once for steps that pass. It returns true if the player follows the protocol, stays within its
// limits and gives the same orders in both.
func Check(ctx context.Context, s Spec, info sim.StartInfo, newBoard func() (sim.Board, error), report func(CheckStep)) bool {
	first, ok := (&check{s, info, report}).run(ctx, newBoard)
	if !ok {
		return false
	}
	second, ok := (&check{s, info, func(step CheckStep) {
		if !step.OK {
			report(step)
		}
	}}).run(ctx, newBoard)
	if !ok {
		return false
	}
	again := CheckStep{OK: true, Behavior: "gives the same orders again"}
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
	info   sim.StartInfo
	report func(CheckStep)
}

func (c *check) reportStep(ok bool, behavior, detail string) bool {
	c.report(CheckStep{OK: ok, Behavior: behavior, Detail: detail})
	return ok
}

// reportIfAlive reports a step that passes if the player is still in the match.
func (c *check) reportIfAlive(p *player, behavior, detail string) bool {
	switch {
	case p.failure == nil:
		return c.reportStep(true, behavior, detail)
	case p.failure.Reason == sim.FailedCPU || p.failure.Reason == sim.FailedWall:
		c.report(CheckStep{Slow: true, Behavior: "stays within the time limit", Detail: p.failure.Text()})
		return false
	}
	return c.reportStep(false, behavior, fmt.Sprintf("%s: %s", p.failure.Reason, p.failure.Detail))
}

func (c *check) run(ctx context.Context, newBoard func() (sim.Board, error)) ([][]sim.Order, bool) {
	board, err := newBoard()
	if err != nil {
		return nil, c.reportStep(false, "has a board to play on", err.Error())
	}
	p := newPlayer(c.spec)
	defer p.Close()
	p.startMatch(c.info)
	if !c.reportIfAlive(p, "starts", sandbox.LayersInForce(c.spec.Sandbox)) {
		return nil, false
	}
	version, players := p.describe(ctx)
	if !c.reportIfAlive(p, "names its game and players", strings.Join(players, ", ")) {
		return nil, false
	}
	if want := c.info.Game.Version(); version != want {
		return nil, c.reportStep(false, "plays "+want, fmt.Sprintf("found %q", version))
	}
	if name := p.initMatch(ctx, c.info); !c.reportIfAlive(p, "takes its seat", "as "+name) {
		return nil, false
	}
	orders, ok := c.playMatch(ctx, p, board)
	if !ok {
		return nil, false
	}
	p.send([]byte("quit\n"))
	return orders, c.reportStep(p.child.Wait(startWall), "exits when told to", "")
}

func (c *check) playMatch(ctx context.Context, p *player, board sim.Board) (orders [][]sim.Order, ok bool) {
	rounds, count := c.info.Settings.Rounds(), 0
	var maxCPU time.Duration
	for round := range rounds {
		r := p.Play(ctx, &sim.Query{Seat: c.info.Seat, State: board.State(), Settings: c.info.Settings})
		if r.Failure != nil {
			return nil, c.reportIfAlive(p, fmt.Sprintf("answers in round %d", round), "")
		}
		turn := &sim.Turn{Round: round}
		given := CloneOrders(r.Orders)
		for i := range given {
			turn.Orders[c.info.Seat] = append(turn.Orders[c.info.Seat], sim.SubmittedOrder{Order: given[i]})
		}
		orders = append(orders, given)
		count += len(given)
		maxCPU = max(maxCPU, r.CPU)
		if err := board.Step(turn); err != nil {
			return nil, c.reportStep(false, "has a board to play on", err.Error())
		}
	}
	c.reportStep(true, fmt.Sprintf("answers %d rounds", rounds), fmt.Sprintf("%d orders", count))
	if sandbox.HasCPUClock {
		c.reportStep(true, "stays within the time limit", fmt.Sprintf("%s, at most %s in a round; the limit is %s", formatSeconds(p.cpuUsed), formatSeconds(maxCPU), c.spec.Limits.CPU))
	}
	return orders, true
}

// Replay sends the same states to one process of a player the given number of times and returns its
// replies. The last reply may contain a failure.
func Replay(ctx context.Context, s Spec, info sim.StartInfo, states []sim.State, times int) (replies []sim.Reply) {
	p := newPlayer(s)
	defer p.Close()
	p.startMatch(info)
	for range times {
		if p.failure == nil {
			p.initMatch(ctx, info)
		}
		for i := 0; i < len(states) && p.failure == nil; i++ {
			r := p.Play(ctx, &sim.Query{Seat: info.Seat, State: states[i], Settings: info.Settings})
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
	if p.startProgram(); p.failure == nil {
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
	if p.startProgram(); p.failure != nil {
		return true
	}
	p.ask(ctx, []byte("fits 1\n"), func() error {
		h, err := p.in.readExpected("fits", 1)
		ok = err != nil || string(h[2]) != "no"
		return err
	})
	return ok
}
