package match_test

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

type playFunc func(ctx context.Context, q *sim.Query) sim.Reply

func (f playFunc) Play(ctx context.Context, q *sim.Query) sim.Reply { return f(ctx, q) }

// game returns a game for tests that work with any game.
func game() sim.Game { return catalog.Default() }

// nulls returns a match of four Null players.
func nulls(t testing.TB) (match.Spec, [sim.Seats]sim.Player) {
	return builtin(t, game(), 30, "Null", "Null", "Null", "Null")
}

// deadline returns a context that stops a hanging test.
func deadline(t *testing.T) context.Context {
	ctx, cancel := simtest.Context(t)
	t.Cleanup(cancel)
	return ctx
}

func TestMatchContinuesAfterAPlayerIsOut(t *testing.T) {
	t.Parallel()
	const seed, seat, round = 3, 3, 58
	var strict, loose bytes.Buffer
	spec, players := builtin(t, game(), seed, "Demo", "Demo", "Demo", "Demo")
	spec.Strict = true
	r, rec, err := match.Play(t.Context(), game(), spec, players, match.Options{Recording: &strict})
	stop, ok := errors.AsType[*match.StopError](err)
	if !ok || stop.Seat != seat || stop.Failure.Round != round || stop.Failure.Reason != sim.FailedOrders {
		t.Errorf("strict: got %v, want seat %d stopped in round %d", err, seat, round)
	}
	if r.StopReason == "" || r.Rounds != round || rec.Edge() != round || rec.Turn(round) != nil {
		t.Errorf("strict: got %q after %d rounds, edge %d, want %d", r.StopReason, r.Rounds, rec.Edge(), round)
	}

	spec, players = builtin(t, game(), seed, "Demo", "Demo", "Demo", "Demo")
	r, rec, err = match.Play(t.Context(), game(), spec, players, match.Options{Recording: &loose})
	if err != nil || r.Rounds != rec.Rounds() {
		t.Fatalf("got %d rounds, %v, want %d", r.Rounds, err, rec.Rounds())
	}
	if !bytes.HasPrefix(loose.Bytes(), strict.Bytes()) {
		t.Error(res.Diff(strict.Bytes(), loose.Bytes()))
	}
	if o := r.Failures[seat]; o == nil || o.Round != round || o.Reason != sim.FailedOrders || r.Failures[0] != nil {
		t.Errorf("failures: got %v, want seat %d in round %d", r.Failures, seat, round)
	}
	for k := range rec.Rounds() {
		turn, status := rec.Turn(k), rec.State(k + 1).Status()[seat]
		if out := k >= round; (status == -1) != out || (turn.Reports[seat].Failure != nil) != out {
			t.Fatalf("round %d: got status %v, %v, want out: %v", k, status, turn.Reports[seat].Failure, k >= round)
		}
		for _, o := range turn.Orders[seat] {
			if (o.Outcome == sim.OutcomePlayerOut) != (k == round) {
				t.Fatalf("round %d: got outcome %d", k, o.Outcome)
			}
		}
		if n := len(turn.Orders[seat]); (n > 0) != (k <= round) {
			t.Fatalf("round %d: got %d orders, want some: %v", k, n, k <= round)
		}
	}
}

func TestImpossibleSettingsAreNamedWithTheirLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ game, key, value, want string }{
		{"harrypotter", "NUM_ROUNDS", "2000000000", "f:4: 2000000000 rounds exceed the limit of 100000"},
		{"moneyheist", "NUM_ROUNDS", "100001", "f:4: 100001 rounds exceed the limit"},
		{"thepurge", "NUM_DAYS", "10000000", "f:5: 500000000 rounds exceed the limit"},
		{"harrypotter", "NUM_INI_BOOKS", "50000", "f:8: seed 30: NUM_INI_WIZARDS_PER_CLAN 20 and NUM_INI_BOOKS 50000 need "},
		{"harrypotter", "NUM_INI_WIZARDS_PER_CLAN", "50000", "f:7: seed 30: NUM_INI_WIZARDS_PER_CLAN 50000 and "},
		{"moneyheist", "NUM_HEALTH_KITS", "3600", "f:19: seed 30: NUM_HEALTH_KITS is 3600, too many for the board"},
	} {
		g, _ := catalog.Find(c.game)
		spec, players := builtin(t, g, 30, "Null", "Null", "Null", "Null")
		line := regexp.MustCompile(c.key + `\s+\d+`)
		spec.Config = line.ReplaceAllString(spec.Config, c.key+" "+c.value)
		_, err := match.New(t.Context(), g, spec, players)
		if err == nil || !strings.HasPrefix(res.WithPosition("f", []byte(spec.Config), err).Error(), c.want) {
			t.Errorf("%s %s: %v, want %s", c.key, c.value, res.WithPosition("f", []byte(spec.Config), err), c.want)
		}
	}
}

