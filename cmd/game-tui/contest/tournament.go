// Package contest plays tournaments: [Play] a tournament or a comparison of two players, [Playoff]
// and [Final] the course's contest, [Ladder] one player against the built-in ones, and [Qualify]
// the qualification. A [Worker] plays matches for a tournament on another machine.
//
// A result is written to the tournament file before it counts, so that an interrupted tournament
// can be resumed. [Verify] plays matches of the file again.
package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"game-tui/ai"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/contest/show"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/typed"
	"game-tui/cmd/game-tui/version"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// Config configures a tournament.
type Config struct {
	Request   play.Request
	Size      Size
	Old       resolve.Typed   // compare with this player, unless empty
	Rivals    []resolve.Typed // opponents in a comparison; if empty, built-in players
	Dummy     resolve.Typed
	Names     string // file with names for players
	Resume    string // tournament file to resume
	StopEarly *bool  // stop when everything is proven; if nil, only in a comparison
	Plain     bool   // no dashboard
	FailOn    play.FailOn
	Workers   Workers
	Repeat    []string // options to repeat in the command that resumes
	Stdout    io.Writer
	Stderr    io.Writer
}

type tournament struct {
	*Config
	players players.Reader
	workers workers
	screen  atomic.Pointer[show.Monitor] // the dashboard, while it is open

	rounds      int                                    // rounds of a play-off to play now; 0 means all
	printResult func(name string, s *league.Standings) // of a play-off or a final; otherwise nil
	pending     []string                               // options for replacements that the tournament file does not contain yet
	finalShow   *show.FinalShow                        // nil unless this is a grand final
}

func newTournament(c *Config) *tournament {
	t := &tournament{Config: c, workers: workers{Workers: &c.Workers}}
	t.players = players.Reader{Request: &c.Request, Stderr: c.Stderr, Dir: players.NewCopies(players.MaxCopies)}
	return t
}

// Play starts or resumes a tournament and prints its result.
func Play(ctx context.Context, c *Config, words []resolve.Typed) error {
	t := newTournament(c)
	return t.open(ctx, func() error {
		if c.Resume != "" {
			return t.resume(ctx, words)
		}
		return t.begin(ctx, words)
	})
}

// open accepts workers while play runs.
func (t *tournament) open(ctx context.Context, play func() error) error {
	defer t.players.Dir.Close()
	defer t.workers.close()
	if err := t.workers.open(ctx, t.log); err != nil {
		return err
	}
	return play()
}

func (t *tournament) begin(ctx context.Context, words []resolve.Typed) error {
	comparing := t.Old.String() != ""
	if comparing {
		words = append(words, t.Old)
	}
	if t.Size.Seeds.IsMore {
		return fmt.Errorf("--seeds %s adds seeds to a tournament: add --resume FILE, or leave out the +", &t.Size.Seeds)
	}
	var err error
	if t.players.Naming, err = players.ReadNaming(t.Names); err != nil {
		return err
	}
	game, plan, list, err := t.newPlan(ctx, words)
	if err == nil {
		err = players.CheckCount(list, words)
	}
	if err == nil && (comparing || len(list) == 2) {
		plan.Design = league.Against
		list, err = t.addRivals(ctx, game, list)
	} else if err == nil && len(t.Rivals) > 0 {
		err = errors.New("--rivals needs --against OLD")
	} else if err == nil && t.FailOn.Has("worse") {
		err = errors.New("--fail-on worse needs a comparison: add --against OLD")
	}
	if err != nil {
		return err
	}
	return t.start(ctx, game, plan, list, func(field *match.Field) (string, error) {
		speed, err := t.Size.measure(ctx, field, plan)
		if err != nil {
			return "", t.Request.ExplainError(err)
		}
		return speed.announce(plan, &t.Size, t.stopsEarly(plan)), nil
	})
}

// start plays a new tournament. size completes the plan and returns a line that announces it.
func (t *tournament) start(ctx context.Context, game sim.Game, plan *league.Plan, list []players.Contender, size func(*match.Field) (string, error)) error {
	c := t.players.Enroll(game, plan, list)
	t.players.Warn(plan, t.log)
	return t.startRoster(ctx, c, plan, size)
}

