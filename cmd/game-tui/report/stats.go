package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/progress"
	"game-tui/sim/clean"
)

// Stats says how recordings are counted in.
type Stats struct {
	Format        Format
	Rounds, Quiet bool

	Stdout, Stderr io.Writer
}

// Run counts in recordings, and prints what it finds.
func (s *Stats) Run(ctx context.Context, names []string) error {
	p := s.printer(len(names))
	bad := 0
	for i, word := range names {
		if !s.Quiet {
			progress.Clear(s.Stderr)
			progress.Note(s.Stderr, clean.Line(fmt.Sprintf("reading %s (%d of %d)", word, i+1, len(names))))
		}
		c, err := tally(ctx, word)
		if !s.Quiet {
			progress.Clear(s.Stderr)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			err = p.add(ctx, c)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := files.Stdout.Fault(); err != nil {
			return err // what nobody gets need not be counted
		}
		if err != nil {
			if len(names) == 1 {
				return err
			}
			bad++
			fmt.Fprintln(s.Stderr, "error:", clean.Line(err.Error()))
		}
	}
	if err := p.end(); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d recordings are not counted", bad, len(names))
	}
	return nil
}

// statsPrinter prints what is counted, recording by recording.
type statsPrinter interface {
	add(ctx context.Context, c *tallied) error
	end() error
}

// printer is the one for that many recordings.
func (s *Stats) printer(recordings int) statsPrinter {
	switch {
	case s.Format == JSON:
		return &statsLines{rounds: s.Rounds, w: s.Stdout}
	case s.Format == CSV:
		return &statsRows{rounds: s.Rounds, w: csv.NewWriter(s.Stdout)}
	case recordings == 1 && !s.Rounds:
		return statsPage{s.Stdout}
	}
	return &statsTables{rounds: s.Rounds, w: s.Stdout, several: recordings > 1}
}
