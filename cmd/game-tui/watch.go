package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"game-tui/ai"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/match"
	"game-tui/sim/record"
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

// patience is how long opening a recording waits for more to become known of
// it; what comes later is seen later.
const patience = 150 * time.Millisecond

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
		if name := rec.Meta().Source; name != files.StdinName {
			opts.Link = func(r *record.Record, s *watch.State) string {
				if r != rec { // it was played here afterwards
					return ""
				}
				return "game-tui watch " + typed.Quoted(where.Of(name, s).String()) + where.Me(s)
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