func (t *tournament) startRoster(ctx context.Context, c *players.Planned, plan *league.Plan, size func(*match.Field) (string, error)) error {
	field, err := c.Field(ctx)
	if err != nil {
		return err
	}
	if t.players.Naming != nil {
		t.players.Naming.Report(t.Stderr, plan)
	}
	if err := c.AskNames(ctx, field); err != nil {
		return err
	}
	begun := time.Now() // measuring the speed is part of Size.Time
	line, err := size(field)
	if err != nil {
		return err
	}
	key := addSecretSeeds(plan)
	if err := plan.Seal(); err != nil {
		return err
	}
	name, record, err := t.create(plan, key)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Stderr, "%s\nrecord: %s\n", line, clean.Line(name))
	least, most := 0, math.MaxInt
	if t.Size.Seeds.Count > 0 || t.Size.Matches > 0 {
		least, most = plan.Seeds, plan.Seeds
	}
	return t.play(ctx, name, c, field, plan, record, growth{begun, least, most})
}

// addRivals appends the opponents of the two players that are compared.
func (t *tournament) addRivals(ctx context.Context, game sim.Game, two []players.Contender) ([]players.Contender, error) {
	rivals, err := t.players.Contenders(ctx, game, t.Rivals)
	switch {
	case err != nil:
		return nil, err
	case len(two) != 2:
		return nil, fmt.Errorf("--against %s: contains several players: name one", t.Old)
	case len(t.Rivals) == 0:
		for _, b := range ai.Ladder(game.Name())[1:] {
			rivals = append(rivals, players.Contender{Entry: league.Entry{Builtin: b.Name}})
		}
	case len(rivals) < sim.Seats-1:
		return nil, fmt.Errorf("--rivals names %s: name at least three, as in A,B,C", numbers.Count(len(rivals), "player"))
	}
	list := slices.Concat(two, rivals)
	players.AssignNames(list, t.players.Naming)
	return list, nil
}

