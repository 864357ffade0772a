package match_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// sleeper is a player that sleeps in the first round until the test wakes it.
type sleeper struct {
	sim.Player
	asleep chan<- bool
	wake   <-chan struct{}
}

func (sleeper) Start(context.Context, sim.StartInfo) (string, *sim.Failure) { return "", nil }
func (sleeper) Close()                                                      {}

func (s sleeper) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if report := sim.IdleFunc(ctx); report != nil && q.State.Round() == 0 {
		report(true)
		s.asleep <- true
		<-s.wake
		report(false)
	}
	return s.Player.Play(ctx, q)
}

// TestParallelStartsAnotherForAnIdleCall checks that parallel matches have the same results as
// sequential ones.
func TestParallelStartsAnotherForAnIdleCall(t *testing.T) {
	t.Parallel()
	const matches = 20
	asleep, wake := make(chan bool), make(chan struct{})
	b := batch(t, "Demo", "Null", "Null", "Demo")
	quick := *b
	demo := b.Entries[0].New
	b.Entries = slices.Clone(b.Entries)
	b.Entries[0].New = func() sim.Player { return sleeper{demo(), asleep, wake} }
	most := match.MaxConcurrent(1)
	if most < 2 || most >= matches {
		t.Fatalf("MaxConcurrent(1): got %d, want 2 to 19", most)
	}
	var mu sync.Mutex
	var got [matches][sim.Seats]int
	begun, under, highest := 0, 0, 0
	ended := make(chan error, 1)
	go func() {
		next := -1
		ended <- match.Parallel(deadline(t), 1, func(context.Context) (int, bool) {
			next++
			return next, next < matches
		}, func(ctx context.Context, i int) error {
			mu.Lock()
			begun++
			under++
			highest = max(highest, under)
			mu.Unlock()
			row, _, err := b.Play(ctx, match.Seeds{Match: int32(i)}, [sim.Seats]int{0, 1, 2, 3}, match.Options{})
			mu.Lock()
			defer mu.Unlock()
			under--
			if err == nil {
				got[i] = row.Result.Scores
			}
			return err
		})
	}()
	for k := range most {
		simtest.Receive(t, fmt.Sprintf("match %d begins while others sleep", k), asleep)
	}
	for k := range matches - most { // each match that ends lets another one start
		wake <- struct{}{}
		simtest.Receive(t, fmt.Sprintf("match %d begins when another one has ended", most+k), asleep)
	}
	close(wake)
	if err := simtest.Receive(t, "the end", ended); err != nil {
		t.Fatal(err)
	}
	if begun != matches || highest != most {
		t.Errorf("%d matches begun, at most %d under way, want %d and %d", begun, highest, matches, most)
	}
	for i := range matches {
		row, _, err := quick.Play(t.Context(), match.Seeds{Match: int32(i)}, [sim.Seats]int{0, 1, 2, 3}, match.Options{})
		if err != nil || row.Result.Scores != got[i] {
			t.Errorf("match %d: got %v, want %v as alone (%v)", i, got[i], row.Result.Scores, err)
		}
	}
}

