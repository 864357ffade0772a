package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"game-tui/ai"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/league/rating"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// localRun plays a tournament on the cores of this machine.
type localRun struct {
	engine         *league.Engine
	dispatcher     *hub.Dispatcher
	field          *match.Field
	cores          int // number of concurrent matches; 0 leaves all matches to workers
	progressWriter io.Writer
	monitor        *show.Monitor
	// showDashboard shows the dashboard until the user quits or finished is closed. It is nil if
	// there is no dashboard.
	showDashboard func(ctx context.Context, finished <-chan struct{}) error
}

// play plays the remaining matches and closes the engine. It returns when all are played, the user
// quits, ctx ends or an error occurs.
func (c *localRun) play(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var err error
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		err = c.playMatches(inner)
		c.monitor.SetEndReason(true, "ended before all matches were played")
	}()
	if c.showDashboard == nil {
		stop := progress.Report(inner, c.progressWriter, c.monitor.ProgressLine)
		<-finished
		stop()
		return cmp.Or(ctx.Err(), err)
	}
	shown := c.showDashboard(ctx, finished)
	select {
	case <-finished:
	default:
		shown = cmp.Or(shown, play.ErrInterrupted) // The user quit early.
	}
	cancel()
	<-finished
	if errors.Is(err, context.Canceled) {
		err = nil // shown already explains the error.
	}
	return cmp.Or(err, ctx.Err(), shown)
}

// playMatches plays the matches and closes the engine. An error of type *match.MissedError lists
// matches that this machine was too busy to play; they have no results.
func (c *localRun) playMatches(ctx context.Context) error {
	var misses match.MissedMatches
	err := match.Parallel(ctx, c.cores, c.dispatcher.Next, func(ctx context.Context, t schedule.Task) error {
		c.monitor.BeginTask(t)
		r, err := league.Play(ctx, c.field, &t)
		c.monitor.EndTask(t)
		switch {
		case misses.Add(t.Seed, err):
			c.dispatcher.GiveUp(hub.LocalSession, t.N)
			return nil
		case err != nil:
			return err
		}
		_, err = c.dispatcher.Submit(ctx, hub.LocalSession, r, func(error) {})
		return err
	})
	if c.cores == 0 {
		c.dispatcher.Next(ctx) // Wait until workers have played all matches, or ctx ends.
	}
	closed := c.engine.Close()
	if errors.Is(err, league.ErrEnded) {
		err = nil // closed already contains the error.
	}
	return cmp.Or(closed, err, misses.Err())
}

// newLocalDispatcher returns a dispatcher without workers. It does not retry matches that the
// machine was too busy to play.
func newLocalDispatcher(e *league.Engine) *hub.Dispatcher {
	return hub.NewDispatcher(e, hub.DispatcherOptions{PlayLocally: true, MaxMatchTime: math.MaxInt64 / 4, Log: func(string) {}})
}

// RunLadder compares a player with the built-in ones, weakest first, until it fails to beat one.
func RunLadder(ctx context.Context, c *Config, arg resolve.Typed) error {
	t := newTournament(c, schedule.All)
	defer t.loader.Copies.Close()
	game, plan, _, err := t.newPlanAndPlayers(ctx, nil)
	if err != nil {
		return err
	}
	one, err := t.loadContender(ctx, game, arg)
	if err != nil {
		return err
	}
	plan.Format, plan.Seeds = schedule.Against, t.Size.Seeds.Count
	rungs := slices.DeleteFunc(ai.Ladder(game.Name()), func(b sim.Builtin) bool { return b.Name == one.BuiltinName })
	list, err := t.addRivals(ctx, game, []roster.Contender{one, {Entry: league.Entry{BuiltinName: rungs[0].Name}}})
	if err != nil {
		return err
	}
	players := t.loader.Enroll(game, plan, list)
	field, err := players.Field(ctx)
	if err != nil {
		return err
	}
	t.loader.Warn(plan, t.log)
	fmt.Fprintf(t.Stderr, "climbing %s, up to %s each, from seed %d\n", format.Count(len(rungs), "player"), format.Count(plan.Seeds, "seed"), plan.Seed)
	return t.climb(ctx, list, plan, field, rungs)
}

func (t *tournament) climb(ctx context.Context, list []roster.Contender, plan *league.Plan, field *match.Field, rungs []sim.Builtin) error {
	lastBeaten := ""
	var held error
	for _, rung := range rungs {
		list[1].BuiltinName = rung.Name
		roster.AssignNames(list, nil)
		step := *plan
		step.Players = roster.Entries(list)
		if err := step.Seal(); err != nil {
			return err
		}
		var err error
		if field.Entries[1], err = play.NewBuiltin(field.Game, rung.Name, nil); err != nil {
			return err
		}
		engine := league.NewEngine(league.NewInMemoryFile(&step), true)
		c := localRun{engine: engine, dispatcher: newLocalDispatcher(engine), field: field, cores: runtime.GOMAXPROCS(0), progressWriter: t.Stderr, monitor: show.NewMonitor("", engine, time.Time{})}
		if err := c.play(ctx); play.IsMissedError(err) {
			held = err
		} else if err != nil {
			return t.Request.ExplainError(err)
		}
		var r *report.Standings
		var failed error
		engine.View(func(s *league.Standings) {
			r = show.NewStandings("", s)
			failed = t.FailOn.CheckPlayer(list[0].Name, &rating.Player{Outs: s.Tally.Players[0].Outs})
		})
		above := t.printRung(r, rung.Name, lastBeaten)
		held = cmp.Or(held, failed, t.FailOn.Check("loss", !above, "%s does not beat %s", list[0].Name, rung.Name))
		if !above {
			return held
		}
		lastBeaten = rung.Name
	}
	fmt.Fprintf(t.Stdout, "%s beats all built-in players of %s\n", sanitize.Line(list[0].Name), field.Game.Title())
	return held
}

// printRung prints the result against one opponent of the ladder, and reports whether the player is
// better.
func (t *tournament) printRung(r *report.Standings, rung, lastBeaten string) bool {
	r.WriteSummary(t.Stdout)
	if r.Duel.Answer == "better" {
		return true
	}
	me := r.Players[slices.IndexFunc(r.Players, func(s report.Standing) bool { return s.Entry == 0 })]
	fmt.Fprintln(t.Stdout, ladderResult(sanitize.Line(me.Name), r.Duel.Answer, rung, lastBeaten))
	if me.WorstLoss != nil {
		fmt.Fprintf(t.Stdout, "worst loss, by %d: %s\n", -me.WorstLoss.Margin, strings.TrimSpace(me.WorstLoss.Command))
	}
	return false
}

// ladderResult describes the last comparison of a ladder. lastBeaten is the strongest opponent beaten,
// or empty.
func ladderResult(climber, answer, rung, lastBeaten string) string {
	if lastBeaten == "" {
		rung += ", the weakest built-in player"
	}
	result := map[string]string{
		"worse": climber + " is worse than " + rung,
		"level": climber + " is level with " + rung,
	}[answer]
	if result == "" {
		result = climber + " is not shown to be better than " + rung + "; increase --seeds"
	}
	if lastBeaten != "" {
		return climber + " beats " + lastBeaten + "; " + result
	}
	return result
}
