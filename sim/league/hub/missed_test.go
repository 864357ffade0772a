package hub

import (
	"context"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

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
