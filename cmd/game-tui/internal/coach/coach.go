// Package coach runs studies of a player's habits for the command line and the spectator, and
// prints what they cost. The method is in package sim/coach.
package coach

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"game-tui/ai/process/resolve"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/kitcheck"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/coach"
	"game-tui/sim/match"
)

// A Run configures a study.
type Run struct {
	play.Request
	By     resolve.Typed   // player to learn from; empty means the built-in players
	Rivals []resolve.Typed // opponents, three at a time; none means the strongest built-in players
	For    time.Duration   // matches start within this time
	Dir    string          // folder for recordings of moments; empty means the program's state folder
	Format report.Format

	Stdout, Stderr io.Writer
}

// Coach studies a player, prints its lessons, and returns the moments it has saved recordings of.
func (r *Run) Coach(ctx context.Context, player resolve.Typed) ([]Moment, error) {
	if r.For <= 0 {
		return nil, fmt.Errorf("--for %v: type a time above 0, such as 2m", r.For)
	}
	setup, err := r.setup(ctx, player)
	if err != nil {
		return nil, err
	}
	dir, err := folder(r.Dir)
	if err != nil {
		return nil, err
	}
	found, err := r.study(ctx, setup)
	if err != nil {
		return nil, err
	}
	err = found.save(dir) // print the results even if they cannot be saved
	if r.Format == report.JSON {
		return found.moments, cmp.Or(report.WriteJSON(r.Stdout, found.json()), err)
	}
	found.print(r.Stdout)
	return found.moments, err
}

func (r *Run) setup(ctx context.Context, player resolve.Typed) (*coach.Setup, error) {
	if err := kitcheck.FindGame(ctx, &r.Request, player); err != nil {
		return nil, err
	}
	first, _, err := r.FirstSeed(&cliarg.Seeds{Count: coach.Seeds})
	if err != nil {
		return nil, err
	}
	r.Seed = &first
	config, spec, err := r.Spec(ctx)
	if err != nil {
		return nil, err
	}
	words := append([]resolve.Typed{player}, r.Rivals...)
	if r.By.String() != "" {
		words = append(words, r.By)
	}
	entries, err := r.Entries(ctx, config.Game, &spec, words)
	if err != nil {
		return nil, err
	}
	setup := &coach.Setup{Game: config.Game, Spec: spec, Player: entries[0], Seed: spec.Seed}
	if setup.Rivals = entries[1 : 1+len(r.Rivals)]; len(setup.Rivals) == 0 {
		setup.Rivals = rivals(config.Game.Name())
	}
	if setup.Models = entries[1+len(r.Rivals):]; len(setup.Models) == 0 {
		setup.Models = strongest(config.Game.Name(), setup.Player)
		if len(setup.Models) == 0 {
			return nil, fmt.Errorf("%s has no other player to learn from: name one with --by", config.Game.Title())
		}
	}
	if setup.Models[0].Player == setup.Player.Player {
		return nil, fmt.Errorf("--by %s: that is the player itself; name another", r.By)
	}
	return setup, nil
}

// rivals returns the default opponents.
func rivals(game string) []match.Entry {
	strong := strongest(game, match.Entry{})
	return strong[:min(len(strong), sim.Seats-1)]
}

// strongest returns the strong built-in players of a game except but, the strongest first.
func strongest(game string, but match.Entry) (list []match.Entry) {
	for _, b := range ai.Strongest(game) {
		if seat := (match.PlayerSpec{Name: b.Name}); seat != but.Player {
			list = append(list, match.Entry{Player: seat, New: b.New})
		}
	}
	return list
}

// study runs a study on all cores until it is complete or ctx is cancelled.
func (r *Run) study(ctx context.Context, setup *coach.Setup) (*Report, error) {
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
	l, err := Study(within, *setup, runtime.GOMAXPROCS(0), func(l coach.Lessons) {
		mu.Lock()
		defer mu.Unlock()
		last = l
	})
	if err != nil && within.Err() == nil {
		return nil, r.ExplainError(err)
	}
	return &Report{Setup: setup, Lessons: l, length: r.For}, nil
}

// Study runs a study with a number of workers until it is complete or ctx is cancelled. It calls
// show with each new result.
func Study(ctx context.Context, setup coach.Setup, workers int, show func(coach.Lessons)) (coach.Lessons, error) {
	s := coach.New(setup)
	defer s.Close()
	var mu sync.Mutex
	put := make(chan struct{}, 1) // signals returned work
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
