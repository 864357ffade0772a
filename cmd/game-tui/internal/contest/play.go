package contest

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"

	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

// localPlay plays a tournament on the cores of this machine.
type localPlay struct {
	engine     *league.Engine
	dispatcher *hub.Dispatcher
	field      *match.Field
	cores      int // matches at a time; 0 leaves all to workers
	progress   io.Writer
	live       *show.Monitor
	// screen shows the dashboard until the user quits or over is closed. It is nil without a
	// terminal.
	screen func(ctx context.Context, over <-chan struct{}) error
}

// play returns when everything is played, ctx ends or results cannot be written. It closes the
// engine.
func (c *localPlay) play(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var err error
	over := make(chan struct{})
	go func() {
		defer close(over)
		err = c.playMatches(inner)
		c.live.MarkEnded()
	}()
	if c.screen == nil {
		stop := progress.Report(inner, c.progress, c.live.ProgressLine)
		<-over
		stop()
		return cmp.Or(ctx.Err(), err)
	}
	shown := c.screen(ctx, over)
	select {
	case <-over:
	default:
		shown = cmp.Or(shown, play.ErrInterrupted) // the user has quit
	}
	cancel()
	<-over
	if errors.Is(err, context.Canceled) {
		err = nil // reported by shown
	}
	return cmp.Or(err, ctx.Err(), shown)
}

// playMatches plays the matches and closes the engine. A *match.MissedError lists matches that this
// machine was too busy to play; they have no results.
func (c *localPlay) playMatches(ctx context.Context) error {
	var misses match.Misses
	err := match.Parallel(ctx, c.cores, c.dispatcher.Next, func(ctx context.Context, t schedule.Task) error {
		c.live.Begin(t)
		r, err := league.Play(ctx, c.field, &t)
		c.live.End(t)
		switch {
		case misses.Add(t.Seed, err):
			c.dispatcher.GiveUp(hub.Local, t.N)
			return nil
		case err != nil:
			return err
		}
		_, err = c.dispatcher.Submit(ctx, hub.Local, r, func(error) {})
		return err
	})
	if c.cores == 0 {
		c.dispatcher.Next(ctx) // returns at the end of the tournament
	}
	closed := c.engine.Close()
	if errors.Is(err, league.ErrEnded) {
		err = nil // reported by closed
	}
	return cmp.Or(closed, err, misses.Err())
}

// localDispatcher returns a dispatcher without workers. It does not retry matches that the machine was too busy
// to play.
func localDispatcher(e *league.Engine) *hub.Dispatcher {
	return hub.NewDispatcher(e, hub.DispatcherOptions{Local: true, MaxMatchTime: math.MaxInt64 / 4, Log: func(string) {}})
}
