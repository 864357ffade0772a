package hub

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// liar plays other players than it should.
func liar(o WorkerOptions) WorkerOptions {
	o.Prepare = func(_ context.Context, p *league.Plan, _ []int, _ league.Fetch) (*Players, error) {
		f := fieldOf(p)
		b, _ := ai.Find(p.Game, "Greedy")
		f.Entries[0] = match.Entry{Seat: match.Seat{Name: "Null"}, New: b.New}
		return &Players{Field: f, Close: func() {}}, nil
	}
	return o
}

// awaits waits until the log has a text.
func (m *meeting) awaits(text string) {
	m.Helper()
	for !strings.Contains(m.all(), text) {
		if !pause(m.Context(), time.Millisecond) {
			m.Fatalf("nobody said %q, but\n%s", text, m.all())
		}
	}
}

// TestTokenIsRefused: a worker that is found out does not come back under another name, all that
// came from its token is played again, and stays on the disk.
func TestTokenIsRefused(t *testing.T) {
	t.Parallel()
	tokens := []Token{NewToken("good"), NewToken("bad")}
	m := meet(t, testPlan(t, 12), tokens, DispatcherOptions{Verify: 1, Local: true}, nil)
	for _, one := range []string{"one", "two"} {
		if err := Work(t.Context(), liar(m.worker(one, tokens[1]))); err == nil || !strings.Contains(err.Error(), "no result of token bad counts") {
			t.Errorf("bad/%s: %v", one, err)
		}
	}
	m.awaits("worker bad/one differs in task")
	good := m.starts(m.worker("one", tokens[0]))
	m.ends()
	if err := <-good; err != nil {
		t.Errorf("the good worker: %v", err)
	}
	if strings.Contains(m.all(), "bad/two") || strings.Contains(m.all(), "good/one differs") {
		t.Errorf("said\n%s", m.all())
	}
	if strings.Contains(m.recorded(), `"bad/`) {
		t.Error("a result of the bad worker is in the record")
	}
	if text, err := os.ReadFile(m.file + ".dropped"); err != nil || !strings.Contains(string(text), `"bad/one"`) {
		t.Errorf("what was dropped is not kept: %v", err)
	}
}

// TestHonestWorkerIsNotOutvoted: however many workers of a token lie alike, who is right is decided
// by the play of this machine alone.
func TestHonestWorkerIsNotOutvoted(t *testing.T) {
	t.Parallel()
	tokens := []Token{NewToken("good"), NewToken("bad")}
	m := meet(t, testPlan(t, 12), tokens, DispatcherOptions{Verify: 1}, nil)
	var done sync.WaitGroup
	for _, one := range []string{"one", "two", "three"} {
		done.Go(func() {
			if err := Work(t.Context(), liar(m.worker(one, tokens[1]))); err == nil {
				t.Errorf("bad/%s is not refused", one)
			}
		})
	}
	done.Go(func() {
		if err := Work(t.Context(), m.worker("one", tokens[0])); err != nil {
			t.Errorf("the good worker: %v", err)
		}
	})
	m.ends()
	done.Wait()
	if strings.Contains(m.all(), "good/one differs") {
		t.Errorf("said\n%s", m.all())
	}
}

// TestOnlyHeldTasksCount: a result counts from the session that holds the task, once.
func TestOnlyHeldTasksCount(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{})
	c.Join("anna/1", 1)
	c.Join("anna/2", 1)
	c.takes("anna/1", 2, 0, 1)
	for _, n := range []int{0, 1, 2, -1, 5, 1 << 40} {
		if c.offers("anna/2", n, 9) {
			t.Errorf("task %d of another one counts", n)
		}
	}
	c.hands("anna/1", 0, 1)
	if c.offers("anna/1", 0, 9) {
		t.Error("a second result counts")
	}
	old := c.ids["anna/1"]
	c.Join("anna/1", 1) // it comes anew
	if c.offers("anna/1", 1, 9) {
		t.Error("a task of the session before counts")
	}
	if c.admitted(old) == nil {
		t.Error("the session before is known still")
	}
	c.takes("anna/2", 2, 1, 2)
	c.at = c.at.Add(sessionTimeout)
	c.collects()
	if c.offers("anna/2", 1, 9) {
		t.Error("a task that was taken away counts")
	}
	c.engine.View(func(b *league.Standings) {
		if b.Tasks != 16 {
			t.Errorf("%d results count, one and those of before wanted", b.Tasks)
		}
	})
}

