package spectate

import (
	"context"
	"fmt"
	"io"
	"os"

	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
)

// OpenBatch plays a match of a batch again, that of a kind of the first player named, and shows it.
func (v *View) OpenBatch(ctx context.Context, c *play.Comparison, kind string, stderr io.Writer) error {
	progress.Note(stderr, "playing it again…")
	s, err := c.Again(ctx, kind)
	progress.Clear(stderr)
	if err != nil {
		return err
	}
	opts := v.options(s.Shown())
	opts.Link = linkOf(s)
	if err := open(ctx, opts); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "again: "+s.Command(s.Seed()))
	return nil
}
