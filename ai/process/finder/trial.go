package finder

import (
	"context"
	"fmt"
	"slices"

	"game-tui/ai/process/sandbox"

	"game-tui/ai/process"
	"game-tui/sim"
)

type trial struct {
	*search
	Match
	states        []sim.State // states until the player failed
	replayable    []sim.State // states, without the one at which a limit was exceeded
	base          run
	bugStateCount int // number of states needed to reproduce a bug, or 0
}

type run struct {
	label   string
	replies []sim.Reply
}

type recorder struct {
	sim.Starter
	t *trial
}

func (p recorder) Play(ctx context.Context, q *sim.Query) sim.Reply {
	r := p.Starter.Play(ctx, q)
	r.Orders = process.CloneOrders(r.Orders)
	p.t.states = append(p.t.states, q.State)
	p.t.base.replies = append(p.t.base.replies, r)
	return r
}

func (s *search) record(m Match) (*trial, error) {
	t := &trial{search: s, Match: m, base: run{label: "the match"}}
	if m.Play == nil {
		t.base.replies = process.Replay(context.Background(), t.spec(s.plain), m.Info, m.States, 1)
		t.states = m.States[:min(len(m.States), len(t.base.replies))]
	} else {
		spec := t.spec(s.plain)
		spec.Traced = false
		if l := &spec.Limits; !s.Limits.Unlimited {
			*l = s.Limits
			l.CPU, l.Wall, l.MatchWall = max(l.CPU, limits.CPU), max(l.Wall, limits.Wall), max(l.MatchWall, limits.MatchWall)
		}
		if err := m.Play(recorder{process.New(spec), t}); err != nil {
			return nil, err
		}
	}
	n := len(t.states)
	if n == 0 {
		return nil, fmt.Errorf("%s does not start", s.File)
	}
	t.replayable = t.states
	if out := t.base.replies[n-1].Failure; out != nil {
		t.report("out "+string(out.Reason), Finding{IsBug: true, Message: fmt.Sprintf("goes out (%s): %s: %s", t.roundText(n-1), out.Reason, out.Detail)})
		if exceededLimit(out) {
			t.replayable = t.states[:n-1]
		}
	}
	return t, nil
}

func (t *trial) roundText(i int) string {
	return fmt.Sprintf("%s, round %d", t.Name, t.states[i].Round())
}

func (t *trial) spec(program variant, args ...string) process.Spec {
	return process.Spec{Command: program.WithArgs(args...), Limits: limits, Sandbox: sandbox.Require, Traced: true}
}

func (t *trial) replay(ctx context.Context, states []sim.State, label string, times int, program variant, args ...string) run {
	return run{label, process.Replay(ctx, t.spec(program, args...), t.Info, states, times)}
}

// firstDifference returns the index of the first reply that differs between two runs, or -1. It
// stops where a run exceeded a limit, because checks make players slow.
func firstDifference(a, b []sim.Reply) int {
	for i := range min(len(a), len(b)) {
		switch {
		case exceededLimit(a[i].Failure) || exceededLimit(b[i].Failure):
			return -1
		case (a[i].Failure != nil) != (b[i].Failure != nil) || !slices.EqualFunc(a[i].Orders, b[i].Orders, sim.Order.Equal):
			return i
		}
	}
	return -1
}

func exceededLimit(failure *sim.Failure) bool {
	return failure != nil && !slices.Contains([]sim.FailureReason{sim.FailedCrash, sim.FailedExit, sim.FailedReply, sim.FailedError, sim.FailedOrders}, failure.Reason)
}

// reportDifference reports the first round in which two of the runs differ. It returns false if all
// runs are equal.
func (t *trial) reportDifference(message string, locate func() []string, runs ...run) bool {
	first, how, kind := -1, "", message
	for i, a := range runs {
		for _, b := range runs[:i] {
			at := firstDifference(a.replies, b.replies)
			if at < 0 || first >= 0 && at >= first {
				continue
			}
			first, how, message = at, fmt.Sprintf("%s differs from %s", b.label, a.label), kind
			for _, r := range []run{a, b} {
				if out := r.replies[at].Failure; out != nil {
					message = "goes out in some runs and plays on in others"
					how = fmt.Sprintf("%s: %s: %s", r.label, out.Reason, out.Detail)
				}
			}
		}
	}
	if first < 0 {
		return false
	}
	t.bugStateCount = first + 1
	f := Finding{IsBug: true, Message: fmt.Sprintf("%s (%s): %s", message, t.roundText(first), how)}
	if locate != nil {
		f.Locations = locate()
	}
	t.report(kind, f)
	return true
}

func (t *trial) compareRepeats(ctx context.Context) {
	if t.reportDifference("orders differ between identical runs: they depend on a clock, a random device or addresses", func() []string { return t.imports(ctx, clockFunctions...) },
		t.base, t.replay(ctx, t.replayable, "a repeat", 1, t.plain)) {
		return
	}
	if t.runFilled(ctx) {
		return
	}
	t.runReordered(ctx)
	twice := t.replay(ctx, t.replayable, "", 2, t.plain).replies
	if n := len(t.replayable); len(twice) > n {
		names := t.staticVariables(ctx)
		if len(names) == 0 && len(t.imports(ctx, "rand", "random")) > 0 {
			return
		}
		t.reportDifference("orders depend on data left over from the previous match", func() []string { return names },
			run{"the first match", twice[:n]}, run{"the second match", twice[n:]})
	}
}

const uninitializedText = "orders depend on uninitialised or freed memory"

func (t *trial) runFilled(ctx context.Context) (found bool) {
	fills := []run{t.base}
	for _, b := range []string{"00", "7f", "ff"} {
		fills = append(fills, t.replay(ctx, t.replayable, "a run with memory filled with "+b, 1, t.plain, "stack="+b, "heap="+b))
	}
	return t.reportDifference(uninitializedText, nil, fills...)
}

func (t *trial) runReordered(ctx context.Context) {
	low := t.replay(ctx, t.replayable, "a run with heap blocks at ascending addresses", 1, t.plain, "up")
	high := t.replay(ctx, t.replayable, "a run with heap blocks at descending addresses", 1, t.plain, "down")
	t.reportDifference("orders depend on addresses: a comparison of pointers, or an out-of-bounds access", nil, t.base, low, high)
}

func (t *trial) runInitialized(ctx context.Context) {
	building := []func() variant{
		t.startBuild(ctx, []string{"-O1", "-w", "-ftrivial-auto-var-init=zero"}),
		t.startBuild(ctx, []string{"-O1", "-w", "-ftrivial-auto-var-init=pattern"}),
	}
	if zeros, pattern := building[0](), building[1](); !t.reportBuildFailure(zeros) && !t.reportBuildFailure(pattern) {
		t.reportDifference(uninitializedText, nil, t.replay(ctx, t.replayable, "a run with variables set to zero", 1, zeros),
			t.replay(ctx, t.replayable, "a run with variables set to a pattern", 1, pattern))
	}
}

const incompleteText = "not fully checked"

// reportBuildFailure reports whether a program could not be built, and reports any build error.
func (s *search) reportBuildFailure(program variant) bool {
	if program.err != nil {
		s.report(incompleteText+": "+program.err.Error(), Finding{Message: fmt.Sprintf("%s: %v", incompleteText, program.err)})
	}
	return program.err != nil
}