func TestRepliesFollowTheKitsRules(t *testing.T) {
	t.Parallel()
	var list []sim.Order
	for i := range 600 {
		list = append(list, sim.Order{Unit: int32(i % 300), Kind: 'm', Args: []int32{1, 2}[:i%3]})
	}
	var many []sim.Order
	for i := range sim.MaxOrders + 1 {
		many = append(many, sim.Order{Unit: int32(i), Kind: 'm'})
	}
	spec, players := nulls(t)
	players[1] = playFunc(func(context.Context, *sim.Query) sim.Reply {
		return sim.Reply{Orders: list} // 300 duplicates without a number of calls
	})
	players[2] = playFunc(func(_ context.Context, q *sim.Query) sim.Reply {
		if q.State.Round() == 4 {
			return sim.Reply{Orders: many}
		}
		return sim.Reply{Calls: sim.MaxOrders}
	})
	players[3] = playFunc(func(_ context.Context, q *sim.Query) sim.Reply {
		if q.State.Round() == 2 {
			var none []int
			_ = none[q.Seat]
		}
		return sim.Reply{}
	})
	r, rec, err := match.Play(t.Context(), game(), spec, players, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Failures[0] != nil || r.Failures[1] != nil {
		t.Errorf("failures: got %v, want none of seats 0 and 1", r.Failures)
	}
	if o := r.Failures[2]; o == nil || o.Round != 4 || o.Reason != sim.FailedOrders {
		t.Errorf("too many orders: got %v, want out in round 4", o)
	}
	o := r.Failures[3]
	if o == nil || o.Round != 2 || o.Reason != sim.FailedCrash || !strings.Contains(o.Detail, "index out of range [3]") || !strings.Contains(o.Detail, "match_test.go:") {
		t.Errorf("crash: got %v, want round 2 and the line", o)
	}
	got := rec.Turn(0).Orders[1]
	if len(got) != 300 || cap(got) != 300 || got[299].Unit != 299 || len(got[2].Args) != 2 {
		t.Errorf("got %d orders, capacity %d, want 300", len(got), cap(got))
	}
	for i := range list {
		list[i].Unit, list[i].Args = -1, nil
	}
	if got[7].Unit != 7 || !slices.Equal(got[4].Args, []int32{1}) {
		t.Error("the turn shares memory with the player")
	}
	if n := len(rec.Turn(4).Orders[2]); n != sim.MaxOrders {
		t.Errorf("too many orders: got %d in the turn, want %d", n, sim.MaxOrders)
	}
}

// fakeProgram is a player that must be started before it can play.
type fakeProgram struct {
	playFunc
	name   string
	out    *sim.Failure
	init   sim.StartInfo
	closed int
}

func (o *fakeProgram) Start(_ context.Context, in sim.StartInfo) (string, *sim.Failure) {
	o.init = in
	return o.name, o.out
}

func (o *fakeProgram) Close() { o.closed++ }

// TestStartersAreAskedConcurrently uses two players that wait for each other in every round.
func TestStartersAreAskedConcurrently(t *testing.T) {
	t.Parallel()
	ctx := deadline(t)
	meet := make(chan int)
	a := &fakeProgram{name: "Alpha", playFunc: func(ctx context.Context, q *sim.Query) sim.Reply {
		select {
		case meet <- q.State.Round():
		case <-ctx.Done():
		}
		return sim.Reply{CPU: time.Millisecond}
	}}
	b := &fakeProgram{name: "Beta", playFunc: func(ctx context.Context, q *sim.Query) sim.Reply {
		select {
		case <-meet:
		case <-ctx.Done():
		}
		if q.State.Round() == 7 {
			return sim.Reply{Orders: []sim.Order{{Unit: 1, Kind: 'm'}}, Failure: &sim.Failure{Reason: sim.FailedExit, Detail: "code 3"}}
		}
		if q.State.Round() > 7 {
			t.Error("asked after it was out")
		}
		return sim.Reply{Stderr: []string{"hello"}, Marks: []sim.Mark{{Unit: 4, Text: "me"}}}
	}}
	dead := &fakeProgram{name: "Gamma", out: &sim.Failure{Reason: sim.FailedWall}}
	spec, players := nulls(t)
	spec.ShowClock = true
	spec.Players[3].Name = "./gamma"
	players[0], players[1], players[3] = a, b, dead
	m, err := match.New(ctx, game(), spec, players)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Record().Meta().Names; got != [sim.Seats]string{"Alpha", "Beta", "Null", "./gamma"} {
		t.Errorf("names: got %q", got)
	}
	if a.init.Seat != 0 || b.init.Seat != 1 || b.init.Seed != 32 || b.init.Name != "Null" {
		t.Errorf("StartInfo: got %+v, want seat 1, seed 32, Null", b.init)
	}
	go func() { // takes the place of Beta once Beta has failed
		for waitFor(m.Record(), 8) {
			select {
			case <-meet:
			case <-ctx.Done():
				return
			}
		}
	}()
	r, err := m.Run(ctx, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec := m.Record()
	if got := rec.State(0).Status(); got != [sim.Seats]float64{0, 0, 0, -1} {
		t.Errorf("status at the start: got %v, want only seat 3 out", got)
	}
	used := 0.008 / sim.DefaultLimits.CPU.Seconds()
	if got := rec.State(8).Status(); got[0] != used || got[1] != -1 {
		t.Errorf("status after round 7: got %v, want %v and -1 first", got, used)
	}
	if o := r.Failures[1]; o == nil || o.Round != 7 || o.Detail != "code 3" {
		t.Errorf("seat 1: got %v, want code 3 in round 7", o)
	}
	if o := r.Failures[3]; o == nil || o.Round != 0 || o.Reason != sim.FailedWall {
		t.Errorf("seat 3: got %v, want %s in round 0", o, sim.FailedWall)
	}
	if got := rec.Turn(7).Orders[1]; len(got) != 1 || got[0].Outcome != sim.OutcomePlayerOut {
		t.Errorf("orders of round 7: got %v, want one, dropped", got)
	}
	if s := rec.Turn(3).Reports[1]; len(s.Stderr) != 1 || len(s.Marks) != 1 {
		t.Errorf("seat 1: got %+v, want a line and a mark", s)
	}
	if s := rec.Turn(3).Reports[0]; s.CPU != time.Millisecond || s.TotalCPU != 4*time.Millisecond || r.CPU[0] != 200*time.Millisecond {
		t.Errorf("seat 0: got %+v, want 1 ms and 4 ms in total", s)
	}
	if a.closed != 1 || b.closed != 1 || dead.closed != 1 {
		t.Errorf("closed %d, %d and %d times, want once each", a.closed, b.closed, dead.closed)
	}
}

func TestStrictMatchRefusesAFailedStart(t *testing.T) {
	t.Parallel()
	spec, players := nulls(t)
	good := &fakeProgram{name: "Alpha"}
	bad := &fakeProgram{out: &sim.Failure{Reason: sim.FailedCrash, Detail: "signal 11"}}
	players[0], players[2] = good, bad
	spec.Strict = true
	_, err := match.New(t.Context(), game(), spec, players)
	if stop, ok := errors.AsType[*match.StopError](err); !ok || stop.Seat != 2 || !strings.Contains(err.Error(), "signal 11") {
		t.Errorf("got %v, want seat 2 stopped by signal 11", err)
	}
	if good.closed != 1 || bad.closed != 1 {
		t.Errorf("closed %d and %d times, want once each", good.closed, bad.closed)
	}
}

func TestRecordGrowsDuringTheMatch(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(deadline(t))
	gate := make(chan struct{})
	spec, players := nulls(t)
	players[3] = playFunc(func(ctx context.Context, _ *sim.Query) sim.Reply {
		select {
		case <-gate:
		case <-ctx.Done():
		}
		return sim.Reply{}
	})
	m, err := match.New(ctx, game(), spec, players)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := m.Run(ctx, match.Options{})
		done <- err
	}()
	rec := m.Record()
	for k := range 5 {
		if over, _ := rec.Ended(); over || rec.Edge() != k || rec.State(k).Round() != k || rec.Turn(k) != nil {
			t.Errorf("round %d: got edge %d, want it to wait for the player", k, rec.Edge())
		}
		gate <- struct{}{}
		if !waitFor(rec, k+1) {
			t.Fatalf("the record ends before round %d", k+1)
		}
		for i := range k + 1 {
			if rec.State(i).Round() != i || rec.Turn(i).Round != i {
				t.Errorf("round %d has another state or turn", i)
			}
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Run: got %v, want %v", err, context.Canceled)
	}
	if over, err := rec.Ended(); !over || !errors.Is(err, context.Canceled) || rec.Edge() != 5 {
		t.Errorf("record: got over %v, %v, edge %d, want true, %v, 5", over, err, rec.Edge(), context.Canceled)
	}
}

func TestPaceWaitsAndEndsWithTheContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(deadline(t))
	spec, players := nulls(t)
	spec.Pace = 1e-6
	m, err := match.New(ctx, game(), spec, players)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(time.Millisecond, cancel)
	if r, err := m.Run(ctx, match.Options{}); !errors.Is(err, context.Canceled) || r.Rounds != 0 {
		t.Errorf("got %d rounds, %v, want 0, %v", r.Rounds, err, context.Canceled)
	}
	spec.Pace = 1e6
	spec, players = nulls(t)
	if r, _, err := match.Play(t.Context(), game(), spec, players, match.Options{}); err != nil || r.Rounds != 200 {
		t.Errorf("a high pace: %v", err)
	}
}

// broken is a game whose board returns an error in round 3.
type broken struct{ sim.Game }

type brokenBoard struct{ sim.Board }

var errBoard = errors.New("invalid board")

func (g broken) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b, err := g.Game.NewBoard(s, generator, seed)
	return brokenBoard{b}, err
}

