package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/tui/format"
)

// FinalConfig configures a grand final. Its Dummy fills empty places.
type FinalConfig struct {
	Config
	Matches int // per semifinal and in the final
	Show    show.FinalShow
	NewOnly []string      // given options that only a new final has
	Format  report.Format // Text opens the show in a terminal
}

// FinalMatches is the default number of matches of each semifinal and of the final.
const FinalMatches = 8

type finalRun struct {
	*tournament
	cfg *FinalConfig
}

// Final starts, resumes or shows a grand final. The first word may be the file of a play-off, whose
// remaining players it takes, or of a final.
func Final(ctx context.Context, c *FinalConfig, words []resolve.Typed) error {
	if c.Matches < 1 || c.Matches > playoff.MaxMatches {
		return fmt.Errorf("--matches %d: type a number from 1 to %d", c.Matches, playoff.MaxMatches)
	}
	if err := c.Show.Check(); err != nil {
		return err
	}
	c.Plain = c.Plain || c.Format != report.Text
	f := &finalRun{newTournament(&c.Config, schedule.Final), c}
	f.finalShow, f.printResult = &c.Show, f.summary
	if len(words) == 0 || !strings.HasSuffix(words[0].String(), ".jsonl") { // not a tournament file
		return f.open(ctx, func() error { return f.begin(ctx, words) })
	}
	in, err := show.ReadKnockout(ctx, words[0].String(), func(*league.Result) {})
	damaged := errors.Is(err, league.ErrDamaged) && in != nil // a final is resumed without the damaged line
	switch {
	case err != nil && (!damaged || in.Plan.Format != schedule.Final):
		return err
	case in.Plan.Format == schedule.Playoff:
		return f.open(ctx, func() error { return f.beginFromPlayoff(ctx, in, words[0].String(), words[1:]) })
	}
	if len(c.NewOnly) > 0 {
		return fmt.Errorf("%s: a final keeps its settings: leave out %s", words[0], c.NewOnly[0])
	}
	if damaged || in.Schedule.Final().CompleteHeats() < in.Schedule.Final().Heats() {
		f.Resume = words[0].String()
		if err = f.open(ctx, func() error { return f.resume(ctx, words[1:]) }); !errors.Is(err, league.ErrInUse) {
			return err
		}
	}
	return f.watch(ctx, words[0].String())
}

// summary prints the result, unless spoilers are hidden and the show was left early.
func (f *finalRun) summary(name string, s *league.Standings) {
	if f.showsInTerminal() && f.cfg.Show.NoSpoilers && !f.cfg.Show.ShownToEnd {
		fmt.Fprintf(f.Stderr, "the show was not over: game-tui playoff final %s shows it again\n", cliarg.Quoted(name))
		return
	}
	_ = report.NewFinal(name, s.Plan, s.Schedule.Final()).Write(f.Stdout, f.cfg.Format) // standard output keeps the error
}

func (f *finalRun) showsInTerminal() bool { return !f.Plain && files.ToTerminal() }

// begin starts a final of the players named.
func (f *finalRun) begin(ctx context.Context, words []resolve.Typed) error {
	game, plan, list, err := f.newPlan(ctx, words)
	if missing := playoff.Finalists - len(list); err == nil && missing > 0 && f.Dummy.String() != "" {
		var dummy roster.Contender
		dummy, err = f.oneContender(ctx, game, f.Dummy)
		list = append(list, slices.Repeat([]roster.Contender{dummy}, missing)...)
		roster.AssignNames(list, f.players.Naming)
	}
	switch n := len(list); {
	case err != nil:
		return err
	case n < playoff.Finalists:
		return fmt.Errorf("%s: a grand final has %d; --dummy Demo fills the empty places", format.Count(n, "player"), playoff.Finalists)
	case n > playoff.Finalists:
		return fmt.Errorf("%s: a grand final has %d; game-tui playoff finds out who they are", format.Count(n, "player"), playoff.Finalists)
	}
	plan.Format, plan.Seeds = schedule.Final, f.cfg.Matches
	return f.start(ctx, game, plan, list, announceFinal)
}

// beginFromPlayoff starts a final of the players left in a play-off. It loads their files from
// where the play-off's file names them.
func (f *finalRun) beginFromPlayoff(ctx context.Context, in *league.Reader, name string, words []resolve.Typed) error {
	state := in.Schedule.State()
	if len(state.Remaining) != playoff.Finalists {
		hint := "name them, and --dummy PLAYER for empty places"
		if len(state.Remaining) > playoff.Finalists {
			hint = fmt.Sprintf("game-tui playoff --resume %s goes on with it", cliarg.Quoted(name))
		}
		return fmt.Errorf("%s: %d are in, and a grand final has %d: %s", name, len(state.Remaining), playoff.Finalists, hint)
	}
	plan := *in.Plan
	plan.Engine, plan.Format, plan.Seeds = buildinfo.Name(), schedule.Final, f.cfg.Matches
	plan.Playoff, plan.Keys, plan.Players = nil, nil, nil
	for _, e := range state.Remaining {
		one := in.Plan.Players[in.Plan.Playoff.PlayerFor(e, max(state.Round, state.Rounds()))]
		one.Name = in.Plan.Players[e].Name
		plan.Players = append(plan.Players, one)
	}
	var err error
	if plan.Seed, _, err = f.Request.FirstSeed(&f.Size.Seeds); err != nil {
		return err
	}
	f.Resume = name
	c, err := f.resumeRoster(ctx, &plan, words, nil)
	if err != nil {
		return err
	}
	return f.startRoster(ctx, c, &plan, announceFinal)
}

func announceFinal(_ *match.Field, p *league.Plan) (string, error) {
	return fmt.Sprintf("grand final: %d semifinals and a final of %s each, from seed %d", playoff.Semifinals, format.Count(p.Seeds, "match"), p.Seed), nil
}

// watch shows a final that is over or that another process plays.
func (f *finalRun) watch(ctx context.Context, name string) error {
	t, err := show.Follow(name)
	if err != nil {
		return err
	}
	if !f.showsInTerminal() {
		t.View(func(s *league.Standings) { f.printResult(name, s) })
		return nil
	}
	return t.Show(ctx, func(ctx context.Context, a *show.Replayer) error { return f.cfg.Show.Open(ctx, t.Monitor, a) })
}
