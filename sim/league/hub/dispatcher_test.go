package hub

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// clock is a Dispatcher with a clock set by the test. Its methods take worker names instead of
// sessions.
type clock struct {
	*testing.T
	*Dispatcher
	at     time.Time
	logged []string
	ids    map[string]string // session ids by worker name
}

func (c *clock) Join(name string, cores int) (refused string) {
	id, _, no := c.Dispatcher.Join(name, cores)
	if id != "" {
		c.ids[name] = id
	}
	return no.RefusalReason + no.FullReason
}

func (c *clock) Take(name string, n int) (numbers []int, over bool) {
	list, over := c.Dispatcher.Take(c.ids[name], n)
	for _, t := range list {
		numbers = append(numbers, t.N)
	}
	return numbers, over
}

func (c *clock) beat(name string) { c.Dispatcher.GiveUp(c.ids[name]) }
func (c *clock) Ready(name string, list []UnplayableEntry) {
	c.Dispatcher.SetUnplayable(c.ids[name], list)
}
func (c *clock) isKnown(name string) bool { return c.checkAdmission(c.ids[name]) == nil }

// newClock returns the dispatcher for a plan in which only the first tasks have no results. Their
// number is five times the number of seeds.
func newClock(t *testing.T, p *league.Plan, o DispatcherOptions) *clock {
	t.Helper()
	c := &clock{T: t, at: time.Unix(1e9, 0), ids: map[string]string{}}
	o.Log = func(s string) { c.logged = append(c.logged, s) }
	_, e := createFile(t, p, nil)
	var counted sync.WaitGroup
	for n := 5 * p.Seeds; n < p.Schedule().Tasks(); n++ {
		counted.Add(1)
		if err := e.Submit(t.Context(), scored(n, 0), func(error) { counted.Done() }); err != nil {
			t.Fatal(err)
		}
	}
	counted.Wait()
	c.Dispatcher = NewDispatcher(e, o)
	c.now = func() time.Time { return c.at }
	c.random = func() float64 { return 0 }
	return c
}

// expectTasks leases tasks and compares their numbers with the expected ones.
func (c *clock) expectTasks(who string, n int, want ...int) {
	c.Helper()
	if got, _ := c.Take(who, n); !slices.Equal(got, want) {
		c.Errorf("%s got %v, want %v", who, got, want)
	}
}

func (c *clock) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expireLeases()
}

// scored returns a result with the given first score.
func scored(n, score int) league.Result {
	r := league.Result{N: n, Scores: make([][4]int, 1)}
	r.Scores[0][0] = score
	return r
}

// submit submits a result and waits until it is accepted.
func (c *clock) submit(who string, n, score int) {
	c.Helper()
	c.submitAll(who, score, n)
}

// submitAll submits results of tasks and waits until they are accepted.
func (c *clock) submitAll(who string, score int, tasks ...int) {
	c.Helper()
	answers := make(chan error, len(tasks))
	for _, n := range tasks {
		held, err := c.Submit(c.Context(), c.ids[who], scored(n, score), func(err error) { answers <- err })
		if err != nil || !held {
			c.Fatalf("%s submits task %d: got held %t, error %v", who, n, held, err)
		}
	}
	for range tasks {
		if err := <-answers; err != nil {
			c.Fatalf("a result of %s: %v", who, err)
		}
	}
}

// trySubmit submits a result and waits until it is accepted. It returns false if the worker has no
// lease.
func (c *clock) trySubmit(who string, n, score int) bool {
	c.Helper()
	answer := make(chan error, 1)
	held, err := c.Submit(c.Context(), c.ids[who], scored(n, score), func(err error) { answer <- err })
	if err != nil {
		c.Fatalf("%s: task %d: %v", who, n, err)
	}
	if held {
		if err := <-answer; err != nil {
			c.Fatalf("%s: task %d: %v", who, n, err)
		}
	}
	return held
}

// TestLostTasksAreLeasedAgain uses one worker that stops responding and one that never finishes a
// task.
func TestLostTasksAreLeasedAgain(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 20), DispatcherOptions{MaxMatchTime: time.Minute})
	for _, who := range []string{"a", "b"} {
		c.Join(who, 8)
	}
	c.expectTasks("a", 2, 0, 1)
	c.expectTasks("b", 1, 2)
	wait := func(times int) {
		for range times {
			c.at = c.at.Add(sessionTimeout - time.Second)
			c.beat("a")
			c.beat("b")
		}
	}
	wait(12)
	c.expectTasks("b", 1, 3)
	wait(1)
	c.expectTasks("b", 2, 0, 1) // without task 2, which this worker lost
	c.logged = nil
	c.at = c.at.Add(sessionTimeout)
	c.Join("c", 8)
	c.expectTasks("c", 4, 0, 1, 2, 3)
	if want := []string{"worker b is not responding; its tasks go to other workers"}; !slices.Equal(c.logged, want) {
		t.Errorf("logged %q, want %q", c.logged, want)
	}
}

