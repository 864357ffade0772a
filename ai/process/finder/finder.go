// Package finder looks for bugs of a kit's player that matches do not show: memory that was never
// written to, or is not the player's own; what one match leaves for the next; crashes that come and go.
//
// A match is played once, and its states are shown again to the same player in other
// surroundings: with another stack below it, another heap, twice in a process, built with the checks
// of the compiler. A player without such bugs gives the same orders everywhere. What differs is a bug; what
// does not proves nothing.
package finder

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"game-tui/ai/process"
	"game-tui/ai/process/kit"
	"game-tui/sim"
)

// Player is what is looked at, and in which match.
type Player struct {
	process.Compiler                           // with the kit's folder
	File             process.Typed             // AIMine.cc, or AIMine.o, which shows less
	Init             sim.Init                  // who it is in the match
	Seed             int32                     // of the match
	Limits           sim.Limits                // those of the match
	Play             func(p sim.Starter) error // plays the match with it
}

// Finding is something that was found.
type Finding struct {
	Wrong bool     // it is a bug; else it is worth a look
	What  string   // "orders depend on what a match before has left in the same program (seed 30, seat 0, round 24)"
	Where []string // lines such as "AIMine.cc:31: 'x' is used uninitialized", or names
}

// limits are those of the player's variants: they are many times as slow as itself.
var limits = sim.Limits{CPU: 20 * time.Second, Wall: 25 * time.Second, MatchWall: 40 * time.Second, Memory: 1 << 30}

// search is a search for the bugs of one player.
type search struct {
	*builder
	source bool // there is a source; else an object file
	report func(Finding)
	states []sim.State // of the match, as far as the player came
	calm   []sim.State // of these without the one, if any, for which it took too much
	base   run         // the match itself
	name   string      // of the player in it
	until  int         // so many states show what is wrong; 0 where nothing is known to be
	bugs   int
	marked bool // one of them has its line
}

// run is how the player answered a match in some surroundings.
type run struct {
	how     string
	replies []sim.Reply
}

// Find gives what it finds to report. It returns the number of bugs, and of the rounds in which it has
// looked for them.
func Find(ctx context.Context, p Player, report func(Finding)) (bugs, rounds int, err error) {
	command, _, err := process.Parse(p.File)
	if err != nil {
		return 0, 0, err
	}
	b := &builder{Player: p, command: command, room: make(chan struct{}, runtime.GOMAXPROCS(0))}
	s := &search{builder: b, source: process.SourceEnding(p.File.String()) != ".o", report: report}
	defer s.work.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	err = s.run(ctx)
	return s.bugs, len(s.states), err
}

// tell reports a finding.
func (s *search) tell(f Finding) {
	if f.Wrong {
		s.bugs++
		s.marked = s.marked || len(f.Where) > 0
	}
	s.report(f)
}

func (s *search) run(ctx context.Context) error {
	first := s.start(ctx, plain)
	var checked func() built
	if s.source {
		checked = s.start(ctx, sanitized)
	}
	program := first()
	if program.err != nil {
		return program.err
	}
	if err := s.record(program); err != nil {
		return err
	}
	s.compare(ctx, program)
	if s.source {
		zeros, pattern := s.start(ctx, filled("zero")), s.start(ctx, filled("pattern"))
		s.checks(ctx, checked())
		s.variables(ctx, zeros(), pattern())
		s.warnings(program.said)
	}
	if err := s.trace(ctx, program); err != nil {
		return err
	}
	if names := s.imports(ctx, program, "rand", "random"); len(names) > 0 {
		s.tell(Finding{What: "draws numbers that nobody seeds for the match: take random(l, u) of the player", Where: names})
	}
	return ctx.Err()
}

// shown is a player whose states and replies are kept.
type shown struct {
	sim.Starter
	s *search
}

func (p shown) Start(ctx context.Context, in sim.Init) (string, *sim.Out) {
	name, out := p.Starter.Start(ctx, in)
	p.s.name = name
	return name, out
}

