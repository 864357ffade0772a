package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"game-tui/cmd/game-tui/contest/show"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// playing plays a tournament on the cores of this machine.
type playing struct {
	engine   *league.Engine
	desk     *hub.Desk
	field    *match.Field
	cores    int       // matches at a time; 0: workers play
	until    time.Time // no task begins later; zero: no such time
	progress io.Writer
	live     *show.Tournament // knows who plays; nil: nobody asks
	workers  func() string    // how many play, too; nil: this machine alone
	// screen shows the tournament in place of the progress, until somebody ends it, or
	// over is closed; nil: there is no terminal.
	screen func(ctx context.Context, over <-chan struct{}) error
}

// play plays until there is nothing more to play, time is up, ctx ends or results
// cannot be written. It closes the engine.
func (c *playing) play(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var err error
	over := make(chan struct{})
	go func() {
		defer close(over)
		err = c.matches(inner)
		if c.live != nil {
			c.live.Ended(c.why())
		}
	}()
	if c.screen == nil {
		stop := c.showProgress(inner)
		<-over
		stop()
		return cmp.Or(ctx.Err(), err)
	}
	shown := c.screen(ctx, over)
	select {
	case <-over:
	default:
		shown = cmp.Or(shown, play.ErrInterrupted) // somebody has ended it
	}
	cancel()
	<-over
	if errors.Is(err, context.Canceled) {
		err = nil // shown says why
	}
	return cmp.Or(err, ctx.Err(), shown)
}

// matches plays them, and closes the engine. A *match.MissedError names those that this
// machine held up: they have no results.
func (c *playing) matches(ctx context.Context) error {
	giving := ctx
	if !c.until.IsZero() {
		var stop context.CancelFunc
		giving, stop = context.WithDeadline(ctx, c.until)
		defer stop()
	}
	var misses match.Misses
	err := match.Parallel(ctx, c.cores, func(context.Context) (league.Task, bool) {
		if giving.Err() != nil {
			return league.Task{}, false
		}
		return c.desk.Next(giving)
	}, func(ctx context.Context, t league.Task) error {
		if c.live != nil {
			c.live.Begin(t)
		}
		r, err := league.Play(ctx, c.field, &t)
		missed := misses.Note(t.Seed, err)
		if err != nil && !missed {
			return err
		}
		if c.live != nil {
			c.live.End(t)
		}
		if missed {
			c.desk.Missed(hub.Local, t.N)
			return nil
		}
		_, err = c.desk.Submit(ctx, hub.Local, r, nil)
		return err
	})
	if c.cores == 0 {
		c.desk.Next(giving) // it gives nothing to this machine, and returns when all is over
	}
	closed := c.engine.Close()
	if errors.Is(err, league.ErrEnded) {
		err = nil // closed says why
	}
	return cmp.Or(closed, err, misses.Err())
}

// why says why nothing more is played.
func (c *playing) why() (why string) {
	c.engine.View(func(b *league.Standings) {
		switch {
		case b.Complete():
			why = "complete"
		case b.Duels.Open() == 0:
			why = "all is proven"
		default:
			why = "ended before all was played"
		}
	})
	return why
}

// showProgress shows how far the tournament is, until it is stopped or ctx ends.
func (c *playing) showProgress(ctx context.Context) (stop func()) {
	p := progress.Speed{Begin: time.Now(), Until: c.until}
	c.engine.View(func(b *league.Standings) { p.Before, _ = b.Matches() })
	return progress.Report(ctx, c.progress, func() (line string) {
		many := ""
		if c.workers != nil {
			many = ", " + c.workers() // asked before the standings, which its desk looks into as well
		}
		c.engine.View(func(b *league.Standings) {
			line = p.Text(b.Matches())
			line += many
			if b.Tasks > 0 {
				line += ": " + leaders(b)
			}
		})
		return line
	})
}

// leaders names the first few, with their points.
func leaders(b *league.Standings) string {
	if b.Plan.Design == league.Versus {
		return fmt.Sprintf("%s is ahead in %s of comparisons", clean.Line(b.Plan.Player[0].Name), numbers.Percent(b.Tally.Pair(0, 1).Share()))
	}
	points := b.Tally.Points()
	return progress.FirstFew(points, func(i int) string {
		return fmt.Sprintf("%s %.0f", clean.Line(b.Plan.Player[i].Name), points[i])
	})
}
