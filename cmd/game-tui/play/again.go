package play

import (
	"context"

	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

// Differs is the heading of a match that came out otherwise than the first time.
const Differs = "played again: differs from the result that counts"

// Again plays a match of a field again. Programs may play otherwise than they did:
// where the scores are not those that count, the heading says so.
func Again(ctx context.Context, field *match.Field, seeds match.Seeds, entries, scores [sim.Seats]int) (*record.Record, error) {
	row, rec, err := field.Record(ctx, seeds, entries, match.Options{})
	if err != nil {
		return nil, err
	}
	if meta := *rec.Meta(); row.Result.Scores != scores {
		meta.Heading = Differs
		return rec.With(meta), nil
	}
	return rec, nil
}
