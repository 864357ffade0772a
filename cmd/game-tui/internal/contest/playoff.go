package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// PlayoffConfig configures a play-off.
type PlayoffConfig struct {
	Config
	To          int          // stop when this many players are left
	Rounds      int          // rounds to play now; 0 means all
	DummiesFrom []Assignment // stronger Dummies, by the round from which they play
	Replace     []Assignment // substitutes from the next round on, by the player's name
}

type playoffRun struct {
	*tournament
	cfg          *PlayoffConfig
	roundsBefore int // rounds that were already over
}

// An Assignment gives a player a role, as in 12=./strong/ or anna=./anna2/.
type Assignment struct {
	Key    string
	Player resolve.Typed
}

// Playoff starts or resumes a play-off.
func Playoff(ctx context.Context, c *PlayoffConfig, words []resolve.Typed) error {
	switch {
	case c.To < 1 || c.Rounds < 0:
		return errors.New("--to must be at least 1, and --rounds not below 0")
	case c.Resume == "" && len(c.Replace) > 0:
		return errors.New("--replace needs a play-off to resume: add --resume FILE")
	}
	c.Plain = true
	f := &playoffRun{tournament: newTournament(&c.Config, schedule.Playoff), cfg: c}
	f.printResult, f.rounds = f.summary, c.Rounds
	return f.open(ctx, func() error {
		if c.Resume != "" {
			return f.resume(ctx, words)
		}
		return f.begin(ctx, words)
	})
}

func (f *playoffRun) begin(ctx context.Context, words []resolve.Typed) error {
	game, plan, list, err := f.newPlan(ctx, words)
	if err != nil {
		return err
	}
	n := len(list)
	switch {
	case n == 0:
		return errors.New("no players given: type game-tui playoff players/, or names from game-tui players")
	case n <= f.cfg.To:
		return fmt.Errorf("%s: a play-off ends with %d players left: type --to 1 to play down to one, or game-tui playoff final", format.Count(n, "player"), f.cfg.To)
	}
	plan.Format, plan.Seeds = schedule.Playoff, 1
	plan.Playoff = &schedule.PlayoffRules{Entries: n, To: f.cfg.To}
	plan.Players = roster.Entries(list)
	stands := func(round int, one roster.Contender) {
		one.Name = uniqueName(plan, dummyName(round))
		list, plan.Players = append(list, one), append(plan.Players, one.Entry)
		plan.Playoff.StandIns = append(plan.Playoff.StandIns, schedule.StandIn{Round: round, Entry: playoff.Dummy})
	}
	one, _, err := f.dummyPlayer(ctx, game)
	if err != nil {
		return err
	}
	stands(1, one)
	for _, d := range f.cfg.DummiesFrom {
		round, err := parseRound(d, 1, n-f.cfg.To)
		if err == nil {
			one, err = f.oneContender(ctx, game, d.Player)
		}
		if err != nil {
			return err
		}
		stands(round, one)
	}
	if len(list) > schedule.MaxPlayoff {
		return fmt.Errorf("%d players: at most %d can play", len(list), schedule.MaxPlayoff)
	}
	return f.start(ctx, game, plan, list, func(_ *match.Field, plan *league.Plan) (string, error) {
		state := plan.Schedule().State()
		return fmt.Sprintf("%s, down to %d in %s from seed %d: about %s", format.Count(n, "player"), f.cfg.To, format.Count(state.Rounds(), "round"),
			plan.Seed, format.Count(state.MatchesLeft(), "match")), nil
	})
}

// parseRound returns the round of a Dummy, which must be from least to most.
func parseRound(d Assignment, least, most int) (int, error) {
	n, err := strconv.Atoi(d.Key)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("--dummy-from %s=%s: expected a round from %d to %d, such as %d=Greedy", d.Key, d.Player, least, most, least)
	}
	return n, nil
}

func (f *playoffRun) resume(ctx context.Context, words []resolve.Typed) error {
	return f.reopen(ctx, func(r *league.File, p *league.Plan) (*roster.Planned, *match.Field, error) {
		amended, more, err := f.addReplacements(ctx, r, p)
		if err != nil {
			return nil, nil, err
		}
		var idle func(int) bool
		r.View(func(s *league.Standings) { idle = s.Idle(amended) })
		c, field, err := f.resumeField(ctx, amended, append(words, more...), idle, "restore it, or replace it: --replace NAME=PLAYER")
		if err != nil || amended == p {
			return c, field, err
		}
		if err := f.qualifyReplacements(ctx, field, amended, len(p.Players)); err != nil {
			return nil, nil, err
		}
		if err := r.ReplacePlan(amended); err != nil {
			return nil, nil, show.ExplainError(f.Resume, err)
		}
		f.pending = nil
		for i, s := range amended.Playoff.StandIns[len(p.Playoff.StandIns):] {
			name := "Dummies"
			if s.Entry != playoff.Dummy {
				name = sanitize.Line(p.Players[s.Entry].Name)
			}
			f.log(fmt.Sprintf("from round %d on %s plays for %s", s.Round, sanitize.Line(roster.WordOf(&amended.Players[len(p.Players)+i])), name))
		}
		return c, field, nil
	})
}

