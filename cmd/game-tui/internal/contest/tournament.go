// Package contest runs tournaments. [Play] plays a tournament or compares two players, [RunPlayoff]
// and [RunFinal] play the course's contest, [RunLadder] compares a player with the built-in ones, and
// [Qualify] runs the qualification. A [Worker] plays matches of a tournament on another machine.
//
// A result is written to the tournament file before it counts, so that an interrupted tournament
// can be resumed. [Verify] plays recorded matches again and compares the results.
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
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/rating"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

type Config struct {
	Request       play.Request
	Size          Size
	Baseline      resolve.Typed   // player to compare with; may be empty
	Rivals        []resolve.Typed // opponents in a comparison; if empty, the built-in players
	Dummy         resolve.Typed
	NamesFile     string // CSV file with names for the players
	ResumeFile    string // path of the tournament file to resume
	StopEarly     *bool  // whether to stop once every pair is decided; if nil, only comparisons stop
	Plain         bool   // whether to run without the dashboard
	FailOn        play.FailOn
	Workers       WorkersConfig
	RepeatOptions []string // options to repeat in the suggested resume command
	Stdout        io.Writer
	Stderr        io.Writer
}

type tournament struct {
	*Config
	loader           roster.Loader
	workers          workers
	dashboardMonitor atomic.Pointer[show.Monitor] // open dashboard, or nil

	format         schedule.Format                        // a resumed tournament must have the same resume command as this format
	rounds         int                                    // play-off rounds to play now; 0 means all
	printResult    func(name string, s *league.Standings) // prints the result of a play-off or a final; nil for other formats
	pendingOptions []string                               // replacement options not yet stored in the tournament file
	finalShow      *show.FinalShowConfig                  // nil unless the tournament is a grand final
}

func newTournament(c *Config, f schedule.Format) *tournament {
	t := &tournament{Config: c, format: f, workers: workers{WorkersConfig: &c.Workers}}
	t.loader = roster.Loader{Request: &c.Request, Stderr: c.Stderr, Copies: roster.NewCopies(roster.MaxCopiesBytes)}
	return t
}

// Play starts or resumes a tournament and prints its result.
func Play(ctx context.Context, c *Config, args []resolve.Typed) error {
	t := newTournament(c, schedule.All)
	return t.withWorkers(ctx, func() error {
		if c.ResumeFile != "" {
			return t.resume(ctx, args)
		}
		return t.startNew(ctx, args)
	})
}

// withWorkers calls run, and accepts workers until run returns.
func (t *tournament) withWorkers(ctx context.Context, run func() error) error {
	defer t.loader.Copies.Close()
	defer t.workers.close()
	if err := t.workers.open(ctx, t.log); err != nil {
		return err
	}
	return run()
}

func (t *tournament) startNew(ctx context.Context, args []resolve.Typed) error {
	comparing := t.Baseline.String() != ""
	if comparing {
		args = append(args, t.Baseline)
	}
	if t.Size.Seeds.IsAdditional {
		return fmt.Errorf("--seeds %s adds seeds to a tournament; add --resume FILE, or omit the +", &t.Size.Seeds)
	}
	var err error
	if t.loader.Naming, err = roster.ReadNaming(t.NamesFile); err != nil {
		return err
	}
	game, plan, list, err := t.newPlanAndPlayers(ctx, args)
	if err != nil {
		return err
	}
	switch n := len(list); {
	case n == 0:
		return errors.New("no players given; try game-tui tournament players/, or give names listed by \"game-tui players\"")
	case n == 1:
		return fmt.Errorf("%s needs opponents; name more players, or run game-tui ladder %s", list[0].Name, cliarg.Quote(args[0].String()))
	case n == 3:
		return errors.New("three players given, but a match has four seats; name a fourth, such as Demo, or only the two to compare")
	case n > schedule.MaxPlayers:
		return fmt.Errorf("%d players given, but a tournament takes at most %d", n, schedule.MaxPlayers)
	case comparing || n == 2:
		plan.Format = schedule.Against
		if list, err = t.addRivals(ctx, game, list); err != nil {
			return err
		}
	case len(t.Rivals) > 0 || t.FailOn.Has("worse"):
		return errors.New("--rivals and --fail-on worse need a comparison; add --against OLD")
	}
	return t.start(ctx, game, plan, list)
}

