package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"game-tui/ai"
	"game-tui/sim/catalog"
	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui"
	watch "game-tui/tui/match"
	"game-tui/tui/where"
)

func watchCommand() *cobra.Command {
	var view viewFlags
	cmd := &cobra.Command{
		Use:   "watch FILE[@ROUND[:UNIT]]",
		Short: "Open a recording (.res, packed or not); - is standard input",
		Long: `Open a recording in the spectator: one from here, from a kit, from the judge, or one
that was cut short. Notes that lie beside it are read as well. Without a terminal a
round is printed as text: the last one, or the one that was named.

match.res@120 opens in round 120, match.res@120:67 follows unit 67 there. The ending
.res may be left out.

--plain prints the match as lines of text, for screen readers, logs and grep: what
happened in each round, and its scores.`,
		Example: `game-tui watch default.res
game-tui watch default.res.gz --speed 20
game-tui watch default@120
game-tui watch default.res --plain | grep conversion`,
		Args: exactly(1, "watch opens one recording: type game-tui watch FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return watchFile(cmd.Context(), args[0], &view)
		},
	}
	view.add(cmd)
	completeFlags(cmd)
	return cmd
}

// exactly demands n arguments, in words that say what to type.
func exactly(n int, hint string) cobra.PositionalArgs { return between(n, n, hint) }

// atMost allows up to n arguments, in words that say what to type.
func atMost(n int, hint string) cobra.PositionalArgs { return between(0, n, hint) }

func between(least, most int, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("%s (%d named)", hint, len(args))
		}
		return nil
	}
}

// openMemory is what the program may take for the largest recording that is
// opened, in bytes: below it the memory collector comes as seldom as ever.
const openMemory = 250 << 20

// readRecording reads a recording.
func readRecording(ctx context.Context, name string) (*record.Record, []byte, error) {
	debug.SetMemoryLimit(min(openMemory, debug.SetMemoryLimit(-1)))
	text, err := readText(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	if name == "-" {
		name = stdinName
	}
	rec, _, err := res.Read(text, catalog.Games(), name)
	if err != nil {
		return nil, nil, res.At(name, text, err)
	}
	return rec, text, nil
}

// patience is how long opening a recording waits for more to become known of
// it; what comes later is seen later.
const patience = 150 * time.Millisecond

// openNoted reads a recording with the notes beside it, says on standard error what is
// wrong with either, and reports whether there are notes.
func openNoted(ctx context.Context, name string) (rec *record.Record, text []byte, noted bool, err error) {
	if rec, text, err = readRecording(ctx, name); err != nil {
		return nil, nil, false, err
	}
	note, noted, err := joinNotes(ctx, name, text, rec)
	if ctx.Err() != nil {
		return nil, nil, false, ctx.Err()
	}
	if err != nil {
		note = err.Error()
	}
	if note != "" {
		meta := *rec.Meta()
		meta.Note = strings.TrimPrefix(meta.Note+"; "+note, "; ")
		rec = rec.With(meta)
	}
	if note := rec.Meta().Note; note != "" {
		clearProgress(os.Stderr)
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, note)
	}
	return rec, text, noted, nil
}

func watchFile(ctx context.Context, word string, view *viewFlags) error {
	rec, text, noted, err := view.open(ctx, word)
	if err != nil {
		return err
	}
	switch {
	case noted:
	case view.plain: // what is printed stays: all is known before
		match.Enrich(ctx, text, rec, ai.Find)
	default:
		ctx, cancel := context.WithCancel(ctx)
		defer enrich(ctx, text, rec)()
		defer cancel()
	}
	if !toTerminal() && !view.plain {
		return view.printRound(rec)
	}
	return view.show(ctx, rec, func() tui.Options {
		opts := view.options(ctx, rec)
		keepBookmarks(ctx, &opts, text)
		if name := rec.Meta().Source; name != stdinName {
			opts.Link = func(r *record.Record, s *watch.State) string {
				if r != rec { // it was played here afterwards
					return ""
				}
				return "game-tui watch " + quoted(where.Of(name, s).String()) + where.Me(s)
			}
		}
		return opts
	})
}

// enrich plays a recording again in the background, where that can be done. It
// returns a function that waits for the end of it.
func enrich(ctx context.Context, text []byte, rec *record.Record) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		match.Enrich(ctx, text, rec, ai.Find)
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
	return func() { <-done }
}

// joinNotes joins the notes that lie beside a recording, and reports whether
// there are any; note is what they say of where the match came from.
func joinNotes(ctx context.Context, name string, text []byte, rec *record.Record) (note string, noted bool, err error) {
	if name == "-" {
		return "", false, nil
	}
	for _, path := range []string{name + ".notes", strings.TrimSuffix(name, ".gz") + ".notes"} {
		more, err := readText(ctx, path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", false, err
		}
		err = notes.Read(more, rec, fmt.Sprintf("%x", sha256.Sum256(text)))
		switch {
		case errors.Is(err, notes.ErrOther):
			return "", false, fmt.Errorf("%s: %w; remove it, or play again with --notes", path, err)
		case err != nil:
			return "", false, res.At(path, more, err)
		}
		return notes.Note(more), true, nil
	}
	return "", false, nil
}