// checked is a desk that checks everything, and plays to this first score.
func checked(t *testing.T, p *league.Plan, score int) *clock {
	return newClock(t, p, DispatcherOptions{Verify: 1, Play: func(_ context.Context, task *league.Task) (league.Result, error) {
		return scored(task.N, score), nil
	}})
}

// checksAll does what waits to be checked.
func (c *clock) checksAll() {
	for len(c.checks) > 0 {
		next := <-c.checks
		c.check(c.Context(), next)
	}
}

// TestChecksAreBounded: what finds no room among the results to check counts unchecked.
func TestChecksAreBounded(t *testing.T) {
	t.Parallel()
	c := checked(t, testPlan(t, 20), 1)
	c.Join("a/1", MaxCores)
	list, _ := c.Take("a/1", 1000)
	for _, n := range list {
		c.hands("a/1", n, 1)
	}
	if len(list) != 100 || len(c.checks) != maxChecks {
		t.Errorf("%d of %d results wait", len(c.checks), len(list))
	}
	c.checksAll()
	if n := c.Counts(); n.Checked != maxChecks || n.Differing != 0 || c.due != 0 {
		t.Errorf("counts %+v, %d due", n, c.due)
	}
}

// TestChecksWaitForNobody: while a result is played again, others are given and taken; the end
// waits for the few that may still refuse a token, and for what is played again then.
func TestChecksWaitForNobody(t *testing.T) {
	t.Parallel()
	begun, goOn := make(chan bool), make(chan bool)
	c := newClock(t, testPlan(t, 1), DispatcherOptions{Verify: 1, Play: func(_ context.Context, task *league.Task) (league.Result, error) {
		begun <- true
		<-goOn
		return scored(task.N, 1-task.N/4), nil // task 4 is a lie
	}})
	go c.Check(t.Context())
	c.Join("a/1", 8)
	c.takes("a/1", 9, 0, 1, 2, 3, 4)
	for n := range 5 {
		c.hands("a/1", n, 1)
	}
	<-begun
	c.takes("a/1", 1)
	for range 4 {
		if _, over := c.Take("a/1", 1); over || !c.engine.Over() {
			t.Error("it is over before the last result is checked")
		}
		goOn <- true
		<-begun
	}
	c.mu.Lock()
	wake := c.changed
	c.mu.Unlock()
	goOn <- true
	<-wake // refused, or settled
	c.Join("b/1", 8)
	for list, over := c.Take("b/1", 9); !over; list, over = c.Take("b/1", 9) {
		for _, n := range list {
			c.hands("b/1", n, 1-n/4)
			<-begun
			goOn <- true
		}
	}
	if n := c.Counts(); n.Checked != 9 || n.Differing != 1 {
		t.Errorf("counts %+v", n)
	}
}

// TestTheEndWaitsForTheLastCheck: a result that may be found wrong keeps the tournament from its
// end from when it is handed in, also while it counts and does not wait for its check yet.
func TestTheEndWaitsForTheLastCheck(t *testing.T) {
	t.Parallel()
	c := checked(t, testPlan(t, 1), 1)
	c.Join("a/1", 8)
	c.takes("a/1", 5, 0, 1, 2, 3, 4)
	draw := 1.
	c.random = func() float64 { return draw }
	submits := func(n int, answer func(error)) {
		if held, err := c.Submit(c.Context(), c.ids["a/1"], scored(n, 1), answer); err != nil || !held {
			t.Fatalf("task %d: held %v, %v", n, held, err)
		}
	}
	begun, goOn, over, last := make(chan bool), make(chan bool), make(chan bool, 1), make(chan bool)
	submits(0, func(error) { begun <- true; <-goOn })
	<-begun // what follows is counted together, and answered one after the other
	submits(1, func(error) {
		_, end := c.Take("a/1", 1)
		over <- end && c.engine.Over()
	})
	submits(2, nil)
	submits(3, nil)
	draw = 0
	submits(4, func(error) { close(last) })
	close(goOn)
	if <-over {
		t.Error("it is over before the last result is checked")
	}
	<-last
	c.checksAll()
	if _, over := c.Take("a/1", 1); !over || c.Counts().Checked != 1 {
		t.Errorf("over %v, counts %+v", over, c.Counts())
	}
}

