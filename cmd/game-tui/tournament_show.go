package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

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

func showCommand() *cobra.Command {
	f := &showFlags{}
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Show how a tournament stands, or how it ended",
		Long: `Show the table of a tournament: places, points with 95 % intervals, who beats whom,
the effect of the seats, who went out and why, and which matches are worth a look.
The tournament may be under way.`,
		Example: `game-tui tournament show final.jsonl
game-tui tournament show final.jsonl --csv > final.csv
game-tui tournament show final.jsonl --markdown > final.md
game-tui tournament show final.jsonl --paces
game-tui tournament show final.jsonl --ui`,
		Args: func(_ *cobra.Command, words []string) error {
			if len(words) != 1 {
				return errors.New("type the record of a tournament: game-tui tournament show FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, words []string) error {
			if cmd.Flags().Changed("pace-matches") && !f.paces {
				return errors.New("--pace-matches is for --paces: type both")
			}
			if f.paceMatches < 1 {
				return fmt.Errorf("--pace-matches %d: type a number from 1", f.paceMatches)
			}
			return f.show(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), words[0])
		},
	}
	set := cmd.Flags()
	addFormat(cmd, &f.format, report.JSON, "all of it as JSON")
	addFormat(cmd, &f.format, report.CSV, "one line a player as CSV, with its share against each of the others")
	addFormat(cmd, &f.format, report.Markdown, "tables to publish, in Markdown")
	set.BoolVar(&f.config, "config", false, "print the configuration that is played, and nothing else")
	set.BoolVar(&f.ui, "ui", false, "the dashboard: choose matches to watch; it follows a tournament that is under way")
	set.BoolVar(&f.paces, "paces", false, "measure the pace of the built-in players, too: plays matches again")
	set.IntVar(&f.paceMatches, "pace-matches", 40, "of --paces: in at most so many `matches`")
	cmd.MarkFlagsMutuallyExclusive("paces", "config")
	cmd.MarkFlagsMutuallyExclusive("paces", "ui")
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "markdown", "config", "ui")
	return cmd
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
