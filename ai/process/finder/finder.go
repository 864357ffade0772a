// Package finder finds bugs in kit players that matches do not reveal: uninitialised or freed
// memory, out-of-bounds accesses, and state left over from a previous match.
//
// FindBugs plays matches and then replays their states to the player under different conditions: with
// other memory contents and addresses, twice in one process, and with compiler checks. A correct
// player always returns the same orders.
package finder

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"game-tui/ai/process/compile"
	"game-tui/ai/process/kit"
	"game-tui/ai/process/resolve"
	"game-tui/sim"
)

// A Player describes the player to check and how to check it.
type Player struct {
	compile.Compiler
	File      resolve.Typed // source such as AIMine.cc, or object file, which gets fewer checks
	Limits    sim.Limits    // limits of played matches; low time limits are raised
	Matches   []Match       // the first match is checked most thoroughly
	TimeLimit time.Duration // no match starts after this time; 0 means no limit

	// Report is called for each finding and Progress, if not nil, after each match. Calls do not
	// overlap.
	Report   func(Finding)
	Progress func(Summary)
}

// A Match is a match in which to check the player. If Play is nil, States comes from a recording.
type Match struct {
	Name   string // name such as "seed 30, seat 0"
	Info   sim.StartInfo
	Play   func(p sim.Starter) error
	States []sim.State
}

type Summary struct {
	Matches, Rounds, Bugs int
}

// A Finding is a bug or a hint.
type Finding struct {
	IsBug     bool // a bug rather than a hint
	Message   string
	Locations []string // functions, variables or source lines such as "AIMine.cc:31: 'x' is used uninitialised"
}

// limits are generous enough for slow variants of a player.
var limits = sim.Limits{CPU: 20 * time.Second, Wall: 25 * time.Second, MatchWall: 40 * time.Second, Memory: 1 << 30}

type search struct {
	Player
	command  resolve.Command
	isSource bool // whether the player is a source, not an object file
	slots    chan struct{}
	work     sync.WaitGroup

	// Compiled variants of the player. The functions wait for their builds; they are nil if the
	// player is an object file.
	plain             variant
	sanitized, traced func() variant

	mu       sync.Mutex
	summary  Summary
	reported map[string]bool // kinds of findings and source lines already reported
	located  map[string]bool // kinds of bugs already checked with Valgrind
}

// FindBugs checks the player until all matches are done, p.TimeLimit has passed or ctx is cancelled.
func FindBugs(ctx context.Context, p Player) (Summary, error) {
	command, _, err := resolve.Parse(p.File)
	if err != nil {
		return Summary{}, err
	}
	s := &search{Player: p, command: command, isSource: resolve.SourceExt(p.File.String()) != ".o",
		slots: make(chan struct{}, runtime.GOMAXPROCS(0)), reported: map[string]bool{}, located: map[string]bool{}}
	defer s.work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err = s.run(ctx)
	return s.summary, err
}

// report reports a finding unless its kind or its source line was reported before.
func (s *search) report(kind string, f Finding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.IsBug && len(f.Locations) > 0 && strings.Contains(f.Locations[0], ":") {
		kind = strings.Join(strings.SplitN(f.Locations[0], ":", 3)[:2], ":") // source line such as AIMine.cc:31
	}
	if s.reported[kind] {
		return
	}
	s.reported[kind] = true
	if f.IsBug {
		s.summary.Bugs++
	}
	s.Report(f)
}

func (s *search) run(ctx context.Context) error {
	begin := time.Now()
	first := s.startBuild(ctx, plainFlags)
	if s.isSource {
		// The kit needs the checked containers that the player uses, but no sanitizers.
		s.sanitized, s.traced = s.startBuild(ctx, sanitizedFlags, "-O1", "-D_GLIBCXX_DEBUG"), s.startBuild(ctx, tracedFlags)
	}
	if s.plain = first(); s.plain.err != nil {
		return s.plain.err
	}
	s.reportWarnings(s.plain.output)
	t, err := s.record(s.Matches[0])
	if err != nil {
		return err
	}
	t.compareRepeats(ctx)
	if s.isSource {
		t.runChecked(ctx)
		if s.summary.Bugs == 0 {
			t.runInitialized(ctx)
		}
	}
	s.finish(t)
	tracing := sync.WaitGroup{}
	tracing.Go(func() { t.runValgrind(ctx) })
	if len(t.replayable) == len(t.states) { // After an exceeded limit, more matches would take too long.
		s.checkOtherMatches(ctx, begin)
	}
	tracing.Wait()
	if names := s.imports(ctx, "rand", "random"); len(names) > 0 {
		s.report("rand", Finding{Message: "uses random numbers that ignore the match's seed; use the player's random(l, u)", Locations: names})
	}
	return ctx.Err()
}

func (s *search) checkOtherMatches(ctx context.Context, begin time.Time) {
	var working sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, m := range s.Matches[1:] {
		room <- struct{}{}
		if ctx.Err() != nil || s.TimeLimit > 0 && time.Since(begin) > s.TimeLimit {
			break
		}
		working.Go(func() {
			defer func() { <-room }()
			t, err := s.record(m)
			if err != nil {
				s.report(incompleteText+": "+err.Error(), Finding{Message: fmt.Sprintf("%s: %s: %v", incompleteText, m.Name, err)})
				return
			}
			if s.isSource {
				t.runChecked(ctx)
			}
			if t.runFilled(ctx) {
				t.runValgrind(ctx)
			}
			t.runReordered(ctx)
			s.finish(t)
		})
	}
	working.Wait()
}

func (s *search) finish(t *trial) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.summary.Matches++
	s.summary.Rounds += len(t.states)
	if s.Progress != nil {
		s.Progress(s.summary)
	}
}

var (
	// Style warnings are disabled, because they would hide others.
	plainFlags = []string{"-g", "-Wall", "-Wextra", "-Wno-sign-compare", "-Wno-unused", "-Wno-parentheses", "-Wno-reorder", "-Wno-misleading-indentation"}
	// Other sanitizer checks compile slowly. The enum check is off because players use Dir(-1) as a
	// marker. The program continues after a fault.
	sanitizedFlags = []string{"-O1", "-g", "-w", "-fno-omit-frame-pointer", "-fno-allocation-dce", "-D_GLIBCXX_DEBUG", "-DSANITIZED",
		"-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero,bounds,return,float-cast-overflow,unreachable,bool", "-fsanitize-recover=all"}
	// Not optimised, because Valgrind does not detect uninitialised registers.
	tracedFlags = []string{"-O0", "-g", "-w", "-DSANITIZED"}
)

type variant struct {
	resolve.Command
	output []string
	err    error
}

// startBuild compiles a variant in the background and returns a function that waits for it.
func (s *search) startBuild(ctx context.Context, flags []string, kitFlags ...string) func() variant {
	made := sync.OnceValue(func() (done variant) {
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
		c := s.Compiler
		c.Flags, c.KitFlags = flags, kitFlags
		c.ExtraFiles = map[string][]byte{kit.FinderFile: kit.Adapter(kit.FinderFile)}
		done.Command, done.output, done.err = c.Compile(ctx, s.command)
		return done
	})
	s.work.Go(func() { made() })
	return made
}
