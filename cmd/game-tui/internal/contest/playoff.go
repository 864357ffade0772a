package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

type PlayoffConfig struct {
	Config
	Survivors       int          // number of players left at the end
	Rounds          int          // number of rounds to play now; 0 means all
	StrongerDummies []Assignment // stronger Dummies, keyed by their first round
	Replacements    []Assignment // substitutes, keyed by player name; they play from the next round on
}

type playoffRun struct {
	*tournament
	cfg          *PlayoffConfig
	roundsBefore int // number of rounds played before this command
}

// An Assignment is a KEY=PLAYER option, such as 12=./strong/ for a round or anna=./anna2/ for a
// player.
type Assignment struct {
	Key    string
	Player resolve.Typed
}

// RunPlayoff starts or resumes a play-off.
func RunPlayoff(ctx context.Context, c *PlayoffConfig, args []resolve.Typed) error {
	switch {
	case c.Survivors < 1 || c.Rounds < 0:
		return errors.New("--to must be at least 1 and --rounds at least 0")
	case c.ResumeFile == "" && len(c.Replacements) > 0:
		return errors.New("--replace only works on a resumed play-off; add --resume FILE")
	}
	c.Plain = true
	f := &playoffRun{tournament: newTournament(&c.Config, schedule.Playoff), cfg: c}
	f.printResult, f.rounds = f.printSummary, c.Rounds
	return f.withWorkers(ctx, func() error {
		if c.ResumeFile != "" {
			return f.resume(ctx, args)
		}
		return f.startNew(ctx, args)
	})
}

func (f *playoffRun) startNew(ctx context.Context, args []resolve.Typed) error {
	game, plan, list, err := f.newPlanAndPlayers(ctx, args)
	if err != nil {
		return err
	}
	n := len(list)
	switch {
	case n == 0:
		return errors.New("no players given; try game-tui playoff players/, or give names listed by \"game-tui players\"")
	case n <= f.cfg.Survivors:
		return fmt.Errorf("%s given, but a play-off ends with %d left; to play down to one, add --to 1, or run game-tui playoff final PLAYER…", format.Count(n, "player"), f.cfg.Survivors)
	}
	plan.Format, plan.Seeds = schedule.Playoff, 1
	plan.Playoff = &schedule.PlayoffRules{Entries: n, Survivors: f.cfg.Survivors}
	plan.Players = roster.Entries(list)
	addDummy := func(round int, one roster.Contender) {
		one.Name = "Dummy"
		if round > 1 {
			one.Name = fmt.Sprintf("Dummy@%d", round)
		}
		one.Name = uniqueName(plan, one.Name)
		list, plan.Players = append(list, one), append(plan.Players, one.Entry)
		plan.Playoff.StandIns = append(plan.Playoff.StandIns, schedule.StandIn{Round: round, Entry: playoff.Dummy})
	}
	one, _, err := f.loadDummy(ctx, game)
	if err != nil {
		return err
	}
	addDummy(1, one)
	for _, d := range f.cfg.StrongerDummies {
		round, err := parseRound(d, 1, n-f.cfg.Survivors)
		if err == nil {
			one, err = f.loadContender(ctx, game, d.Player)
		}
		if err != nil {
			return err
		}
		addDummy(round, one)
	}
	if len(list) > schedule.MaxPlayoffPlayers {
		return fmt.Errorf("%d players given, but at most %d can play", len(list), schedule.MaxPlayoffPlayers)
	}
	return f.start(ctx, game, plan, list)
}

// parseRound parses the key of d: the first round of a Dummy, from minRound to maxRound.
func parseRound(d Assignment, minRound, maxRound int) (int, error) {
	n, err := strconv.Atoi(d.Key)
	if err != nil || n < minRound || n > maxRound {
		return 0, fmt.Errorf("--dummy-from %s=%s: expected a round from %d to %d, such as %d=Greedy", d.Key, d.Player, minRound, maxRound, minRound)
	}
	return n, nil
}

