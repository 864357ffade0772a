package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/progress"
	"game-tui/sim/clean"
	"game-tui/sim/match"
)

// batch plays a series of matches, and adds them up: nil where there is no result.
func (f *run) batch(ctx context.Context, words []process.Typed) (*comparison, error) {
	config, spec, err := f.spec(ctx)
	if err != nil {
		return nil, err
	}
	b := match.Batch{Field: match.Field{Game: config.Game, Spec: spec}, Rotate: f.rotate, Hash: f.hash}
	fresh := false
	if b.First, fresh, err = f.firstSeed(&f.seeds); err != nil {
		return nil, err
	}
	b.Last = int32(f.seeds.Last(b.First))
	limits := spec.Limits
	limits.MatchWall = shared(limits.MatchWall, b.Workers()*programs(words), runtime.GOMAXPROCS(0))
	line, err := f.lineUp(config.Game, words, limits)
	if err != nil {
		return nil, err
	}
	f.seat(&b.Spec, &line)
	b.Entries = line[:]
	if f.paces {
		if b.Look, err = paceLook(ctx, &b, texts(words)); err != nil {
			return nil, err
		}
	}
	c := newComparison(&f.matchFlags, &b)
	row := f.rows()
	b.Each = func(of match.Row) error {
		c.add(&of)
		return row(of.Result, matchPaces(of.Seen))
	}
	if fresh && !f.quiet {
		fmt.Fprintf(f.stderr, "seeds drawn: --seeds %d-%d\n", b.First, b.Last)
	}
	collectLate()
	err = f.telling(ctx, c, func() error { return b.Run(ctx) })
	if err != nil && ctx.Err() == nil && !missed(err) {
		return nil, f.fault(err) // what was played till then is no result
	}
	return c, err
}

// missed reports whether all was played but what this machine held up.
func missed(err error) bool {
	_, ok := errors.AsType[*match.MissedError](err)
	return ok
}

// telling does something long and tells meanwhile how far the batch is.
func (f *run) telling(ctx context.Context, c *comparison, do func() error) error {
	if f.quiet {
		return do()
	}
	ctx, cancel := context.WithCancel(ctx)
	told := make(chan struct{})
	go func() {
		defer close(told)
		progress.Tell(ctx, f.stderr, c.progress)
	}()
	err := do()
	cancel()
	<-told
	return err
}

// shared is the time that each of a number of programs needs for what takes it
// d on a core of its own, when they share the cores.
func shared(d time.Duration, programs, cores int) time.Duration {
	if programs <= cores {
		return d
	}
	return time.Duration(float64(d) * float64(programs) / float64(cores))
}

// programs counts the words that name programs.
func programs(words []process.Typed) (n int) {
	for _, word := range words {
		if _, ok, err := process.Parse(word); ok && err == nil {
			n++
		}
	}
	return n
}

// outList holds who went out in the matches of a batch, and why: the first ones.
type outList struct {
	lines []string
	more  int
}

// maxOuts is how many of them are told.
const maxOuts = 5

func (o *outList) add(r *match.Result) {
	for seat, out := range r.Outs {
		switch {
		case out == nil:
		case len(o.lines) == maxOuts:
			o.more++
		default:
			o.lines = append(o.lines, fmt.Sprintf("seed %d: player %d (%s) out: %s",
				r.Spec.Seed, seat, clean.Line(r.Names[seat]), clean.Line(out.Text())))
		}
	}
}

func (o *outList) print(w io.Writer) {
	for _, line := range o.lines {
		fmt.Fprintln(w, line)
	}
	if o.more > 0 {
		fmt.Fprintf(w, "and %d more: --json tells all\n", o.more)
	}
}
