package sshd

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/compare"
)

// Limits of branches, which stay in memory while their viewer stays with the match.
const (
	maxBranchTime  = 30 * time.Second
	maxBranchBytes = 8 << 20
)

// playBranch plays a branch as a job. The caller returns bytes to branchQuota.
func (s *Server) playBranch(ctx context.Context, rec *record.Record, c branch.Change, from netip.Prefix, progress func(string)) (p branch.Played, bytes int, err error) {
	if bytes = branchSize(rec, c.Round); bytes > maxBranchBytes {
		return p, 0, fmt.Errorf("too many rounds for a branch: %d; choose a later round", rec.Rounds()-c.Round)
	}
	if s.branchQuota.take(from, bytes) != nil {
		return p, 0, errors.New("too many branches on this server, try again later")
	}
	kept := false
	defer func() { // also if a player panics
		if !kept {
			s.branchQuota.give(from, bytes)
		}
	}()
	err = s.optionalJobs.of(from)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, maxBranchTime)
		defer cancel()
		var err error
		p, err = s.cfg.Branching.Play(ctx, rec, c, progress)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("the branch took too long; choose a later round")
		}
		return err
	})
	kept = err == nil
	return p, bytes, err
}

// branchSize estimates the memory of a branch. It shares earlier rounds with its match.
func branchSize(rec *record.Record, round int) int {
	state := rec.State(round)
	if state == nil {
		return 0
	}
	bytes := state.MemorySize()
	if t := rec.Turn(max(round-1, 0)); t != nil {
		bytes += record.TurnBytes(t)
	}
	return bytes*max(rec.Rounds()-round, 0) + compare.RoundBytes*rec.Rounds()
}
