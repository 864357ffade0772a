package show

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/report"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/record"
)

// Again plays matches of a tournament again.
type Again struct {
	Record  string // its name
	Players *players.Planned
}

// NewAgain plays matches of the record of anybody. It must be closed.
func NewAgain(name string, p *league.Plan) (*Again, error) {
	game, err := players.GameOf(name, p)
	if err != nil {
		return nil, err
	}
	c := players.New(game, p, process.Require, players.NewCopies(players.CopyRoom))
	c.Record, c.Limits = name, players.Bounded(c.Limits)
	return &Again{name, c}, nil
}

func (a *Again) Close() { a.Players.Close() }

// Play plays a match of the record again. Only its own players need to be there, and
// to be what they were.
func (a *Again) Play(ctx context.Context, at league.MatchRef) (*record.Record, error) {
	plan := a.Players.Plan
	task, err := plan.Schedule().Find(at.Task)
	if err != nil {
		return nil, err
	}
	if at.Match >= len(task.Plays) {
		return nil, fmt.Errorf("task %d has no match %d", at.Task, at.Match)
	}
	schedule, results, err := ReadResults(ctx, a.Record, plan, at.Task)
	if err != nil {
		return nil, err
	}
	task = schedule.ToPlay(at.Task)
	seeds, err := task.Seeds(at.Match)
	if err != nil {
		return nil, err
	}
	field := players.Field(a.Players.Game, plan)
	for _, entry := range task.Entries(at.Match) {
		e, err := a.Players.Entry(ctx, entry)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", plan.Player[entry].Name, err)
		}
		field.Entries = append(field.Entries, e)
	}
	rec, err := play.Again(ctx, field, seeds, [sim.Seats]int{0, 1, 2, 3}, results[0].Seats(&task, at.Match))
	if err != nil {
		return nil, err
	}
	meta := *rec.Meta()
	meta.Source = a.Record // it opens at its beginning, as recordings do
	for seat, entry := range task.Entries(at.Match) {
		// A program is called as in the table, not as it calls itself; but never like a
		// built-in player, which is known by its name.
		p := &plan.Player[entry]
		if _, ok := ai.Find(plan.Game, p.Name); !ok && p.Builtin == "" {
			meta.Names[seat] = clean.Word(p.Name, sim.MaxName)
		}
	}
	return rec.With(meta), nil
}

// PlayAgainCommand is the seed of a match of a plan, and what to type to play it again; empty
// where the seeds of its players are secret still.
func PlayAgainCommand(p *league.Plan, s *league.Schedule, at league.MatchRef) (int32, string) {
	task := s.ToPlay(at.Task)
	seeds, err := task.Seeds(at.Match)
	if err != nil {
		return task.Seed, ""
	}
	words := []string{"game-tui"}
	for _, e := range task.Entries(at.Match) {
		words = append(words, typed.Quoted(players.WordOf(&p.Player[e])))
	}
	switch {
	case p.Source == files.StdinName:
		words = append(words, "-i", "FILE")
	case p.Source != "":
		words = append(words, "-i", typed.Quoted(p.Source))
	case p.Game != catalog.Default().Name():
		words = append(words, "--game", typed.Quoted(p.Game))
	}
	words = append(words, "--seed", strconv.Itoa(int(task.Seed)))
	if p := (typed.PlayerSeeds{Of: seeds.Players}); p.Of != nil {
		words = append(words, "--player-seeds", p.String())
	}
	if players.ProgramsOf(p) > 0 {
		words = append(words, players.LimitWords(p)...)
	}
	return task.Seed, clean.Line(strings.Join(words, " "))
}

// Standings computes all that is shown of a tournament.
func Standings(name string, b *league.Standings) *report.Standings {
	return report.NewStandings(name, b, players.WordOf, func(at league.MatchRef) (int32, string) { return PlayAgainCommand(b.Plan, b.Schedule, at) })
}
