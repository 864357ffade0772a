package coach

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/sim"
	"game-tui/sim/coach"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
	view "game-tui/tui/view/match"
	"game-tui/tui/view/match/page"
)

// studyTimeLimit is the maximum duration of studies started in the spectator.
const studyTimeLimit = 2 * time.Minute

// A Runner runs studies for a viewer of a match.
type Runner struct {
	// TypedPlayers returns the players typed on the command line and the record of a match between
	// them. If TypedPlayers is nil, only built-in players can be coached.
	TypedPlayers func() ([sim.Seats]match.Entry, *record.Record)

	mu      sync.Mutex
	moments []coach.Moment // moments found by the latest study
}

// Coach studies the player in a seat. It calls show with the progress and with new results.
func (s *Runner) Coach(ctx context.Context, req ui.Coach, show func(text string, known ui.Input)) (ui.Input, error) {
	setup, err := s.newSetup(req.Record, req.Seat)
	if err != nil {
		return nil, err
	}
	studyCtx, cancel := context.WithTimeout(ctx, studyTimeLimit)
	defer cancel()
	begin, shown, drawn := time.Now(), -1, time.Time{}
	lessons := func(l coach.Lessons) *page.Lessons {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.moments = nil
		for _, c := range l.Claims {
			s.moments = append(s.moments, c.Moments...)
		}
		r := Report{Setup: setup, Lessons: l, timeLimit: studyTimeLimit}
		return &page.Lessons{Seat: req.Seat, IsComplete: l.Done || studyCtx.Err() != nil, Lines: r.lines()}
	}
	l, err := RunStudy(studyCtx, *setup, runtime.GOMAXPROCS(0), func(l coach.Lessons) {
		if time.Since(drawn) < time.Second {
			return
		}
		drawn = time.Now()
		var known ui.Input
		results := l.Score.N + len(l.Claims)
		for _, c := range l.Claims {
			results += len(c.Moments)
		}
		if results != shown && l.Score.N > 0 {
			shown, known = results, lessons(l)
		}
		show("coach: "+progressText(&l, time.Since(begin)), known)
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && studyCtx.Err() == nil:
		return nil, err
	}
	return lessons(l), nil
}

// newSetup prepares a study of the player in a seat. Its opponents are the other players that can be
// started, or the default ones if there are none.
func (s *Runner) newSetup(rec *record.Record, seat int) (*coach.Setup, error) {
	meta := rec.Meta()
	line := s.lineUp(meta)
	for i, name := range meta.Names {
		if b, ok := ai.Find(meta.Game.Name(), name); ok && line[i].New == nil {
			line[i] = match.Entry{Player: match.PlayerSpec{Name: b.Name}, New: b.New}
		}
	}
	if line[seat].New == nil {
		return nil, fmt.Errorf("%s is not built in; to coach a program, give its path: game-tui coach ./mybot/", meta.Names[seat])
	}
	// Keep the seed small enough to add coach.SeedCount without overflow.
	setup := &coach.Setup{Game: meta.Game, Player: line[seat], Seed: meta.Seed & (1<<30 - 1),
		Spec: match.Spec{Game: meta.Game.Name(), Config: match.Config(rec), Limits: sim.DefaultLimits}}
	for i, e := range line {
		if i != seat && e.New != nil {
			setup.Opponents = append(setup.Opponents, e)
		}
	}
	if setup.Opponents == nil {
		setup.Opponents = defaultRivals(meta.Game.Name())
	}
	if setup.Models = strongestPlayers(meta.Game.Name(), setup.Player); len(setup.Models) == 0 {
		return nil, errors.New("the game has no other player to learn from")
	}
	return setup, nil
}

// lineUp returns the typed players in a match, by seat. In a branch, players may be replaced or
// change seats.
func (s *Runner) lineUp(meta *record.Meta) (lineUp [sim.Seats]match.Entry) {
	if s.TypedPlayers == nil {
		return lineUp
	}
	typed, rec := s.TypedPlayers()
	names := rec.Meta().Names
	for i, name := range meta.Names {
		if names[i] == name {
			lineUp[i] = typed[i]
		} else if k := slices.Index(names[:], name); k >= 0 {
			lineUp[i] = typed[k]
		}
	}
	return lineUp
}

// Open returns a side-by-side view of the moment with the given number.
func (s *Runner) Open(_ context.Context, number string) (ui.Input, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.moments {
		if number == fmt.Sprint(i+1) {
			both, err := view.Compare(m.Original, m.Changed)
			if err != nil {
				return nil, err
			}
			return ui.OpenView{View: both.NewState(ui.OpenOptions{Place: location.AtUnit(m.Round, m.Unit), Paused: true, HighlightedPlayer: strconv.Itoa(m.Seat)})}, nil
		}
	}
	return nil, errors.New("this moment is no longer available")
}
