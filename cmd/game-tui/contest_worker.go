package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/typed"
	"game-tui/cmd/game-tui/version"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
)

// workerFlags are the flags of worker. Its limits are the most that a tournament may
// give to programs here.
type workerFlags struct {
	hubFlags
	cores                int
	name                 string
	stay                 bool
	sandbox              string
	cpu, wall, matchWall time.Duration
	memory, disk         string

	mode   process.Mode
	most   sim.Limits
	room   int64 // bytes of files
	stderr io.Writer
}

// check reads the flags.
func (f *workerFlags) check() (err error) {
	if f.mode, err = process.ParseMode(f.sandbox); err != nil {
		return err
	}
	if f.cores < 1 || f.cores > hub.MaxCores {
		return fmt.Errorf("--cores must be 1 to %d", hub.MaxCores)
	}
	f.most = sim.Limits{CPU: f.cpu, Wall: f.wall, MatchWall: f.matchWall}
	if f.most.Memory, err = typed.Size(f.memory); err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	if f.room, err = typed.Size(f.disk); err != nil {
		return fmt.Errorf("--max-files: %w", err)
	}
	if f.name == "" {
		f.name, _ = os.Hostname() // without one it has no name but a number
		f.name, _, _ = strings.Cut(f.name, ".")
	}
	f.name = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, f.name)
	f.name = strings.TrimPrefix(fmt.Sprintf("%.20s-%04x", f.name, rand.IntN(1<<16)), "-")
	return nil
}

// work plays until there is nothing more to play.
func (f *workerFlags) work(ctx context.Context, url string) error {
	if err := f.check(); err != nil {
		return err
	}
	d, err := f.dial(ctx, url)
	if err != nil {
		return err
	}
	play.CollectLate()
	return hub.Work(ctx, hub.WorkerOptions{
		Dial: d, One: f.name, Engine: version.Name(), Cores: f.cores, Sandbox: process.InForce(f.mode),
		Stay: f.stay, Prepare: f.prepare, Tell: f.tell,
	})
}

func (f *workerFlags) tell(text string) { progress.Say(f.stderr, text) }

// prepare makes the players of a plan that comes from elsewhere.
func (f *workerFlags) prepare(ctx context.Context, p *league.Plan, broken []int, fetch league.Fetch) (*hub.Players, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("there is no game %s here", clean.Short(p.Game, 40))
	}
	team := &hub.Players{}
	spec := match.Spec{Engine: p.Engine, Game: p.Game, Config: p.Config, Seed: p.Seed, Limits: matchLimits(p)}
	if err := play.Playable(ctx, game, spec); err != nil {
		return nil, fmt.Errorf("the tournament's configuration: %w", err)
	}
	c := newCopies(game, p, f.mode, files.NewCopies(f.room))
	if p.Limits.Sandbox == process.Require.String() {
		c.mode = process.Require
	}
	c.limits.MatchWall = wallOf(p, f.cores)
	c.remote = fetch
	if programsOf(p) > 0 {
		for _, warning := range process.Warnings(c.mode) {
			f.tell("warning: " + warning)
		}
	}
	team.Close, team.Field = c.close, &match.Field{Game: game, Spec: spec}
	for i := range p.Player {
		e, err := f.settle(ctx, c, i, slices.Contains(broken, i))
		if ctx.Err() != nil {
			team.Close()
			return nil, ctx.Err()
		}
		if err != nil {
			team.Cannot = append(team.Cannot, hub.Cannot{Entry: i, Why: clean.Short(err.Error(), 200)})
		}
		team.Field.Entries = append(team.Field.Entries, e)
	}
	return team, nil
}

// settle makes a player ready to play here, or says why it cannot. One that is broken starts nowhere.
func (f *workerFlags) settle(ctx context.Context, c *copies, i int, broken bool) (match.Entry, error) {
	if c.plan.Player[i].Program == nil {
		return c.entry(ctx, i)
	}
	if err := f.allowed(c.plan); err != nil {
		return match.Entry{}, err
	}
	e, err := c.entry(ctx, i)
	switch {
	case errors.Is(err, files.ErrRoom):
		return match.Entry{}, fmt.Errorf("the files of the players take more than %s (--max-files)", f.disk)
	case err != nil || broken:
		return e, err
	}
	return e, c.describe(ctx, i)
}

// allowed says what a plan gives to programs beyond what this machine allows.
func (f *workerFlags) allowed(p *league.Plan) error {
	l := matchLimits(p)
	for _, limit := range []struct {
		name, gives, allows string
		more                bool
	}{
		{"cpu", l.CPU.String(), f.most.CPU.String(), l.CPU > f.most.CPU},
		{"wall", l.Wall.String(), f.most.Wall.String(), l.Wall > f.most.Wall},
		{"match-wall", l.MatchWall.String(), f.most.MatchWall.String(), l.MatchWall > f.most.MatchWall},
		{"memory", fmt.Sprint(l.Memory), fmt.Sprint(f.most.Memory), l.Memory > f.most.Memory},
	} {
		if limit.more {
			return fmt.Errorf("the tournament gives programs --%s %s, this worker %s: start it with --%s %s to allow that", limit.name, limit.gives, limit.allows, limit.name, limit.gives)
		}
	}
	if l.Off || min(l.CPU, l.Wall, l.MatchWall) == 0 || l.Memory == 0 {
		return errors.New("the tournament gives programs no limits, which no worker plays")
	}
	return nil
}