func (t *tournament) start(ctx context.Context, game sim.Game, plan *league.Plan, list []roster.Contender) error {
	c := t.loader.Enroll(game, plan, list)
	t.loader.Warn(plan, t.log)
	return t.startRoster(ctx, c)
}

func (t *tournament) startRoster(ctx context.Context, players *roster.PlannedPlayers) error {
	plan := players.Plan
	field, err := players.Field(ctx)
	if err != nil {
		return err
	}
	if t.loader.Naming != nil {
		t.loader.Naming.Report(t.Stderr, plan)
	}
	if err := players.AskNames(ctx, field); err != nil {
		return err
	}
	begin := time.Now() // Size.Time includes the time for measuring the speed.
	if err := t.Size.apply(ctx, field, plan); err != nil {
		return t.Request.ExplainError(err)
	}
	line := t.Size.announcement(plan, t.stopsEarly(plan))
	key := addSecretKey(plan)
	if err := plan.Seal(); err != nil {
		return err
	}
	name, file, err := t.createFile(plan, key)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Stderr, "%s\ntournament file: %s\n", line, sanitize.Line(name))
	minSeeds, maxSeeds := 0, math.MaxInt
	if t.Size.Seeds.Count > 0 || t.Size.Matches > 0 {
		minSeeds, maxSeeds = plan.Seeds, plan.Seeds
	}
	return t.play(ctx, name, players, field, file, begin, minSeeds, maxSeeds)
}

// addRivals appends the opponents for a comparison of two players.
func (t *tournament) addRivals(ctx context.Context, game sim.Game, compared []roster.Contender) ([]roster.Contender, error) {
	rivals, err := t.loader.LoadContenders(ctx, game, t.Rivals)
	switch {
	case err != nil:
		return nil, err
	case len(compared) != 2:
		return nil, fmt.Errorf("--against %s contains several players; name one", t.Baseline)
	case len(t.Rivals) == 0:
		for _, b := range ai.Ladder(game.Name())[1:] {
			rivals = append(rivals, roster.Contender{Entry: league.Entry{BuiltinName: b.Name}})
		}
	case len(rivals) < sim.Seats-1:
		return nil, fmt.Errorf("--rivals names %s; name at least three, as in A,B,C", format.Count(len(rivals), "player"))
	}
	list := slices.Concat(compared, rivals)
	roster.AssignNames(list, t.loader.Naming)
	return list, nil
}

