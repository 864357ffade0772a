package show

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// hall simulates a tournament with times that the test chooses.
type hall struct {
	l     *Monitor
	live  *league.Live
	plan  *league.Plan
	field *match.Field
	at    time.Time
}

// newHall returns a tournament whose first players are programs. A length of 0 means no time limit.
func newHall(t *testing.T, seeds, players, programs int, length time.Duration) *hall {
	t.Helper()
	plan := contesttest.Plan(t, seeds)
	plan.Players = nil
	for i := range players {
		one := league.Entry{Name: fmt.Sprint("builtin", i), Builtin: "Null"}
		if i < programs {
			one = league.Entry{Name: fmt.Sprint("program", i), Program: &league.Program{Argv: []string{"x"}}}
		}
		plan.Players = append(plan.Players, one)
	}
	if err := plan.Seal(); err != nil {
		t.Fatal(err)
	}
	h := &hall{live: league.NewLive(plan), plan: plan, at: time.Unix(1000, 0)}
	h.field = &match.Field{Spec: match.Spec{Limits: plan.Limits.Match()}, Entries: make([]match.Entry, len(plan.Players))}
	for i := range h.field.Entries {
		h.field.Entries[i].New = func() sim.Player { return &sim.Null{} }
		if i < programs {
			h.field.Entries[i] = match.Entry{Player: match.PlayerSpec{DisplayName: "x"}, New: func() sim.Player { return program{} }}
		}
	}
	h.l = NewMonitor("t.jsonl", h.live, time.Time{})
	h.l.now = func() time.Time { return h.at }
	speed := progress.Speed{Begin: h.at}
	if length > 0 {
		speed.Until = h.at.Add(length)
	}
	h.l.throughput.Store(&speed)
	return h
}

// begin starts a task and asks all its programs.
func (h *hall) begin(task league.Task) {
	field := h.l.Begin(task, h.field)
	for _, e := range task.LineUp {
		if p, ok := field.Entries[e].New().(*timedPlayer); ok {
			p.asked, p.roundsLeft = h.at, 200
		}
	}
}

// end lets the programs of a task answer and ends it.
func (h *hall) end(task league.Task) {
	for _, u := range h.l.running {
		for _, w := range u.waits {
			if u.N == task.N {
				w.waited, w.asked, w.over = w.total(h.at), time.Time{}, true
			}
		}
	}
	h.l.End(task, true)
	h.live.Add(&league.Result{N: task.N, Scores: make([][sim.Seats]int, 1)})
}

func (h *hall) tasks(n int) (list []league.Task) {
	s := h.plan.Schedule()
	for k := range n {
		list = append(list, s.Task(k))
	}
	return list
}

// TestProgressNamesPlayersThatAllMatchesWaitFor: the longest wait depends on the limits for one
// answer and for all answers.
func TestProgressNamesPlayersThatAllMatchesWaitFor(t *testing.T) {
	t.Parallel()
	passes := func(d time.Duration) func(*hall) { return func(h *hall) { h.at = h.at.Add(d) } }
	waits := func(h *hall) (list []*waitTimer) {
		for _, u := range h.l.running {
			list = append(list, u.waits...)
		}
		return list
	}
	for name, c := range map[string]struct {
		programs int
		then     []func(*hall)
		want     string
	}{
		"all answers":  {1, nil, "0 of 4 matches, waiting for program0, at most 57 s"},
		"a longer one": {1, []func(*hall){func(h *hall) { h.field.Spec.Limits.MatchWall, h.l.timings.limits.MatchWall = 0, 250*time.Second }}, "0 of 4 matches, waiting for program0, at most 5 min"},
		"the last answer": {1, []func(*hall){func(h *hall) {
			h.l.timings.limits.Wall = 10 * time.Second
			for _, w := range waits(h) {
				w.roundsLeft = 1
			}
		}}, "0 of 4 matches, waiting for program0, at most 7 s"},
		"between answers": {1, []func(*hall){func(h *hall) {
			for _, w := range waits(h) {
				w.waited, w.asked = 3*time.Second, time.Time{}
			}
		}}, "0 of 4 matches, waiting for program0, at most 57 s"},
		"no limits": {1, []func(*hall){func(h *hall) { h.l.timings.limits.Unlimited = true }}, "0 of 4 matches, waiting for program0"},
		"one is out": {2, []func(*hall){func(h *hall) {
			for _, w := range waits(h) {
				w.over = w.entry == 0
			}
		}}, "0 of 4 matches, waiting for program1, at most 57 s"},
		"others compute": {1, []func(*hall){func(h *hall) {
			for _, w := range waits(h) {
				w.waited, w.asked = time.Second, time.Time{}
			}
		}}, "0 of 4 matches"},
		"one computes": {1, []func(*hall){func(h *hall) { waits(h)[2].over = true }}, "0 of 4 matches"},
		"soon":         {1, []func(*hall){passes(-2500 * time.Millisecond)}, "0 of 4 matches"},
		"after a match": {1, []func(*hall){func(h *hall) { h.end(h.tasks(1)[0]) }, passes(27 * time.Second)},
			"1 of 4 matches, waiting for program0, at most 30 s"},
	} {
		h := newHall(t, 1, 4, c.programs, 0)
		for _, task := range h.tasks(4) {
			h.begin(task)
		}
		passes(3 * time.Second)(h)
		for _, then := range c.then {
			then(h)
		}
		line, _, _ := strings.Cut(h.l.ProgressLine(), ": ")
		if line != c.want {
			t.Errorf("%s: %q, want %q", name, line, c.want)
		}
		rest := h.l.Status().Rest
		if waits := strings.Contains(c.want, "waiting"); (rest.WaitingFor != "") != waits {
			t.Errorf("%s: the dashboard is shown %+v", name, rest)
		}
	}

	h := newHall(t, 2, 4, 1, 0)
	for _, task := range h.tasks(7) {
		h.begin(task)
	}
	h.at = h.at.Add(3 * time.Second)
	if line := h.l.ProgressLine(); strings.Contains(line, "waiting") {
		t.Errorf("%q while a match has not begun", line)
	}
}

