package hub

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// TestOnlyWhoIsThereIsWaitedFor: the end waits for each session that is there and was not told that
// it is over, however many were told that have gone since.
func TestOnlyWhoIsThereIsWaitedFor(t *testing.T) {
	t.Parallel()
	m := meet(t, testPlan(t, 1), nil, DeskOptions{}, nil)
	at := time.Now()
	m.desk.mu.Lock()
	m.desk.now = func() time.Time { return at }
	m.desk.mu.Unlock()
	bye := &nats.Msg{Data: encode(playing{Bye: true})}
	gone, _, _ := m.desk.Join("a/gone", 1)
	m.coord.playing(gone, bye)
	m.desk.mu.Lock()
	at = at.Add(silent)
	m.desk.mu.Unlock()
	here, _, _ := m.desk.Join("a/here", 1)
	if n := m.desk.uninformed(); n != 1 {
		t.Errorf("%d were not told, one is there", n)
	}
	m.coord.playing(here, bye)
	if n := m.desk.uninformed(); n != 0 {
		t.Errorf("%d were not told, all said that they have heard it", n)
	}
}

// TestWhoJoinsAtTheEndIsToldSo: a worker that comes when all is played and checked makes no
// players, and leaves. Its session before is not waited for.
func TestWhoJoinsAtTheEndIsToldSo(t *testing.T) {
	t.Parallel()
	m := meet(t, testPlan(t, 1), nil, DeskOptions{Local: true}, nil)
	m.plays()
	m.desk.mu.Lock()
	m.desk.due++
	m.desk.mu.Unlock()
	before, _, _ := m.desk.Join(anybody.Name+"/one", 1)
	if before == "" {
		t.Fatal("a worker is sent away while a check may give it work")
	}
	m.desk.mu.Lock()
	m.desk.due--
	m.desk.mu.Unlock()
	o := m.worker("one", Token{})
	o.Prepare = func(context.Context, *league.Plan, []int, league.Fetch) (*Players, error) {
		return nil, errors.New("players are made for nothing")
	}
	ctx, cancel := simtest.Context(t)
	defer cancel()
	if err := Work(ctx, o); err != nil {
		t.Error(err)
	}
	if n := m.desk.Counts().Workers; n > 0 {
		t.Errorf("%d sessions are there", n)
	}
}

// TestMissedTasksGoToOthers: what the coordinator's machine held up is given to workers; where
// there are none it is left.
func TestMissedTasksGoToOthers(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DeskOptions{Local: true})
	c.takes(Local, 1, 0)
	c.Missed(Local, 0)
	c.takes(Local, 9, 1, 2, 3, 4)
	if _, over := c.Take(Local, 1); over {
		t.Error("over while tasks are played")
	}
	for n := range 4 {
		c.hands(Local, n+1, 10)
	}
	c.Join("a", 1)
	if _, over := c.Take(Local, 1); over {
		t.Error("over while there is a worker for what is left")
	}
	c.at = c.at.Add(silent)
	if list, over := c.Take(Local, 1); !over || len(list) > 0 {
		t.Errorf("not over, but nobody is there who could play: %v", list)
	}
	c.Join("b", 1)
	c.takes("b", 1, 0)
}

// held is a player that this machine does not start.
type held struct{}

func (held) Start(context.Context, sim.Init) (string, *sim.Out) {
	return "", &sim.Out{Reason: sim.OutMachine, Detail: "busy"}
}
func (held) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }
func (held) Close()                                     {}

// TestWorkersGiveBack: a worker on a machine that holds up its matches goes on, and others play
// what it could not.
func TestWorkersGiveBack(t *testing.T) {
	t.Parallel()
	m := meet(t, testPlan(t, 1), nil, DeskOptions{Local: true}, nil)
	o, said, done := m.worker("busy", Token{}), make(chan string, 100), make(chan error, 1)
	o.Log = func(text string) { said <- text }
	o.Prepare = func(_ context.Context, p *league.Plan, _ []int, _ league.Fetch) (*Players, error) {
		f := fieldOf(p)
		for i := range f.Entries {
			f.Entries[i] = match.Entry{Seat: match.Seat{Name: "held"}, New: func() sim.Player { return held{} }}
		}
		return &Players{Field: f, Close: func() {}}, nil
	}
	ctx, cancel := simtest.Context(t)
	defer cancel()
	go func() { done <- Work(ctx, o) }()
	for back := 0; back < m.plan.Schedule().Tasks(); {
		if strings.Contains(simtest.Receive(t, "a task that goes back", said), " goes back: player 0 (held): busy") {
			back++
		}
	}
	m.ends()
	if err := simtest.Receive(t, "the worker's end", done); err != nil {
		t.Error(err)
	}
}
