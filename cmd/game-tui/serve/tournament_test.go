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

// TestTwoAskForOneMatch: a match that two ask for before it is played is played once, and
// again where the one who began goes.
func TestTwoAskForOneMatch(t *testing.T) {
	t.Parallel()
	for _, leaves := range []bool{false, true} {
		first, leave := context.WithCancel(t.Context())
		defer leave()
		began, end := make(chan struct{}, 2), make(chan struct{})
		s := &tournamentSource{play: func(ctx context.Context, _ league.MatchRef) (*record.Record, error) {
			began <- struct{}{}
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-end:
				return &record.Record{}, nil
			}
		}}
		entered := make(chan struct{}, 2)
		job := func(ctx context.Context, work func(context.Context) error) error {
			entered <- struct{}{}
			return work(ctx)
		}
		type answer struct {
			channel server.Channel
			err     error
		}
		answers := [2]chan answer{make(chan answer, 1), make(chan answer, 1)}
		open := func(i int, ctx context.Context) {
			c, err := s.Open(ctx, "t1-0", job)
			answers[i] <- answer{c, err}
		}
		go open(0, first)
		<-entered
		<-began
		go open(1, t.Context())
		<-entered
		if leaves {
			leave()
			<-began
		}
		close(end)
		a, b := <-answers[0], <-answers[1]
		switch {
		case b.err != nil || leaves != errors.Is(a.err, context.Canceled):
			t.Errorf("leaves %v: %v, %v", leaves, a.err, b.err)
		case !leaves && (a.channel != b.channel || len(began) > 0):
			t.Error("it was played twice")
		}
		if len(s.kept) != 1 {
			t.Errorf("leaves %v: %d are kept", leaves, len(s.kept))
		}
	}
}