func (f *playoffRun) resume(ctx context.Context, args []resolve.Typed) error {
	return f.resumeWith(ctx, func(r *league.File, p *league.Plan) (*roster.PlannedPlayers, *match.Field, error) {
		amended, more, err := f.addReplacements(ctx, r, p)
		if err != nil {
			return nil, nil, err
		}
		var finished func(int) bool
		r.View(func(s *league.Standings) { finished = s.IdlePlayers(amended) })
		c, field, err := f.loadField(ctx, amended, append(args, more...), finished, "restore it, or replace it with --replace NAME=PLAYER")
		if err != nil || amended == p {
			return c, field, err
		}
		if err := f.qualifyReplacements(ctx, field, amended, len(p.Players)); err != nil {
			return nil, nil, err
		}
		if err := r.ReplacePlan(amended); err != nil {
			return nil, nil, show.ExplainError(f.ResumeFile, err)
		}
		f.pendingOptions = nil
		for i, s := range amended.Playoff.StandIns[len(p.Playoff.StandIns):] {
			name := "the Dummies"
			if s.Entry != playoff.Dummy {
				name = sanitize.Line(p.Players[s.Entry].Name)
			}
			f.log(fmt.Sprintf("from round %d on, %s replaces %s", s.Round, sanitize.Line(roster.WordOf(&amended.Players[len(p.Players)+i])), name))
		}
		return c, field, nil
	})
}

// addReplacements returns the plan with the requested replacements, and the words that name the new
// players.
func (f *playoffRun) addReplacements(ctx context.Context, r *league.File, p *league.Plan) (*league.Plan, []resolve.Typed, error) {
	game, err := roster.GameOf(f.ResumeFile, p)
	if err != nil {
		return nil, nil, err
	}
	var in []int
	var next, rounds int
	r.View(func(s *league.Standings) {
		state := s.Schedule.State()
		in, next, rounds, f.roundsBefore = slices.Clone(state.Remaining), s.Schedule.NextRound(), state.Rounds(), len(state.Eliminated)
	})
	if changes := len(f.cfg.Replacements) + len(f.cfg.StrongerDummies); changes > 0 && f.roundsBefore == rounds {
		return nil, nil, fmt.Errorf("%s: all rounds have been played, so nobody can be replaced; to see the rounds, run game-tui playoff show %s", f.ResumeFile, cliarg.Quote(f.ResumeFile))
	}
	var args []resolve.Typed
	for _, s := range slices.Concat(f.cfg.Replacements, f.cfg.StrongerDummies) {
		stand := schedule.StandIn{Round: next, Entry: playoff.Dummy}
		name, flag := "Dummy", "replace"
		if slices.Contains(f.cfg.StrongerDummies, s) {
			flag = "dummy-from"
			if stand.Round, err = parseRound(s, next, rounds); err != nil {
				return nil, nil, err
			}
		} else {
			name = s.Key
			stand.Entry = slices.Index(p.Names()[:p.Playoff.Entries], s.Key)
			if !slices.Contains(in, stand.Entry) {
				return nil, nil, fmt.Errorf("--replace %s=%s: %s is not among the players left; to see them, run game-tui playoff show %s", s.Key, s.Player, s.Key, cliarg.Quote(f.ResumeFile))
			}
		}
		one, err := f.loadContender(ctx, game, s.Player)
		if err != nil {
			return nil, nil, err
		}
		one.Name = uniqueName(p, fmt.Sprintf("%s@%d", sanitize.Truncate(name, 40), stand.Round))
		if p, err = p.WithStandIn(one.Entry, stand); err != nil {
			return nil, nil, err
		}
		args = append(args, s.Player)
		f.pendingOptions = append(f.pendingOptions, fmt.Sprintf("--%s=%s=%s", flag, s.Key, s.Player))
	}
	return p, args, nil
}

// qualifyReplacements returns an error unless all replacements, except Dummies, qualify. Their
// indices in the plan start at firstEntry.
func (f *playoffRun) qualifyReplacements(ctx context.Context, field *match.Field, p *league.Plan, firstEntry int) error {
	for i := firstEntry; i < len(p.Players); i++ {
		s := p.Playoff.StandIns[i-p.Playoff.Entries]
		if s.Entry == playoff.Dummy {
			continue
		}
		name, word := sanitize.Line(p.Players[s.Entry].Name), sanitize.Line(roster.WordOf(&p.Players[i]))
		f.log(fmt.Sprintf("testing %s as a replacement for %s", word, name))
		v, err := qualify.Run(ctx, field.Entries[i], qualify.Options{Game: field.Game, Spec: field.Spec, Dummy: field.Entries[p.Playoff.PlayerFor(playoff.Dummy, s.Round)], Seed: p.Seed})
		switch {
		case err != nil:
			return f.Request.ExplainError(err)
		case !v.Passed:
			return fmt.Errorf("--replace %s=%s: %[2]s does not qualify (failed step: %s): %s", name, word, v.FailedStep, v.Reason)
		}
		f.log(word + " qualifies")
	}
	return nil
}