func (p shown) Play(ctx context.Context, q *sim.Query) sim.Reply {
	r := p.Starter.Play(ctx, q)
	r.Orders = process.Keep(r.Orders)
	p.s.states = append(p.s.states, q.State)
	p.s.base.replies = append(p.s.base.replies, r)
	return r
}

// record plays the match.
func (s *search) record(program built) error {
	spec := s.spec(program)
	spec.Limits, spec.Traced = s.Limits, false
	if err := s.Play(shown{process.New(spec), s}); err != nil {
		return err
	}
	n := len(s.states)
	if n == 0 {
		return fmt.Errorf("%s does not start", s.File)
	}
	s.calm = s.states
	if out := s.base.replies[n-1].Out; out != nil {
		s.tell(Finding{Wrong: true, What: fmt.Sprintf("is out (%s): %s: %s", s.at(n-1), out.Reason, out.Detail)})
		if halted(out) {
			s.calm = s.states[:n-1]
		}
	}
	return nil
}

// at names the place of a state, by its index.
func (s *search) at(i int) string {
	return fmt.Sprintf("seed %d, seat %d, round %d", s.Seed, s.Init.Seat, s.states[i].Round())
}

// spec is a program that was built, with its arguments.
func (s *search) spec(program built, args ...string) process.Spec {
	return process.Spec{Command: program.And(args...), Limits: limits, Sandbox: process.Require, Traced: true}
}

// replay shows states of the match to a program again.
func (s *search) replay(ctx context.Context, states []sim.State, how string, times int, program built, args ...string) run {
	return run{how, process.Replay(ctx, s.spec(program, args...), s.Init, states, times)}
}

// differ finds the first round, as an index of the states, in which two runs differ; -1 where there is
// none that is known. A run that was ended by a limit says nothing: where much is checked all is slow.
func differ(a, b []sim.Reply) int {
	for i := range min(len(a), len(b)) {
		switch {
		case halted(a[i].Out) || halted(b[i].Out):
			return -1
		case (a[i].Out != nil) != (b[i].Out != nil) || !slices.EqualFunc(a[i].Orders, b[i].Orders, sim.Order.Same):
			return i
		}
	}
	return -1
}

// halted reports whether a player was out for something else than what it did.
func halted(out *sim.Out) bool {
	return out != nil && out.Reason != sim.OutCrash && out.Reason != sim.OutExit && out.Reason != sim.OutReply && out.Reason != sim.OutOrders
}

// tellIfDiffer tells of the first round in which any two of some runs differ.
func (s *search) tellIfDiffer(what string, where func() []string, runs ...run) bool {
	first, how := -1, ""
	for i, a := range runs {
		for _, b := range runs[:i] {
			at := differ(a.replies, b.replies)
			if at < 0 || first >= 0 && at >= first {
				continue
			}
			first, how = at, fmt.Sprintf("%s and %s", b.how, a.how)
			for _, r := range []run{a, b} {
				if out := r.replies[at].Out; out != nil {
					what = "is out in some surroundings, and goes on in others"
					how = fmt.Sprintf("%s: %s: %s", r.how, out.Reason, out.Detail)
				}
			}
		}
	}
	if first < 0 {
		return false
	}
	s.until = first + 1
	f := Finding{Wrong: true, What: fmt.Sprintf("%s (%s): %s", what, s.at(first), how)}
	if where != nil {
		f.Where = where()
	}
	s.tell(f)
	return true
}

