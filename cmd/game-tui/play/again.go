package play

import (
	"context"
	"errors"
	"fmt"

	"game-tui/ai"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
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

// Verify plays a recording again, with those seeds of its players where they are not nil, and tells
// the first difference; nil: there is none.
func Verify(ctx context.Context, word string, seeds *sim.PlayerSeeds) (*res.Difference, error) {
	name, err := files.MatchName(word)
	if err != nil {
		return nil, err
	}
	rec, text, _, err := files.OpenRecording(ctx, name) // which says where a branch came from
	if err != nil {
		return nil, err
	}
	if seeds != nil {
		meta := *rec.Meta()
		meta.PlayerSeeds = seeds
		rec = rec.With(meta)
	}
	d, err := match.Verify(ctx, text, rec, ai.Find)
	switch {
	case errors.Is(err, match.ErrNotBuiltin):
		return nil, fmt.Errorf("%s: %w; game-tui players lists those that are", name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}