// TestParallelKeepsToItsCores checks that a call that becomes busy again continues even if its core
// is taken. No new call may start in the meantime.
func TestParallelKeepsToItsCores(t *testing.T) {
	t.Parallel()
	idle, goOn := make([]chan bool, 6), make([]chan struct{}, 6)
	for i := range idle {
		idle[i], goOn[i] = make(chan bool), make(chan struct{})
	}
	begun, asked := make(chan int), 0
	ended := make(chan error, 1)
	go func() {
		next := -1
		ended <- match.Parallel(deadline(t), 2, func(context.Context) (int, bool) {
			next++
			asked = next
			return next, next < len(idle)
		}, func(ctx context.Context, i int) error {
			begun <- i
			for on := range idle[i] {
				sim.IdleFunc(ctx)(on)
				goOn[i] <- struct{}{}
			}
			return nil
		})
	}()
	begins := func(want int) {
		t.Helper()
		if got := simtest.Receive(t, "a call begins", begun); got != want {
			t.Fatalf("call %d begins, want %d", got, want)
		}
	}
	report := func(i int, on bool) {
		t.Helper()
		idle[i] <- on
		simtest.Receive(t, "the report is taken", goOn[i])
	}
	first, second := simtest.Receive(t, "a call begins", begun), simtest.Receive(t, "a call begins", begun)
	if first+second != 1 {
		t.Fatalf("calls %d and %d start, want 0 and 1", first, second)
	}
	report(0, true)
	report(0, true) // a repeated report has no effect
	begins(2)
	report(0, false) // now three calls are busy on two cores
	report(0, true)
	report(0, false)
	report(1, true) // now two calls are busy
	report(1, false)
	close(idle[2]) // both cores stay busy after call 2 ends
	report(0, true)
	begins(3)
	if asked != 3 {
		t.Errorf("task %d was taken before it could start", asked)
	}
	report(0, false)
	close(idle[0])
	close(idle[1])
	begins(4)
	close(idle[3])
	begins(5)
	close(idle[4])
	close(idle[5])
	if err := simtest.Receive(t, "the end", ended); err != nil || asked != len(idle) {
		t.Errorf("%d asked for, %v", asked, err)
	}
}

func TestParallelEndsIdleCalls(t *testing.T) {
	t.Parallel()
	wrong := errors.New("wrong")
	for _, fault := range []error{wrong, context.Canceled} {
		ctx, cancel := context.WithCancel(deadline(t))
		next := -1
		err := match.Parallel(ctx, 1, func(context.Context) (int, bool) {
			next++
			return next, true
		}, func(ctx context.Context, i int) error {
			switch {
			case i < 3:
				sim.IdleFunc(ctx)(true)
				<-ctx.Done()
				return ctx.Err()
			case fault == wrong:
				return wrong
			}
			cancel()
			return nil
		})
		cancel()
		if !errors.Is(err, fault) {
			t.Errorf("%v, want %v", err, fault)
		}
	}
}

func TestMatchIsIdleIfAllItsPlayersAre(t *testing.T) {
	t.Parallel()
	type step struct {
		seat int
		idle bool
	}
	steps, done := [2]chan step{make(chan step), make(chan step)}, make(chan struct{})
	spec, players := nulls(t)
	for seat := range steps {
		players[seat] = &fakeProgram{playFunc: func(ctx context.Context, q *sim.Query) sim.Reply {
			if q.State.Round() == 0 {
				for s := range steps[seat] {
					sim.IdleFunc(ctx)(s.idle)
					done <- struct{}{}
				}
			}
			return sim.Reply{}
		}}
	}
	here, open := make(chan struct{}), make(chan struct{})
	players[3] = playFunc(func(_ context.Context, q *sim.Query) sim.Reply {
		if q.State.Round() == 0 {
			close(here)
			<-open
		}
		return sim.Reply{}
	})
	reports := make(chan bool, 100)
	ended := make(chan error, 1)
	go func() {
		_, _, err := match.Play(sim.WithIdleFunc(deadline(t), func(idle bool) { reports <- idle }), game(), spec, players, match.Options{})
		ended <- err
	}()
	take := func(s step) {
		t.Helper()
		steps[s.seat] <- s
		simtest.Receive(t, "the report is taken", done)
	}
	want := func(idle bool) {
		t.Helper()
		if got := simtest.Receive(t, "a report of the match", reports); got != idle {
			t.Fatalf("idle: %v, want %v", got, idle)
		}
	}
	simtest.Receive(t, "a built-in player is asked", here)
	take(step{0, true})
	take(step{1, true})
	if len(reports) > 0 {
		t.Error("idle while a built-in player computes")
	}
	close(open)
	want(true)
	take(step{1, false})
	want(false)
	take(step{1, true})
	want(true)
	close(steps[0]) // player 0 answers, so only player 1 is idle
	want(false)
	want(true)
	close(steps[1])
	want(false)
	if err := simtest.Receive(t, "the end", ended); err != nil || len(reports) > 0 {
		t.Errorf("got %d more reports, %v, want none", len(reports), err)
	}
}
