package server

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/branch"
	"game-tui/tui/compare"
)

// What branches may take: they are kept in memory as long as their watcher stays with
// the match.
const (
	branchTime  = 30 * time.Second // how long playing one on may hold the queue
	branchBytes = 8 << 20          // one of them
	roomBytes   = 128 << 20        // those of all watchers
)

// Branching plays matches on, to show what would have been.
type Branching struct {
	// Play plays a match on from a round with a change. It ends soon after ctx has, and may
	// then say of the worth what it knows so far.
	Play func(ctx context.Context, rec *record.Record, c branch.Change, progress func(string)) (branch.Played, error)
	// Players are a game's built-in players, who may take over seats.
	Players func(game string) []string
}

// playBranch plays a match on in the queue of what could be left out, within its time and the
// room for it; bytes of that are to be given back.
func (s *Server) playBranch(ctx context.Context, rec *record.Record, c branch.Change, from netip.Prefix, progress func(string)) (p branch.Played, bytes int, err error) {
	if bytes = branchSize(rec, c.Round); bytes > branchBytes {
		return p, 0, fmt.Errorf("there are too many rounds to play on here: %d", rec.Rounds()-c.Round)
	}
	if s.room.take(from, bytes) != nil {
		return p, 0, errors.New("too many branches are kept for those who watch, try again later")
	}
	kept := false
	defer func() { // also where a player breaks
		if !kept {
			s.room.give(from, bytes)
		}
	}()
	err = s.extras.of(from)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, branchTime)
		defer cancel()
		var err error
		p, err = s.cfg.Branching.Play(ctx, rec, c, progress)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("playing this on takes too long here: choose a later round")
		}
		return err
	})
	kept = err == nil
	return p, bytes, err
}

// branchSize is about what a branch from a round takes in memory; it shares the rounds
// before with its match, with which it is compared.
func branchSize(rec *record.Record, round int) int {
	state := rec.State(round)
	if state == nil {
		return 0 // it is not played on
	}
	bytes := state.Bytes()
	if t := rec.Turn(max(round-1, 0)); t != nil {
		bytes += record.TurnBytes(t)
	}
	return bytes*max(rec.Rounds()-round, 0) + compare.RoundBytes*rec.Rounds()
}
