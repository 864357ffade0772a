package match

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Field is who may play in a series of matches of one game.
type Field struct {
	Game    sim.Game
	Spec    Spec // of each match, but for seed and players
	Entries []Entry
}

// Entry is one who may play: who it is, and how it is made for a match.
type Entry struct {
	Seat Seat
	New  func() sim.Player
	// Intact says what has become of the player that this machine is to blame for. It is asked when
	// a player is out, and may be nil. Such a match is none.
	Intact func() error
}

// Seeds are all that the dice of a match come from.
type Seeds struct {
	Match   int32
	Players *sim.PlayerSeeds // nil: those of the kit
}

// Play plays a match with entry entries[i] on seat i. A match that a player or the
// board stopped is a match, and its Row says so; an error means that there is none:
// it cannot be made, or ctx has ended; a *MachineError that this machine is to blame.
func (f *Field) Play(ctx context.Context, seeds Seeds, entries [sim.Seats]int, opt Options) (Row, error) {
	row, _, err := f.Record(ctx, seeds, entries, opt)
	return row, err
}

// Record is Play, and gives the record of the match as well.
func (f *Field) Record(ctx context.Context, seeds Seeds, entries [sim.Seats]int, opt Options) (Row, *record.Record, error) {
	spec := f.Spec
	spec.Seed, spec.PlayerSeeds = seeds.Match, seeds.Players
	for seat, e := range entries {
		spec.Players[seat] = f.Entries[e].Seat
	}
	m, err := Begin(ctx, f.Game, spec, func() (players [sim.Seats]sim.Player) {
		for seat, e := range entries {
			players[seat] = f.Entries[e].New()
		}
		return players
	})
	if held, ok := errors.AsType[*MachineError](err); ok {
		return Row{}, nil, cmp.Or(f.lost(held.Seat, entries), err)
	}
	if err != nil {
		return Row{}, nil, err
	}
	r, err := m.Run(ctx, opt)
	for seat, out := range r.Outs {
		if out == nil {
			continue
		}
		if lost := f.lost(seat, entries); lost != nil {
			return Row{}, nil, lost
		}
	}
	var stop *StopError
	var broken *BoardError
	if err == nil || errors.As(err, &stop) || errors.As(err, &broken) {
		return Row{Entries: entries, Result: r, Err: err}, m.record, nil
	}
	return Row{}, nil, err
}

// lost says that a player is not intact, in a *MachineError.
func (f *Field) lost(seat int, entries [sim.Seats]int) error {
	e := &f.Entries[entries[seat]]
	if e.Intact == nil {
		return nil
	}
	if err := e.Intact(); err != nil {
		return &MachineError{seat, e.Seat.Name, err.Error(), true}
	}
	return nil
}

// Parallel calls do on so many goroutines for whatever next gives, until
// next reports false or ctx ends. One goroutine calls next, which may wait, but not
// beyond its context. The first error of do ends the context of the calls that are under way,
// and is returned when these have come back.
func Parallel[T any](ctx context.Context, workers int, next func(context.Context) (T, bool), do func(context.Context, T) error) error {
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tasks := make(chan T)
	go func() {
		defer close(tasks)
		for ctx.Err() == nil {
			t, ok := next(ctx)
			if !ok {
				return
			}
			select {
			case tasks <- t:
			case <-ctx.Done():
			}
		}
	}()
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for t := range tasks {
				if err := do(ctx, t); err != nil {
					cancel(err)
				}
			}
		})
	}
	wg.Wait()
	if err := outer.Err(); err != nil {
		return err
	}
	return context.Cause(ctx)
}
