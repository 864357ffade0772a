package play

import (
	"context"
	"errors"
	"fmt"

	"game-tui/ai"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/res"
)

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
