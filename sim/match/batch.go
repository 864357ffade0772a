package match

import (
	"cmp"
	"context"
	"runtime"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Batch is a series of matches: every seed, in one seating or in four.
type Batch struct {
	Field        // of four entries; entry i sits on seat i first
	First  int32 // seeds First … Last
	Last   int32
	Rotate bool // play each seed in four seatings, so that everybody sits everywhere
	Hash   bool // fill in the recordings' hashes
	// Look is called for each match as it ends, on the goroutine that played it and concurrently with
	// others; what it returns comes with the Row. An error of it ends the batch. It may be nil.
	Look func(*Row, *record.Record) (any, error)
	// Each gets the results in order of seed and seating; an error of it ends the batch.
	Each func(Row) error
}

// Row is one match of a field. Entries says which entry sat on each seat.
type Row struct {
	N       int // of the batch, from 0; see Batch.Match
	Entries [sim.Seats]int
	Result  *Result
	Err     error // the match stopped early
	Seen    any   // by Batch.Look
}

// Matches is the number of matches of the batch.
func (b *Batch) Matches() int {
	n := int(b.Last) - int(b.First) + 1
	if b.Rotate {
		n *= sim.Seats
	}
	return max(n, 0)
}

// Workers is how many matches of the batch are played at the same time: one a
// core, if there are as many.
func (b *Batch) Workers() int { return min(runtime.GOMAXPROCS(0), b.Matches()) }

// Match is the seed and the seating of match i, from 0: in rotation r entry e sits on
// seat e+r.
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

// Rotation is by how many seats the entries have moved on in match i.
func (b *Batch) Rotation(i int) int {
	if b.Rotate {
		return i % sim.Seats
	}
	return 0
}

// Run plays the batch on all cores. Few results are held at a time. When ctx
// ends, Each still gets what is done by then. A *MissedError says which matches this
// machine kept from being played: all others were.
func (b *Batch) Run(ctx context.Context) error {
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		workers = b.Workers()
		window  = make(chan struct{}, 8*workers) // matches begun and not yet handed on
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
			case missed.Note(seed, err): // a row without a result
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

// hand gives the rows on in order, and at the end those behind a gap.
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
