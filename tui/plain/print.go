package plain

import (
	"context"
	"io"

	"game-tui/sim/record"
)

// Follow prints a match as lines while it is being played. It returns nil when the match ends, or
// the error of ctx or w.
func Follow(ctx context.Context, w io.Writer, rec *record.Record, o LineOptions) error {
	grown, stop := rec.Subscribe()
	defer stop()
	p := NewLineFormatter(rec, o)
	first := max(o.FirstRound, 0)
	var buf []byte
	for next := first; ctx.Err() == nil; {
		isOver, failed := rec.Ended() // Call Ended before Edge, because the match may end between the calls.
		buf = buf[:0]
		switch {
		case next <= rec.Edge():
			if next == first {
				buf = p.appendHeading(buf, next)
			}
			buf = p.AppendRound(buf, next)
			next++
		case isOver:
			_, err := w.Write(p.appendEnd(buf, failed))
			return err
		default:
			select {
			case <-grown:
			case <-ctx.Done():
			}
			continue
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return ctx.Err()
}