func TestWorkersGetOnlyPlayableTasks(t *testing.T) {
	t.Parallel()
	p := testPlan(t, 1)
	c := newClock(t, p, DispatcherOptions{})
	c.Join("a", 8)
	c.Join("b", 8)
	s := p.Schedule()
	first, second := s.Task(0).LineUp, s.Task(4).LineUp
	one := first[slices.IndexFunc(first[:], func(e int) bool { return !slices.Contains(second[:], e) })]
	c.Ready("a", []UnplayableEntry{{Entry: one, Reason: "no python3"}, {Entry: -1}, {Entry: 99}})
	var without, with []int
	for n := range 5 {
		l := s.Task(n).LineUp
		if slices.Contains(l[:], one) {
			with = append(with, n)
		} else {
			without = append(without, n)
		}
	}
	c.expectTasks("a", 10, without...)
	c.expectTasks("b", 10, with...)
}

// TestATaskHasOneLease checks that a leased task is given to no other worker, however long it
// takes.
func TestATaskHasOneLease(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{})
	c.Join("a", 8)
	c.Join("b", 8)
	c.expectTasks("a", 5, 0, 1, 2, 3, 4)
	for range 4 {
		c.at = c.at.Add(sessionTimeout - time.Second)
		c.beat("a")
		c.expectTasks("b", 5)
	}
	for n := range 5 {
		c.submit("a", n, 1)
	}
	if list, over := c.Take("b", 1); len(list) > 0 || !over {
		t.Errorf("at the end: got tasks %v, over: %t; want none, over", list, over)
	}
}

func TestJoinAfterTheEndPreparesNoPlayers(t *testing.T) {
	t.Parallel()
	m := newMeeting(t, testPlan(t, 1), nil, DispatcherOptions{PlayLocally: true}, nil)
	m.dispatcher.Join(anonymousToken.Name+"/one", 1)
	m.playLocally()
	o := m.worker("one", Token{})
	o.Prepare = func(context.Context, *league.Plan, []int, league.FetchFunc) (*Players, error) {
		return nil, errors.New("players are made for nothing")
	}
	ctx, cancel := simtest.Context(t)
	defer cancel()
	if err := Work(ctx, o); err != nil {
		t.Error(err)
	}
	if n := m.dispatcher.Counts().Workers; n > 0 {
		t.Errorf("%d sessions are there", n)
	}
}

// TestGivenUpTasksGoToOthers also checks that a task stays unplayed if no other worker is
// connected.
func TestGivenUpTasksGoToOthers(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{PlayLocally: true})
	c.expectTasks(LocalSession, 1, 0)
	c.GiveUp(LocalSession, 0)
	c.expectTasks(LocalSession, 9, 1, 2, 3, 4)
	if _, over := c.Take(LocalSession, 1); over {
		t.Error("over while tasks are played")
	}
	for n := range 4 {
		c.submit(LocalSession, n+1, 10)
	}
	c.Join("a", 1)
	if _, over := c.Take(LocalSession, 1); over {
		t.Error("over while there is a worker for what is left")
	}
	c.at = c.at.Add(sessionTimeout)
	if list, over := c.Take(LocalSession, 1); !over || len(list) > 0 {
		t.Errorf("not over, but nobody is there who could play: %v", list)
	}
	c.Join("b", 1)
	c.expectTasks("b", 1, 0)
}

// busyPlayer is a player that cannot start because the machine is busy.
type busyPlayer struct{}

func (busyPlayer) Start(context.Context, sim.StartInfo) (string, *sim.Failure) {
	return "", &sim.Failure{Reason: sim.FailedMachine, Detail: "busy"}
}
func (busyPlayer) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }
func (busyPlayer) Close()                                     {}

func TestBusyWorkersGiveUpTasks(t *testing.T) {
	t.Parallel()
	m := newMeeting(t, testPlan(t, 1), nil, DispatcherOptions{PlayLocally: true}, nil)
	o, logged := m.worker("busy", Token{}), make(chan string, 100)
	o.Log = func(text string) { logged <- text }
	o.Prepare = func(_ context.Context, p *league.Plan, _ []int, _ league.FetchFunc) (*Players, error) {
		f := fieldOf(p)
		for i := range f.Entries {
			f.Entries[i] = match.Entry{Player: match.PlayerSpec{Name: "held"}, New: func() sim.Player { return busyPlayer{} }}
		}
		return &Players{Field: f, Close: func() {}}, nil
	}
	done := m.startWorker(o)
	for back := 0; back < m.plan.Schedule().Tasks(); {
		if strings.Contains(simtest.Receive(t, "a task that the worker gives up", logged), ": player 0 (held): busy") {
			back++
		}
	}
	m.finish()
	if err := simtest.Receive(t, "the worker's end", done); err != nil {
		t.Error(err)
	}
}
