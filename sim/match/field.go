package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"game-tui/sim"
	"game-tui/sim/record"
)

type Field struct {
	Game    sim.Game
	Spec    Spec // template for each match, without seed and players
	Entries []Entry
}

type Entry struct {
	Player PlayerSpec
	New    func() sim.Player
	// CheckDamage returns an error if this machine damaged the player. It may be nil.
	CheckDamage func() error
}

type Seeds struct {
	Match   int32
	Players *sim.PlayerSeeds
}

// Play plays a match with f.Entries[entries[i]] in seat i. If a player or the board stops the
// match, it still counts, and PlayedMatch.Err holds the reason. Play returns a *MachineError if
// this machine could not play the match.
func (f *Field) Play(ctx context.Context, seeds Seeds, entries [sim.Seats]int, opt Options) (PlayedMatch, *record.Record, error) {
	spec := f.Spec
	spec.Seed, spec.PlayerSeeds = seeds.Match, seeds.Players
	for seat, e := range entries {
		spec.Players[seat] = f.Entries[e].Player
	}
	m, err := NewWithRetry(ctx, f.Game, spec, func() (players [sim.Seats]sim.Player) {
		for seat, e := range entries {
			players[seat] = f.Entries[e].New()
		}
		return players
	})
	if blamed, ok := errors.AsType[*MachineError](err); ok {
		return PlayedMatch{}, nil, cmp.Or(f.checkDamage(blamed.Seat, entries), err)
	}
	if err != nil {
		return PlayedMatch{}, nil, err
	}
	r, err := m.Run(ctx, opt)
	for seat, out := range r.Failures {
		if out == nil {
			continue
		}
		if lost := f.checkDamage(seat, entries); lost != nil {
			return PlayedMatch{}, nil, lost
		}
	}
	if countsAsMatch(err) {
		return PlayedMatch{Entries: entries, Result: r, Err: err}, m.record, nil
	}
	return PlayedMatch{}, nil, err
}

func (f *Field) checkDamage(seat int, entries [sim.Seats]int) error {
	e := &f.Entries[entries[seat]]
	if e.CheckDamage == nil {
		return nil
	}
	if err := e.CheckDamage(); err != nil {
		return &MachineError{seat, e.Player.Name, err.Error(), true}
	}
	return nil
}

// A MachineError reports that this machine could not start a player or damaged it. The match does
// not count and may be played again.
type MachineError struct {
	Seat    int
	Name    string
	Detail  string
	Damaged bool // whether the player can no longer play on this machine
}

func (e *MachineError) Error() string {
	return fmt.Sprintf("player %d (%s): %s", e.Seat, e.Name, e.Detail)
}

const maxStartAttempts = 3

// NewWithRetry calls New up to maxStartAttempts times, with new players, as long as it returns a
// *MachineError.
func NewWithRetry(ctx context.Context, g sim.Game, spec Spec, newPlayers func() [sim.Seats]sim.Player) (m *Match, err error) {
	for range maxStartAttempts {
		m, err = New(ctx, g, spec, newPlayers())
		if _, blamed := errors.AsType[*MachineError](err); !blamed || ctx.Err() != nil {
			break
		}
	}
	return m, err
}

// A MissedError lists the matches of a series that this machine could not play.
type MissedError struct {
	Matches []MissedMatch
}

type MissedMatch struct {
	Seed int32
	Err  error // always a *MachineError
}

func (e *MissedError) Error() string {
	first := e.Matches[0]
	return fmt.Sprintf("%s could not be played on this machine; seed %d: %v", sim.FormatCount(len(e.Matches), "match"), first.Seed, first.Err)
}

// MissedMatches collects missed matches. The zero value is ready to use. It is safe for concurrent use.
type MissedMatches struct {
	mu   sync.Mutex
	list []MissedMatch
}

// Add records a missed match and returns true if err is a *MachineError that left the player
// undamaged.
func (m *MissedMatches) Add(seed int32, err error) (added bool) {
	if blamed, ok := errors.AsType[*MachineError](err); !ok || blamed.Damaged {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, MissedMatch{seed, err})
	return true
}

func (m *MissedMatches) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.list) == 0 {
		return nil
	}
	return &MissedError{m.list}
}

// A Batch is a series of matches.
type Batch struct {
	Field       // must have four entries; entry i starts in seat i
	FirstSeed   int32
	LastSeed    int32
	Rotate      bool // whether each seed is played in four seatings
	ComputeHash bool
	// Analyze is called when a match ends, possibly concurrently. It may be nil. An error ends the
	// batch.
	Analyze func(*PlayedMatch, *record.Record) (any, error)
	// OnResult receives the matches, ordered by seed and seating. An error ends the batch.
	OnResult func(PlayedMatch) error
}

type PlayedMatch struct {
	Index    int
	Entries  [sim.Seats]int
	Result   *Result
	Err      error // reason why the match stopped early, or nil
	Analysis any
}

func (b *Batch) Matches() int {
	n := int(b.LastSeed) - int(b.FirstSeed) + 1
	if b.Rotate {
		n *= sim.Seats
	}
	return max(n, 0)
}

func (b *Batch) Workers() int { return min(runtime.GOMAXPROCS(0), b.Matches()) }

// Match returns the seed of match i and the entry in each seat.
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

// Run plays the batch on all cores with bounded memory. If ctx is cancelled, OnResult still
// receives the finished matches. If this machine cannot play some matches, Run plays the others and
// returns a *MissedError.
func (b *Batch) Run(ctx context.Context) error {
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		workers     = b.Workers()
		window      = make(chan struct{}, 8*workers) // limits how many matches may be running or waiting for delivery
		done        = make(chan PlayedMatch, workers)
		i           = -1
		missed      MissedMatches
		parallelErr error
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
		parallelErr = Parallel(ctx, workers, next, func(ctx context.Context, i int) error {
			seed, entries := b.Match(i)
			row, rec, err := b.Play(ctx, Seeds{Match: seed}, entries, Options{ComputeHash: b.ComputeHash})
			row.Index = i
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
	return cmp.Or(context.Cause(ctx), parallelErr, missed.Err())
}

// deliver passes finished matches to OnResult in order. If some were not finished, the matches
// after them follow at the end.
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
		waiting[row.Index] = row
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
