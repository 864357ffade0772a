package finder

import (
	"context"
	"fmt"
	"slices"

	"game-tui/ai/process/sandbox"

	"game-tui/ai/process"
	"game-tui/sim"
)

// A trial is a match in which the player is looked at.
type trial struct {
	*search
	Match
	states []sim.State // as far as the player came
	calm   []sim.State // of these without the one, if any, for which it took too much
	base   run         // the match itself
	name   string      // of the player in it
	until  int         // so many states show what is wrong; 0 where nothing is known to be
	ended  bool        // a limit ended the player: other matches would take long, too
}

// run is how the player answered a match in some surroundings.
type run struct {
	how     string
	replies []sim.Reply
}

// shown is a player whose states and replies are kept.
type shown struct {
	sim.Starter
	t *trial
}

func (p shown) Start(ctx context.Context, in sim.StartInfo) (string, *sim.Failure) {
	name, out := p.Starter.Start(ctx, in)
	p.t.name = name
	return name, out
}

func (p shown) Play(ctx context.Context, q *sim.Query) sim.Reply {
	r := p.Starter.Play(ctx, q)
	r.Orders = process.CloneOrders(r.Orders)
	p.t.states = append(p.t.states, q.State)
	p.t.base.replies = append(p.t.base.replies, r)
	return r
}

// record plays a match, or shows the player the states of one that was recorded.
func (s *search) record(m Match, program built) (*trial, error) {
	t := &trial{search: s, Match: m, base: run{how: "at first"}, name: m.Init.Name}
	if m.Play == nil {
		t.base.replies = process.Replay(context.Background(), t.spec(program), m.Init, m.States, 1)
		t.states = m.States[:min(len(m.States), len(t.base.replies))]
	} else {
		spec := t.spec(program)
		spec.Traced = false
		if l := &spec.Limits; !s.Limits.Unlimited {
			*l = s.Limits
			l.CPU, l.Wall, l.MatchWall = max(l.CPU, limits.CPU), max(l.Wall, limits.Wall), max(l.MatchWall, limits.MatchWall)
		}
		if err := m.Play(shown{process.New(spec), t}); err != nil {
			return nil, err
		}
	}
	n := len(t.states)
	if n == 0 {
		return nil, fmt.Errorf("%s does not start", s.File)
	}
	t.calm = t.states
	if out := t.base.replies[n-1].Failure; out != nil {
		t.tell("out "+string(out.Reason), Finding{Wrong: true, What: fmt.Sprintf("is out (%s): %s: %s", t.at(n-1), out.Reason, out.Detail)})
		if t.ended = halted(out); t.ended {
			t.calm = t.states[:n-1]
		}
	}
	return t, nil
}

// at names the place of a state, by its index.
func (t *trial) at(i int) string { return fmt.Sprintf("%s, round %d", t.Name, t.states[i].Round()) }

// spec is a program that was built, with its arguments.
func (t *trial) spec(program built, args ...string) process.Spec {
	return process.Spec{Command: program.WithArgs(args...), Limits: limits, Sandbox: sandbox.Require, Traced: true}
}

// replay shows states of the match to a program again.
func (t *trial) replay(ctx context.Context, states []sim.State, how string, times int, program built, args ...string) run {
	return run{how, process.Replay(ctx, t.spec(program, args...), t.Init, states, times)}
}

// differ returns the first round, as an index of the states, in which two runs differ, or -1 if none is known. A run
// that a limit has ended proves nothing, because checks make a player slow.
func differ(a, b []sim.Reply) int {
	for i := range min(len(a), len(b)) {
		switch {
		case halted(a[i].Failure) || halted(b[i].Failure):
			return -1
		case (a[i].Failure != nil) != (b[i].Failure != nil) || !slices.EqualFunc(a[i].Orders, b[i].Orders, sim.Order.Equal):
			return i
		}
	}
	return -1
}