// uniqueName returns name, with a number appended if the plan already contains it.
func uniqueName(p *league.Plan, name string) string {
	unique := name
	for k := 2; slices.Contains(p.Names(), unique); k++ {
		unique = fmt.Sprintf("%s-%d", name, k)
	}
	return unique
}

// printSummary prints the players eliminated since the start of the command, and the remaining ones.
func (f *playoffRun) printSummary(name string, s *league.Standings) {
	state := s.Schedule.State()
	for _, o := range state.Eliminated[f.roundsBefore:] {
		fmt.Fprintf(f.Stdout, "round %d: %s is out\n", o.Round, sanitize.Line(s.Plan.Players[o.Entry].Name))
	}
	names := make([]string, len(state.Remaining))
	for i, e := range state.Remaining {
		names[i] = s.Plan.Players[e].Name
	}
	fmt.Fprintf(f.Stdout, "%d of %s played; %s left: %s\n", len(state.Eliminated), format.Count(state.Rounds(), "round"), format.Count(len(names), "player"), sanitize.JoinNames(names, len(names)))
	fmt.Fprintf(f.Stderr, "for eliminations and their matches, run game-tui playoff show %s\n", cliarg.Quote(name))
	if state.IsOver() && len(state.Remaining) == playoff.Finalists {
		fmt.Fprintf(f.Stderr, "for the grand final, run game-tui playoff final %s\n", cliarg.Quote(name))
	}
}

// FinalConfig configures a grand final. Dummy fills empty places.
type FinalConfig struct {
	Config
	MatchesPerGroup int // number of matches in each semifinal and in the final
	Show            show.FinalShowConfig
	NewOnlyOptions  []string      // given options that only apply to a new final
	Format          report.Format // output format; report.Text opens the show if possible
}

// DefaultMatchesPerGroup is the default number of matches in each semifinal and in the final.
const DefaultMatchesPerGroup = 8

type finalRun struct {
	*tournament
	cfg *FinalConfig
}

// RunFinal starts, resumes or shows a grand final. The first word may be the file of a final, or of a
// play-off whose remaining players take part.
func RunFinal(ctx context.Context, c *FinalConfig, args []resolve.Typed) error {
	if c.MatchesPerGroup < 1 || c.MatchesPerGroup > playoff.MaxMatchesPerGroup {
		return fmt.Errorf("--matches %d: expected a number from 1 to %d", c.MatchesPerGroup, playoff.MaxMatchesPerGroup)
	}
	if err := c.Show.Check(); err != nil {
		return err
	}
	c.Plain = c.Plain || c.Format != report.Text
	f := &finalRun{newTournament(&c.Config, schedule.Final), c}
	f.finalShow, f.printResult = &c.Show, f.printSummary
	if len(args) == 0 || !strings.HasSuffix(args[0].String(), ".jsonl") { // No tournament file is given, so start a new final.
		return f.withWorkers(ctx, func() error { return f.startNew(ctx, args) })
	}
	in, err := show.ReadKnockout(ctx, args[0].String(), func(*league.Result) {})
	damaged := errors.Is(err, league.ErrDamaged) && in != nil // A damaged final is resumed without the damaged line.
	switch {
	case err != nil && (!damaged || in.Plan.Format != schedule.Final):
		return err
	case in.Plan.Format == schedule.Playoff:
		return f.withWorkers(ctx, func() error { return f.startFromPlayoff(ctx, in, args[0].String(), args[1:]) })
	}
	if len(c.NewOnlyOptions) > 0 {
		return fmt.Errorf("%s: the settings of an existing final cannot change; omit %s", args[0], c.NewOnlyOptions[0])
	}
	if damaged || in.Schedule.Final().CompleteHeats() < in.Schedule.Final().Heats() {
		f.ResumeFile = args[0].String()
		if err = f.withWorkers(ctx, func() error { return f.resume(ctx, args[1:]) }); !errors.Is(err, league.ErrInUse) {
			return err
		}
	}
	t, err := show.Follow(args[0].String()) // The final is over, or another process is playing it.
	if err != nil {
		return err
	}
	if !f.showsInTerminal() {
		t.View(func(s *league.Standings) { f.printResult(args[0].String(), s) })
		return nil
	}
	return t.Show(ctx, func(ctx context.Context, a *show.Replayer) error { return c.Show.Open(ctx, t.Monitor, a) })
}