// newPlan returns a plan without players, and the players named by words.
func (t *tournament) newPlan(ctx context.Context, words []resolve.Typed) (sim.Game, *league.Plan, []players.Contender, error) {
	game, plan, err := t.plan(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	list, err := t.players.Contenders(ctx, game, words)
	return game, plan, list, err
}

// plan returns a plan without players, size and format.
func (t *tournament) plan(ctx context.Context) (sim.Game, *league.Plan, error) {
	config, spec, err := t.Request.Spec(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := play.CheckSpec(ctx, config.Game, spec); err != nil {
		return nil, nil, t.Request.ExplainError(err)
	}
	p := &league.Plan{Engine: version.Name(), Game: spec.Game, Config: spec.Config}
	if p.Seed, _, err = t.Request.FirstSeed(&t.Size.Seeds); err != nil {
		return nil, nil, err
	}
	if !t.Request.DefaultConfig {
		p.Source = strings.ToValidUTF8(t.Request.ConfigName, "?")
	}
	if !spec.Limits.Off {
		p.Limits.Limits = spec.Limits
	}
	if t.Request.Sandbox == sandbox.Require {
		p.Limits.Sandbox = t.Request.Sandbox.String()
	}
	return config.Game, p, nil
}

// create creates the tournament file. Without a name it chooses one that does not exist.
func (t *tournament) create(p *league.Plan, key *league.Key) (string, *league.Record, error) {
	name := t.Request.Output
	if name == "-" {
		return "", nil, errors.New("-o -: a tournament needs a file to resume from")
	}
	base := fmt.Sprintf("%s-%s", p.Game, time.Now().Format("20060102-1504"))
	for k := 1; ; k++ {
		if t.Request.Output == "" {
			name = base + ".jsonl"
			if k > 1 {
				name = fmt.Sprintf("%s-%d.jsonl", base, k)
			}
		}
		record, err := league.Create(name, p, key)
		switch {
		case err == nil:
			return name, record, nil
		case !errors.Is(err, os.ErrExist):
			return "", nil, show.ExplainError(name, err)
		case t.Request.Output != "":
			return "", nil, fmt.Errorf("%s: exists: resume it with --resume %s, or name another file", name, typed.Quoted(name))
		}
	}
}

func (t *tournament) resume(ctx context.Context, words []resolve.Typed) error {
	if t.Size.Seeds.Count > 0 && !t.Size.Seeds.IsMore {
		return fmt.Errorf("--resume keeps the settings of the file: --seeds +%d adds seeds, --for 1h those that fit into that time", t.Size.Seeds.Count)
	}
	return t.reopen(ctx, func(_ *league.Record, p *league.Plan) (*players.Planned, *match.Field, error) {
		return t.resumeField(ctx, p, words, nil, players.AdviceIfChanged)
	})
}

// reopen resumes a tournament file. again loads its players.
func (t *tournament) reopen(ctx context.Context, again func(*league.Record, *league.Plan) (*players.Planned, *match.Field, error)) error {
	var plan *league.Plan
	record, err := league.Resume(t.Resume, func(p *league.Plan) error {
		if p.Engine != version.Name() {
			return fmt.Errorf("started by game-tui %s, but this is %s: resume it with that version, or start a new tournament", p.Engine, version.Name())
		}
		if (p.Design == league.Playoff) != (t.printResult != nil && t.finalShow == nil) || (p.Design == league.Final) != (t.finalShow != nil) {
			return fmt.Errorf("game-tui %s %s goes on with it", show.ResumeCommand(p), typed.Quoted(t.Resume))
		}
		plan = p
		return nil
	})
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return files.Error(err)
	}
	if err != nil {
		return show.ExplainError(t.Resume, err)
	}
	c, field, err := again(record, plan)
	if err != nil {
		return errors.Join(err, record.Close())
	}
	if n, first := record.Damaged(); n > 0 {
		fmt.Fprintf(t.Stderr, "%s:%s; %s moved to %s and played again\n", clean.Line(t.Resume), clean.Line(first.Error()), numbers.Count(n, "line"), clean.Line(t.Resume+".dropped"))
	}
	blocks := 0
	record.View(func(s *league.Standings) { blocks = s.Plan.Blocks() })
	if more := t.Size.Seeds.Count; more > 0 {
		blocks += more
		if err := record.Amend(blocks); err != nil {
			return errors.Join(err, record.Close())
		}
	}
	record.View(func(s *league.Standings) {
		played, planned := s.Matches()
		fmt.Fprintf(t.Stderr, "%s of %s matches played\n", numbers.Grouped(played), numbers.Grouped(planned))
	})
	return t.play(ctx, t.Resume, c, field, c.Plan, record, growth{time.Now(), blocks, math.MaxInt})
}

// resumeField loads the players of a tournament file, except idle ones. hint says what to do if one
// has changed.
func (t *tournament) resumeField(ctx context.Context, p *league.Plan, words []resolve.Typed, idle func(int) bool, hint string) (*players.Planned, *match.Field, error) {
	c, err := t.resumeRoster(ctx, p, words, idle)
	if err != nil {
		return nil, nil, err
	}
	field, err := c.Field(ctx)
	if err != nil {
		err = fmt.Errorf("%w; %s", err, hint)
	}
	return c, field, err
}

// resumeRoster loads the players of a tournament file. The file may come from somebody else, so its
// programs run in a sandbox unless the user has chosen otherwise.
func (t *tournament) resumeRoster(ctx context.Context, p *league.Plan, words []resolve.Typed, idle func(int) bool) (*players.Planned, error) {
	game, err := players.GameOf(t.Resume, p)
	if err != nil {
		return nil, err
	}
	if p.Limits.Sandbox != "" {
		t.Request.Sandbox = sandbox.Require
	} else if players.CountPrograms(p) > 0 {
		if err := t.Request.RequireSandbox("the record " + t.Resume); err != nil {
			return nil, err
		}
	}
	if err := players.CheckLimits(t.Resume, t.Request.Options.Limits, players.RequiredLimits(p), func() string { return t.resumeCommand(t.Resume, p) }); err != nil {
		return nil, err
	}
	c := players.New(game, p, t.Request.Sandbox, t.players.Dir)
	c.File, c.Idle = t.Resume, idle
	if err := t.players.RequireTyped(ctx, c, words, func() string { return t.resumeCommand(t.Resume, p) }); err != nil {
		return nil, err
	}
	t.players.Warn(p, t.log)
	return c, nil
}

// growth bounds how a tournament grows while there is time.
type growth struct {
	begun              time.Time
	minSeeds, maxSeeds int
}

// play plays the remaining matches and prints the result.
func (t *tournament) play(ctx context.Context, name string, team *players.Planned, field *match.Field, plan *league.Plan, record *league.Record, fill growth) error {
	play.CollectGarbageLate()
	if t.rounds > 0 {
		record.View(func(s *league.Standings) { s.Schedule.StopAfter(s.Schedule.State().Round + t.rounds - 1) })
	}
	early := t.stopsEarly(plan)
	engine := league.NewEngine(record, early)
	desk, done, err := t.workers.desk(ctx, engine, team, field, t.log)
	if err != nil {
		return errors.Join(err, engine.Close())
	}
	c := localPlay{engine: engine, desk: desk, field: field, cores: t.Workers.Cores, progress: t.Stderr}
	var until time.Time
	if t.Size.Time > 0 {
		until = fill.begun.Add(t.Size.Time)
	}
	c.live = show.NewMonitor(name, engine, until)
	if !until.IsZero() {
		c.live.AddsSeeds = fill.maxSeeds == math.MaxInt
		engine.Fill(fill.minSeeds, fill.maxSeeds, c.live.MayBegin)
	}
	if t.workers.conn != nil {
		c.live.Workers = func() string { return numbers.Count(desk.Counts().Workers, "worker") }
	}
	if !t.Plain && files.ToTerminal() {
		c.screen = func(ctx context.Context, over <-chan struct{}) error {
			t.screen.Store(c.live)
			again := &show.Replayer{File: name, Players: team}
			var err error
			if t.finalShow != nil {
				err = t.finalShow.Open(ctx, c.live, again)
			} else {
				err = show.Dashboard(ctx, c.live, again, over)
			}
			t.screen.Store(nil)
			for _, text := range c.live.LogLines() {
				t.log(text)
			}
			return err
		}
	}
	err = c.play(ctx)
	done()
	if err != nil && ctx.Err() == nil && !errors.Is(err, play.ErrInterrupted) && !play.OnlyMissed(err) {
		if _, held := errors.AsType[*match.MachineError](err); !held {
			err = show.ExplainError(name, err)
		}
		return fmt.Errorf("%w; no result is lost: %s", err, t.resumeCommand(name, plan))
	}
	engine.View(func(s *league.Standings) {
		if t.printResult != nil {
			t.printResult(name, s)
		} else if s.Tasks > 0 {
			r := show.NewStandings(name, s)
			r.Summary(t.Stdout)
			if err == nil && early {
				r.Saved(t.Stderr)
			}
		}
		if !s.Over() && !(early && s.Duels.Open() == 0) {
			fmt.Fprintln(t.Stderr, "resume: "+t.resumeCommand(name, plan))
		}
		if t.printResult != nil {
			return
		}
		me := plan.Player[0].Name
		err = cmp.Or(err, t.FailOn.Player(me, &s.Tally.Players[0]), t.FailOn.Check("worse", plan.Design == league.Against && s.Duels.Verdict(0, 1) == league.Behind, "%s is worse than %s", me, plan.Player[1].Name))
	})
	return err
}

// stopsEarly reports whether the tournament ends once everything is proven.
func (t *tournament) stopsEarly(p *league.Plan) bool {
	if t.StopEarly != nil {
		return *t.StopEarly
	}
	return p.Design == league.Against
}

// resumeCommand returns the command that resumes the tournament.
func (t *tournament) resumeCommand(name string, p *league.Plan) string {
	words := append([]string{"game-tui", show.ResumeCommand(p), typed.Quoted(name)}, t.Repeat...)
	if t.Request.FolderSandbox == sandbox.Require && !players.CanSandbox(p) {
		words = append(words, "--sandbox=auto")
	}
	for _, l := range players.RequiredLimits(p) {
		words = append(words, l.Option)
	}
	for _, flag := range t.pending {
		words = append(words, typed.Quoted(flag))
	}
	for _, i := range players.MustBeTyped(name, p) {
		if i < len(p.Player)-len(t.pending) {
			words = append(words, typed.Quoted(players.WordOf(&p.Player[i])))
		}
	}
	return strings.Join(words, " ")
}

// log shows a line in the dashboard if it is open, and above the progress line otherwise.
func (t *tournament) log(text string) {
	if l := t.screen.Load(); l != nil {
		l.Log(text)
		return
	}
	progress.Print(t.Stderr, text)
}
