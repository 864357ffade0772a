// Package finder finds bugs of a kit's player that matches do not show: uninitialized or freed
// memory, accesses out of bounds, variables that keep values of a previous match, and crashes that
// depend on them.
//
// Find plays matches and shows their states again to the player with other contents and another
// order of its memory, twice in one process, and built with the compiler's checks. A correct player
// always gives the same orders.
package finder

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"game-tui/ai/process/compile"
	"game-tui/ai/process/resolve"

	"game-tui/sim"
)

// A Player says which player is searched, and how.
type Player struct {
	compile.Compiler               // with the kit
	File             resolve.Typed // AIMine.cc, or AIMine.o, in which less is found
	Limits           sim.Limits    // of a match; the times are raised for slow variants
	Matches          []Match       // the first one is searched most thoroughly
	For              time.Duration // no match begins later; 0 means no limit

	// Report is called for each finding, and Progress after each match. Calls do not overlap.
	Report   func(Finding)
	Progress func(Summary)
}

// A Match is played, or has the states of a recording.
type Match struct {
	Name   string // such as "seed 30, seat 0"
	Init   sim.StartInfo
	Play   func(p sim.Starter) error // plays the match; nil if there are States
	States []sim.State
}

type Summary struct {
	Matches, Rounds, Bugs int
}

// A Finding is a bug or something to look at.
type Finding struct {
	Wrong bool     // it is a bug
	What  string   // what is wrong, with the match and the round
	Where []string // lines such as "AIMine.cc:31: 'x' is used uninitialized", or names
}

// limits are for variants of the player, which are slow. Matches get these times, too.
var limits = sim.Limits{CPU: 20 * time.Second, Wall: 25 * time.Second, MatchWall: 40 * time.Second, Memory: 1 << 30}

type search struct {
	Player
	command resolve.Command
	source  bool          // there is a source, not just an object file
	slots   chan struct{} // of builds
	work    sync.WaitGroup

	mu       sync.Mutex
	sum      Summary
	reported map[string]bool // keys of report
	traced   map[string]bool // kinds of findings that valgrind has looked for
}

// Find searches until all matches are done, For has passed or ctx ends.
func Find(ctx context.Context, p Player) (Summary, error) {
	command, _, err := resolve.Parse(p.File)
	if err != nil {
		return Summary{}, err
	}
	s := &search{Player: p, command: command, source: resolve.SourceExt(p.File.String()) != ".o",
		slots: make(chan struct{}, runtime.GOMAXPROCS(0)), reported: map[string]bool{}, traced: map[string]bool{}}
	defer s.work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err = s.run(ctx)
	return s.sum, err
}

// report reports one finding of each kind, and one bug of each line.
func (s *search) report(kind string, f Finding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Wrong && len(f.Where) > 0 && strings.Contains(f.Where[0], ":") {
		kind = strings.Join(strings.SplitN(f.Where[0], ":", 3)[:2], ":") // AIMine.cc:31
	}
	if s.reported[kind] {
		return
	}
	s.reported[kind] = true
	if f.Wrong {
		s.sum.Bugs++
	}
	s.Report(f)
}

// programs are the variants. Waiting for the slow ones is left to those that need them.
type programs struct {
	plain             built
	sanitized, traced func() built // nil without a source
}

func (s *search) run(ctx context.Context) error {
	begin := time.Now()
	first := s.start(ctx, plain)
	var p programs
	if s.source {
		p.sanitized, p.traced = s.start(ctx, sanitized), s.start(ctx, traced)
	}
	if p.plain = first(); p.plain.err != nil {
		return p.plain.err
	}
	s.warnings(p.plain.output)
	t, err := s.record(s.Matches[0], p.plain)
	if err != nil {
		return err
	}
	t.runAgain(ctx, p.plain)
	if s.source {
		t.runChecked(ctx, p.sanitized())
		if s.sum.Bugs == 0 {
			t.runInitialized(ctx)
		}
	}
	s.finish(t)
	tracing := sync.WaitGroup{}
	tracing.Go(func() { t.runValgrind(ctx, &p) })
	if len(t.replayable) == len(t.states) { // otherwise other matches take long
		s.searchOthers(ctx, begin, &p)
	}
	tracing.Wait()
	if names := s.imports(ctx, p.plain, "rand", "random"); len(names) > 0 {
		s.report("rand", Finding{What: "uses random numbers without the seed of the match: use random(l, u) of the player", Where: names})
	}
	return ctx.Err()
}

func (s *search) searchOthers(ctx context.Context, begin time.Time, p *programs) {
	var working sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, m := range s.Matches[1:] {
		room <- struct{}{}
		if ctx.Err() != nil || s.For > 0 && time.Since(begin) > s.For {
			break
		}
		working.Go(func() {
			defer func() { <-room }()
			t, err := s.record(m, p.plain)
			if err != nil {
				s.report(incomplete+": "+err.Error(), Finding{What: fmt.Sprintf("%s: %s: %v", incomplete, m.Name, err)})
				return
			}
			if s.source {
				t.runChecked(ctx, p.sanitized())
			}
			if t.runFilled(ctx, p.plain) {
				t.runValgrind(ctx, p)
			}
			t.runReordered(ctx, p.plain)
			s.finish(t)
		})
	}
	working.Wait()
}

func (s *search) finish(t *trial) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum.Matches++
	s.sum.Rounds += len(t.states)
	if s.Progress != nil {
		s.Progress(s.sum)
	}
}
