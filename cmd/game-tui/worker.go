package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/cmd/game-tui/manual"
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
	set.DurationVar(&f.cpu, "cpu", 10*time.Second, "processor `time` that a tournament may give a program in a match")
	set.DurationVar(&f.wall, "wall", time.Minute, "longest `time` that it may wait for one answer of a program")
	set.DurationVar(&f.matchWall, "match-wall", 10*time.Minute, "longest `time` that it may wait for all answers of a program in a match")
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
	if f.most.Memory, err = parseSize(f.memory); err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	if f.room, err = parseSize(f.disk); err != nil {
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
	collectLate()
	return hub.Work(ctx, hub.WorkerOptions{
		Dial: d, One: f.name, Engine: version(), Cores: f.cores, Sandbox: process.InForce(f.mode),
		Stay: f.stay, Prepare: f.prepare, Tell: f.tell,
	})
}

func (f *workerFlags) tell(text string) { sayTo(f.stderr, text) }

// prepare makes the players of a plan that comes from elsewhere.
func (f *workerFlags) prepare(ctx context.Context, p *league.Plan, broken []int, fetch hub.Fetch) (*hub.Players, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("there is no game %s here", clean.Short(p.Game, 40))
	}
	limits := matchLimits(p)
	players := &hub.Players{Close: func() {}}
	spec := match.Spec{Engine: p.Engine, Game: p.Game, Config: p.Config, Seed: p.Seed, Limits: limits}
	m, err := match.New(ctx, game, spec, [sim.Seats]sim.Player{idle{}, idle{}, idle{}, idle{}})
	if err != nil {
		return nil, fmt.Errorf("the tournament's configuration: %w", err)
	}
	m.Close()
	s := &settler{workerFlags: f, plan: p, fetch: fetch, left: f.room, broken: map[int]bool{}}
	for _, i := range broken {
		s.broken[i] = true
	}
	if programsOf(p) > 0 {
		for _, warning := range process.Warnings(f.mode) {
			f.tell("warning: " + warning)
		}
		if s.dir, err = os.MkdirTemp("", "game-tui-worker-"); err != nil {
			return nil, err
		}
		players.Close = func() { _ = os.RemoveAll(s.dir) } // what is left there is nobody's
	}
	s.limits = limits
	s.limits.MatchWall = wallOf(p, f.cores)
	players.Field = &match.Field{Game: game, Spec: spec}
	for i := range p.Player {
		e, err := s.entry(ctx, game, i)
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

// settler gives players of a plan a place on this machine.
type settler struct {
	*workerFlags
	plan   *league.Plan
	fetch  hub.Fetch
	dir    string
	left   int64 // bytes that files may still take
	limits sim.Limits
	broken map[int]bool // players that start nowhere
}

// entry makes a player, or says why it cannot play here.
func (s *settler) entry(ctx context.Context, game sim.Game, i int) (match.Entry, error) {
	e := &s.plan.Player[i]
	if e.Program == nil {
		b, ok := ai.Find(game.Name(), e.Builtin)
		if !ok {
			return match.Entry{}, fmt.Errorf("there is no built-in player %s here", clean.Short(e.Builtin, 40))
		}
		return match.Entry{Seat: match.Seat{Name: b.Name}, New: b.New}, nil
	}
	mode := s.mode
	if s.plan.Limits.Sandbox == process.Require.String() {
		mode = process.Require
	}
	if err := s.allowed(); err != nil {
		return match.Entry{}, err
	}
	for _, f := range e.Program.Files {
		if s.left -= f.Size; s.left < 0 {
			return match.Entry{}, fmt.Errorf("the files of the players take more than %s (--max-files)", s.disk)
		}
	}
	dir := filepath.Join(s.dir, strconv.Itoa(i))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return match.Entry{}, err
	}
	command, err := hub.Unpack(ctx, e.Program, dir, s.fetch)
	if err != nil {
		return match.Entry{}, err
	}
	made, err := newProgram(e.Name, command, s.limits, mode)
	if err != nil || s.broken[i] {
		return made, err
	}
	if _, _, err := process.Describe(ctx, process.Spec{Command: command, Limits: s.limits, Sandbox: mode}); err != nil {
		return match.Entry{}, err
	}
	return made, nil
}

// allowed says what a plan gives to programs beyond what this machine allows.
func (s *settler) allowed() error {
	l := matchLimits(s.plan)
	for _, limit := range []struct {
		name, gives, allows string
		more                bool
	}{
		{"cpu", l.CPU.String(), s.most.CPU.String(), l.CPU > s.most.CPU},
		{"wall", l.Wall.String(), s.most.Wall.String(), l.Wall > s.most.Wall},
		{"match-wall", l.MatchWall.String(), s.most.MatchWall.String(), l.MatchWall > s.most.MatchWall},
		{"memory", fmt.Sprint(l.Memory), fmt.Sprint(s.most.Memory), l.Memory > s.most.Memory},
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
