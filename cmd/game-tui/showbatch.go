package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"game-tui/cmd/game-tui/progress"
)

// openOf plays a match of a batch again, that of a kind of the first player named, and shows it.
func (f *viewFlags) openOf(ctx context.Context, c *comparison, kind string, stderr io.Writer) error {
	progress.Note(stderr, "playing it again…")
	s, err := c.again(ctx, kind)
	progress.Clear(stderr)
	if err != nil {
		return err
	}
	if err := f.prefer(ctx); err != nil {
		return err
	}
	opts := f.options(ctx, s.shown())
	opts.Link = linkOf(s)
	if err := open(ctx, opts); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "again: "+s.command(s.seed()))
	return nil
}
