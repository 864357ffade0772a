package serve

import (
	"context"
	"errors"
	"testing"

	"game-tui/sim/league"
	"game-tui/sim/record"
	"game-tui/tui/server"
	dashboard "game-tui/tui/tournament"
)

// TestMatchesOfATournamentArePlayedOnce: all who ask for a match that is kept get the same.
func TestMatchesOfATournamentArePlayedOnce(t *testing.T) {
	t.Parallel()
	played := 0
	s := &tournamentSource{play: func(context.Context, league.MatchRef) (*record.Record, error) {
		played++
		return &record.Record{}, nil
	}}
	job := func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }
	for range 2 {
		for k := range maxPlayedAgain {
			if _, err := s.Open(t.Context(), dashboard.Name(league.MatchRef{Task: k, Match: 1}), job); err != nil {
				t.Fatal(err)
			}
		}
	}
	if played != maxPlayedAgain || len(s.kept) != maxPlayedAgain {
		t.Errorf("%d played, %d kept, want %d", played, len(s.kept), maxPlayedAgain)
	}
	if _, err := s.Open(t.Context(), "t500-0", job); err != nil || len(s.kept) != maxPlayedAgain {
		t.Errorf("%d are kept, %v", len(s.kept), err)
	}
	for _, name := range []string{"", "t", "t1", "t-1-2", "t1-", "t01-2", "t+1-2", "1-2", "t1-2.res", "t99999999999999999999-1"} {
		if _, err := s.Open(t.Context(), name, job); !errors.Is(err, server.ErrNotFound) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
