package hub

import (
	"maps"
	"testing"

	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

// TestTasksOfAnEndedSessionAreForgotten: who joins again says no more of the tasks that it had, but
// for those that it plays.
func TestTasksOfAnEndedSessionAreForgotten(t *testing.T) {
	t.Parallel()
	m := meet(t, testPlan(t, 1), nil, DeskOptions{}, nil)
	ctx, cancel := simtest.Context(t)
	defer cancel()
	s := &session{WorkerOptions: m.worker("one", Token{}), name: anybody.Name}
	var err error
	if s.link, err = s.Dial.Connect(ctx, "worker", s.Log); err != nil {
		t.Fatal(err)
	}
	defer s.link.Close()
	schedule := m.plan.Schedule()
	s.begun, s.queue = map[int]int{0: 1, 1: 0, 2: 0, 3: 0}, []league.Task{schedule.Task(2), schedule.Task(3)}
	if _, err := s.join(ctx); err != nil {
		t.Fatal(err)
	}
	if want := map[int]int{0: 1, 1: 0}; !maps.Equal(s.begun, want) || len(s.queue) > 0 {
		t.Errorf("it has %v, and %d wait; want %v", s.begun, len(s.queue), want)
	}
}
