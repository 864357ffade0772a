package contest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
)

func TestVerifyCountsTimeDifferencesSeparately(t *testing.T) {
	t.Parallel()
	p := contesttest.Plan(t, 1, &league.Program{Argv: []string{"sh"}})
	task := schedule.Task{Seed: 3, LineUp: [sim.Seats]int{0, 1, 2, 3}, Places: [sim.Seats]int{0, 1, 2, 3}}
	result := func(score, place int, reason sim.FailureReason) *league.Result {
		r := &league.Result{Scores: [][sim.Seats]int{{score, 5, 5, 5}}, LeadChanges: []int{0}}
		if reason != "" {
			r.Outs = []league.Out{{Place: place, Failure: sim.Failure{Round: 1, Reason: reason, Detail: "x"}}}
		}
		return r
	}
	const here, recorded = "1 match not counted: a program ran out of time here, ", "1 match not counted: a program ran out of time in the recorded match, but not here (the recording machine was slower, or the file was changed)"
	for _, c := range []struct {
		recorded, played *league.Result
		want             [4]int // matches that are the same, that differ because of timeouts, that timed out only when recorded, and that differ otherwise
		line             string
	}{
		{result(1, 0, ""), result(1, 0, ""), [4]int{1, 0, 0, 0}, ""},
		{result(1, 0, sim.FailedCPU), result(1, 0, sim.FailedCPU), [4]int{1, 0, 0, 0}, ""},
		{result(1, 0, sim.FailedCPU), result(2, 0, ""), [4]int{0, 1, 1, 0}, recorded},
		{result(1, 0, sim.FailedCPU), result(2, 0, sim.FailedCrash), [4]int{0, 1, 1, 0}, recorded},
		{result(1, 0, ""), result(2, 0, sim.FailedWall), [4]int{0, 1, 0, 0}, here},
		{result(1, 0, sim.FailedCPU), result(2, 0, sim.FailedWall), [4]int{0, 1, 0, 0}, here},
		{result(1, 0, sim.FailedCPU), result(2, 0, sim.FailedCPU), [4]int{0, 0, 0, 1}, ""}, // the same timeout does not explain different results
		{result(1, 0, sim.FailedCrash), result(2, 0, ""), [4]int{0, 0, 0, 1}, ""},
		{result(1, 1, sim.FailedCPU), result(2, 0, ""), [4]int{0, 0, 0, 1}, ""}, // built-in players have no time limit
		{result(1, 0, ""), result(2, 0, ""), [4]int{0, 0, 0, 1}, ""},
	} {
		v := &verification{}
		v.compare(p, &task, c.recorded, c.played)
		if got := [4]int{v.IdenticalCount, v.TimeMismatchCount, v.RecordedTimeoutCount, v.MismatchCount}; got != c.want || v.ReplayedCount != 1 || len(v.Mismatches) != v.MismatchCount || len(v.TimeMismatches) != v.TimeMismatchCount {
			t.Errorf("%+v and %+v: %v, want %v", c.recorded, c.played, got, c.want)
		}
		var text, object bytes.Buffer
		if err := errors.Join(v.write(&text, false), v.write(&object, true)); err != nil {
			t.Fatal(err)
		}
		if named := strings.HasPrefix(text.String(), "program ran out of time: task 0, match 0, seed 3: seat 0, program0: 1"); named != (v.TimeMismatchCount > 0) || !strings.Contains(text.String(), c.line) {
			t.Errorf("%+v and %+v: %s", c.recorded, c.played, text.String())
		}
		var got struct {
			ByTime []struct {
				Seats []struct{ Recorded, Played int }
			} `json:"by_time"`
		}
		if err := json.Unmarshal(object.Bytes(), &got); err != nil || len(got.ByTime) != v.TimeMismatchCount || v.TimeMismatchCount > 0 && got.ByTime[0].Seats[0].Played != 2 {
			t.Errorf("%v: %s", err, object.String())
		}
	}
}

func TestInterruptedVerifyShowsPartialResult(t *testing.T) {
	t.Parallel()
	p := contesttest.Plan(t, 20)
	name := contesttest.WriteFile(t, p, func(r *league.Result) { r.Scores[0][0]++ })
	done := make([]int, p.Schedule().Tasks())
	for n := range done {
		done[n] = n
	}
	v := &verification{File: name}
	v.sample(p.Schedule(), done, 1, func(int) bool { return true })
	ctx, cancel := context.WithCancel(t.Context())
	field := contesttest.Field(t, p)
	made, begun := field.Entries[0].New, atomic.Int32{}
	field.Entries[0].New = func() sim.Player {
		if begun.Add(1) == 30 {
			cancel()
		}
		return made()
	}
	if err := v.play(ctx, io.Discard, field, p); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	var out bytes.Buffer
	if err := v.write(&out, false); err != nil || v.ReplayedCount == 0 || v.ReplayedCount == 80 || !strings.Contains(out.String(), " of 80 matches replayed, ") || strings.Count(out.String(), "\n") != v.MismatchCount+1 {
		t.Errorf("%v: %d played, %d differ: %s", err, v.ReplayedCount, v.MismatchCount, out.String())
	}
}
