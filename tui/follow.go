package tui

import (
	"context"
	"io"

	"game-tui/sim/record"
	"game-tui/tui/text"
)

// Follow writes a match in lines as it is played, until it is over; or until ctx ends or
// somebody does not want to read more, which is the error then.
func Follow(ctx context.Context, w io.Writer, rec *record.Record, o text.LineOptions) error {
	grown, stop := rec.Subscribe()
	defer stop()
	p := text.NewLineWriter(rec, o)
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
