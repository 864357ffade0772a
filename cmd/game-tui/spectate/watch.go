package spectate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"game-tui/ai"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/match"
	"game-tui/sim/record"
	view "game-tui/tui/match"
	"game-tui/tui/ui"
	"game-tui/tui/where"
)

// patience is how long opening a recording waits for more to become known of
// it; what comes later is seen later.
const patience = 150 * time.Millisecond

// Watch opens a recording.
func (v *View) Watch(ctx context.Context, word string) error {
	rec, text, noted, err := v.open(ctx, word)
	if err != nil {
		return err
	}
	switch {
	case noted:
	case v.Plain: // what is printed stays: all is known before
		match.Enrich(ctx, text, rec, ai.Find)
	default:
		ctx, cancel := context.WithCancel(ctx)
		defer enrich(ctx, text, rec)()
		defer cancel()
	}
	if !files.ToTerminal() && !v.Plain {
		return v.printRound(rec)
	}
	return v.show(ctx, rec, func() *spectator {
		opts := v.options(rec)
		opts.keepBookmarks(text)
		if name := rec.Meta().Source; name != files.StdinName {
			opts.Link = func(c ui.Copy) (string, error) {
				if c.Record != rec { // it was played here afterwards
					return "", errNoCommand()
				}
				return "game-tui watch " + typed.Quoted(where.Place{Name: name, Round: c.Round, Unit: c.Unit}.String()) + where.Me(c.Front), nil
			}
		}
		return opts
	})
}

// Compare shows two recordings beside each other.
func (v *View) Compare(ctx context.Context, args []string) error {
	if !files.ToTerminal() {
		return errors.New("--ui needs a terminal; without it diff prints the first difference")
	}
	rec, text, noted, err := v.open(ctx, args[0])
	if err != nil {
		return err
	}
	name, err := files.MatchName(args[1])
	if err != nil {
		return err
	}
	other, otherText, otherNoted, err := files.OpenRecording(ctx, name)
	if err != nil {
		return err
	}
	both, err := view.Compare(rec, other)
	if err != nil {
		return fmt.Errorf("%s and %s: %w", args[0], args[1], err)
	}
	ctx, cancel := context.WithCancel(ctx)
	if !noted {
		defer enrich(ctx, text, rec)()
	}
	if !otherNoted {
		defer enrich(ctx, otherText, other)()
	}
	defer cancel()
	o := v.options(rec)
	o.match, o.Branch = both, nil // a branch takes the place of what its match is compared with
	o.Instead[ui.CanBranch] = "open one of the two matches alone"
	return open(ctx, o)
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