func (b brokenBoard) Step(t *sim.Turn) error {
	err := b.Board.Step(t)
	if t.Round == 3 {
		return errBoard
	}
	return err
}

func TestBrokenBoardEndsAfterItsCommands(t *testing.T) {
	t.Parallel()
	var whole, text bytes.Buffer
	spec, players := builtin(t, game(), 30, "Demo", "Demo", "Demo", "Demo")
	if _, _, err := match.Play(t.Context(), game(), spec, players, match.Options{Recording: &whole}); err != nil {
		t.Fatal(err)
	}
	spec, players = builtin(t, game(), 30, "Demo", "Demo", "Demo", "Demo")
	r, rec, err := match.Play(t.Context(), broken{game()}, spec, players, match.Options{Recording: &text})
	if b, ok := errors.AsType[*match.BoardError](err); !ok || b.Round != 3 || !errors.Is(err, errBoard) {
		t.Fatal(err)
	}
	if over, why := rec.Ended(); !over || why != err || r.Rounds != 3 || rec.Turn(3) == nil || rec.State(4) != nil {
		t.Errorf("got over %v, %v, %d rounds, want true, %v, 3", over, why, r.Rounds, err)
	}
	var again bytes.Buffer
	if _, err := res.Write(&again, rec); err != nil || !bytes.Equal(again.Bytes(), text.Bytes()) {
		t.Error("the record and the match write different recordings")
	}
	rest, found := bytes.CutPrefix(whole.Bytes(), text.Bytes())
	if !found || !bytes.HasPrefix(rest, []byte("\n\n   00000")) || !bytes.HasSuffix(text.Bytes(), []byte("\t\n")) && !bytes.HasSuffix(text.Bytes(), []byte("\n0\n")) {
		t.Error("the recording does not end after the commands")
	}
}

func TestFailedWriteIsReported(t *testing.T) {
	t.Parallel()
	spec, players := nulls(t)
	_, rec, err := match.Play(t.Context(), game(), spec, players, match.Options{Recording: full{}})
	if !errors.Is(err, errFull) || rec.Edge() != 200 {
		t.Errorf("got edge %d, %v, want 200, %v", rec.Edge(), err, errFull)
	}
}

var errFull = errors.New("no space")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWrongConfigurationsAreRefused(t *testing.T) {
	t.Parallel()
	spec, players := nulls(t)
	for _, config := range []string{"", "Chess 1.0", strings.Replace(spec.Config, "RANDOM", "RANDON", 1)} {
		spec.Config = config
		if _, _, err := match.Play(t.Context(), game(), spec, players, match.Options{}); err == nil {
			t.Errorf("%q gives no error", config)
		}
	}
}

// waitFor waits until a record contains state k. It returns false if the record ends first.
func waitFor(rec *record.Record, k int) bool {
	grown, stop := rec.Subscribe()
	defer stop()
	for rec.Edge() < k {
		if over, _ := rec.Ended(); over {
			return rec.Edge() >= k
		}
		<-grown
	}
	return true
}