// compare shows the match to the same program in other surroundings.
func (s *search) compare(ctx context.Context, program built) {
	s.base.how = "at first"
	if s.tellIfDiffer("orders are not the same when all is the same: a clock, a random device or addresses decide", func() []string { return s.imports(ctx, program, clocks...) },
		s.base, s.replay(ctx, s.calm, "again", 1, program)) {
		return
	}
	fills := []run{s.base}
	for _, b := range []string{"00", "7f", "ff"} {
		fills = append(fills, s.replay(ctx, s.calm, "memory full of "+b, 1, program, "stack="+b, "heap="+b))
	}
	if s.tellIfDiffer(unwritten, nil, fills...) {
		return
	}
	low, high := s.replay(ctx, s.calm, "each block behind the last", 1, program, "up"), s.replay(ctx, s.calm, "each block before the last", 1, program, "down")
	s.tellIfDiffer("orders depend on where memory lies: by the order of pointers, or beyond what is the player's own", nil, s.base, low, high)
	twice := s.replay(ctx, s.calm, "", 2, program).replies
	if n := len(s.calm); len(twice) > n {
		names := s.statics(ctx, program)
		if len(names) == 0 && len(s.imports(ctx, program, "rand", "random")) > 0 {
			return // which is said anyway
		}
		s.tellIfDiffer("orders depend on what a match before has left in the same program", func() []string { return names },
			run{"first match", twice[:n]}, run{"second match", twice[n:]})
	}
}

const unwritten = "orders depend on what memory happens to hold: it was never written to, or was given back"

// variables shows the match to programs whose local variables begin with a value each.
func (s *search) variables(ctx context.Context, zeros, pattern built) {
	if !s.lacks(zeros) && !s.lacks(pattern) && s.bugs == 0 {
		s.tellIfDiffer(unwritten, nil, s.replay(ctx, s.calm, "variables that begin with zeros", 1, zeros),
			s.replay(ctx, s.calm, "variables that begin with a pattern", 1, pattern))
	}
}

// partly begins what is told where something could not be looked at.
const partly = "not looked at in all ways"

// lacks tells of a program that could not be made here, where another one of the player could.
func (s *search) lacks(program built) bool {
	if program.err != nil {
		s.tell(Finding{What: fmt.Sprintf("%s: %v", partly, program.err)})
	}
	return program.err != nil
}

// variant is a way to build a player.
type variant struct {
	player []string // flags for the player and what is linked with it
	kit    []string // flags for the kit and the adapter
}

var (
	// What is said of style takes the room of what matters.
	plain = variant{player: []string{"-g", "-Wall", "-Wextra", "-Wno-sign-compare", "-Wno-unused", "-Wno-parentheses", "-Wno-reorder", "-Wno-misleading-indentation"}}
	// Not all of undefined: to compile its other checks takes longer than all the rest, for faults that are
	// found otherwise. The kit is built without sanitizers: its own faults are nobody's. Whoever builds with the
	// containers that check builds all with them.
	sanitized = variant{
		[]string{"-O1", "-g", "-w", "-fno-omit-frame-pointer", "-fno-allocation-dce", "-D_GLIBCXX_DEBUG", "-DSANITIZED",
			"-fsanitize=address,signed-integer-overflow,shift,integer-divide-by-zero,bounds,return,float-cast-overflow,unreachable,bool,enum"},
		[]string{"-O1", "-D_GLIBCXX_DEBUG"},
	}
	// valgrind does not see what is not written to in a register, so nothing is optimised.
	traced = variant{player: []string{"-O0", "-g", "-w", "-DSANITIZED"}}
)

// filled has local variables begin with something: "zero" or "pattern".
func filled(with string) variant {
	return variant{player: []string{"-O1", "-w", "-ftrivial-auto-var-init=" + with}}
}

// built is a program, once it is compiled.
type built struct {
	process.Command
	said []string // by the compiler
	err  error
}

// builder compiles the programs of a player, as many at a time as there are processors.
type builder struct {
	Player
	command process.Command
	room    chan struct{}
	work    sync.WaitGroup
}

// start begins to build a program; the function that it returns waits for it.
func (b *builder) start(ctx context.Context, v variant) func() built {
	made := sync.OnceValue(func() (done built) {
		b.room <- struct{}{}
		defer func() { <-b.room }()
		c := b.Compiler
		c.Flags, c.KitFlags = v.player, v.kit
		var text []byte
		if text, done.err = kit.Adapter(kit.Finder); done.err == nil {
			c.Extra = map[string][]byte{kit.Finder: text}
			done.Command, done.said, done.err = c.Command(ctx, b.command)
		}
		return done
	})
	b.work.Go(func() { made() })
	return made
}