// printSummary prints the result, unless the viewer hid spoilers and left the show early.
func (f *finalRun) printSummary(name string, s *league.Standings) {
	if f.showsInTerminal() && f.cfg.Show.NoSpoilers && !f.cfg.Show.ShownToEnd {
		fmt.Fprintf(f.Stderr, "you left the show early; to watch it again, run game-tui playoff final %s\n", cliarg.Quote(name))
		return
	}
	// Errors from writing to standard output are reported at exit.
	_ = report.NewFinal(name, s.Plan, s.Schedule.Final()).Write(f.Stdout, f.cfg.Format)
}

func (f *finalRun) showsInTerminal() bool { return !f.Plain && files.StdoutIsTerminal() }

func (f *finalRun) startNew(ctx context.Context, args []resolve.Typed) error {
	game, plan, list, err := f.newPlanAndPlayers(ctx, args)
	if missing := playoff.Finalists - len(list); err == nil && missing > 0 && f.Dummy.String() != "" {
		var dummy roster.Contender
		dummy, err = f.loadContender(ctx, game, f.Dummy)
		list = append(list, slices.Repeat([]roster.Contender{dummy}, missing)...)
		roster.AssignNames(list, f.loader.Naming)
	}
	switch n := len(list); {
	case err != nil:
		return err
	case n < playoff.Finalists:
		return fmt.Errorf("%s given, but a grand final has %d; to fill the empty places, add --dummy Demo", format.Count(n, "player"), playoff.Finalists)
	case n > playoff.Finalists:
		return fmt.Errorf("%s given, but a grand final has %d; to select the finalists, run game-tui playoff PLAYER…", format.Count(n, "player"), playoff.Finalists)
	}
	plan.Format, plan.Seeds = schedule.Final, f.cfg.MatchesPerGroup
	return f.start(ctx, game, plan, list)
}

// startFromPlayoff starts a final between the players left in a play-off. It loads the programs
// listed in the play-off's file.
func (f *finalRun) startFromPlayoff(ctx context.Context, reader *league.Reader, name string, args []resolve.Typed) error {
	state := reader.Schedule.State()
	if len(state.Remaining) != playoff.Finalists {
		hint := "name them instead of the file, and add --dummy PLAYER for empty places"
		if len(state.Remaining) > playoff.Finalists {
			hint = fmt.Sprintf("to continue the play-off, run game-tui playoff --resume %s", cliarg.Quote(name))
		}
		return fmt.Errorf("%s: the play-off has %s left, but a grand final has %d; %s", name, format.Count(len(state.Remaining), "player"), playoff.Finalists, hint)
	}
	plan := *reader.Plan
	plan.EngineVersion, plan.Format, plan.Seeds = buildinfo.Name(), schedule.Final, f.cfg.MatchesPerGroup
	plan.Playoff, plan.Keys, plan.Players = nil, nil, nil
	for _, e := range state.Remaining {
		one := reader.Plan.Players[reader.Plan.Playoff.PlayerFor(e, max(state.Round, state.Rounds()))]
		one.Name = reader.Plan.Players[e].Name
		plan.Players = append(plan.Players, one)
	}
	var err error
	if plan.Seed, _, err = f.Request.FirstSeed(&f.Size.Seeds); err != nil {
		return err
	}
	f.ResumeFile = name
	c, err := f.loadRoster(ctx, &plan, args, nil)
	if err != nil {
		return err
	}
	return f.startRoster(ctx, c)
}
