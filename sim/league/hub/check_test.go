package hub

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// lyingWorker returns the options of a worker that uses a player other than the one in the plan.
func lyingWorker(o WorkerOptions) WorkerOptions {
	o.Prepare = func(_ context.Context, p *league.Plan, _ []int, _ league.FetchFunc) (*Players, error) {
		f := fieldOf(p)
		b, _ := ai.Find(p.Game, "Greedy")
		f.Entries[0] = match.Entry{Player: match.PlayerSpec{Name: "Null"}, New: b.New}
		return &Players{Field: f, Close: func() {}}, nil
	}
	return o
}

// awaitLog waits until the log contains a text.
func (m *meeting) awaitLog(text string) {
	m.Helper()
	for !strings.Contains(m.logText(), text) {
		if !pause(m.Context(), time.Millisecond) {
			m.Fatalf("nobody said %q, but\n%s", text, m.logText())
		}
	}
}

// TestDifferingResultsAreLoggedOnceAndCount uses a worker whose player differs from the plan.
func TestDifferingResultsAreLoggedOnceAndCount(t *testing.T) {
	t.Parallel()
	tokens := []Token{NewToken("good"), NewToken("bad")}
	m := newMeeting(t, testPlan(t, 4), tokens, DispatcherOptions{VerifyFraction: 1}, nil)
	bad := m.startWorker(lyingWorker(m.worker("one", tokens[1])))
	m.awaitLog("worker bad/one: replaying task ")
	good := m.startWorker(m.worker("one", tokens[0]))
	m.playLocally()
	if err := m.engine.Close(); err != nil {
		t.Fatal(err)
	}
	m.coord.Close(true)
	for name, done := range map[string]<-chan error{"bad": bad, "good": good} {
		if err := simtest.Receive(t, "the worker's end", done); err != nil {
			t.Errorf("worker %s: got error %v", name, err)
		}
	}
	if got := strings.Count(m.logText(), " here gave a different result, although all players are built in; do not trust results from token bad"); got != 1 || strings.Contains(m.logText(), "good/one:") {
		t.Errorf("got %d warnings, want one, of token bad\n%s", got, m.logText())
	}
	if !strings.Contains(m.fileText(), `"bad/one"`) {
		t.Error("the file has no result of the worker that differs")
	}
}

// TestEveryTokenWithDifferingResultsIsNamed checks that many warnings do not suppress those about
// other tokens.
func TestEveryTokenWithDifferingResultsIsNamed(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{Play: func(context.Context, *schedule.Task) (league.Result, error) {
		return league.Result{}, nil
	}})
	const tokens = 100
	for n := range tokens {
		c.runCheck(t.Context(), &check{workerName: fmt.Sprintf("token%d/one", n), resultKey: "another one"})
	}
	if got := len(c.logged); got != tokens {
		t.Errorf("got %d warnings, want %d", got, tokens)
	}
}

func TestOnlyLeaseHoldersResultsCount(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{})
	c.Join("anna/1", 1)
	c.Join("anna/2", 1)
	c.expectTasks("anna/1", 2, 0, 1)
	for _, n := range []int{0, 1, 2, -1, 5, 1 << 40} {
		if c.trySubmit("anna/2", n, 9) {
			t.Errorf("task %d of another one counts", n)
		}
	}
	c.submit("anna/1", 0, 1)
	if c.trySubmit("anna/1", 0, 9) {
		t.Error("a second result counts")
	}
	old := c.ids["anna/1"]
	c.Join("anna/1", 1) // the worker reconnects
	if c.trySubmit("anna/1", 1, 9) {
		t.Error("a task of the session before counts")
	}
	if c.checkAdmission(old) == nil {
		t.Error("the session before is known still")
	}
	c.expectTasks("anna/2", 2, 1, 2)
	c.at = c.at.Add(sessionTimeout)
	c.expire()
	if c.trySubmit("anna/2", 1, 9) {
		t.Error("a task that was taken away counts")
	}
	c.engine.View(func(b *league.Standings) {
		if b.PlayedTasks != 16 {
			t.Errorf("%d results count, one and those of before wanted", b.PlayedTasks)
		}
	})
}

// checked returns a dispatcher that checks all results. Its own matches always have the same first
// score.
func checked(t *testing.T, p *league.Plan, score int) *clock {
	return newClock(t, p, DispatcherOptions{VerifyFraction: 1, Play: func(_ context.Context, task *schedule.Task) (league.Result, error) {
		return scored(task.N, score), nil
	}})
}

