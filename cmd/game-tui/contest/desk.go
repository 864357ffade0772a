package contest

import (
	"context"
	"fmt"
	"math"
	"sync"

	"game-tui/cmd/game-tui/contest/players"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// alone makes the desk of a tournament that this machine plays alone. What it was too busy to play
// is left to the next time that the tournament goes on.
func alone(e *league.Engine) *hub.Desk {
	return hub.NewDesk(e, hub.DeskOptions{Local: true, Match: math.MaxInt64 / 2, Log: func(string) {}})
}

// desk makes the desk of a tournament. done is called when it is over.
func (m *Many) desk(ctx context.Context, e *league.Engine, team *players.Planned, field *match.Field, log func(string)) (desk *hub.Desk, done func(), err error) {
	if m.conn == nil {
		return alone(e), func() {}, nil
	}
	settings, _, err := field.Game.ReadSettings([]byte(team.Plan.Config))
	if err != nil {
		return nil, nil, err
	}
	o := hub.DeskOptions{
		Verify: m.share, Play: func(ctx context.Context, t *league.Task) (league.Result, error) { return league.Play(ctx, field, t) },
		Broken: team.Broken(ctx), Local: m.Cores > 0, Workers: m.Workers, Rounds: settings.Rounds(), Log: log,
	}
	if m.node != nil {
		o.Tokens = m.node.Tokens()
	}
	if players.ProgramsOf(team.Plan) > 0 {
		o.Match = sim.Seats * max(field.Spec.Limits.MatchWall, 0)
	}
	desk = hub.NewDesk(e, o)
	c, err := hub.NewCoordinator(m.conn, desk, team.Dir.Read)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var checks sync.WaitGroup
	checks.Go(func() { desk.Check(ctx) })
	return desk, func() {
		cancel()
		checks.Wait()
		c.Close(e.Over())
		if n := desk.Counts(); n.Checked+n.Differing > 0 {
			log(fmt.Sprintf("%s of workers played again: %d the same, %d not", numbers.Count(n.Checked+n.Differing, "result"), n.Checked, n.Differing))
		}
	}, nil
}