// newPlanAndPlayers returns the game, a plan without players, size or format, and the players named
// by args.
func (t *tournament) newPlanAndPlayers(ctx context.Context, args []resolve.Typed) (sim.Game, *league.Plan, []roster.Contender, error) {
	config, spec, err := t.Request.ConfigAndSpec(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := play.CheckSpec(ctx, config.Game, spec); err != nil {
		return nil, nil, nil, t.Request.ExplainError(err)
	}
	p := &league.Plan{EngineVersion: buildinfo.Name(), Game: spec.Game, Config: spec.Config}
	if p.Seed, _, err = t.Request.FirstSeed(&t.Size.Seeds); err != nil {
		return nil, nil, nil, err
	}
	if !t.Request.IsDefaultConfig {
		p.ConfigFile = strings.ToValidUTF8(t.Request.ConfigName, "?")
	}
	if !spec.Limits.Unlimited {
		p.Limits.Limits = spec.Limits
	}
	if t.Request.Sandbox == sandbox.Require {
		p.Limits.Sandbox = t.Request.Sandbox.String()
	}
	list, err := t.loader.LoadContenders(ctx, config.Game, args)
	return config.Game, p, list, err
}

// createFile creates the tournament file. The default name consists of the game and the current time,
// plus a number if the file exists.
func (t *tournament) createFile(p *league.Plan, key *league.Key) (name string, file *league.File, err error) {
	prefix := fmt.Sprintf("%s-%s", p.Game, time.Now().Format("20060102-150405"))
	name = cmp.Or(t.Request.Output, prefix+".jsonl")
	if name == "-" {
		return "", nil, errors.New("-o -: a tournament cannot be written to standard output; name a file")
	}
	file, err = league.Create(name, p, key)
	for n := 2; errors.Is(err, os.ErrExist) && t.Request.Output == ""; n++ {
		name = fmt.Sprintf("%s-%d.jsonl", prefix, n)
		file, err = league.Create(name, p, key)
	}
	if errors.Is(err, os.ErrExist) {
		return "", nil, fmt.Errorf("%s already exists; resume it with --resume %s, or name another file", name, cliarg.Quote(name))
	}
	if err != nil {
		return "", nil, show.ExplainError(name, err)
	}
	return name, file, nil
}

// play plays the remaining matches and prints the result. If Size.Time is set, it plays as many
// seeds as fit in that time and amends the plan to that number, clamped to minSeeds and maxSeeds.
func (t *tournament) play(ctx context.Context, name string, players *roster.PlannedPlayers, field *match.Field, file *league.File, begin time.Time, minSeeds, maxSeeds int) error {
	play.RelaxGC()
	if t.rounds > 0 {
		file.View(func(s *league.Standings) { s.Schedule.StopAfter(s.Schedule.State().Round + t.rounds - 1) })
	}
	stopsEarly := t.stopsEarly(players.Plan)
	engine := league.NewEngine(file, stopsEarly)
	dispatcher, stop, err := t.workers.startDispatcher(ctx, engine, players, field, t.log)
	if err != nil {
		return errors.Join(err, engine.Close())
	}
	var deadline time.Time
	if t.Size.Time > 0 {
		deadline = begin.Add(t.Size.Time)
	}
	monitor := show.NewMonitor(name, engine, deadline)
	c := localRun{engine: engine, dispatcher: dispatcher, field: monitor.TimedField(field), cores: t.Workers.Cores, progressWriter: t.Stderr, monitor: monitor}
	if !deadline.IsZero() {
		engine.ExtendWhile(minSeeds, maxSeeds, monitor.MayBegin)
	}
	if t.workers.conn != nil {
		monitor.WorkersText = func() string { return format.Count(dispatcher.Counts().Workers, "worker") }
	}
	if !t.Plain && files.StdoutIsTerminal() {
		c.showDashboard = func(ctx context.Context, finished <-chan struct{}) error {
			t.dashboardMonitor.Store(monitor)
			defer t.dashboardMonitor.Store(nil)
			replayer := &show.Replayer{File: name, Players: players}
			if t.finalShow != nil {
				return t.finalShow.Open(ctx, monitor, replayer)
			}
			return show.RunDashboard(ctx, monitor, replayer, finished)
		}
	}
	err = c.play(ctx)
	stop()
	if err != nil && ctx.Err() == nil && !errors.Is(err, play.ErrInterrupted) && !play.IsMissedError(err) {
		if _, held := errors.AsType[*match.MachineError](err); !held {
			err = show.ExplainError(name, err)
		}
		return fmt.Errorf("%w; no results are lost; to resume, run %s", err, t.resumeCommand(name, players.Plan))
	}
	engine.View(func(s *league.Standings) { err = t.conclude(name, s, stopsEarly, err) })
	return err
}

// conclude prints the result and, if matches remain to be played, the command that resumes. It
// returns err, or an error if a condition of FailOn is met.
func (t *tournament) conclude(name string, s *league.Standings, stopsEarly bool, err error) error {
	if t.printResult != nil {
		t.printResult(name, s)
	} else if s.PlayedTasks > 0 {
		r := show.NewStandings(name, s)
		r.WriteSummary(t.Stdout)
		if err == nil && stopsEarly {
			r.WriteSavedMatches(t.Stderr)
		}
	}
	if !s.IsOver() && !(stopsEarly && s.Duels.OpenPairs() == 0) {
		fmt.Fprintln(t.Stderr, "resume: "+t.resumeCommand(name, s.Plan))
	}
	if t.printResult != nil {
		return err
	}
	me, first := s.Plan.Players[0].Name, &s.Tally.Players[0]
	worse := s.Plan.Format.IsDuel() && s.Duels.Verdict(0, 1) == rating.VerdictBehind
	return cmp.Or(err, t.FailOn.CheckPlayer(me, first), t.FailOn.Check("worse", worse, "%s is worse than %s", me, s.Plan.Players[1].Name))
}

func (t *tournament) stopsEarly(p *league.Plan) bool {
	if t.StopEarly != nil {
		return *t.StopEarly
	}
	return p.Format.IsDuel()
}

// log shows a line in the open dashboard, and prints it again when the command ends. Without a
// dashboard, the line is printed above the progress.
func (t *tournament) log(text string) {
	if l := t.dashboardMonitor.Load(); l != nil {
		l.Log(text)
		progress.PrintLater(text)
		return
	}
	progress.Print(t.Stderr, text)
}
