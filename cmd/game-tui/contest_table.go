package main

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

// showFlags are the flags of tournament show.
type showFlags struct {
	format            report.Format
	config, ui, paces bool

	paceMatches int
}

func (f *showFlags) show(ctx context.Context, w, stderr io.Writer, name string) error {
	if f.ui {
		return f.dashboard(ctx, name)
	}
	file, err := infile.Open(ctx, name)
	if err != nil {
		return files.Error(err)
	}
	defer file.Close()
	books, err := league.ReadBooks(file)
	if err != nil {
		return recordHint(name, fmt.Errorf("%s:%w", name, err))
	}
	if f.config {
		_, err := io.WriteString(w, books.Plan.Config)
		return err
	}
	noteSums(stderr, name, books.Plan)
	r := standingsOf(name, books)
	if f.paces {
		if err := tournamentPaces(ctx, r, stderr, name, books, f.paceMatches); err != nil {
			return err
		}
	}
	if f.format == report.CSV && r.PaceNote != "" {
		fmt.Fprintln(stderr, "pace:", r.PaceNote)
	}
	return r.Write(w, f.format, f.paces)
}

// dashboard shows the record in a terminal.
func (f *showFlags) dashboard(ctx context.Context, name string) error {
	if !toTerminal() {
		return errors.New("--ui wants a terminal: leave it out for the table")
	}
	t, err := follow(ctx, name)
	if err != nil {
		return err
	}
	a, err := newAgain(name, t.reader.Plan)
	if err != nil {
		return err
	}
	defer a.close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go t.run(ctx)
	return showDashboard(ctx, t.tournamentView, a, nil)
}
