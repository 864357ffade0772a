package hub

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim/league"
)

// stranger is a connection with a token, without the manners of a worker.
func (m *meeting) stranger(token Token) *nats.Conn {
	m.Helper()
	c, err := nats.Connect(m.url, nats.UserInfo(token.Name, token.Secret), nats.CustomInboxPrefix(Inbox(token.Name)))
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(c.Close)
	return c
}

// TestAnswersGoToWhoAsked: the coordinator may write everywhere, a worker may not, so a
// worker that names another one's subject for its answer gets none.
func TestAnswersGoToWhoAsked(t *testing.T) {
	t.Parallel()
	anna, ben := NewToken("anna"), NewToken("ben")
	m := meet(t, testPlan(t, 1), []Token{anna, ben}, DeskOptions{})
	evil, good := m.stranger(anna), m.stranger(ben)
	heard := make(chan string, 10)
	for _, s := range []string{overSubject(m.plan.ID), Inbox("ben") + ".>"} {
		if _, err := good.Subscribe(s, func(m *nats.Msg) { heard <- m.Subject }); err != nil {
			t.Fatal(err)
		}
	}
	if err := good.Flush(); err != nil {
		t.Fatal(err)
	}
	hi, _ := json.Marshal(hello{Protocol: Protocol, Engine: testEngine})
	for _, reply := range []string{overSubject(m.plan.ID), Inbox("ben") + ".x", subject(m.plan.ID, "ben", "one", verbPlaying), Inbox("anna"), Inbox("anna") + "x.y"} {
		for _, verb := range []string{verbJoin, verbFile, verbReady, verbTask, verbResult} {
			plan := m.plan.ID
			if verb == verbJoin {
				plan = anyPlan
			}
			if err := evil.PublishRequest(subject(plan, "anna", "one", verb), reply, hi); err != nil {
				t.Fatal(err)
			}
		}
	}
	// Each verb is answered in the order in which it is asked: what was asked before is done.
	for _, verb := range []string{verbFile, verbReady, verbTask, verbResult} {
		if _, err := evil.Request(subject(m.plan.ID, "anna", "one", verb), nil, 10*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := evil.Request(subject(anyPlan, "anna", "one", verbJoin), hi, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	if err := good.Flush(); err != nil {
		t.Fatal(err)
	}
	select {
	case s := <-heard:
		t.Errorf("the coordinator was made to write to %s", s)
	default:
	}
	if known, _ := m.desk.standing("ben/one"); known {
		t.Error("ben has joined")
	}
}

// TestUnknownTaskWhenChecked: a result of a task that is not there is refused where results
// are played twice, too.
func TestUnknownTaskWhenChecked(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DeskOptions{Verify: 1})
	c.Join("a")
	for _, n := range []int{-1, 5, 1 << 40} {
		heard := make(chan error, 1)
		if _, err := c.Submit(c.Context(), "a", league.Result{N: n}, func(err error) { heard <- err }); err != nil {
			t.Fatal(err)
		}
		if err := <-heard; err == nil || !strings.Contains(err.Error(), fmt.Sprint("no task ", n)) {
			t.Errorf("task %d: %v", n, err)
		}
	}
}

// TestForgottenWorker: a worker may be forgotten after it was admitted, and before what it
// says is taken in. That counts for nothing.
func TestForgottenWorker(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DeskOptions{})
	c.Join("a")
	c.takes("a", 1, 0)
	c.at = c.at.Add(11 * silent)
	c.Join("b")
	if known, _ := c.standing("a"); known {
		t.Fatal("it is known still")
	}
	c.Ready("a", nil)
	c.Playing("a", map[int]int{0: 1})
	c.takes("a", 1)
	if refused, err := c.Submit(c.Context(), "a", league.Result{}, func(error) { t.Error("heard") }); refused != "" || err != nil {
		t.Errorf("%q %v", refused, err)
	}
	c.takes("b", 5, 0, 1, 2, 3, 4)
}

// TestNotOverBeforeLiesAreOut: a tournament does not end while the results of a worker that
// was found out are still in its record.
func TestNotOverBeforeLiesAreOut(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DeskOptions{})
	c.Join("a")
	c.takes("a", 5, 0, 1, 2, 3, 4)
	for n := range 5 {
		c.hands("a", n, 1)
	}
	c.mu.Lock() // until it is unlocked nothing can have been taken out
	defer c.mu.Unlock()
	if !c.over() {
		t.Fatal("not over though all is played")
	}
	c.refuse("a", 0)
	if c.over() {
		t.Error("it is over")
	}
}
