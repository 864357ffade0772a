package match_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/match"
)

func batch(t *testing.T, names ...string) *match.Batch {
	t.Helper()
	b := &match.Batch{FirstSeed: 10, LastSeed: 12, Rotate: true, ComputeHash: true, Field: match.Field{Game: game(),
		Spec: match.Spec{Game: game().Name(), Config: string(configs.Default(game().Name())), Limits: sim.DefaultLimits}}}
	for _, name := range names {
		p, ok := ai.Find(game().Name(), name)
		if !ok {
			t.Fatalf("no player %s", name)
		}
		b.Entries = append(b.Entries, match.Entry{Player: match.PlayerSpec{Name: name}, New: p.New})
	}
	return b
}

func TestBatchGivesTheMatchesInOrder(t *testing.T) {
	t.Parallel()
	b := batch(t, "Demo", "Null", "Null", "Demo")
	var rows []match.PlayedMatch
	b.OnResult = func(r match.PlayedMatch) error {
		rows = append(rows, r)
		return nil
	}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 12 || b.Matches() != 12 {
		t.Fatalf("got %d results of %d, want 12 of 12", len(rows), b.Matches())
	}
	line := []string{"Demo", "Null", "Null", "Demo"}
	for i, row := range rows {
		if want := int32(10 + i/4); row.Result.Spec.Seed != want || row.Index != i {
			t.Errorf("match %d: got number %d, seed %d, want seed %d", i, row.Index, row.Result.Spec.Seed, want)
		}
		if seed, entries := b.Match(i); seed != row.Result.Spec.Seed || entries != row.Entries {
			t.Errorf("match %d: got %v with seed %d, want %v with %d", i, row.Entries, row.Result.Spec.Seed, entries, seed)
		}
		names := make([]string, sim.Seats)
		for seat, e := range row.Entries {
			if (e+i)%sim.Seats != seat {
				t.Errorf("match %d: entry %d is on seat %d, want %d", i, e, seat, (e+i)%sim.Seats)
			}
			names[seat] = line[e]
			if row.Result.Names[seat] != line[e] {
				t.Errorf("match %d, seat %d: got %s, want %s", i, seat, row.Result.Names[seat], line[e])
			}
		}
		if i%5 != 0 {
			continue
		}
		spec, players := builtin(t, game(), row.Result.Spec.Seed, names...)
		alone, _, err := match.Play(t.Context(), game(), spec, players, match.Options{ComputeHash: true})
		if err != nil || alone.SHA256 != row.Result.SHA256 || alone.Scores != row.Result.Scores {
			t.Errorf("match %d played alone: got %v, %v, want %v", i, alone.Scores, err, row.Result.Scores)
		}
	}
	var again []match.PlayedMatch
	b = batch(t, "Demo", "Null", "Null", "Demo")
	b.OnResult = func(r match.PlayedMatch) error { again = append(again, r); return nil }
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		rows[i].Result.CPU, again[i].Result.CPU = [sim.Seats]time.Duration{}, [sim.Seats]time.Duration{}
	}
	if !reflect.DeepEqual(rows, again) {
		t.Error("the same batch gives other results")
	}
}

// TestBatchEndsEarly checks that finished matches are delivered even if the batch ends early.
func TestBatchEndsEarly(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	b := batch(t, "Null", "Null", "Null", "Null")
	b.LastSeed, b.Rotate = 1_000_000, false
	seen := map[int32]bool{}
	b.OnResult = func(r match.PlayedMatch) error {
		seen[r.Result.Spec.Seed] = true
		if len(seen) == 20 {
			cancel()
		}
		return nil
	}
	if err := b.Run(ctx); !errors.Is(err, context.Canceled) || len(seen) < 20 {
		t.Errorf("got %d results, %v, want 20 or more, cancelled", len(seen), err)
	}

	b = batch(t, "Null", "Null", "Null", "Null")
	b.LastSeed = 1_000_000
	wrong := errors.New("the reader is gone")
	rows := 0
	b.OnResult = func(match.PlayedMatch) error { rows++; return wrong }
	if err := b.Run(t.Context()); !errors.Is(err, wrong) || rows != 1 {
		t.Errorf("got %d results, %v, want 1, %v", rows, err, wrong)
	}

	b = batch(t, "Null", "Null", "Null", "Null")
	b.Spec.Config = "HarryPotter 1.0 NUM_PLAYERS 5"
	if err := b.Run(t.Context()); err == nil {
		t.Error("an impossible configuration gives no error")
	}

	b = batch(t, "Demo", "Demo", "Demo", "Demo")
	b.FirstSeed, b.LastSeed, b.Rotate, b.Spec.Strict = 3, 3, false, true
	var stopped match.PlayedMatch
	b.OnResult = func(r match.PlayedMatch) error { stopped = r; return nil }
	if err := b.Run(t.Context()); err != nil || stopped.Err == nil || stopped.Result.Failures[3] == nil {
		t.Errorf("strict batch: got %+v, %v, want a stopped match", stopped, err)
	}
}

// busyStarter is a player whose first starts fail, as many as left counts. In matches of one seed,
// all of them fail.
type busyStarter struct {
	left *atomic.Int32
	seed int32
}

func (h busyStarter) Start(_ context.Context, in sim.StartInfo) (string, *sim.Failure) {
	if in.Seed == sim.PlayerSeed(h.seed, in.Seat) || h.left.Add(-1) >= 0 {
		return "", &sim.Failure{Reason: sim.FailedMachine, Detail: "busy"}
	}
	return in.Name, nil
}

func (busyStarter) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }
func (busyStarter) Close()                                     {}

// TestBatchRetriesFailedStarts checks that a start is attempted up to three times. Other matches
// must be played in any case.
func TestBatchRetriesFailedStarts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		starts, seed int32
		rows         int
		missed       string
	}{
		{2, 0, 12, ""},
		{0, 11, 8, "4 matches could not be played on this machine; seed 11: player "},
		{2, 11, 8, "4 matches could not be played on this machine; seed 11: player "},
	} {
		b := batch(t, "Null", "Null", "Null", "Null")
		left := &atomic.Int32{}
		left.Store(c.starts)
		b.Entries[0] = match.Entry{Player: match.PlayerSpec{Name: "held"}, New: func() sim.Player { return busyStarter{left, c.seed} }}
		var rows []int
		b.OnResult = func(r match.PlayedMatch) error {
			rows = append(rows, r.Index)
			return nil
		}
		err := b.Run(t.Context())
		missed, ok := errors.AsType[*match.MissedError](err)
		if len(rows) != c.rows || !slices.IsSorted(rows) || ok != (c.missed != "") || ok && !strings.HasPrefix(missed.Error(), c.missed) || !ok && err != nil {
			t.Errorf("%d failed starts: got %v, %v, want %d results, %q", c.starts, rows, err, c.rows, c.missed)
		}
	}
}