// addReplacements returns the plan with the requested replacements, and the words of these.
func (f *playoffRun) addReplacements(ctx context.Context, r *league.File, p *league.Plan) (*league.Plan, []resolve.Typed, error) {
	game, err := roster.GameOf(f.Resume, p)
	if err != nil {
		return nil, nil, err
	}
	var in []int
	var next, rounds int
	r.View(func(s *league.Standings) {
		state := s.Schedule.State()
		in, next, rounds, f.roundsBefore = slices.Clone(state.Remaining), s.Schedule.NextRound(), state.Rounds(), len(state.Eliminated)
	})
	if changes := len(f.cfg.Replace) + len(f.cfg.DummiesFrom); changes > 0 && f.roundsBefore == rounds {
		return nil, nil, fmt.Errorf("%s: all rounds are over, so nobody can be replaced: game-tui playoff show %s shows them", f.Resume, cliarg.Quoted(f.Resume))
	}
	var words []resolve.Typed
	for _, s := range slices.Concat(f.cfg.Replace, f.cfg.DummiesFrom) {
		stand := schedule.StandIn{Round: next, Entry: playoff.Dummy}
		name, flag := dummyName(1), "replace"
		if slices.Contains(f.cfg.DummiesFrom, s) {
			flag = "dummy-from"
			if stand.Round, err = parseRound(s, next, rounds); err != nil {
				return nil, nil, err
			}
		} else {
			name = s.Key
			stand.Entry = slices.Index(p.Names()[:p.Playoff.Entries], s.Key)
			if !slices.Contains(in, stand.Entry) {
				return nil, nil, fmt.Errorf("--replace %s=%s: %s is not left in the play-off: game-tui playoff show %s lists the players", s.Key, s.Player, s.Key, cliarg.Quoted(f.Resume))
			}
		}
		one, err := f.oneContender(ctx, game, s.Player)
		if err != nil {
			return nil, nil, err
		}
		one.Name = uniqueName(p, fmt.Sprintf("%s@%d", sanitize.Truncate(name, 40), stand.Round))
		if p, err = p.WithStandIn(one.Entry, stand); err != nil {
			return nil, nil, err
		}
		words = append(words, s.Player)
		f.pending = append(f.pending, fmt.Sprintf("--%s=%s=%s", flag, s.Key, s.Player))
	}
	return p, words, nil
}

func dummyName(round int) string {
	if round == 1 {
		return "Dummy"
	}
	return fmt.Sprintf("Dummy@%d", round)
}

// qualifyReplacements returns an error unless all replacements, which are the players from first
// on, pass the qualification.
func (f *playoffRun) qualifyReplacements(ctx context.Context, field *match.Field, p *league.Plan, first int) error {
	for i := first; i < len(p.Players); i++ {
		s := p.Playoff.StandIns[i-p.Playoff.Entries]
		if s.Entry == playoff.Dummy {
			continue
		}
		name, word := sanitize.Line(p.Players[s.Entry].Name), sanitize.Line(roster.WordOf(&p.Players[i]))
		f.log(fmt.Sprintf("trying %s, which will replace %s", word, name))
		v, err := qualify.Try(ctx, field.Entries[i], qualify.Options{Game: field.Game, Spec: field.Spec, Dummy: field.Entries[p.Playoff.PlayerFor(playoff.Dummy, s.Round)], Seed: p.Seed})
		switch {
		case err != nil:
			return f.Request.ExplainError(err)
		case !v.Pass:
			return fmt.Errorf("--replace %s=%s: it does not qualify (%s): %s", name, word, v.FailedStep, v.Reason)
		}
		f.log(word + " qualifies")
	}
	return nil
}

// uniqueName returns name, with a number if a player of the plan has it.
func uniqueName(p *league.Plan, name string) string {
	own := name
	for k := 2; slices.Contains(p.Names(), own); k++ {
		own = fmt.Sprintf("%s-%d", name, k)
	}
	return own
}

// summary prints the players eliminated since the start of the command, and those left.
func (f *playoffRun) summary(name string, s *league.Standings) {
	state := s.Schedule.State()
	for _, o := range state.Eliminated[f.roundsBefore:] {
		fmt.Fprintf(f.Stdout, "round %d: %s is out\n", o.Round, sanitize.Line(s.Plan.Players[o.Entry].Name))
	}
	names := make([]string, len(state.Remaining))
	for i, e := range state.Remaining {
		names[i] = s.Plan.Players[e].Name
	}
	fmt.Fprintf(f.Stdout, "%d of %s played, %d in: %s\n", len(state.Eliminated), format.Count(state.Rounds(), "round"), len(names), sanitize.JoinNames(names, len(names)))
	fmt.Fprintf(f.Stderr, "eliminations and their matches: game-tui playoff show %s\n", cliarg.Quoted(name))
	if state.Over() && len(state.Remaining) == playoff.Finalists {
		fmt.Fprintf(f.Stderr, "next, the grand final: game-tui playoff final %s\n", cliarg.Quoted(name))
	}
}
