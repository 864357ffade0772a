package serve

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"golang.org/x/sync/errgroup"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/sim/league"
	"game-tui/sim/record"
	"game-tui/tui/sshd"
	dashboard "game-tui/tui/view/tournament"
)

// TestMatchesOfATournamentArePlayedOnce checks that cached matches are not played again.
func TestMatchesOfATournamentArePlayedOnce(t *testing.T) {
	t.Parallel()
	played := 0
	s := &tournamentSource{replays: map[string]*record.Record{}, replay: func(context.Context, league.MatchRef) (*record.Record, error) {
		played++
		return &record.Record{}, nil
	}}
	job := func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }
	for range 2 {
		for k := range maxReplays {
			if _, err := s.Open(t.Context(), dashboard.MatchName(league.MatchRef{Task: k, Match: 1}), job); err != nil {
				t.Fatal(err)
			}
		}
	}
	if played != maxReplays || len(s.replays) != maxReplays {
		t.Errorf("%d played, %d kept, want %d", played, len(s.replays), maxReplays)
	}
	if _, err := s.Open(t.Context(), "t500-0", job); err != nil || len(s.replays) != maxReplays {
		t.Errorf("%d are kept, %v", len(s.replays), err)
	}
	for _, name := range []string{"", "t", "t1", "t-1-2", "t1-", "t01-2", "t+1-2", "1-2", "t1-2.res", "t99999999999999999999-1"} {
		if _, err := s.Open(t.Context(), name, job); !errors.Is(err, sshd.ErrNotFound) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestAFinalGivesNothingAwayBefore checks that matches not shown yet are neither listed nor opened
// unless spoilers are enabled.
func TestAFinalGivesNothingAwayBefore(t *testing.T) {
	t.Parallel()
	p := contesttest.FinalPlan(t)
	name := contesttest.WriteFile(t, p, func(*league.Result) {})
	job := func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }
	for _, secret := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		var group errgroup.Group
		s, err := newTournamentSource(ctx, name, 5, secret, &group, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.List()); (n == 0) != secret {
			t.Errorf("no spoilers %t: %d matches are listed", secret, n)
		}
		if _, err := s.Open(ctx, "t0-0", job); errors.Is(err, errNotShown) != secret || !secret && err != nil {
			t.Errorf("no spoilers %t: %v", secret, err)
		}
		cancel()
		_ = group.Wait()
	}
}
