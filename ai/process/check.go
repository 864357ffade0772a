package process

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
)

// Step is one step of a check of a player.
type Step struct {
	OK     bool
	What   string // "answers 200 rounds"
	Detail string
}

// Check tries a player out: whether it keeps the protocol, plays a match's
// states within its limits, and gives the same orders when it plays them again.
// It tells every step and reports whether all went well. board makes the board
// of the match, on which nobody else moves.
func Check(ctx context.Context, s Spec, in sim.Init, board func() (sim.Board, error), tell func(Step)) bool {
	c := &check{spec: s, in: in, tell: tell, ok: true}
	first, err := c.run(ctx, board)
	if err != nil || !c.ok {
		c.failed(err)
		return false
	}
	c.tell = func(step Step) {
		if !step.OK {
			tell(step)
		}
	}
	second, err := c.run(ctx, board)
	c.tell = tell
	if err != nil || !c.ok {
		c.failed(err)
		return false
	}
	for round := range first {
		if !slices.EqualFunc(first[round], second[round], sameOrder) {
			c.step(false, "gives the same orders again", "different in round %d: the match cannot be repeated", round)
			return false
		}
	}
	c.step(true, "gives the same orders again", "")
	return true
}

func sameOrder(a, b sim.Order) bool {
	return a.Unit == b.Unit && a.Kind == b.Kind && a.Dir == b.Dir && slices.Equal(a.Args, b.Args)
}

type check struct {
	spec Spec
	in   sim.Init
	tell func(Step)
	ok   bool
}

func (c *check) step(ok bool, what, format string, args ...any) {
	c.ok = c.ok && ok
	c.tell(Step{ok, what, fmt.Sprintf(format, args...)})
}

func (c *check) failed(err error) {
	if err != nil {
		c.step(false, "has a board to play on", "%v", err)
	}
}

// alive tells a step that the player passes if it is not out.
func (c *check) alive(p *player, what, detail string) bool {
	if p.out != nil {
		c.step(false, what, "%s: %s", p.out.Reason, p.out.Detail)
		return false
	}
	c.step(true, what, "%s", detail)
	return true
}

// run plays one match and returns the orders of its rounds.
func (c *check) run(ctx context.Context, newBoard func() (sim.Board, error)) ([][]sim.Order, error) {
	board, err := newBoard()
	if err != nil {
		return nil, err
	}
	p := newPlayer(c.spec)
	defer p.Close()
	var version string
	var players []string
	p.begin(c.in, func() {
		c.step(true, "starts", "%s", InForce(c.spec.Sandbox))
		version, players = p.describe(ctx)
	})
	what := "describes itself"
	if p.child == nil {
		what = "starts"
	}
	if !c.alive(p, what, strings.Join(players, ", ")) {
		return nil, nil
	}
	if want := c.in.Game.Version(); version != want {
		c.step(false, "plays "+want, "it plays %q", version)
		return nil, nil
	}
	if name := p.introduce(ctx, c.in); !c.alive(p, "takes its seat", "as "+name) {
		return nil, nil
	}
	orders, err := c.match(ctx, p, board)
	if err != nil || !c.ok {
		return nil, err
	}
	p.send([]byte("quit\n"))
	c.step(p.child.gone(startWall), "leaves when it is told to", "")
	return orders, nil
}

// match plays all rounds, and keeps the orders.
func (c *check) match(ctx context.Context, p *player, board sim.Board) ([][]sim.Order, error) {
	rounds := c.in.Settings.Rounds()
	all := make([][]sim.Order, 0, rounds)
	count := 0
	var most time.Duration
	for round := range rounds {
		r := p.Play(ctx, &sim.Query{Seat: c.in.Seat, State: board.State(), Settings: c.in.Settings})
		if r.Out != nil {
			c.alive(p, fmt.Sprintf("answers in round %d", round), "")
			return nil, nil
		}
		turn := &sim.Turn{Round: round}
		for _, o := range r.Orders {
			o.Args = slices.Clone(o.Args)
			turn.Orders[c.in.Seat] = append(turn.Orders[c.in.Seat], sim.Submitted{Order: o})
		}
		all = append(all, plain(turn.Orders[c.in.Seat]))
		count += len(r.Orders)
		most = max(most, r.CPU)
		if err := board.Step(turn); err != nil {
			return nil, err
		}
	}
	c.step(true, fmt.Sprintf("answers %d rounds", rounds), "%d orders", count)
	if hasCPUClock {
		c.step(true, "keeps its time", "%s of %s, at most %s in a round", seconds(p.used), c.spec.Limits.CPU, seconds(most))
	}
	return all, nil
}

func plain(list []sim.Submitted) []sim.Order {
	orders := make([]sim.Order, len(list))
	for i := range list {
		orders[i] = list[i].Order
	}
	return orders
}

// ErrHeldUp is why nothing is known of a program: this machine kept it from starting.
var ErrHeldUp = errors.New("this machine is too busy")

// Describe asks a program which game it plays, by the game's version line, and
// which players are in it. Where the program is not to blame for its silence that is
// ErrHeldUp.
func Describe(ctx context.Context, s Spec) (version string, players []string, err error) {
	return newPlayer(s).about(ctx)
}

func (p *player) about(ctx context.Context) (version string, players []string, err error) {
	defer p.Close()
	p.tries(func() { version, players = p.describe(ctx) })
	switch {
	case p.out != nil && p.out.Reason == sim.OutMachine:
		return "", nil, fmt.Errorf("%w: %s", ErrHeldUp, p.out.Detail)
	case p.child == nil:
		return "", nil, errors.New(p.out.Detail)
	case p.out != nil:
		return "", nil, fmt.Errorf("it does not describe itself: %s: %s", p.out.Reason, p.out.Detail)
	}
	return version, players, nil
}