// halted reports whether a player was out for something else than what it did.
func halted(out *sim.Failure) bool {
	return out != nil && !slices.Contains([]sim.Reason{sim.FailedCrash, sim.FailedExit, sim.FailedReply, sim.FailedError, sim.FailedOrders}, out.Reason)
}

// tellIfDiffer reports the first round in which any two runs differ.
func (t *trial) tellIfDiffer(what string, where func() []string, runs ...run) bool {
	first, how, kind := -1, "", what
	for i, a := range runs {
		for _, b := range runs[:i] {
			at := differ(a.replies, b.replies)
			if at < 0 || first >= 0 && at >= first {
				continue
			}
			first, how, what = at, fmt.Sprintf("%s and %s", b.how, a.how), kind
			for _, r := range []run{a, b} {
				if out := r.replies[at].Failure; out != nil {
					what = "is out in some surroundings, and goes on in others"
					how = fmt.Sprintf("%s: %s: %s", r.how, out.Reason, out.Detail)
				}
			}
		}
	}
	if first < 0 {
		return false
	}
	t.until = first + 1
	f := Finding{Wrong: true, What: fmt.Sprintf("%s (%s): %s", what, t.at(first), how)}
	if where != nil {
		f.Where = where()
	}
	t.tell(kind, f)
	return true
}

// compare shows the match to the same program in other surroundings.
func (t *trial) compare(ctx context.Context, program built) {
	if t.tellIfDiffer("orders are not the same when all is the same: a clock, a random device or addresses decide", func() []string { return t.imports(ctx, program, clocks...) },
		t.base, t.replay(ctx, t.calm, "again", 1, program)) {
		return
	}
	if t.fills(ctx, program) {
		return
	}
	t.order(ctx, program)
	twice := t.replay(ctx, t.calm, "", 2, program).replies
	if n := len(t.calm); len(twice) > n {
		names := t.statics(ctx, program)
		if len(names) == 0 && len(t.imports(ctx, program, "rand", "random")) > 0 {
			return // which is said anyway
		}
		t.tellIfDiffer("orders depend on what a match before has left in the same program", func() []string { return names },
			run{"first match", twice[:n]}, run{"second match", twice[n:]})
	}
}

const unwritten = "orders depend on what memory happens to hold: it was never written to, or was given back"

// fills shows the match to the program with memory that holds one byte or another before it is written to.
func (t *trial) fills(ctx context.Context, program built) (found bool) {
	fills := []run{t.base}
	for _, b := range []string{"00", "7f", "ff"} {
		fills = append(fills, t.replay(ctx, t.calm, "memory full of "+b, 1, program, "stack="+b, "heap="+b))
	}
	return t.tellIfDiffer(unwritten, nil, fills...)
}

// order shows the match to the program with memory that lies in one order or another.
func (t *trial) order(ctx context.Context, program built) {
	low, high := t.replay(ctx, t.calm, "each block behind the last", 1, program, "up"), t.replay(ctx, t.calm, "each block before the last", 1, program, "down")
	t.tellIfDiffer("orders depend on where memory lies: by the order of pointers, or beyond what is the player's own", nil, t.base, low, high)
}

// variables shows the match to programs whose local variables begin with a value each.
func (t *trial) variables(ctx context.Context) {
	building := []func() built{t.start(ctx, filled("zero")), t.start(ctx, filled("pattern"))}
	if zeros, pattern := building[0](), building[1](); !t.lacks(zeros) && !t.lacks(pattern) {
		t.tellIfDiffer(unwritten, nil, t.replay(ctx, t.calm, "variables that begin with zeros", 1, zeros),
			t.replay(ctx, t.calm, "variables that begin with a pattern", 1, pattern))
	}
}

// partly begins the report of a step that failed.
const partly = "not looked at in all ways"

// lacks reports a program that could not be built, and whether there is none.
func (s *search) lacks(program built) bool {
	if program.err != nil {
		s.tell(partly+": "+program.err.Error(), Finding{What: fmt.Sprintf("%s: %v", partly, program.err)})
	}
	return program.err != nil
}
