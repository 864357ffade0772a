package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
)

// Table configures how a tournament file is shown.
type Table struct {
	Format     report.Format
	Config, UI bool

	Names string // file with names for players
	Copy  string // write a copy of the file with these names, and show nothing

	HTML    string // page or folder to write
	Private bool   // write a folder for each player
}

// Print prints a tournament, opens the dashboard, or writes pages or a copy.
func (f *Table) Print(ctx context.Context, w, stderr io.Writer, name string) error {
	switch {
	case f.UI:
		return f.dashboard(ctx, name)
	case f.Copy != "" && f.Names == "":
		return errors.New("-o writes a copy with other names: add --names FILE")
	}
	naming, err := roster.ReadNaming(f.Names)
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
		return fileError(name, err, &league.Plan{})
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
	r := NewStandings(name, standings)
	if f.HTML != "" {
		return f.html(ctx, stderr, name, &recorded, standings, r)
	}
	return r.Write(w, f.Format)
}

// copy writes a copy of the file for publication.
func (f *Table) copy(from *os.File, name string, naming *roster.Naming, stderr io.Writer) error {
	if _, err := os.Lstat(f.Copy); err == nil {
		return fmt.Errorf("%s: exists: name another file", f.Copy)
	}
	var plan *league.Plan
	return writeFile(f.Copy, func(w io.Writer) error {
		err := league.Copy(w, from, func(p *league.Plan) {
			plan = p
			naming.Rename(p)
			naming.Report(stderr, p)
		}, naming.RenameFolders)
		if errors.Is(err, league.ErrDamaged) || errors.Is(err, league.ErrNotTournament) {
			return fileError(name, err, plan)
		}
		return err
	})
}

func (f *Table) dashboard(ctx context.Context, name string) error {
	if !files.ToTerminal() {
		return errors.New("--ui needs a terminal: leave it out for the table")
	}
	t, err := Follow(name)
	if err == nil && t.Plan.Format == schedule.Final {
		err = fmt.Errorf("%s: %w", name, league.ErrFinal)
	}
	if err != nil {
		return err
	}
	return t.Show(ctx, func(ctx context.Context, a *Replayer) error { return Dashboard(ctx, t.Monitor, a, nil) })
}

// PrintPlayoff prints a play-off.
func PrintPlayoff(ctx context.Context, w io.Writer, f report.Format, name string) error {
	results := map[int]*league.Result{}
	in, err := ReadKnockout(ctx, name, func(r *league.Result) { results[r.N] = r })
	if err != nil {
		return err
	}
	p := in.Plan
	if p.Format == schedule.Final {
		return fmt.Errorf("%s: %w", name, league.ErrFinal)
	}
	for _, k := range in.Keys {
		in.Schedule.SetKey(k)
	}
	return report.NewPlayoff(name, p, in.Schedule, results, roster.WordOf, func(at league.MatchRef) (int32, string) {
		return PlayAgainCommand(p, in.Schedule, at)
	}).Write(w, f)
}
