package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"game-tui/ai"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/kitcheck"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/tui/format"
)

// Qualify runs the qualification for the given players, several at a time. It returns the verdict
// on the first player. If there is only one player, the verdict contains the record of a failed
// match. The error is play.ErrDiffers if any player fails.
func Qualify(ctx context.Context, c *Config, args []resolve.Typed, outputFormat report.Format) (*qualify.Verdict, error) {
	t := newTournament(c, schedule.All)
	if len(args) == 1 {
		if err := kitcheck.DetectGame(ctx, &c.Request, args[0]); err != nil {
			return nil, err
		}
	}
	t.Size.Seeds = cliarg.Seeds{Count: qualify.MatchCount} // This leaves room for the seeds of the later matches.
	defer t.loader.Copies.Close()
	game, plan, list, err := t.newPlanAndPlayers(ctx, args)
	if err != nil {
		return nil, err
	}
	if len(list)+len(t.loader.Rejected) == 0 {
		return nil, errors.New("no players given; try game-tui qualify ./mybot/, or give a folder of players")
	}
	dummy, about, err := t.loadDummy(ctx, game)
	if err != nil {
		return nil, err
	}
	players := t.loader.Enroll(game, plan, append(slices.Clip(list), dummy))
	field, err := players.Field(ctx)
	if err != nil {
		return nil, err
	}
	t.loader.Warn(plan, t.log)
	t.log(fmt.Sprintf("%s, seeds %d to %d, against %s", game.Title(), plan.Seed, plan.Seed+qualify.MatchCount-1, about))
	o := qualify.Options{Game: game, Spec: field.Spec, Dummy: field.Entries[len(list)], Seed: plan.Seed}
	isSingle := len(list)+len(t.loader.Rejected) == 1
	verdicts, err := t.qualifyAll(ctx, list, field.Entries, o, isSingle)
	if err != nil {
		return nil, t.Request.ExplainError(err)
	}
	if isSingle {
		err = report.PrintVerdict(t.Stdout, outputFormat, &verdicts[0], c.ReplayCommand)
	} else {
		err = report.PrintVerdicts(t.Stdout, outputFormat, verdicts)
	}
	if err == nil && slices.ContainsFunc(verdicts, func(v qualify.Verdict) bool { return !v.Passed }) {
		err = play.ErrDiffers
	}
	return &verdicts[0], err
}

// ReplayCommand returns the command that plays a match of the qualification again.
func (c *Config) ReplayCommand(m *qualify.Match) string {
	r := &c.Request
	options := slices.Concat(r.Options.Source, r.Options.Rules)
	switch {
	case r.Input == "" && r.ConfigName == files.StdinName:
		options = append(options, "--input=FILE")
	case r.Game != "" && len(r.Options.Source) == 0: // The program determined the game.
		options = append(options, "--game="+r.Game)
	}
	// Players from a folder require the sandbox by default.
	if word := "--sandbox=" + r.Sandbox.String(); r.Sandbox == sandbox.Require && !slices.Contains(options, word) {
		options = append(options, word)
	}
	return m.Command(options)
}

// loadDummy returns the opponent in a trial and its description.
func (t *tournament) loadDummy(ctx context.Context, game sim.Game) (roster.Contender, string, error) {
	if t.Dummy.String() == "" {
		b, ok := ai.DummyStandIn(game.Name())
		if !ok {
			return roster.Contender{}, "", fmt.Errorf("%s has no built-in Dummy; name one with --dummy", game.Title())
		}
		return roster.Contender{Entry: league.Entry{BuiltinName: b.Name}}, fmt.Sprintf("%s, which is weaker than the course's Dummy (with a kit, run make AIDummy.exe and add --dummy ./AIDummy.exe)", b.Name), nil
	}
	one, err := t.loadContender(ctx, game, t.Dummy)
	return one, t.Dummy.String(), err
}

// loadContender returns the player that a word names. It returns an error for a folder of several
// players.
func (t *tournament) loadContender(ctx context.Context, game sim.Game, arg resolve.Typed) (roster.Contender, error) {
	list, err := t.loader.LoadContenders(ctx, game, []resolve.Typed{arg})
	if err != nil {
		return roster.Contender{}, err
	}
	if len(list) != 1 {
		return roster.Contender{}, fmt.Errorf("%s contains %s; name one", arg, format.Count(len(list), "player"))
	}
	return list[0], nil
}

// qualifyAll tests the players and logs each verdict, unless there is only one player. Rejected
// submissions fail the first step.
func (t *tournament) qualifyAll(ctx context.Context, list []roster.Contender, entries []match.Entry, o qualify.Options, isSingle bool) ([]qualify.Verdict, error) {
	verdicts := make([]qualify.Verdict, len(list))
	shown := progress.NewCounter(t.Stderr, len(list), "players tested")
	err := match.ParallelFor(ctx, len(list), func(ctx context.Context, i int) error {
		end := shown.Begin(list[i].Name)
		v, err := qualify.Run(ctx, entries[i], o)
		end()
		shown.Add(1)
		if held, ok := errors.AsType[*match.MachineError](err); ok && !isSingle {
			v.FailedStep, v.Reason, err = qualify.StepUnknown, held.Error(), nil
		}
		if err != nil {
			return err
		}
		v.Player = list[i].Name
		if !isSingle {
			v.Record = nil
			if v.Passed {
				t.log(v.Player + " qualifies")
			} else {
				t.log(v.Player + " does not qualify: " + v.Reason)
			}
		}
		verdicts[i] = v
		return nil
	})
	shown.Stop()
	for _, l := range t.loader.Rejected {
		verdicts = append(verdicts, qualify.Verdict{Player: l.Name, FailedStep: qualify.StepStart, Reason: l.Reason})
	}
	return verdicts, err
}
