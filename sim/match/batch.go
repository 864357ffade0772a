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
	Field        // of four entries; entry i first sits on seat i
	First  int32 // seeds First to Last
	Last   int32
	Rotate bool // play each seed in four seatings
	Hash   bool // compute the hashes of recordings
	// Look is called when a match ends, concurrently with others. Its result is stored in the Row;
	// an error ends the batch. It may be nil.
	Look func(*Row, *record.Record) (any, error)
	// Each receives the results in order of seed and seating. An error ends the batch.
	Each func(Row) error
}

// A Row is one match of a batch. Entries holds the entry of each seat.
type Row struct {
	N       int // index in the batch, for Batch.Match
	Entries [sim.Seats]int
	Result  *Result
	Err     error // why the match stopped early
	Seen    any   // result of Batch.Look
}

// Matches returns the number of matches.
func (b *Batch) Matches() int {
	n := int(b.Last) - int(b.First) + 1
	if b.Rotate {
		n *= sim.Seats
	}
	return max(n, 0)
}

// Workers returns the number of matches played at a time, at most one per core.
func (b *Batch) Workers() int { return min(runtime.GOMAXPROCS(0), b.Matches()) }

// Match returns the seed and seating of match i. In rotation r, entry e sits on seat e+r.
func (b *Batch) Match(i int) (seed int32, entries [sim.Seats]int) {
	rotation := b.Rotation(i)
	if b.Rotate {
		i /= sim.Seats
	}
	for seat := range entries {
		entries[seat] = (seat - rotation + sim.Seats) % sim.Seats
	}
	return b.First + int32(i), entries
}

// Rotation returns the rotation of match i.
func (b *Batch) Rotation(i int) int {
	if b.Rotate {
		return i % sim.Seats
	}
	return 0
}

// Run plays the batch on all cores with bounded memory. If ctx is cancelled, Each still receives
// the finished matches. A *MissedError lists matches that this machine could not play; all others
// were played.
func (b *Batch) Run(ctx context.Context) error {
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		workers = b.Workers()
		window  = make(chan struct{}, 8*workers) // matches started and not yet passed to Each
		done    = make(chan Row, workers)
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
			case missed.Note(seed, err):
			case err != nil:
				return err
			case b.Look != nil:
				if row.Seen, err = b.Look(&row, rec); err != nil {
					return err
				}
			}
			done <- row
			return nil
		})
	}()
	b.hand(done, window, cancel)
	if err := outer.Err(); err != nil {
		return err
	}
	return cmp.Or(context.Cause(ctx), failed, missed.Err())
}

// hand passes rows to Each in order, and finally those after a missed match.
func (b *Batch) hand(done <-chan Row, window <-chan struct{}, cancel context.CancelCauseFunc) {
	early := map[int]Row{}
	failed := false
	give := func(r Row) {
		if failed || b.Each == nil || r.Result == nil {
			return
		}
		if err := b.Each(r); err != nil {
			failed = true
			cancel(err)
		}
	}
	want := 0
	for row := range done {
		early[row.N] = row
		for row, ok := early[want]; ok; row, ok = early[want] {
			delete(early, want)
			want++
			<-window
			give(row)
		}
	}
	for total := b.Matches(); len(early) > 0 && want < total; want++ {
		if row, ok := early[want]; ok {
			delete(early, want)
			give(row)
		}
	}
}
