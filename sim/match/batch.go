package match

import (
	"cmp"
	"context"
	"runtime"

	"game-tui/sim"
	"game-tui/sim/record"
)

// A Batch is a series of matches: each seed in one seating or in four.
type Batch struct {
	Field     // four entries; entry i first sits on seat i
	FirstSeed int32
	LastSeed  int32
	Rotate    bool // play each seed in four seatings
	Hash      bool
	// Analyze, if not nil, is called when a match ends, concurrently with others. An error ends the batch.
	Analyze func(*PlayedMatch, *record.Record) (any, error)
	// OnResult receives the matches in order of seed and seating. An error ends the batch.
	OnResult func(PlayedMatch) error
}

type PlayedMatch struct {
	N        int // index in a batch
	Entries  [sim.Seats]int
	Result   *Result
	Err      error // why the match stopped early
	Analysis any   // result of Batch.Analyze
}

func (b *Batch) Matches() int {
	n := int(b.LastSeed) - int(b.FirstSeed) + 1
	if b.Rotate {
		n *= sim.Seats
	}
	return max(n, 0)
}

func (b *Batch) Workers() int { return min(runtime.GOMAXPROCS(0), b.Matches()) }

// Match returns the seed of match i and the entry on each seat.
func (b *Batch) Match(i int) (seed int32, entries [sim.Seats]int) {
	rotation := b.Rotation(i)
	if b.Rotate {
		i /= sim.Seats
	}
	for seat := range entries {
		entries[seat] = (seat - rotation + sim.Seats) % sim.Seats
	}
	return b.FirstSeed + int32(i), entries
}

func (b *Batch) Rotation(i int) int {
	if b.Rotate {
		return i % sim.Seats
	}
	return 0
}

// Run plays the batch on all cores with bounded memory. If ctx is cancelled, OnResult still receives the finished
// matches. If this machine could not play some matches, it plays all others and returns a *MissedError.
func (b *Batch) Run(ctx context.Context) error {
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		workers = b.Workers()
		window  = make(chan struct{}, 8*workers) // matches started and not yet delivered
		done    = make(chan PlayedMatch, workers)
		i       = -1
		missed  Misses
		failed  error
	)
	next := func(ctx context.Context) (int, bool) {
		select {
		case window <- struct{}{}:
		case <-ctx.Done():
			return 0, false
		}
		i++
		return i, i < b.Matches()
	}
	go func() {
		defer close(done)
		failed = Parallel(ctx, workers, next, func(ctx context.Context, i int) error {
			seed, entries := b.Match(i)
			row, rec, err := b.Play(ctx, Seeds{Match: seed}, entries, Options{Hash: b.Hash})
			row.N = i
			switch {
			case missed.Add(seed, err):
			case err != nil:
				return err
			case b.Analyze != nil:
				if row.Analysis, err = b.Analyze(&row, rec); err != nil {
					return err
				}
			}
			done <- row
			return nil
		})
	}()
	b.deliver(done, window, cancel)
	if err := outer.Err(); err != nil {
		return err
	}
	return cmp.Or(context.Cause(ctx), failed, missed.Err())
}

// deliver passes matches to OnResult in order, and finally those after a missed one.
func (b *Batch) deliver(done <-chan PlayedMatch, window <-chan struct{}, cancel context.CancelCauseFunc) {
	waiting := map[int]PlayedMatch{}
	failed := false
	pass := func(r PlayedMatch) {
		if failed || b.OnResult == nil || r.Result == nil {
			return
		}
		if err := b.OnResult(r); err != nil {
			failed = true
			cancel(err)
		}
	}
	next := 0
	for row := range done {
		waiting[row.N] = row
		for row, ok := waiting[next]; ok; row, ok = waiting[next] {
			delete(waiting, next)
			next++
			<-window
			pass(row)
		}
	}
	for total := b.Matches(); len(waiting) > 0 && next < total; next++ {
		if row, ok := waiting[next]; ok {
			delete(waiting, next)
			pass(row)
		}
	}
}
