package show

import (
	"context"
	"testing"
	"time"

	"game-tui/sim"
	"game-tui/sim/league"
)

// program is an outside player that answers at once.
type program struct{}

func (program) Start(context.Context, sim.StartInfo) (string, *sim.Failure) { return "", nil }
func (program) Play(context.Context, *sim.Query) sim.Reply                  { return sim.Reply{} }
func (program) Close()                                                      {}

// TestSlowPlayersAreNamedFromTheFirstMatch: the remaining time is unknown until each program has
// finished a match.
func TestSlowPlayersAreNamedFromTheFirstMatch(t *testing.T) {
	t.Parallel()
	h := newHall(t, 10, 7, 3, 0)
	if _, rest := h.l.estimateRest(h.standings()); rest.Left != 0 || rest.Margin != 0 || h.l.slowPlayers(h.plan) != "" {
		t.Errorf("nothing is measured: %+v, %s", rest, h.l.slowPlayers(h.plan))
	}
	tasks := map[int]league.Task{} // the first of each program alone
	s := h.plan.Schedule()
	for n := range s.Tasks() {
		var programs []int
		task := s.Task(n)
		for _, e := range task.LineUp {
			if e < 3 {
				programs = append(programs, e)
			}
		}
		if len(programs) == 1 && tasks[programs[0]].N == 0 {
			tasks[programs[0]] = task
		}
	}
	for i := range 3 {
		h.begin(tasks[i])
	}
	h.at = h.at.Add(time.Second)
	h.end(tasks[0])
	h.end(tasks[1])
	h.at = h.at.Add(19 * time.Second)
	if _, rest := h.l.estimateRest(h.standings()); rest.Margin >= 0 {
		t.Errorf("%+v is known before the third program has ended a match", rest)
	}
	if got, want := h.l.slowPlayers(h.plan), "slow: program2 (20 s in its first match)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	h.end(tasks[2])
	if _, rest := h.l.estimateRest(h.standings()); rest.Margin < 0 || rest.Left < time.Minute {
		t.Errorf("%+v when all have ended a match", rest)
	}
	if got, want := h.l.Status().Note, "slow: program2 (20 s a match)"; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
}

func (h *hall) standings() (s *league.Standings) {
	h.live.View(func(now *league.Standings) { s = now })
	return s
}
