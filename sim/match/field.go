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

// A Field is the set of players of a series of matches.
type Field struct {
	Game    sim.Game
	Spec    Spec // template of each match, without seed and players
	Entries []Entry
}

// An Entry is a possible player of a match.
type Entry struct {
	Seat Seat
	New  func() sim.Player
	// Intact returns an error if this machine damaged the player, so that its match does not count.
	// It is called when the player is out, and may be nil.
	Intact func() error
}

// Seeds are the seeds of a match.
type Seeds struct {
	Match   int32
	Players *sim.PlayerSeeds // nil means the kit's seeds
}

// Play plays a match with entry entries[i] on seat i. A match that a player or the board stopped
// counts; Row.Err says why it stopped. An error means that there is no match, and a *MachineError
// that this machine is to blame.
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

// lost returns a *MachineError for a damaged player.
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

// A MachineError means that this machine could not start a player or damaged it. The match does not
// count and may be played again.
type MachineError struct {
	Seat   int
	Name   string
	Detail string // one line
	Lost   bool   // the player can no longer play here
}

func (e *MachineError) Error() string {
	return fmt.Sprintf("player %d (%s): %s", e.Seat, e.Name, e.Detail)
}

// beginTimes is how often Begin tries to start a match.
const beginTimes = 3

// Begin is like New, but tries again with new players after a *MachineError, a few times.
func Begin(ctx context.Context, g sim.Game, spec Spec, players func() [sim.Seats]sim.Player) (m *Match, err error) {
	for range beginTimes {
		m, err = New(ctx, g, spec, players())
		if _, held := errors.AsType[*MachineError](err); !held || ctx.Err() != nil {
			break
		}
	}
	return m, err
}

// A MissedError lists the matches of a series that this machine could not play.
type MissedError struct {
	Matches []Missed
}

// Missed is a match that was not played.
type Missed struct {
	Seed int32
	Err  error // a *MachineError
}

// mostMissed is how many missed matches the error names.
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

// Misses collects missed matches. The zero value is ready to use. It is safe for concurrent use.
type Misses struct {
	mu   sync.Mutex
	list []Missed
}

// Note records why a match is missing and reports whether the series continues.
func (m *Misses) Note(seed int32, err error) (goesOn bool) {
	if held, ok := errors.AsType[*MachineError](err); !ok || held.Lost {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, Missed{seed, err})
	return true
}

// Err returns a *MissedError, or nil if all matches were played.
func (m *Misses) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.list) == 0 {
		return nil
	}
	return &MissedError{m.list}
}
