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

	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/manual"
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

func workerCommand() *cobra.Command {
	f := &workerFlags{}
	cmd := &cobra.Command{
		Use:   "worker URL",
		Short: "Play matches of a tournament on another machine",
		Long: `Play matches of a tournament that another machine keeps: game-tui tournament --listen
there says what to type here. Workers may come and go at any time; nothing is lost
and nothing counts twice. It ends when the tournament is over.

Players that are programs are fetched, checked, and run in a sandbox; where the
system has none, the worker plays built-in players only. A tournament may give
programs less than the limits below, never more.`,
		Example: `game-tui worker nats://localhost:4222
game-tui worker tls://hall:4222 --token-file token --tls-ca ca.pem`,
		Args: exactly(1, "worker plays for one tournament: type game-tui worker URL, as game-tui tournament --listen says it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.stderr = cmd.ErrOrStderr()
			return f.work(cmd.Context(), args[0])
		},
	}
	set := cmd.Flags()
	f.addDial(set)
	addCores(set, &f.cores, "play on that `number` of cores")
	f.cores = min(f.cores, hub.MaxCores)
	set.StringVar(&f.name, "name", "", "`name` of this worker (default: of this machine)")
	set.BoolVar(&f.stay, "stay", false, "wait for the next tournament when one is over")
	set.StringVar(&f.sandbox, "sandbox", "require", "isolation of programs: `auto|off|require`")
	set.DurationVar(&f.cpu, "cpu", mostLimits.CPU, "processor `time` that a tournament may give a program in a match")
	set.DurationVar(&f.wall, "wall", mostLimits.Wall, "longest `time` that it may wait for one answer of a program")
	set.DurationVar(&f.matchWall, "match-wall", mostLimits.MatchWall, "longest `time` that it may wait for all answers of a program in a match")
	set.StringVar(&f.memory, "memory", "1G", "memory that it may give a program: a `size` in bytes, or with K, M, G")
	set.StringVar(&f.disk, "max-files", "2G", "`size` of all files of programs that are kept while a tournament is played")
	manual.Group(set, limitsTitle, "sandbox", "cpu", "wall", "match-wall", "memory", "max-files")
	completeFlags(cmd)
	return cmd
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
	players := &hub.Players{}
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
	players.Close, players.Field = c.close, &match.Field{Game: game, Spec: spec}
	for i := range p.Player {
		e, err := f.settle(ctx, c, i, slices.Contains(broken, i))
		if ctx.Err() != nil {
			players.Close()
			return nil, ctx.Err()
		}
		if err != nil {
			players.Cannot = append(players.Cannot, hub.Cannot{Entry: i, Why: clean.Short(err.Error(), 200)})
		}
		players.Field.Entries = append(players.Field.Entries, e)
	}
	return players, nil
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
