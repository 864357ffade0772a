package process_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/ai/process/processtest"
	"game-tui/ai/process/sandbox/launch"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/harrypotter"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
)

// others are the built-in players in the other seats.
var others = [sim.Seats]string{0: "Demo", 2: "Greedy", 3: "Demo"}

// seat is the seat of the external player.
const seat = 1

// play plays a match between p and the built-in players.
func play(t *testing.T, p sim.Player) (*match.Result, *record.Record) {
	t.Helper()
	r, rec, err := playIn(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r, rec
}

func playIn(ctx context.Context, p sim.Player) (*match.Result, *record.Record, error) {
	g := harrypotter.Game
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: 30, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	for i, name := range others {
		spec.Players[i].Name = name
		if i == seat {
			spec.Players[i].Name = "given"
			players[i] = p
			continue
		}
		b, ok := ai.Find(g.Name(), name)
		if !ok {
			return nil, nil, fmt.Errorf("no player %s", name)
		}
		players[i] = b.New()
	}
	return match.Play(ctx, g, spec, players, match.Options{ComputeHash: true})
}

// script is a built-in player that repeats the replies of another one.
type script struct {
	name  string
	turns []*sim.Turn
}

func (s *script) Start(context.Context, sim.StartInfo) (string, *sim.Failure) {
	if out := s.turns[0].Reports[seat].Failure; s.name == "given" {
		return s.name, out
	}
	return s.name, nil
}

func (s *script) Play(_ context.Context, q *sim.Query) sim.Reply {
	turn := s.turns[q.State.Round()]
	var r sim.Reply
	for _, o := range turn.Orders[seat] {
		r.Orders = append(r.Orders, o.Order)
	}
	if out := turn.Reports[seat].Failure; out != nil && out.Round == turn.Round {
		r.Failure = out
	}
	return r
}

func (s *script) Close() {}

// TestOtherPlayersAreNotAffected plays matches with a misbehaving player, and with a script that
// gives the same replies. The other players must see and do the same.
func TestOtherPlayersAreNotAffected(t *testing.T) {
	exe := process.Hostile(t)
	limits := sim.Limits{CPU: 10 * time.Second, Wall: time.Second, Memory: 64 << 20}
	kinds := []string{
		"constructor", "crash", "forge", "try",
		"sleep", "memory", "flood", "half", "huge", "close-all", "stubborn", "stdout", "stdin", "chatty",
	}
	if testing.Short() {
		kinds = kinds[:4]
	}
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			p := process.New(process.Spec{Command: processtest.Command(exe, kind, fmt.Sprint(57)), Limits: limits})
			r, rec := play(t, p)
			if r.Rounds != rec.Rounds() || r.StopReason != "" {
				t.Fatalf("%d rounds: %s", r.Rounds, r.StopReason)
			}
			s := &script{name: r.Names[seat]}
			for k := range rec.Rounds() {
				s.turns = append(s.turns, rec.Turn(k))
			}
			again, m := play(t, s)
			if r.SHA256 != again.SHA256 {
				t.Error("the recordings differ")
			}
			for k := range rec.Rounds() {
				for i := range others {
					if i != seat && !reflect.DeepEqual(rec.Turn(k).Orders[i], m.Turn(k).Orders[i]) {
						t.Fatalf("round %d: seat %d gave other orders", k, i)
					}
				}
			}
		})
	}
}

// BenchmarkIdlePlayers plays matches of four players that give no orders. Compared with built-in
// players, it measures the cost of the pipes.
func BenchmarkIdlePlayers(b *testing.B) {
	exe := process.Idle(b)
	g := harrypotter.Game
	run := func(player func() sim.Player) (rounds int, took time.Duration) {
		spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: 30, Limits: sim.DefaultLimits}
		var players [sim.Seats]sim.Player
		for i := range players {
			players[i] = player()
		}
		m, err := match.New(context.Background(), g, spec, players)
		if err != nil {
			b.Fatal(err)
		}
		begin := time.Now()
		r, err := m.Run(context.Background(), match.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, out := range r.Failures {
			if out != nil {
				b.Fatal(out)
			}
		}
		return r.Rounds, time.Since(begin)
	}
	null, _ := ai.Find(g.Name(), "Null")
	var with, without time.Duration
	rounds := 0
	for b.Loop() {
		n, took := run(func() sim.Player {
			return process.New(process.Spec{Command: processtest.Command(exe), Limits: sim.DefaultLimits})
		})
		rounds += n
		with += took
		_, took = run(null.New)
		without += took
	}
	b.ReportMetric(float64(with-without)/float64(rounds)/1e6, "ms/round")
}

// TestSleepingProgramLeavesItsCore checks that, on one core, a sleeping program does not block
// another match.
func TestSleepingProgramLeavesItsCore(t *testing.T) {
	t.Parallel()
	if !launch.HasSeccomp() {
		t.Skip("skipped: no seccomp here, without which no program is known to be idle")
	}
	bot := filepath.Join(t.TempDir(), "bot.sh")
	if err := os.WriteFile(bot, []byte("#!/bin/sh\nread -r init\necho ready 1 sleeper\nwhile read -r line; do :; done\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := simtest.Context(t)
	defer cancel()
	next, scores := 0, [sim.Seats]int{}
	err := match.Parallel(ctx, 1, func(context.Context) (int, bool) {
		next++
		return next, next <= 2
	}, func(ctx context.Context, n int) error {
		var p sim.Player = &sim.Null{}
		if n == 1 {
			p = process.New(process.Spec{Command: processtest.Command(bot), Limits: simtest.Limits(t)})
		}
		r, _, err := playIn(ctx, p)
		if n == 2 {
			scores = r.Scores
			cancel() // the other program sleeps forever
		}
		return err
	})
	if !errors.Is(err, context.Canceled) || scores == [sim.Seats]int{} {
		t.Errorf("scores %v, %v", scores, err)
	}
}
