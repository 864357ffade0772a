package contest

import (
	"context"
	"fmt"
	"sync"

	"game-tui/cmd/game-tui/contest/players"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// desk gives out the tasks of a tournament: the engine alone, or workers play, too.
type desk interface {
	Next(ctx context.Context) (league.Task, bool)
	Submit(ctx context.Context, r league.Result) error
	// Missed takes back a task that this machine held up.
	Missed(n int)
}

// alone is the desk of a tournament that one machine plays.
type alone struct{ *league.Engine }

func (a alone) Next(context.Context) (league.Task, bool) { return a.Engine.Next() }

func (a alone) Submit(ctx context.Context, r league.Result) error {
	return a.Engine.Submit(ctx, r, nil)
}

// Missed leaves it to the next time that the tournament goes on.
func (a alone) Missed(int) {}

// together is the desk of a tournament that workers play, too.
type together struct{ *hub.Desk }

func (t together) Submit(ctx context.Context, r league.Result) error {
	_, err := t.Desk.Submit(ctx, hub.Local, r, nil)
	return err
}

// Missed leaves it to workers.
func (t together) Missed(n int) { t.Desk.Missed(hub.Local, n) }

// workers says how many play, too.
func (t together) workers() string { return numbers.Count(t.Counts().Workers, "worker") }

// desk makes the desk of a tournament. done is called when it is over.
func (m *Many) desk(ctx context.Context, e *league.Engine, team *players.Planned, field *match.Field, say func(string)) (t desk, done func(), err error) {
	if m.conn == nil {
		return alone{e}, func() {}, nil
	}
	var p *league.Plan
	e.View(func(b *league.Standings) { p = b.Plan })
	o := hub.DeskOptions{
		Verify: m.share, Play: func(ctx context.Context, t *league.Task) (league.Result, error) { return league.Play(ctx, field, t) },
		Broken: team.Broken(ctx), Local: m.Cores > 0, Workers: m.Workers, Tell: say,
	}
	if m.node != nil {
		o.Tokens = m.node.Tokens()
	}
	if players.ProgramsOf(p) > 0 {
		o.Match = sim.Seats * max(field.Spec.Limits.MatchWall, 0)
	}
	settings, _, err := field.Game.ReadSettings([]byte(p.Config))
	if err != nil {
		return nil, nil, err
	}
	desk := hub.NewDesk(e, o)
	c, err := hub.NewCoordinator(m.conn, hub.CoordinatorOptions{
		Desk: desk, Rounds: settings.Rounds(), Tell: say, Read: team.Dir.Read,
	})
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var checks sync.WaitGroup
	checks.Go(func() { desk.Check(ctx) })
	return together{desk}, func() {
		cancel()
		checks.Wait()
		c.Close(e.Over())
		if n := desk.Counts(); n.Checked+n.Differing > 0 {
			say(fmt.Sprintf("%s of workers played again: %d the same, %d not", numbers.Count(n.Checked+n.Differing, "result"), n.Checked, n.Differing))
		}
	}, nil
}