// simulate plays all tasks, up to places at a time. A task lasts as long as takes returns. It calls
// look after each start and end.
func (h *hall) simulate(places int, next func() (league.Task, bool), takes func(league.Task) time.Duration, look func()) {
	type under struct {
		league.Task
		end time.Time
	}
	var list []under
	for more := true; ; look() {
		for more && len(list) < places {
			var task league.Task
			if task, more = next(); more {
				h.begin(task)
				list = append(list, under{task, h.at.Add(takes(task))})
			}
		}
		if len(list) == 0 {
			return
		}
		first := slices.MinFunc(list, func(a, b under) int { return a.end.Compare(b.end) })
		for k := range 3 { // and in between
			h.at = h.at.Add(first.end.Sub(h.at) / time.Duration(3-k))
			look()
		}
		h.end(first.Task)
		list = slices.DeleteFunc(list, func(u under) bool { return u.N == first.N })
	}
}

// TestRemainingTimeIncludesWaiting: the tournament ends within the stated interval, which is known
// once each program has finished a match.
func TestRemainingTimeIncludesWaiting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		seeds, players  int
		programs        int
		places          int
		sleeps, differs time.Duration
	}{
		{"one sleeps in all matches", 10, 4, 1, 16, 50 * time.Second, 5 * time.Second},
		{"one of six sleeps", 4, 6, 1, 16, 50 * time.Second, 5 * time.Second},
		{"all sleep", 10, 5, 5, 8, 10 * time.Second, 2 * time.Second},
		{"quick ones", 30, 4, 1, 2, 100 * time.Millisecond, 50 * time.Millisecond},
	} {
		h := newHall(t, c.seeds, c.players, c.programs, 0)
		h.l.timings = nil
		rand := dice.Source(7)
		schedule, n := h.plan.Schedule(), 0
		type said struct{ at, least, most time.Duration }
		var list []said
		begin, unknown, bounds := h.at, 0, 0
		h.simulate(c.places, func() (league.Task, bool) {
			if n == schedule.Tasks() {
				return league.Task{}, false
			}
			n++
			return schedule.Task(n - 1), true
		}, func(task league.Task) time.Duration {
			if slices.Min(task.LineUp[:]) >= c.programs {
				return 10 * time.Millisecond
			}
			return c.sleeps + c.differs*time.Duration(rand.IntN(1000))/1000
		}, func() {
			at := h.at.Sub(begin)
			switch rest := h.l.Status().Rest; {
			case rest.WaitingFor != "":
				bounds++
				list = append(list, said{at, 0, rest.Left})
			case rest.Margin < 0:
				unknown++
			case h.l.timings.matchTime.N > 0:
				list = append(list, said{at, rest.Left - rest.Margin, rest.Left + rest.Margin})
			}
		})
		end := h.at.Sub(begin)
		wrong := 0
		for _, s := range list {
			if left := end - s.at; left < s.least-time.Millisecond || left > s.most+time.Millisecond {
				wrong++
				t.Logf("%s: after %v %v were left, said %v to %v", c.name, s.at, left, s.least, s.most)
			}
		}
		if wrong*20 > len(list) || len(list) < 10 || unknown > 4*schedule.Tasks()/2 {
			t.Errorf("%s: %d of %d are wrong, %d unknown, %d bounds", c.name, wrong, len(list), unknown, bounds)
		}
	}
}

