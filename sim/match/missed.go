package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"game-tui/sim"
)

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
