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

// stranger connects with a token. The test sends protocol messages directly.
func (m *meeting) connect(token Token) *nats.Conn {
	m.Helper()
	c, err := nats.Connect(m.url, nats.UserInfo(token.Name, token.Secret), nats.CustomInboxPrefix(InboxPrefix(token.Name)))
	if err != nil {
		m.Fatal(err)
	}
	m.Cleanup(c.Close)
	return c
}

// TestRepliesGoOnlyToTheClientsInbox uses reply subjects to which the coordinator may publish, but
// the worker may not.
func TestRepliesGoOnlyToTheClientsInbox(t *testing.T) {
	t.Parallel()
	anna, ben := NewToken("anna"), NewToken("ben")
	m := newMeeting(t, testPlan(t, 1), []Token{anna, ben}, DispatcherOptions{}, nil)
	evil, good := m.connect(anna), m.connect(ben)
	answer := make(chan string, 10)
	for _, s := range []string{overSubject(m.plan.ID), InboxPrefix("ben") + ".>"} {
		if _, err := good.Subscribe(s, func(m *nats.Msg) { answer <- m.Subject }); err != nil {
			t.Fatal(err)
		}
	}
	if err := good.Flush(); err != nil {
		t.Fatal(err)
	}
	hi, _ := json.Marshal(hello{Protocol: protocolVersion, EngineVersion: testEngine})
	for _, reply := range []string{overSubject(m.plan.ID), InboxPrefix("ben") + ".x", subject(m.plan.ID, "ben", "one", verbStatus), InboxPrefix("anna"), InboxPrefix("anna") + "x.y"} {
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
	// Requests of each verb are answered in order, so a reply proves that earlier requests have
	// been handled.
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
	case s := <-answer:
		t.Errorf("the coordinator was made to write to %s", s)
	default:
	}
	if n := m.dispatcher.Counts().Workers; n > 1 {
		t.Error("ben has joined")
	}
}

// TestMessagesOfEndedSessionsAreIgnored ends a session after a message from it was admitted.
func TestMessagesOfEndedSessionsAreIgnored(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{})
	c.Join("a", 8)
	c.expectTasks("a", 1, 0)
	c.at = c.at.Add(11 * sessionTimeout)
	c.Join("b", 8)
	if c.isKnown("a") {
		t.Fatal("it is known still")
	}
	c.Ready("a", nil)
	c.beat("a")
	c.expectTasks("a", 1)
	if c.trySubmit("a", 0, 1) {
		t.Error("its result was taken")
	}
	c.expectTasks("b", 5, 0, 1, 2, 3, 4)
}

// TestHoardersLoseTheirLeases uses workers that request as many tasks as possible and submit
// nothing. They may hold at most two tasks per core, and other workers get these after
// leaseTimeout.
func TestHoardersLoseTheirLeases(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 20), DispatcherOptions{})
	c.Join("evil/1", 2)
	c.expectTasks("evil/1", 1000, 0, 1, 2, 3)
	c.expectTasks("evil/1", 1000)
	c.Join("evil/2", MaxCores)
	if list, _ := c.Take("evil/2", 1000); len(list) != 96 {
		t.Errorf("got %d tasks, want the other 96", len(list))
	}
	c.Join("good/1", 2)
	began := c.at
	for !c.engine.IsOver() && c.at.Sub(began) < time.Hour {
		c.at = c.at.Add(5 * time.Second)
		for _, evil := range []string{"evil/1", "evil/2"} {
			c.beat(evil)
		}
		list, _ := c.Take("good/1", 4)
		c.submitAll("good/1", 1, list...)
		for _, evil := range []string{"evil/1", "evil/2"} {
			c.Take(evil, 1000)
		}
	}
	if took := c.at.Sub(began); took > 12*time.Minute {
		t.Errorf("100 tasks, four at a time, took %v, want at most 12 min", took)
	}
}

// TestEachTokenHasAPlace joins with many worker names and many cores.
func TestEachTokenHasAPlace(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{MaxWorkers: 4, TokenCount: 3})
	for _, step := range []struct {
		who   string
		cores int
		want  string
	}{
		{"evil/0", 0, "the worker has 0 cores; expected 1 to 512 (worker --cores)"},
		{"evil/0", MaxCores + 1, "the worker has 513 cores; expected 1 to 512"},
		{"evil/1", 1, ""},
		{"evil/2", 1, ""},
		{"evil/3", 1, "the remaining places are reserved for tokens other than evil; see tournament --max-workers"},
		{"evil/1", 1, ""}, // a known worker may reconnect
		{"anna/1", 1, ""},
		{"anna/2", 1, "reserved for tokens other than anna"},
		{"ben/1", 1, ""},
		{"ben/2", 1, "the tournament has reached its maximum number of workers"},
	} {
		if got := c.Join(step.who, step.cores); !strings.Contains(got, step.want) || (got == "") != (step.want == "") {
			t.Errorf("%s: %q, want %q", step.who, got, step.want)
		}
	}
	c.at = c.at.Add(sessionTimeout)
	for _, who := range []string{"evil/a", "evil/b"} {
		c.Join(who, 1)
	}
	if c.isKnown("evil/1") {
		t.Error("a worker that was silent has its place still, which another one took")
	}
	for n := range 2 * defaultMaxWorkers { // old names must be forgotten to bound memory
		c.at = c.at.Add(sessionTimeout)
		c.Join(fmt.Sprint("evil/", n), 1)
	}
	if n := len(c.sessions); n > 20 {
		t.Errorf("%d workers are known", n)
	}
}

// TestUnplayableReasonsAreBounded checks that only a few lines are logged, once.
func TestUnplayableReasonsAreBounded(t *testing.T) {
	t.Parallel()
	m := newMeeting(t, testPlan(t, 1), []Token{NewToken("evil")}, DispatcherOptions{}, nil)
	id, _, _ := m.dispatcher.Join("evil/1", 1)
	for range 10 {
		var list []UnplayableEntry
		for i := range m.plan.Players {
			list = append(list, UnplayableEntry{Entry: i, Reason: strings.Repeat(fmt.Sprint("no", i), 9000)})
		}
		c := &nats.Msg{Subject: subject(m.plan.ID, "evil", "1", verbReady)}
		c.Data = encode(readyMessage{list[:2]})
		m.coord.handleReady(id, c)
	}
	if text := m.logText(); len(text) > 1000 || strings.Count(text, "cannot run") != 2 {
		t.Errorf("said %d bytes: %.2000s", len(text), text)
	}
	m.dispatcher.mu.Lock()
	cannot := m.dispatcher.sessions[id].unplayable
	m.dispatcher.mu.Unlock()
	if len(cannot) != 2 || !cannot[0] || !cannot[1] || cannot[2] {
		t.Errorf("it cannot run %v", cannot)
	}
	var many []UnplayableEntry
	p := *m.plan
	for i := range 100 {
		p.Players = append(p.Players, league.Entry{Name: fmt.Sprint("p", i)})
		many = append(many, UnplayableEntry{Entry: i, Reason: fmt.Sprint("reason ", i)})
	}
	if lines := unplayableLines(&p, many); len(lines) != 6 || lines[5] != "cannot run more players, for 95 other reasons" {
		t.Errorf("%q", lines)
	}
}
