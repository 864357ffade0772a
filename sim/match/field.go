package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"game-tui/sim"
	"game-tui/sim/record"
)

type Field struct {
	Game    sim.Game
	Spec    Spec // template of each match, without seed and players
	Entries []Entry
}

type Entry struct {
	Player PlayerSpec
	New    func() sim.Player
	// Intact, if not nil, returns an error if this machine damaged the player. Then the match does not count.
	Intact func() error
}

type Seeds struct {
	Match   int32
	Players *sim.PlayerSeeds // nil means the kit's seeds
}

// Play plays a match with entry entries[i] on seat i. A match that a player or the board stopped
// counts; PlayedMatch.Err is the reason. A *MachineError means that this machine could not play it.
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
		return PlayedMatch{}, nil, cmp.Or(f.damaged(blamed.Seat, entries), err)
	}
	if err != nil {
		return PlayedMatch{}, nil, err
	}
	r, err := m.Run(ctx, opt)
	for seat, out := range r.Outs {
		if out == nil {
			continue
		}
		if lost := f.damaged(seat, entries); lost != nil {
			return PlayedMatch{}, nil, lost
		}
	}
	if countsAsMatch(err) {
		return PlayedMatch{Entries: entries, Result: r, Err: err}, m.record, nil
	}
	return PlayedMatch{}, nil, err
}

func (f *Field) damaged(seat int, entries [sim.Seats]int) error {
	e := &f.Entries[entries[seat]]
	if e.Intact == nil {
		return nil
	}
	if err := e.Intact(); err != nil {
		return &MachineError{seat, e.Player.Name, err.Error(), true}
	}
	return nil
}

// A MachineError means that this machine could not start a player or damaged it. The match does not
// count and may be played again.
type MachineError struct {
	Seat    int
	Name    string
	Detail  string // one line
	Damaged bool   // the player can no longer play here
}

func (e *MachineError) Error() string {
	return fmt.Sprintf("player %d (%s): %s", e.Seat, e.Name, e.Detail)
}

const startAttempts = 3

// NewWithRetry is like New, but tries again with new players after a *MachineError.
func NewWithRetry(ctx context.Context, g sim.Game, spec Spec, players func() [sim.Seats]sim.Player) (m *Match, err error) {
	for range startAttempts {
		m, err = New(ctx, g, spec, players())
		if _, blamed := errors.AsType[*MachineError](err); !blamed || ctx.Err() != nil {
			break
		}
	}
	return m, err
}

// A MissedError lists the matches of a series that this machine could not play.
type MissedError struct {
	Matches []Missed
}

type Missed struct {
	Seed int32
	Err  error // a *MachineError
}

func (e *MissedError) Error() string {
	first := e.Matches[0]
	return fmt.Sprintf("%d matches could not be played on this machine; seed %d: %v", len(e.Matches), first.Seed, first.Err)
}

// Misses collects missed matches. The zero value is ready to use. It is safe for concurrent use.
type Misses struct {
	mu   sync.Mutex
	list []Missed
}

// Add records why a match was missed and reports whether the series continues.
func (m *Misses) Add(seed int32, err error) (continues bool) {
	if blamed, ok := errors.AsType[*MachineError](err); !ok || blamed.Damaged {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, Missed{seed, err})
	return true
}

func (m *Misses) Err() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.list) == 0 {
		return nil
	}
	return &MissedError{m.list}
}
