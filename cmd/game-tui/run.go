package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/sim"
	"game-tui/sim/log"
	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/tui/plain"
)

// runFlags are the flags of run.
type runFlags struct {
	matchFlags
	seeds          string
	rotate         bool
	json, csv      bool
	quiet, kitLog  bool
	stdout, stderr io.Writer
}

func runCommand() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run PLAYER PLAYER PLAYER PLAYER",
		Short: "Play without showing: the recording goes to -o or standard output",
		Long: `Play a match, or a batch of them with --seeds, without showing it.

The recording goes to -o or standard output, scores and winners to standard error.
Like the kit's ./Game it reads a configuration from a redirected file.
With --strict the seed may be any text, as in the kit: abc is 0, 12abc is 12.`,
		Example: `game-tui run Demo Demo Demo Demo -s 30 < default.cnf > default.res
game-tui run Greedy Demo Demo Demo --seeds 1-100 --rotate`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, words []string) error {
			f.stdout, f.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if done, err := f.info.answer(f.stdout, f.game); done {
				return err
			}
			if f.json && f.csv || f.quiet && f.kitLog {
				return errors.New("--json and --csv exclude each other, and so do --quiet and --kit-log: type one of the two")
			}
			if len(words) != sim.Seats {
				return fmt.Errorf("run plays four, %d named: type game-tui run Demo Demo Demo Demo, or game-tui players to see who there is", len(words))
			}
			if f.seeds != "" || f.rotate {
				return f.batch(cmd.Context(), words)
			}
			return f.single(cmd.Context(), words)
		},
	}
	f.add(cmd)
	set := cmd.Flags()
	set.StringVar(&f.seeds, "seeds", "", "play a batch: seeds A-B, on all cores")
	set.BoolVar(&f.rotate, "rotate", false, "batch: play every seed in four seatings")
	set.BoolVar(&f.json, "json", false, "print results as JSON, one line a match, in place of the recording")
	set.BoolVar(&f.csv, "csv", false, "print results as CSV in place of the recording")
	set.BoolVar(&f.quiet, "quiet", false, "nothing on standard error but errors")
	set.BoolVar(&f.kitLog, "kit-log", false, "print on standard error what the official program prints there")
	cmd.ValidArgsFunction = completePlayers(&f.game)
	completeFlags(cmd)
	return cmd
}

// single plays one match.
func (f *runFlags) single(ctx context.Context, words []string) error {
	config, spec, err := f.spec(ctx)
	if err != nil {
		return err
	}
	line, err := f.lineUp(config.Game, words, spec.Limits)
	if err != nil {
		return err
	}
	f.seat(&spec, &line)
	out, err := f.open()
	if err != nil {
		return err
	}
	defer out.discard()
	r, l, err := match.Play(ctx, config.Game, spec, players(&line), match.Options{Res: out.writer(), Hash: f.json || f.notes})
	if r == nil || !played(err) {
		return err
	}
	if werr := out.commit(l, r); werr != nil {
		return werr
	}
	f.say(l, r)
	if rerr := f.results(r); rerr != nil {
		return rerr
	}
	return err
}

// played reports whether a match with that error has a recording worth keeping:
// it came to its end, or stopped where the official program stops.
func played(err error) bool {
	var stop *match.StopError
	var broken *match.BoardError
	return err == nil || errors.As(err, &stop) || errors.As(err, &broken)
}

// say prints how the match went.
func (f *runFlags) say(l *log.Log, r *match.Result) {
	var text []byte
	switch {
	case f.kitLog:
		text = match.AppendKitLog(nil, l)
	case f.quiet:
		return
	default:
		text = fmt.Appendf(text, "seed %d\n", r.Spec.Seed)
		text = plain.AppendScores(text, l, l.Edge())
	}
	f.stderr.Write(text)
}

// results prints results in the form asked for.
func (f *runFlags) results(list ...*match.Result) error {
	switch {
	case f.json:
		encoder := json.NewEncoder(f.stdout)
		for _, r := range list {
			if err := encoder.Encode(r); err != nil {
				return err
			}
		}
	case f.csv:
		w := csv.NewWriter(f.stdout)
		w.Write(csvHeader())
		for _, r := range list {
			w.Write(csvRow(r))
		}
		w.Flush()
		return w.Error()
	}
	return nil
}

func csvHeader() []string {
	header := []string{"seed"}
	for _, column := range []string{"player", "score", "out"} {
		for seat := range sim.Seats {
			header = append(header, fmt.Sprint(column, seat))
		}
	}
	return append(header, "winners", "rounds", "stopped")
}

// csvRow is a result in one line; a match is played again from its seed and players.
func csvRow(r *match.Result) []string {
	row := []string{fmt.Sprint(r.Spec.Seed)}
	for _, p := range r.Spec.Players {
		row = append(row, p.Name)
	}
	for _, n := range r.Scores {
		row = append(row, fmt.Sprint(n))
	}
	for _, o := range r.Outs {
		if o == nil {
			row = append(row, "")
		} else {
			row = append(row, string(o.Reason))
		}
	}
	seats := strings.Trim(fmt.Sprint(r.Winners), "[]")
	return append(row, seats, fmt.Sprint(r.Rounds), r.Stopped)
}

// recording is where the text of a match goes.
type recording struct {
	res     *output // nil: nowhere
	notes   *output
	written bool
}

// open opens what is to be written before anything is played.
func (f *runFlags) open() (*recording, error) {
	path := f.output
	if path == "" && (f.json || f.csv) {
		if f.notes {
			return nil, errNotes
		}
		return &recording{}, nil
	}
	if path == "" {
		path = "-"
	}
	return openRecording(path, f.notes)
}

var errNotes = errors.New("--notes are written beside the recording: type -o FILE as well")

func openRecording(path string, notes bool) (*recording, error) {
	if notes && path == "-" {
		return nil, errNotes
	}
	out, err := createOutput(path)
	if err != nil {
		return nil, err
	}
	r := &recording{res: out}
	if notes {
		if r.notes, err = createOutput(path + ".notes"); err != nil {
			out.discard()
			return nil, err
		}
	}
	return r, nil
}

func (r *recording) writer() io.Writer {
	if r.res == nil {
		return nil
	}
	return r.res
}

// commit makes the files of a match appear.
func (r *recording) commit(l *log.Log, result *match.Result) error {
	if r.res == nil {
		return nil
	}
	if err := r.res.commit(); err != nil {
		return err
	}
	r.written = true
	if r.notes == nil {
		return nil
	}
	if err := notes.Write(r.notes, l, result.SHA256, result); err != nil {
		return fmt.Errorf("%s: cannot be written: %w", r.notes.path, cause(err))
	}
	return r.notes.commit()
}

func (r *recording) discard() {
	for _, o := range []*output{r.res, r.notes} {
		if o != nil {
			o.discard()
		}
	}
}
