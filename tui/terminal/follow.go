package terminal

import (
	"context"
	"io"

	"game-tui/sim/record"
	"game-tui/tui/plain"
)

// Follow prints a match as lines while it is played. It returns at the end, or with the error of
// ctx or w.
func Follow(ctx context.Context, w io.Writer, rec *record.Record, o plain.LineOptions) error {
	grown, stop := rec.Subscribe()
	defer stop()
	p := plain.NewLineWriter(rec, o)
	var buf []byte
	for {
		var ok, over bool
		if buf, ok, over = p.AppendNext(buf[:0]); ok {
			if _, err := w.Write(buf); err != nil {
				return err
			}
		}
		if over {
			return nil
		}
		if !ok {
			select {
			case <-grown:
			case <-ctx.Done():
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}
