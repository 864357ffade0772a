package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/network"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

// MaxCores is the maximum number of cores of a worker.
const MaxCores = hub.MaxCores

// A Worker plays matches of a tournament that runs on another machine. It refuses tournaments that
// give programs more than its own limits.
type Worker struct {
	network.Access
	Cores     int
	Name      string
	Stay      bool
	Sandbox   sandbox.Mode
	MaxLimits sim.Limits
	MaxFiles  cliarg.Size // size of all players' files
	Stderr    io.Writer
}

func (w *Worker) check() error {
	if w.Cores < 1 || w.Cores > hub.MaxCores {
		return fmt.Errorf("--cores must be 1 to %d", hub.MaxCores)
	}
	if w.Name == "" {
		w.Name, _ = os.Hostname() // on error the name is only a number
		w.Name, _, _ = strings.Cut(w.Name, ".")
	}
	w.Name = sanitize.ToToken(w.Name)
	w.Name = strings.TrimPrefix(fmt.Sprintf("%.20s-%04x", w.Name, rand.IntN(1<<16)), "-")
	return nil
}

// Work plays until the tournament is over.
func (w *Worker) Work(ctx context.Context, url string) error {
	if err := w.check(); err != nil {
		return err
	}
	d, err := w.Dial(ctx, url)
	if err != nil {
		return err
	}
	if err := w.Sandbox.Check(); err != nil {
		w.log("plays only built-in players: " + err.Error())
	}
	play.CollectGarbageLate()
	return hub.Work(ctx, hub.WorkerOptions{
		Server: d, Worker: w.Name, Engine: buildinfo.Name(), Cores: w.Cores, Sandbox: sandbox.InForce(w.Sandbox),
		WaitForNext: w.Stay, Prepare: w.prepare, Log: w.log,
	})
}

func (w *Worker) log(text string) { progress.Print(w.Stderr, text) }

// prepare loads the players of a plan from the coordinator.
func (w *Worker) prepare(ctx context.Context, p *league.Plan, broken []int, fetch league.FetchFunc) (*hub.Players, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("there is no game %s here", sanitize.Truncate(p.Game, 40))
	}
	team := &hub.Players{Field: roster.Field(game, p)}
	team.Field.Spec.Seed = p.Seed // for the check below; each match has its own seed
	if err := play.CheckSpec(ctx, game, team.Field.Spec); err != nil {
		return nil, fmt.Errorf("the tournament's configuration: %w", err)
	}
	c := roster.New(game, p, w.Sandbox, roster.NewCopies(int64(w.MaxFiles)))
	if p.Limits.Sandbox == sandbox.Require.String() {
		c.Sandbox = sandbox.Require
	}
	c.Fetch = fetch
	if roster.CountPrograms(p) > 0 {
		for _, warning := range append(sandbox.Warnings(c.Sandbox), sandbox.RootWarning()) {
			if warning != "" {
				w.log(warning)
			}
		}
	}
	team.Close = c.Close
	for i := range p.Players {
		e, err := w.preparePlayer(ctx, c, i, slices.Contains(broken, i))
		if ctx.Err() != nil {
			team.Close()
			return nil, ctx.Err()
		}
		if err != nil {
			team.Unplayable = append(team.Unplayable, hub.Unplayable{Entry: i, Reason: sanitize.Truncate(err.Error(), 200)})
		}
		team.Field.Entries = append(team.Field.Entries, e)
	}
	return team, nil
}

// preparePlayer loads a player and checks that it starts here. A broken player is not started: it
// starts nowhere.
func (w *Worker) preparePlayer(ctx context.Context, c *roster.Planned, i int, broken bool) (match.Entry, error) {
	if c.Plan.Players[i].Program == nil {
		return c.Entry(ctx, i)
	}
	if err := w.checkLimits(c.Plan); err != nil {
		return match.Entry{}, err
	}
	e, err := c.Entry(ctx, i)
	switch {
	case errors.Is(err, roster.ErrTooLarge):
		return match.Entry{}, fmt.Errorf("the players' files take more than %s (--max-files)", w.MaxFiles)
	case err != nil || broken:
		return e, err
	}
	return e, c.CheckStart(ctx, i)
}

// checkLimits returns an error if the plan gives programs more than this worker allows.
func (w *Worker) checkLimits(p *league.Plan) error {
	if l := p.Limits.Match(); l.Unlimited || min(l.CPU, l.Wall, l.MatchWall) == 0 || l.Memory == 0 {
		return errors.New("the tournament gives programs no limits, which no worker plays")
	}
	for _, l := range roster.LimitsBeyond(p, w.MaxLimits) {
		return fmt.Errorf("the tournament gives programs %s, this worker %s: start it with %[1]s to allow that", l.Option, l.Max)
	}
	return nil
}
