package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"game-tui/ai/process/sandbox"

	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/report"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// Table says how a record is shown.
type Table struct {
	Format            report.Format
	Config, UI, Paces bool

	PaceMatches int

	Names string // file of a naming, by which players are called
	Copy  string // a record to write, in which they are called so; nothing is shown

	HTML    string // a page to write, or the folder of a site
	Private bool   // of HTML: a folder a player, to hand out
}

// Print prints a record, or opens the dashboard.
func (f *Table) Print(ctx context.Context, w, stderr io.Writer, name string) error {
	switch {
	case f.Paces && f.PaceMatches < 1:
		return fmt.Errorf("--pace-matches %d: type a number from 1", f.PaceMatches)
	case f.UI:
		return f.dashboard(ctx, name)
	case f.Copy != "" && f.Names == "":
		return errors.New("-o is for a copy in which players have other names: type --names FILE as well")
	}
	naming, err := players.ReadNaming(f.Names)
	if err != nil {
		return err
	}
	file, err := files.Open(name)
	if err != nil {
		return files.Error(err)
	}
	defer file.Close()
	if f.Copy != "" {
		return f.copy(file, name, naming, stderr)
	}
	standings, err := league.ReadStandings(file)
	if err != nil {
		return fault(name, err, &league.Plan{}) // that of a play-off is refused before a line is read
	}
	if f.Config {
		_, err := io.WriteString(w, standings.Plan.Config)
		return err
	}
	recorded := *standings.Plan
	if naming != nil {
		naming.Rename(standings.Plan)
		naming.Report(stderr, standings.Plan)
		if err := standings.Plan.Seal(); err != nil {
			return fmt.Errorf("%s: %w", f.Names, err)
		}
	}
	r := Standings(name, standings)
	if f.Paces {
		if err := measurePaces(ctx, r, stderr, name, standings, f.PaceMatches); err != nil {
			return err
		}
	}
	if f.HTML != "" {
		return f.html(ctx, stderr, name, &recorded, standings, r)
	}
	if f.Format == report.CSV && r.PaceNote != "" {
		fmt.Fprintln(stderr, "pace:", r.PaceNote)
	}
	return r.Write(w, f.Format, f.Paces)
}

// copy writes the record anew, for others.
func (f *Table) copy(from *os.File, name string, naming *players.Naming, stderr io.Writer) error {
	if _, err := os.Lstat(f.Copy); err == nil {
		return fmt.Errorf("%s: is there already: name another file", f.Copy)
	}
	var plan *league.Plan
	return writeFile(f.Copy, func(w io.Writer) error {
		err := league.Copy(w, from, func(p *league.Plan) {
			plan = p
			naming.Rename(p)
			naming.Report(stderr, p)
		}, naming.Hide)
		if errors.Is(err, league.ErrDamaged) || errors.Is(err, league.ErrNoRecord) {
			return fault(name, err, plan)
		}
		return err
	})
}

func (f *Table) dashboard(ctx context.Context, name string) error {
	if !files.ToTerminal() {
		return errors.New("--ui wants a terminal: leave it out for the table")
	}
	t, err := Follow(name)
	if err == nil && t.Plan.Design == league.Final {
		err = fmt.Errorf("%s: %w", name, league.ErrFinal)
	}
	if err != nil {
		return err
	}
	return t.While(ctx, name, func(ctx context.Context, a *Again) error { return Dashboard(ctx, t.Tournament, a, nil) })
}

// measurePaces measures the pace of the players of a tournament in a number of its matches,
// at most, which are played again: those in which all players are built in.
func measurePaces(ctx context.Context, r *report.Standings, stderr io.Writer, name string, b *league.Standings, most int) error {
	game, err := players.GameOf(name, b.Plan)
	if err != nil {
		return err
	}
	tasks := paceTasks(b, most)
	r.PaceNote = paceNote(b.Plan, len(tasks))
	if len(tasks) == 0 {
		return nil
	}
	field, err := players.New(game, b.Plan, sandbox.Require, nil).Field(ctx) // no program plays
	if err != nil {
		return err
	}
	all := make(play.Paces, len(field.Entries))
	err = Replay(ctx, stderr, name, b.Plan, tasks, func(ctx context.Context, i int, task *league.Task, recorded *league.Result) (func(), error) {
		entries := task.Entries()
		seeds, err := task.Seeds()
		if err != nil {
			return nil, err
		}
		row, rec, err := field.Play(ctx, seeds, entries, match.Options{})
		if err != nil {
			return nil, err
		}
		if was := recorded.Seats(task); row.Result.Scores != was {
			return nil, fmt.Errorf("%s: the match of seed %d came out as %v, and comes out as %v now: the players are not what they were in %s, so that nothing is told of their pace",
				clean.Line(name), task.Seed, was, row.Result.Scores, clean.Line(b.Plan.Engine))
		}
		pace := play.MeasurePace(ctx, rec)
		return func() { all.Add(entries, pace) }, nil
	})
	r.Measured(all)
	return err
}

// paceTasks are tasks that have a result and no program in them, at most that many: of all
// seeds in turn, and of all line-ups in turn, so that players are in about as many of them.
func paceTasks(b *league.Standings, most int) (list []int) {
	perSet, seeds, shift := b.Schedule.TasksPerSet(), b.Plan.Blocks(), 0
	lineUps := b.Schedule.TasksPerSeed() / perSet
	for i := 0; i < b.Schedule.Tasks() && len(list) < most; i++ {
		if i > 0 && i%seeds == 0 && i%lineUps == 0 {
			shift++ // from here on seeds would meet the line-ups that they have met
		}
		pass := i / (seeds * lineUps)
		if i%(seeds*lineUps) == 0 {
			shift = 0 // all have met, in one seating each
		}
		seating := (i%(seeds*lineUps) + pass) % perSet
		n := (i%seeds*lineUps+(i+shift)%lineUps)*perSet + seating
		if !b.Done(n) {
			continue
		}
		lineUp := b.Schedule.Task(n).LineUp
		if !slices.ContainsFunc(lineUp[:], func(e int) bool { return b.Plan.Player[e].Program != nil }) {
			list = append(list, n)
		}
	}
	return list
}

// paceNote says whose pace is not measured: programs cannot be played on from the middle
// of a match.
func paceNote(p *league.Plan, matches int) string {
	var names []string
	for i := range p.Player {
		if p.Player[i].Program != nil {
			names = append(names, clean.Line(p.Player[i].Name))
		}
	}
	const why = "programs cannot be played on from the middle of a match"
	switch {
	case names == nil && matches == 0:
		return "not measured: no match has been played yet"
	case names == nil:
		return ""
	case matches == 0:
		return "not measured: there is a program in every match, and " + why
	}
	if more := len(names) - 3; more > 0 {
		names = append(names[:3], numbers.Count(more, "other"))
	}
	return "without " + strings.Join(names, ", ") + ": " + why
}

// Playoff prints the record of a play-off.
func Playoff(ctx context.Context, w io.Writer, f report.Format, name string) error {
	results := map[int]*league.Result{}
	in, err := ReadKnockout(ctx, name, func(r *league.Result) { results[r.N] = r })
	if err != nil {
		return err
	}
	p := in.Plan
	if p.Design == league.Final {
		return fmt.Errorf("%s: %w", name, league.ErrFinal)
	}
	for _, k := range in.Keys {
		in.Schedule.SetKey(k)
	}
	return report.NewPlayoff(name, p, in.Schedule, results, players.WordOf, func(at league.MatchRef) (int32, string) {
		return PlayAgainCommand(p, in.Schedule, at)
	}).Write(w, f)
}
