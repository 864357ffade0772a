package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
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

// Play plays a match with entry entries[i] on seat i, and gives its record as well. A match
// that a player or the board stopped is a match, and its Row says so; an error means that there is
// none: it cannot be made, or ctx has ended; a *MachineError that this machine is to blame.
func (f *Field) Play(ctx context.Context, seeds Seeds, entries [sim.Seats]int, opt Options) (Row, *record.Record, error) {
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
	if isMatch(err) {
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

// MachineError is why there is no match: a player did not start because this machine held it
// up, or is not what it was any more. Nobody is to blame, and the match may be tried again.
type MachineError struct {
	Seat   int
	Name   string
	Detail string // one line
	Lost   bool   // the player will not play here any more
}

func (e *MachineError) Error() string {
	return fmt.Sprintf("player %d (%s): %s", e.Seat, e.Name, e.Detail)
}

// beginTimes is how often a match is begun that this machine holds up.
const beginTimes = 3

// Begin makes a match as New does, and begins anew, with new players, where this machine holds
// one up: a few times, then it is a *MachineError.
func Begin(ctx context.Context, g sim.Game, spec Spec, players func() [sim.Seats]sim.Player) (m *Match, err error) {
	for range beginTimes {
		m, err = New(ctx, g, spec, players())
		if _, held := errors.AsType[*MachineError](err); !held || ctx.Err() != nil {
			break
		}
	}
	return m, err
}

// MissedError says which matches of a series were not played, because this machine held them up
// however often they were begun. All others were.
type MissedError struct {
	Matches []Missed // in the order in which they were given up
}

// Missed is a match that was not played, and why.
type Missed struct {
	Seed int32
	Err  error // a *MachineError
}

// mostMissed is how many are named.
const mostMissed = 5

func (e *MissedError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "this machine kept %d of the matches from being played", len(e.Matches))
	for _, m := range e.Matches[:min(len(e.Matches), mostMissed)] {
		fmt.Fprintf(&b, "; seed %d: %v", m.Seed, m.Err)
	}
	if more := len(e.Matches) - mostMissed; more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	return b.String()
}

// Misses collects the matches of a series that this machine holds up. It may be used by several
// goroutines; its zero value is ready.
type Misses struct {
	mu   sync.Mutex
	list []Missed
}

// Note takes in why there is no match of a seed, and reports whether the series goes on without it.
func (m *Misses) Note(seed int32, err error) (goesOn bool) {
	if held, ok := errors.AsType[*MachineError](err); !ok || held.Lost {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, Missed{seed, err})
	return true
}

// Err is a *MissedError; nil where nothing was missed.
func (m *Misses) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.list) == 0 {
		return nil
	}
	return &MissedError{m.list}
}
