package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// contest plays a tournament on the cores of this machine.
type contest struct {
	engine   *league.Engine
	field    *match.Field
	until    time.Time // no task begins later; zero: no such time
	progress io.Writer // nil: nothing is told
}

// play plays until there is nothing more to play, time is up, ctx ends or results
// cannot be written. It closes the engine.
func (c *contest) play(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	told := make(chan struct{})
	go func() {
		defer close(told)
		c.tell(inner)
	}()
	err := match.Parallel(inner, runtime.GOMAXPROCS(0), func(context.Context) (league.Task, bool) {
		if !c.until.IsZero() && time.Now().After(c.until) {
			return league.Task{}, false
		}
		return c.engine.Next()
	}, func(ctx context.Context, t league.Task) error {
		r, err := league.Play(ctx, c.field, &t)
		if err != nil {
			return err
		}
		return c.engine.Submit(ctx, r, nil)
	})
	closed := c.engine.Close()
	cancel()
	<-told
	if errors.Is(err, league.ErrEnded) {
		err = nil // closed says why
	}
	return cmp.Or(ctx.Err(), closed, err)
}

// How often progress is told.
const (
	firstLine = 5 * time.Second // of lines, which are kept
	everyLine = time.Minute
	everyShow = time.Second // in a terminal, where each replaces the one before
)

// tell tells how far the tournament is, until ctx ends.
func (c *contest) tell(ctx context.Context) {
	if c.progress == nil {
		return
	}
	live := term.IsTerminal(os.Stderr.Fd())
	p := pace{begin: time.Now(), until: c.until}
	c.engine.View(func(b *league.Books) { p.before = b.Tasks })
	next := firstLine
	if live {
		next = everyShow / 4
	}
	timer := time.NewTimer(next)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			if live {
				fmt.Fprint(c.progress, "\r\x1b[K")
			}
			return
		case <-timer.C:
		}
		var line string
		c.engine.View(func(b *league.Books) { line = p.line(b) })
		if !live {
			fmt.Fprintln(c.progress, line)
			timer.Reset(everyLine)
			continue
		}
		if width, _, err := term.GetSize(os.Stderr.Fd()); err == nil && width > 0 {
			line = ansi.Truncate(line, width-1, "…")
		}
		fmt.Fprint(c.progress, "\r\x1b[K"+line)
		timer.Reset(everyShow)
	}
}

// pace is how fast a tournament goes.
type pace struct {
	begin  time.Time
	until  time.Time
	before int // tasks that were done at the beginning
}

// line says how far a tournament is and who leads.
func (p *pace) line(b *league.Books) string {
	all := b.Schedule.Tasks()
	text := fmt.Sprintf("%s of %s matches", grouped(b.Schedule.Matches(b.Tasks)), grouped(b.Schedule.Matches(all)))
	if done := b.Tasks - p.before; done > 0 {
		each := time.Since(p.begin) / time.Duration(done)
		left := each * time.Duration(all-b.Tasks)
		if !p.until.IsZero() {
			left = min(left, max(time.Until(p.until), 0))
		}
		text += fmt.Sprintf(", %.3g a second, %s left", float64(b.Schedule.Matches(1))/each.Seconds(), roughly(left))
	}
	if b.Tasks == 0 {
		return text
	}
	return text + ": " + leaders(b)
}

// leaders names the first few, with their points.
func leaders(b *league.Books) string {
	if b.Plan.Design == league.Versus {
		return fmt.Sprintf("%s is ahead in %s of comparisons", clean.Line(b.Plan.Player[0].Name), percent(b.Tally.Pair(0, 1).Share()))
	}
	points := b.Tally.Points()
	order := make([]int, len(points))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(points[j], points[i]) })
	var list []string
	for _, i := range order[:min(len(order), 4)] {
		list = append(list, fmt.Sprintf("%s %.0f", clean.Line(b.Plan.Player[i].Name), points[i]))
	}
	if len(order) > len(list) {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}
