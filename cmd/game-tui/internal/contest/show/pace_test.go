package show

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

// program is a player that counts as external.
type program struct{ h *hall }

func (program) Start(context.Context, sim.StartInfo) (string, *sim.Failure) { return "", nil }
func (program) Close()                                                      {}

func (p program) Play(context.Context, *sim.Query) sim.Reply {
	p.h.at = p.h.at.Add(p.h.takes)
	return sim.Reply{}
}

// hall simulates a tournament in which the test chooses all durations.
type hall struct {
	l     *Monitor
	live  *league.LiveStandings
	plan  *league.Plan
	field *match.Field
	at    time.Time
	takes time.Duration // time per answer
}

// newHall returns a tournament whose first players are programs.
func newHall(t *testing.T, seeds, players, programs int, length time.Duration) *hall {
	t.Helper()
	plan := contesttest.Plan(t, seeds)
	plan.Players = nil
	for i := range players {
		one := league.Entry{Name: fmt.Sprint("builtin", i), BuiltinName: "Null"}
		if i < programs {
			one = league.Entry{Name: fmt.Sprint("program", i), Program: &league.Program{Argv: []string{"x"}}}
		}
		plan.Players = append(plan.Players, one)
	}
	if err := plan.Seal(); err != nil {
		t.Fatal(err)
	}
	h := &hall{live: league.NewLiveStandings(plan), plan: plan, at: time.Unix(1000, 0)}
	h.field = &match.Field{Spec: match.Spec{Limits: plan.Limits.MatchLimits()}, Entries: make([]match.Entry, len(plan.Players))}
	for i := range h.field.Entries {
		h.field.Entries[i].New = func() sim.Player { return &sim.Null{} }
		if i < programs {
			h.field.Entries[i] = match.Entry{Player: match.PlayerSpec{DisplayName: "x"}, New: func() sim.Player { return program{h} }}
		}
	}
	h.l = NewMonitor("t.jsonl", h.live, time.Time{})
	h.l.now = func() time.Time { return h.at }
	h.l.speed = progress.Speed{Begin: h.at, Deadline: h.at.Add(length)}
	h.field = h.l.TimedField(h.field)
	return h
}

// TestSlowPlayersAreNamedFromTheFirstMatch checks that waiting times in unfinished matches count.
func TestSlowPlayersAreNamedFromTheFirstMatch(t *testing.T) {
	t.Parallel()
	h := newHall(t, 10, 7, 3, 0)
	if got := h.l.slowPlayersText(h.plan); got != "" {
		t.Errorf("%q, but nothing was measured", got)
	}
	waits := func(entry int, d time.Duration) {
		h.takes = d
		h.field.Entries[entry].New().Play(t.Context(), nil)
	}
	waits(0, time.Second)
	waits(1, time.Second)
	waits(2, 20*time.Second)
	waits(2, 10*time.Second)
	if got, want := h.l.Status().Note, "slow: program2 (15 s a match)"; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
	if line := h.l.ProgressLine(); !strings.Contains(line, "slow: program2") {
		t.Errorf("the line %q names no slow player", line)
	}
}

// simulate plays all tasks, at most places at a time. The function takes returns the duration of a
// task.
func (h *hall) simulate(places int, next func() (schedule.Task, bool), takes func(schedule.Task) time.Duration) {
	type under struct {
		schedule.Task
		end time.Time
	}
	var list []under
	for more := true; ; {
		for more && len(list) < places {
			var task schedule.Task
			if task, more = next(); more {
				h.l.BeginTask(task)
				list = append(list, under{task, h.at.Add(takes(task))})
			}
		}
		if len(list) == 0 {
			return
		}
		first := slices.MinFunc(list, func(a, b under) int { return a.end.Compare(b.end) })
		h.at = first.end
		h.l.EndTask(first.Task)
		h.live.Add(&league.Result{N: first.N, Scores: make([][sim.Seats]int, 1)})
		list = slices.DeleteFunc(list, func(u under) bool { return u.N == first.N })
	}
}

// TestTimeLimitStartsOnlyMatchesThatEndInTime also checks that started seeds are completed if
// possible.
func TestTimeLimitStartsOnlyMatchesThatEndInTime(t *testing.T) {
	t.Parallel()
	seconds := func(list ...int) (times []time.Duration) {
		for _, n := range list {
			times = append(times, time.Duration(n)*time.Second)
		}
		return times
	}
	for _, c := range []struct {
		name          string
		length        int
		places        int
		first, others int             // seconds per match of the first seed and of later seeds
		begun         []time.Duration // start times of the matches
		tasks, end    int
	}{
		{"two rounds of matches", 20, 8, 9, 9, seconds(0, 9), 16, 18},
		{"one round of matches", 20, 8, 18, 18, seconds(0), 8, 18},
		{"longer than the time", 20, 8, 59, 59, seconds(0), 8, 59},
		{"no time for a whole seed", 20, 2, 7, 7, seconds(0, 7), 4, 14},
		{"a seed is completed", 40, 1, 4, 7, seconds(0, 4, 8, 12, 16, 23, 30, 37), 8, 44},
		{"a seed takes much longer than the one before", 40, 1, 4, 9, seconds(0, 4, 8, 12, 16, 25, 34, 43), 8, 52},
	} {
		length := time.Duration(c.length) * time.Second
		h := newHall(t, 40, 4, 1, length)
		engine := league.NewEngine(league.NewInMemoryFile(h.plan), false)
		defer engine.Close()
		engine.ExtendWhile(0, math.MaxInt, h.l.MayBegin)
		var begun []time.Duration
		begin, tasks := h.at, 0
		h.simulate(c.places, func() (schedule.Task, bool) {
			task, ok := engine.Next()
			if at := h.at.Sub(begin); ok {
				tasks++
				if len(begun) == 0 || begun[len(begun)-1] != at {
					begun = append(begun, at)
				}
			}
			return task, ok
		}, func(task schedule.Task) time.Duration {
			if task.N < 4 {
				return time.Duration(c.first) * time.Second
			}
			return time.Duration(c.others) * time.Second
		})
		if end := h.at.Sub(begin); tasks != c.tasks || end != time.Duration(c.end)*time.Second || !slices.Equal(begun, c.begun) {
			t.Errorf("%s: %d tasks begun after %v, the end after %v, want %d after %v, and %d s", c.name, tasks, begun, end, c.tasks, c.begun, c.end)
		}
	}
}
