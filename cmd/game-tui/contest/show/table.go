package show

import (
	"context"
	"errors"
	"fmt"
	"io"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/infile"
	"game-tui/cmd/game-tui/report"
	"game-tui/sim/league"
)

// Table says how a record is shown.
type Table struct {
	Format            report.Format
	Config, UI, Paces bool

	PaceMatches int
}

// Print prints a record, or opens the dashboard.
func (f *Table) Print(ctx context.Context, w, stderr io.Writer, name string) error {
	switch {
	case f.Paces && f.PaceMatches < 1:
		return fmt.Errorf("--pace-matches %d: type a number from 1", f.PaceMatches)
	case f.UI:
		return f.dashboard(ctx, name)
	}
	file, err := infile.Open(name)
	if err != nil {
		return files.Error(err)
	}
	defer file.Close()
	standings, err := league.ReadStandings(file)
	if err != nil {
		return recordHint(name, fmt.Errorf("%s:%w", name, err))
	}
	if f.Config {
		_, err := io.WriteString(w, standings.Plan.Config)
		return err
	}
	r := Standings(name, standings)
	if f.Paces {
		if err := measurePaces(ctx, r, stderr, name, standings, f.PaceMatches); err != nil {
			return err
		}
	}
	if f.Format == report.CSV && r.PaceNote != "" {
		fmt.Fprintln(stderr, "pace:", r.PaceNote)
	}
	return r.Write(w, f.Format, f.Paces)
}

// dashboard shows the record in a terminal.
func (f *Table) dashboard(ctx context.Context, name string) error {
	if !files.ToTerminal() {
		return errors.New("--ui wants a terminal: leave it out for the table")
	}
	t, err := Follow(name)
	if err != nil {
		return err
	}
	a, err := NewAgain(name, t.Plan)
	if err != nil {
		return err
	}
	defer a.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go t.Run(ctx)
	return Dashboard(ctx, t.Tournament, a, nil)
}
