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

// Branching plays matches on for whoever asks what would have been.
type Branching struct {
	// Play plays a match on from a round with a change. It ends soon after ctx has, and may
	// then say of the worth what it knows so far.
	Play func(ctx context.Context, rec *record.Record, c branch.Change, progress func(string)) (branch.Played, error)
	// Players are a game's built-in players, who may take over seats.
	Players func(game string) []string
}

// branches plays matches on for watchers, in a queue and with room in memory for all of
// them.
type branches struct {
	*Branching // nil: none are played on
	queue      *jobs
	room       quota // in bytes
}

// playedOn is a branch that was played on.
type playedOn struct {
	branch.Played
	bytes int // of the room: to be given back
}

// playOn plays a match on in the queue, within its time and the room for it.
func (b *branches) playOn(ctx context.Context, rec *record.Record, c branch.Change, from netip.Prefix, progress func(string)) (p playedOn, err error) {
	if p.bytes = branchSize(rec, c.Round); p.bytes > branchBytes {
		return p, fmt.Errorf("there are too many rounds to play on here: %d", rec.Rounds()-c.Round)
	}
	if b.room.take(from, p.bytes) != nil {
		return p, errors.New("too many branches are kept for those who watch, try again later")
	}
	kept := false
	defer func() { // also where a player breaks
		if !kept {
			b.room.give(from, p.bytes)
		}
	}()
	err = b.queue.of(from)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, branchTime)
		defer cancel()
		var err error
		p.Played, err = b.Play(ctx, rec, c, progress)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("playing this on takes too long here: choose a later round")
		}
		return err
	})
	kept = err == nil
	return p, err
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
