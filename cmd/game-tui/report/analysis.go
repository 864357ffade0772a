package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"game-tui/cmd/game-tui/analyst"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/progress"
	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/tui/numbers"
)

// Analysis says how recordings are analysed.
type Analysis struct {
	Format   Format
	Quiet    bool
	Sort     string
	Time     time.Duration
	Rollouts int

	Timed, Counted bool // --time, --rollouts were typed
	Stdout, Stderr io.Writer
}

func (f *Analysis) check() error {
	switch {
	case f.Time < 0:
		return fmt.Errorf("--time %v: a time cannot be negative", f.Time)
	case f.Rollouts < 0:
		return fmt.Errorf("--rollouts %d: a number of rollouts cannot be negative", f.Rollouts)
	case f.Sort != "excitement" && f.Sort != "thrown" && f.Sort != "lowest":
		return fmt.Errorf("--sort %q: type excitement, thrown or lowest", f.Sort)
	}
	return nil
}

// Run analyses recordings, and prints what it finds.
func (f *Analysis) Run(ctx context.Context, names []string) error {
	if err := f.check(); err != nil {
		return err
	}
	list, err := f.read(ctx, names)
	progress.Clear(f.Stderr)
	if err != nil {
		return err
	}
	slices.SortStableFunc(list, func(x, y *analysed) int {
		switch f.Sort {
		case "thrown":
			return cmp.Compare(y.Thrown, x.Thrown)
		case "lowest":
			return cmp.Compare(x.Lowest, y.Lowest)
		}
		return cmp.Compare(y.Excitement, x.Excitement)
	})
	switch {
	case f.Format == JSON:
		return printAnalyses(f.Stdout, list)
	case f.Format == CSV && len(list) == 1:
		return list[0].printLine(f.Stdout)
	case f.Format == CSV:
		return writeCSV(f.Stdout, rowsOf(list))
	case len(list) == 1:
		return list[0].printOne(f.Stdout)
	}
	head, text := tableOf(rowsOf(list))
	_, err = fmt.Fprintln(f.Stdout, plainTable(1, head...).Rows(text...).Render())
	return err
}

// analysed is what is found in a recording.
type analysed struct {
	name     string
	record   *record.Record
	analysis *chance.Analysis
	round    int      // that was asked for, -1: none
	at       *atRound // what is told of it
	chance.Summary
}

// read analyses all recordings.
func (f *Analysis) read(ctx context.Context, names []string) (list []*analysed, err error) {
	for i, word := range names {
		name, round, err := files.RoundName(word)
		if err == nil && round >= 0 && len(names) > 1 {
			err = fmt.Errorf("%s: of several recordings whole matches are compared; analyse that round alone", word)
		}
		if err != nil {
			return nil, err
		}
		f.progress("reading %s (%d of %d)", name, i+1, len(names))
		r, err := f.file(ctx, name, round, len(names) == 1 || f.Timed || f.Counted)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// file looks at a recording, and at a round of it where that is not -1.
func (f *Analysis) file(ctx context.Context, name string, round int, rollouts bool) (*analysed, error) {
	rec, _, err := openWithOrders(ctx, name, rollouts)
	if err != nil {
		return nil, err
	}
	if round > rec.Edge() {
		return nil, fmt.Errorf("%s@%d: there is no such round: it has rounds 0 to %d", name, round, rec.Edge())
	}
	m := analyst.Match(rec)
	a, err := chance.New(m)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := &analysed{name: name, record: rec, analysis: a, round: round, Summary: a.Summary()}
	if !rollouts {
		return r, nil
	}
	err = f.work(ctx, name, r)
	r.Summary = a.Summary() // by what is known now
	if err != nil || round < 0 {
		return r, err
	}
	return r, r.look(ctx, f.progress, f.Rollouts > 0 || !f.Counted && f.Time > 0)
}

// work does as many rollouts as there is time for: those of the line and of turning points, then
// the pace, then full ones.
func (f *Analysis) work(ctx context.Context, name string, r *analysed) error {
	if f.Counted && f.Rollouts == 0 || !f.Counted && f.Time == 0 {
		return nil
	}
	begin, done := time.Now(), 0
	var shown time.Time
	for ctx.Err() == nil {
		spent := time.Since(begin).Seconds() / f.Time.Seconds()
		if f.Counted {
			spent = float64(done) / float64(f.Rollouts)
		}
		if f.Counted && spent >= 1 || !r.analysis.NextWithin(spent) {
			break
		}
		done++
		if time.Since(shown) > 100*time.Millisecond {
			shown = time.Now()
			f.progress("%s: %s, %s", name, r.analysis.Level, numbers.Count(done, "rollout"))
		}
	}
	return ctx.Err()
}

// progress shows on the terminal what is done at the moment.
func (f *Analysis) progress(format string, args ...any) {
	if !f.Quiet {
		progress.Note(f.Stderr, fmt.Sprintf(format, args...))
	}
}