// TestUncheckedResultsAreNotWaitedFor: the end does not wait for a check of what does not count,
// cannot be played here, or came too late.
func TestUncheckedResultsAreNotWaitedFor(t *testing.T) {
	t.Parallel()
	c := checked(t, testPlan(t, 1), 1)
	c.Join("a/1", 8)
	c.takes("a/1", 3, 0, 1, 2)
	answer := make(chan error, 1)
	if _, err := c.Submit(c.Context(), c.ids["a/1"], league.Result{N: 0}, func(err error) { answer <- err }); err != nil {
		t.Fatal(err)
	}
	if err := <-answer; err == nil || c.due != 0 {
		t.Errorf("nonsense: %v, %d due", err, c.due)
	}
	c.Broken = []int{0, 1, 2, 3, 4}
	c.hands("a/1", 1, 1)
	if c.due != 0 {
		t.Errorf("players that do not start here: %d due", c.due)
	}
	c.Broken = nil
	if err := c.engine.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Submit(c.Context(), c.ids["a/1"], scored(2, 1), nil); !errors.Is(err, league.ErrEnded) || c.due != 0 {
		t.Errorf("after the end: %v, %d due", err, c.due)
	}
}

// TestProgramsAreWarnedOf: a program can tell machines apart. It is named once for a token, and
// nobody is refused; the tournament does not wait for such checks.
func TestProgramsAreWarnedOf(t *testing.T) {
	t.Parallel()
	p := testPlan(t, 4)
	for i := range 2 { // one of which is in each line-up
		p.Player[i].Builtin, p.Player[i].Program = "", &league.Program{Argv: []string{"python3", "x.py"}}
	}
	p.Limits.CPU = time.Second
	c := checked(t, sealed(t, p), 1)
	for _, who := range []string{"a/1", "a/2", "b/1"} {
		c.Join(who, 1)
		list, _ := c.Take(who, 2)
		for _, n := range list {
			c.hands(who, n, 2)
		}
	}
	if c.due != 0 {
		t.Errorf("it waits for %d checks of programs", c.due)
	}
	c.checksAll()
	if len(c.logged) != 2 {
		t.Fatalf("said %q", c.logged)
	}
	for i, want := range [][2]string{{"at worker a/1", ": Null0, Demo1"}, {"at worker b/1", ": Null0, Demo1"}} {
		if !strings.Contains(c.logged[i], want[0]) || !strings.HasSuffix(c.logged[i], "which can tell machines apart or depend on the clock"+want[1]) {
			t.Errorf("said %q, want %q", c.logged[i], want)
		}
	}
	for _, who := range []string{"a/1", "b/1"} {
		if !c.known(who) {
			t.Errorf("%s is refused", who)
		}
	}
	c.Broken = []int{0, 1} // they do not start here: there is nothing to compare with
	list, _ := c.Take("b/1", 2)
	for _, n := range list {
		c.hands("b/1", n, 2)
	}
	if len(list) != 2 || len(c.checks) > 0 {
		t.Errorf("%d checks of %v", len(c.checks), list)
	}
}

// TestResultsOnTheWayAreRefusedWithTheReason: who hands in a result while its token is refused
// gets the reason, as with all other questions.
func TestResultsOnTheWayAreRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{})
	c.Join("a/1", 1)
	c.takes("a/1", 1, 0)
	c.refused["a"] = "task 1 came out differently"
	if _, err := c.engine.Drop("a"); err != nil {
		t.Fatal(err)
	}
	answer := make(chan error, 1)
	if _, err := c.Submit(c.Context(), c.ids["a/1"], scored(0, 1), func(err error) { answer <- err }); err != nil {
		t.Fatal(err)
	}
	if err := <-answer; err == nil || err.Error() != "task 1 came out differently" {
		t.Error(err)
	}
}