// TestTimeLimitStartsOnlyMatchesThatEndInTime: started seeds are completed if possible.
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
		first, others int             // seconds of a match of the first seed, and of a later one
		begun         []time.Duration // when matches begin
		tasks, end    int
		after         string // the line when the time has passed
	}{
		{"two rounds of matches", 20, 8, 9, 9, seconds(0, 9), 16, 18, ""},
		{"one round of matches", 20, 8, 18, 18, seconds(0), 8, 18, ""},
		{"longer than the time", 20, 8, 59, 59, seconds(0), 8, 59, "0 of 160 matches, waiting for program0, at most 21 s"},
		{"no time for a whole seed", 20, 2, 7, 7, seconds(0, 7), 4, 14, ""},
		{"a seed is completed", 40, 1, 4, 7, seconds(0, 4, 8, 12, 16, 23, 30, 37), 8, 44, "7 of 160 matches, 0.17 a second, 2 s ± 2 s left"},
		{"a seed takes much longer than the one before", 40, 1, 4, 9, seconds(0, 4, 8, 12, 16, 25, 34), 7, 43, "6 of 160 matches, 0.14 a second, 1 s left"},
	} {
		length := time.Duration(c.length) * time.Second
		h := newHall(t, 40, 4, 1, length)
		engine := league.NewEngine(league.InMemory(h.plan), false)
		defer engine.Close()
		engine.Fill(0, math.MaxInt, h.l.MayBegin)
		h.l.AddsSeeds = true
		var begun []time.Duration
		begin, tasks := h.at, 0
		var after string
		h.simulate(c.places, func() (league.Task, bool) {
			task, ok := engine.Next()
			if at := h.at.Sub(begin); ok {
				tasks++
				if len(begun) == 0 || begun[len(begun)-1] != at {
					begun = append(begun, at)
				}
			}
			return task, ok
		}, func(task league.Task) time.Duration {
			if task.N < 4 {
				return time.Duration(c.first) * time.Second
			}
			return time.Duration(c.others) * time.Second
		}, func() {
			if h.at.Sub(begin) > length && after == "" && len(h.l.running) > 0 {
				after, _, _ = strings.Cut(h.l.ProgressLine(), ", slow")
				after, _, _ = strings.Cut(after, ": ")
			}
		})
		if end := h.at.Sub(begin); tasks != c.tasks || end != time.Duration(c.end)*time.Second || !slices.Equal(begun, c.begun) {
			t.Errorf("%s: %d tasks begun after %v, the end after %v, want %d after %v, and %d s", c.name, tasks, begun, end, c.tasks, c.begun, c.end)
		}
		if after != c.after {
			t.Errorf("%s: after its time the line says %q, want %q", c.name, after, c.after)
		}
	}
}

func TestRemainingTimeIsUnknownIfWorkersExceedTheLimit(t *testing.T) {
	t.Parallel()
	h := newHall(t, 2, 4, 1, 20*time.Second)
	h.l.Workers = func() string { return "1 worker" }
	h.live.Add(&league.Result{N: 0, Scores: make([][sim.Seats]int, 1)})
	for _, c := range []struct {
		after time.Duration
		want  string
	}{{10 * time.Second, "1 of 8 matches, 0.1 a second, 10 s left, 1 worker"}, {21 * time.Second, "1 of 8 matches, 0.048 a second, ? left, 1 worker"}} {
		h.at = time.Unix(1000, 0).Add(c.after)
		if line, _, _ := strings.Cut(h.l.ProgressLine(), ": "); line != c.want {
			t.Errorf("after %v: %q, want %q", c.after, line, c.want)
		}
	}
}

func TestRemainingTimeOfFinalIncludesUnknownLineUps(t *testing.T) {
	t.Parallel()
	plan := contesttest.Final(t)
	h := &hall{live: league.NewLive(plan), plan: plan, at: time.Unix(1000, 0), field: &match.Field{Entries: make([]match.Entry, len(plan.Players))}}
	h.l = NewMonitor("t.jsonl", h.live, time.Time{})
	h.l.now = func() time.Time { return h.at }
	h.l.throughput.Store(&progress.Speed{Begin: h.at})
	for i := range h.field.Entries {
		h.field.Entries[i].New = func() sim.Player { return &sim.Null{} }
	}
	schedule := plan.Schedule()
	semifinals := schedule.Tasks()
	for n := range semifinals {
		h.begin(schedule.Task(n))
	}
	h.at = h.at.Add(10 * time.Second)
	for n := range semifinals {
		task := schedule.Task(n)
		h.end(task)
		if _, rest := h.l.estimateRest(h.standings()); n > 0 && (rest.Margin < 0 || rest.Left < 5*time.Second || rest.Left > 20*time.Second) {
			t.Errorf("after %d semifinals of 10 s %+v is left", n+1, rest)
		}
	}
}
