package hub

import (
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/sim/league"
)

// clock is a Desk with a clock that the test moves, and an engine that keeps nothing.
type clock struct {
	*testing.T
	*Desk
	at   time.Time
	said []string
}

func newClock(t *testing.T, p *league.Plan, o DeskOptions) *clock {
	t.Helper()
	c := &clock{T: t, at: time.Unix(1e9, 0)}
	o.Tell = func(s string) { c.said = append(c.said, s) }
	e := league.NewEngine(league.Memory(p), league.NewBooks(p), false)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	c.Desk = NewDesk(e, o)
	c.now = func() time.Time { return c.at }
	c.draw = func() float64 { return 0 }
	return c
}

// takes gives tasks to a worker and expects these.
func (c *clock) takes(who string, n int, want ...int) {
	c.Helper()
	if got, _ := c.Take(who, n); !slices.Equal(got, want) {
		c.Errorf("%s got %v, want %v", who, got, want)
	}
}

// collects takes tasks back, as somebody who asks makes it do.
func (c *clock) collects() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.collect()
}

// hands in a result and waits until it counts.
func (c *clock) hands(who string, n, score int) {
	c.Helper()
	r := league.Result{N: n, Scores: make([][4]int, 4)}
	r.Scores[0][0] = score
	heard := make(chan error, 1)
	refused, err := c.Submit(c.Context(), who, r, func(err error) { heard <- err })
	if refused != "" || err != nil {
		c.Fatalf("%s: task %d: %s %v", who, n, refused, err)
	}
	if err := <-heard; err != nil {
		c.Fatalf("%s: task %d: %v", who, n, err)
	}
	// heard is told before the desk has noted it
	for deadline := time.Now().Add(10 * time.Second); ; {
		c.mu.Lock()
		held := c.held(n, who) != nil
		c.mu.Unlock()
		if !held || time.Now().After(deadline) {
			return
		}
	}
}

// TestLostTasksAreGivenAgain: silent and stuck workers lose what they hold, and only
// they do.
func TestLostTasksAreGivenAgain(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 20), DeskOptions{Match: time.Minute})
	for _, who := range []string{"a", "b"} {
		c.Join(who, 8)
	}
	c.takes("a", 2, 0, 1)
	c.takes("b", 1, 2)
	c.at = c.at.Add(silent - time.Second)
	c.Playing("a", map[int]int{0: 1})
	c.takes("b", 1, 3)
	c.at = c.at.Add(silent - time.Second)
	c.Playing("a", map[int]int{0: 1})
	c.takes("b", 1, 4)
	for i := range 6 { // a goes on saying that it is at match 1 of task 0: b gets on
		c.at = c.at.Add(silent - time.Second)
		c.Playing("a", map[int]int{0: 1})
		c.Playing("b", map[int]int{2: 1 + i/2, 3: 1 + i/2, 4: 1 + i/2})
	}
	c.takes("b", 3, 0, 1, 5)
	c.at = c.at.Add(silent)
	c.Playing("a", nil)
	c.Join("c", 8)
	c.takes("c", 7, 0, 1, 2, 3, 4, 5, 6)
}

// TestOnlyWhoCanPlays: a worker gets no task with a player that it cannot play, and
// others get what it left.
func TestOnlyWhoCanPlays(t *testing.T) {
	t.Parallel()
	p := testPlan(t, 1)
	c := newClock(t, p, DeskOptions{})
	c.Join("a", 8)
	c.Join("b", 8)
	c.Ready("a", []Cannot{{Entry: 4, Why: "no python3"}, {Entry: -1}, {Entry: 99}})
	s := p.Schedule()
	var without, with []int
	for n := range s.Tasks() {
		l := s.Task(n).LineUp
		if slices.Contains(l[:], 4) {
			with = append(with, n)
		} else {
			without = append(without, n)
		}
	}
	if len(without) != 1 || len(with) != 4 {
		t.Fatal(without, with)
	}
	c.takes("a", 10, without...)
	c.takes("b", 10, with...)
}

// TestSecondCopies: when there is nothing else, who waits plays what another has had for
// a while, and whoever is first counts.
func TestSecondCopies(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DeskOptions{})
	c.Join("a", 8)
	c.Join("b", 8)
	c.takes("a", 5, 0, 1, 2, 3, 4)
	c.takes("b", 5)
	c.at = c.at.Add(doubled)
	c.takes("b", 2, 0, 1)
	c.takes("b", 1, 2)
	c.takes("a", 5)
	c.hands("b", 0, 1)
	c.hands("a", 0, 1)
	for n := 1; n < 5; n++ {
		c.hands("a", n, 1)
	}
	if list, over := c.Take("b", 1); len(list) > 0 || !over {
		t.Errorf("%v %v at the end", list, over)
	}
}

// TestPlayersThatDiffer: players that are programs may depend on the clock. Nobody is
// blamed for what comes out differently each time, nor by one against one.
func TestPlayersThatDiffer(t *testing.T) {
	t.Parallel()
	p := testPlan(t, 1)
	p.Player[0].Builtin, p.Player[0].Program = "", &league.Program{Argv: []string{"python3", "x.py"}}
	p.Limits.CPU = time.Second
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	c := newClock(t, p, DeskOptions{Verify: 1, Local: true})
	c.Join("a", 8)
	c.Join("b", 8)
	c.takes("a", 1, 0)
	c.hands("a", 0, 1)
	c.takes("b", 1, 0) // the check
	c.hands("b", 0, 2)
	for score := 3; score <= 5; score++ {
		c.takes(Local, 1, 0)
		c.hands(Local, 0, score)
	}
	if n := c.Counts(); n.Differing != 1 || n.Checked != 0 || len(c.checks) > 0 {
		t.Errorf("counts %+v", n)
	}
	if _, refused := c.standing("a"); refused != "" || len(c.said) != 2 || !strings.Contains(c.said[1], "nobody is blamed") {
		t.Errorf("said %q, refused %q", c.said, refused)
	}
}

// TestNobodyToSettle: with two workers who differ and nobody else, both are named, and the
// tournament ends.
func TestNobodyToSettle(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DeskOptions{Verify: 1})
	c.Join("a", 8)
	c.Join("b", 8)
	c.takes("a", 5, 0, 1, 2, 3, 4)
	for n := range 5 {
		c.hands("a", n, 1)
	}
	c.takes("b", 5, 0, 1, 2, 3, 4)
	for n := range 5 {
		c.hands("b", n, min(n, 1))
	}
	if _, over := c.Take("a", 1); !over {
		t.Error("it does not end")
	}
	if got := c.Unsettled(); len(got) != 1 || !strings.Contains(got[0], "task 0 came out differently on a and b") {
		t.Errorf("%q", got)
	}
	if n := c.Counts(); n.Checked != 4 || n.Differing != 1 || n.Workers != 2 {
		t.Errorf("counts %+v", n)
	}
}
