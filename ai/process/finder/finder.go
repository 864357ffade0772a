// Package finder looks for bugs of a kit's player that matches do not show: memory that was never
// written to, or is not the player's own; what one match leaves for the next; crashes that come and go.
//
// Matches are played, and their states are shown again to the same player in other
// surroundings: with another stack below it, another heap, twice in a process, built with the checks
// of the compiler. A player without such bugs gives the same orders everywhere. What differs is a bug; what
// does not proves nothing.
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

// Player is what is looked at, and in which matches.
type Player struct {
	compile.Compiler               // with the kit's folder
	File             resolve.Typed // AIMine.cc, or AIMine.o, which shows less
	Limits           sim.Limits    // of a match; times are raised, so that slow players are searched too
	Matches          []Match       // the first one is looked at in most ways
	For              time.Duration // after this time no further match begins; 0 means no bound

	// Report is called for each finding, and Progress after each match, never at the same time.
	Report   func(Finding)
	Progress func(Summary)
}

// A Match is one in which the player is looked at: it is played, or its states were recorded.
type Match struct {
	Name   string // begins its places: "seed 30, seat 0"
	Init   sim.StartInfo
	Play   func(p sim.Starter) error // plays it with the player; nil if there are States
	States []sim.State
}

// A Summary counts what a search has examined and found.
type Summary struct {
	Matches, Rounds, Bugs int
}

// Finding is something that was found.
type Finding struct {
	Wrong bool     // it is a bug; else it is worth a look
	What  string   // "orders depend on what a match before has left in the same program (seed 30, seat 0, round 24)"
	Where []string // lines such as "AIMine.cc:31: 'x' is used uninitialized", or names
}

// limits hold for the player's variants, which are many times as slow as itself. Matches get their times, too.
var limits = sim.Limits{CPU: 20 * time.Second, Wall: 25 * time.Second, MatchWall: 40 * time.Second, Memory: 1 << 30}

// search is a search for the bugs of one player.
type search struct {
	*builder
	source bool // there is a source; else an object file

	mu     sync.Mutex
	sum    Summary
	told   map[string]bool // findings and places that were reported
	traced map[string]bool // kinds of findings for which valgrind has looked for the line
}

// Find looks for the player's bugs until it has looked at all matches, For has passed, or ctx ends.
func Find(ctx context.Context, p Player) (Summary, error) {
	command, _, err := resolve.Parse(p.File)
	if err != nil {
		return Summary{}, err
	}
	b := &builder{Player: p, command: command, room: make(chan struct{}, runtime.GOMAXPROCS(0))}
	s := &search{builder: b, source: resolve.SourceExt(p.File.String()) != ".o", told: map[string]bool{}, traced: map[string]bool{}}
	defer s.work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err = s.run(ctx)
	return s.sum, err
}

// tell reports a finding that has not been reported. kind is what it says without place and figures: one of each kind is
// reported, and one bug of each line.
func (s *search) tell(kind string, f Finding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := kind
	if f.Wrong && len(f.Where) > 0 && strings.Contains(f.Where[0], ":") {
		key = lineOf(f.Where[0])
	}
	if s.told[key] {
		return
	}
	s.told[key] = true
	if f.Wrong {
		s.sum.Bugs++
	}
	s.Report(f)
}

// programs are a player's programs. Those that take long to build are waited for when they are needed.
type programs struct {
	plain             built
	sanitized, traced func() built // nil for an object file
}

func (s *search) run(ctx context.Context) error {
	begin := time.Now()
	first := s.start(ctx, plain)
	var p programs
	if s.source {
		p.sanitized = s.start(ctx, sanitized)
	}
	if p.plain = first(); p.plain.err != nil {
		return p.plain.err
	}
	if s.source {
		s.warnings(p.plain.said)
		p.traced = s.start(ctx, traced)
	}
	t, err := s.record(s.Matches[0], p.plain)
	if err != nil {
		return err
	}
	t.compare(ctx, p.plain)
	if s.source {
		t.checks(ctx, p.sanitized())
		if s.sum.Bugs == 0 {
			t.variables(ctx)
		}
	}
	s.done(t)
	tracing := sync.WaitGroup{}
	tracing.Go(func() { t.trace(ctx, &p) })
	if !t.ended {
		s.others(ctx, begin, &p)
	}
	tracing.Wait()
	if names := s.imports(ctx, p.plain, "rand", "random"); len(names) > 0 {
		s.tell("rand", Finding{What: "draws numbers that nobody seeds for the match: take random(l, u) of the player", Where: names})
	}
	return ctx.Err()
}

// others looks at all matches but the first, several at a time.
func (s *search) others(ctx context.Context, begin time.Time, p *programs) {
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
				s.tell(partly+": "+err.Error(), Finding{What: fmt.Sprintf("%s: %s: %v", partly, m.Name, err)})
				return
			}
			if s.source {
				t.checks(ctx, p.sanitized())
			}
			if t.fills(ctx, p.plain) {
				t.trace(ctx, p)
			}
			t.order(ctx, p.plain)
			s.done(t)
		})
	}
	working.Wait()
}

// done counts a match.
func (s *search) done(t *trial) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum.Matches++
	s.sum.Rounds += len(t.states)
	if s.Progress != nil {
		s.Progress(s.sum)
	}
}