// runChecks runs all pending checks.
func (c *clock) runChecks() {
	for len(c.checks) > 0 {
		next := <-c.checks
		c.runCheck(c.Context(), next)
	}
}

// TestChecksAreBounded checks that results beyond maxChecks are accepted unchecked.
func TestChecksAreBounded(t *testing.T) {
	t.Parallel()
	c := checked(t, testPlan(t, 20), 1)
	c.Join("a/1", MaxCores)
	list, _ := c.Take("a/1", 1000)
	c.submitAll("a/1", 1, list...)
	if len(list) != 100 || len(c.checks) != maxChecks {
		t.Errorf("%d of %d results wait", len(c.checks), len(list))
	}
	c.runChecks()
	if n := c.Counts(); n.IdenticalResults != maxChecks || n.DifferingResults != 0 {
		t.Errorf("got %+v, want %d checked", n, maxChecks)
	}
}

// TestChecksDelayNobody leases tasks, accepts results and ends the tournament while a result is
// being checked.
func TestChecksDelayNobody(t *testing.T) {
	t.Parallel()
	began := make(chan bool, 5)
	c := newClock(t, testPlan(t, 1), DispatcherOptions{VerifyFraction: 1, Play: func(ctx context.Context, task *schedule.Task) (league.Result, error) {
		began <- true
		<-ctx.Done()
		return league.Result{}, ctx.Err()
	}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan bool)
	go func() {
		defer close(ended)
		c.RunChecks(ctx)
	}()
	c.Join("a/1", 8)
	c.expectTasks("a/1", 1, 0)
	c.submit("a/1", 0, 1)
	<-began
	c.expectTasks("a/1", 9, 1, 2, 3, 4)
	c.submitAll("a/1", 1, 1, 2, 3, 4)
	if list, over := c.Take("a/1", 1); len(list) > 0 || !over {
		t.Errorf("after all results: got tasks %v, over: %t; want none, over", list, over)
	}
	cancel()
	simtest.Receive(t, "the end of the checks", ended)
}

// TestOnlyAcceptedResultsAreChecked also covers results with players that cannot start on this
// machine.
func TestOnlyAcceptedResultsAreChecked(t *testing.T) {
	t.Parallel()
	c := checked(t, testPlan(t, 1), 1)
	c.Join("a/1", 8)
	c.expectTasks("a/1", 2, 0, 1)
	answer := make(chan error, 1)
	if _, err := c.Submit(c.Context(), c.ids["a/1"], league.Result{N: 0}, func(err error) { answer <- err }); err != nil {
		t.Fatal(err)
	}
	if err := <-answer; err == nil || len(c.checks) != 0 {
		t.Errorf("result without scores: got error %v, %d checks; want an error, no check", err, len(c.checks))
	}
	c.BrokenEntries = []int{0, 1, 2, 3, 4}
	c.submit("a/1", 1, 1)
	if len(c.checks) != 0 {
		t.Errorf("players that do not start here: got %d checks, want none", len(c.checks))
	}
}

func TestDifferingProgramsAreLoggedOncePerToken(t *testing.T) {
	t.Parallel()
	p := testPlan(t, 4)
	for i := range 2 { // each line-up contains at least one of these two
		p.Players[i].BuiltinName, p.Players[i].Program = "", &league.Program{Argv: []string{"python3", "x.py"}}
	}
	p.Limits.CPU = time.Second
	c := checked(t, sealed(t, p), 1)
	for _, who := range []string{"a/1", "a/2", "b/1"} {
		c.Join(who, 1)
		list, _ := c.Take(who, 2)
		c.submitAll(who, 2, list...)
	}
	c.runChecks()
	if len(c.logged) != 2 {
		t.Fatalf("said %q", c.logged)
	}
	for i, worker := range []string{"worker a/1: ", "worker b/1: "} {
		if got := c.logged[i]; !strings.HasPrefix(got, worker) || !strings.HasSuffix(got, "these programs may depend on the clock or the machine: Null0, Demo1") {
			t.Errorf("got %q, want one of %s", got, worker)
		}
	}
	c.BrokenEntries = []int{0, 1} // results of players that cannot start here are not checked
	list, _ := c.Take("b/1", 2)
	for _, n := range list {
		c.submit("b/1", n, 2)
	}
	if len(list) != 2 || len(c.checks) > 0 {
		t.Errorf("%d checks of %v", len(c.checks), list)
	}
}
