package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"game-tui/ai/numbers"
	"game-tui/sim"
	_ "game-tui/sim/simtest/fourth"
	"game-tui/sim/simtest/model"
	"game-tui/sim/simtest/model/players"
)

// sleeper is Greedy, but for a share of the rounds in which it does nothing.
type sleeper struct {
	players.Greedy
	share float64
}

func (s *sleeper) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if float64(q.Rand.Random(0, 999))/1000 < s.share {
		return sim.Reply{}
	}
	return s.Greedy.Play(ctx, q)
}

// toy has a number that is far too high, and one that does nothing.
var toy = &numbers.Player{
	Name:    "Sleeper",
	Numbers: []numbers.Number{{Name: "share", Value: 0.6, High: 1}, {Name: "nothing", Value: 5, High: 10}},
	New:     func(values []float64) sim.Player { return &sleeper{share: values[0]} },
}

func begin(t *testing.T, file string) *tuner {
	t.Helper()
	tuner, err := newTuner(model.Game, toy, file, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	tuner.batch = 10
	return tuner
}

func steps(t *testing.T, tuner *tuner, n int) {
	t.Helper()
	for range n {
		if err := tuner.step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTune finds the number that is too high, and takes the same steps on one core as on all, in one go or
// interrupted: within a step, too.
func TestTune(t *testing.T) {
	whole := begin(t, filepath.Join(t.TempDir(), "whole.json"))
	steps(t, whole, 2)
	if whole.Values[0] > 0.4 || whole.Taken == 0 {
		t.Errorf("it found %v in %d steps", whole.Values, whole.Steps)
	}

	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	file := filepath.Join(t.TempDir(), "parts.json")
	steps(t, begin(t, file), 1)
	again := begin(t, file)
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := again.step(ended); err == nil {
		t.Error("a step that is interrupted says nothing")
	}
	steps(t, again, 1)
	if last := begin(t, file); !reflect.DeepEqual(last.progress, whole.progress) {
		t.Errorf("in parts it found\n%+v, in one go\n%+v", last.progress, whole.progress)
	}
}

// TestJudge says how much more numbers win, on seeds of its own, and prints them as Go.
func TestJudge(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	tuner := begin(t, filepath.Join(t.TempDir(), "x.json"))
	tuner.Values, tuner.out = []float64{0, 5}, &out
	if err := tuner.judge(t.Context(), 60); err != nil {
		t.Fatal(err)
	}
	tuner.table(&out)
	t.Log(out.String())
	for _, want := range []string{"on 60 seeds of the steps it wins +", "on 60 seeds that no step has seen it wins +4", `{Name: "share", Value: 0, Low: 0, High: 1, Means: ""}, // was 0.6; slope +0.0`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestOtherProgress refuses the progress of other numbers, and what is none.
func TestOtherProgress(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.json")
	tuner := begin(t, file)
	tuner.From = tuner.From[:1]
	if err := tuner.save(); err != nil {
		t.Fatal(err)
	}
	if _, err := newTuner(model.Game, toy, file, io.Discard); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("of other numbers: %v", err)
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newTuner(model.Game, toy, file, io.Discard); err == nil || !strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "remove it") {
		t.Errorf("got %v for a damaged file, want what is wrong in it", err)
	}
}
