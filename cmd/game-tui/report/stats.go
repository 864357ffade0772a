package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/progress"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/record"
)

// Stats says how recordings are counted in.
type Stats struct {
	Format        Format
	Rounds, Quiet bool

	Stdout, Stderr io.Writer
}

// Run counts in recordings, and prints what it finds.
func (s *Stats) Run(ctx context.Context, names []string) error {
	tables := &statsTables{rounds: s.Rounds, several: len(names) > 1}
	add := s.printer(tables)
	bad := 0
	for i, word := range names {
		if !s.Quiet {
			progress.Note(s.Stderr, fmt.Sprintf("reading %s (%d of %d)", word, i+1, len(names)))
		}
		c, err := tally(ctx, word)
		progress.Clear(s.Stderr)
		if err == nil && ctx.Err() == nil {
			err = add(ctx, c)
		}
		if stop := cmp.Or(ctx.Err(), files.Stdout.Fault()); stop != nil {
			return stop // what nobody gets need not be counted
		}
		if err != nil {
			if len(names) == 1 {
				return err
			}
			bad++
			fmt.Fprintln(s.Stderr, "error:", clean.Line(err.Error()))
		}
	}
	tables.print(s.Stdout)
	if bad > 0 {
		return fmt.Errorf("%d of %d recordings are not counted", bad, len(names))
	}
	return files.Stdout.Fault()
}

// printer prints a recording, or adds it to tables that are printed in the end.
func (s *Stats) printer(tables *statsTables) func(context.Context, *tallied) error {
	switch {
	case s.Format == JSON:
		return s.printJSON
	case s.Format == CSV:
		return s.csvPrinter()
	case !tables.several && !s.Rounds:
		return s.printPage
	}
	return tables.add
}

// printPage prints all of one recording: a line for each figure, a column for each player.
func (s *Stats) printPage(_ context.Context, c *tallied) error {
	meta := c.meta()
	head := []string{""}
	var all [sim.Seats][]figure
	for seat, of := range c.final() {
		head = append(head, c.player(seat))
		all[seat] = of.figures()
	}
	t := plainTable(1, head...)
	for i, f := range all[0] {
		row := []string{f.line}
		for seat := range all {
			row = append(row, all[seat][i].text)
		}
		if f.line != "" && (f.always || slices.ContainsFunc(row[1:], func(cell string) bool { return cell != "0" && cell != "" && cell != unknown })) {
			t.Row(row...)
		}
	}
	heading := fmt.Sprintf("%s, seed %d, round %d of %d", meta.Game.Title(), meta.Seed, c.rec.Edge(), c.rec.Rounds())
	if meta.Note != "" {
		heading += "; " + meta.Note
	}
	_, err := fmt.Fprintf(s.Stdout, "%s\n%s\n", heading, t.Render())
	return err
}

// csvPrinter prints a line for each player of a recording, or of a round.
func (s *Stats) csvPrinter() func(context.Context, *tallied) error {
	write := csvTo(s.Stdout)
	var first *record.Meta // of the first recording
	var name string        // of it
	return func(ctx context.Context, c *tallied) error {
		if first == nil {
			first, name = c.meta(), c.name
		}
		if game := c.meta().Game; game != first.Game {
			return fmt.Errorf("%s is of %s, and %s of %s: their columns differ; print each game by itself, or --json", c.name, game.Title(), name, first.Game.Title())
		}
		for k := c.first(s.Rounds); k <= c.rec.Edge() && ctx.Err() == nil; k++ {
			for _, of := range c.at(k) {
				if err := write(of.row()); err != nil {
					return err
				}
			}
		}
		return nil
	}
}
