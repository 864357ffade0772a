// Package coach finds out what a player's habits cost it, as a command line asks, and says it.
package coach

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/report"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/coach"
	"game-tui/sim/match"
)

// Run is what a command line asks for.
type Run struct {
	play.Request
	By     process.Typed   // who shows how it goes; empty: the strongest built-in player
	Rivals []process.Typed // of whom three play in turn; none: the strongest built-in players
	For    time.Duration   // no match begins later
	Dir    string          // gets the recordings of moments; empty: where the program keeps what it remembers
	Format report.Format

	Stdout, Stderr io.Writer
}

// Coach studies a player, prints what it may learn, and returns the moments that are shown.
func (r *Run) Coach(ctx context.Context, player process.Typed) ([]Moment, error) {
	if r.For <= 0 {
		return nil, fmt.Errorf("--for %v: type a time above 0, such as 2m", r.For)
	}
	setups, err := r.setups(ctx, player)
	if err != nil {
		return nil, err
	}
	found, err := r.study(ctx, setups)
	if err != nil {
		return nil, err
	}
	if err := found.save(r.Dir); err != nil {
		return nil, err
	}
	if r.Format == report.JSON {
		return found.moments, report.WriteJSON(r.Stdout, found.json())
	}
	found.print(r.Stdout)
	return found.moments, nil
}

// setups are the studies that are made, one after the other until one finds something.
func (r *Run) setups(ctx context.Context, player process.Typed) (list []coach.Setup, err error) {
	first, _, err := r.FirstSeed(&typed.Seeds{Count: coach.Seeds})
	if err != nil {
		return nil, err
	}
	r.Seed = fmt.Sprint(first)
	config, spec, err := r.Spec(ctx)
	if err != nil {
		return nil, err
	}
	words := append([]process.Typed{player}, r.Rivals...)
	if r.By.String() != "" {
		words = append(words, r.By)
	}
	entries, err := r.Entries(ctx, config.Game, &spec, words)
	if err != nil {
		return nil, err
	}
	setup := coach.Setup{Game: config.Game, Spec: spec, Player: entries[0], Seed: spec.Seed}
	strong := strongest(config.Game.Name())
	if setup.Rivals = entries[1 : 1+len(r.Rivals)]; len(setup.Rivals) == 0 {
		setup.Rivals = strong[:min(len(strong), sim.Seats-1)]
	}
	by := entries[1+len(r.Rivals):]
	if len(by) == 0 {
		by = slices.DeleteFunc(strong, func(e match.Entry) bool { return e.Seat == setup.Player.Seat })
		by = by[:min(len(by), 2)]
	}
	for _, setup.By = range by {
		list = append(list, setup)
	}
	return list, nil
}

// strongest are the built-in players of a game that play well, the strongest first.
func strongest(game string) (list []match.Entry) {
	for _, b := range slices.Backward(ai.Ladder(game)) {
		if b.Name != "Null" && b.Name != "Demo" {
			list = append(list, match.Entry{Seat: match.Seat{Name: b.Name}, New: b.New})
		}
	}
	return list
}

// study makes the studies on all cores, and returns what they have found when ctx ends or they are done.
func (r *Run) study(ctx context.Context, setups []coach.Setup) (best *Report, err error) {
	within, cancel := context.WithTimeout(ctx, r.For)
	defer cancel()
	var (
		mu    sync.Mutex
		last  coach.Lessons
		begin = time.Now()
	)
	stop := progress.Report(within, r.Stderr, func() string {
		mu.Lock()
		defer mu.Unlock()
		return soFar(&last, time.Since(begin))
	})
	defer stop()
	for i := range setups {
		l, err := Study(within, setups[i], runtime.GOMAXPROCS(0), func(l coach.Lessons) {
			mu.Lock()
			defer mu.Unlock()
			last = l
		})
		if err != nil && within.Err() == nil {
			return nil, r.Fault(err)
		}
		if best == nil || len(l.Claims) > 0 {
			best = &Report{Setup: &setups[i], Lessons: l}
		}
		if len(l.Claims) > 0 || within.Err() != nil {
			break
		}
	}
	return best, nil
}

// Study makes a study with so many workers until it is done or ctx ends, and shows what is known as it comes.
func Study(ctx context.Context, setup coach.Setup, workers int, show func(coach.Lessons)) (coach.Lessons, error) {
	s := coach.New(setup)
	defer s.Close()
	var mu sync.Mutex
	put := make(chan struct{}, 1) // something was put back
	err := match.Parallel(ctx, workers, func(ctx context.Context) (*coach.Piece, bool) {
		for {
			mu.Lock()
			p, l := s.Take(), s.Lessons()
			mu.Unlock()
			show(l)
			if p != nil || l.Done {
				return p, p != nil
			}
			select {
			case <-put:
			case <-ctx.Done():
				return nil, false
			}
		}
	}, func(ctx context.Context, p *coach.Piece) error {
		if err := p.Do(ctx); err != nil {
			return err
		}
		mu.Lock()
		s.Put(p)
		mu.Unlock()
		select {
		case put <- struct{}{}:
		default:
		}
		return nil
	})
	return s.Lessons(), err
}
