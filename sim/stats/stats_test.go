package stats_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
	"game-tui/sim/stats"
)

// checkPoints verifies that the points by source add up to the scores in every state. It returns
// the final points.
func checkPoints(t *testing.T, rec *record.Record) sim.Points {
	t.Helper()
	b := stats.New(rec)
	for k := 0; k <= rec.Edge(); k++ {
		f := b.At(k)
		if f.OtherPoints != [sim.Seats]int{} {
			t.Errorf("round %d: scores %v, points %v: got %v from no source, want 0", k, f.Scores, f.Points, f.OtherPoints)
			break
		}
	}
	return b.At(rec.Edge()).Points
}

func TestOfficialPointsAddUp(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for name, text := range simtest.Recordings(t, g.Name()) {
			t.Run(g.Name()+"/"+name, func(t *testing.T) {
				t.Parallel()
				rec, _, err := res.Read(text, catalog.Games(), "")
				if err != nil {
					t.Fatal(err)
				}
				checkPoints(t, rec)
			})
		}
	}
}

// randomMatches is the number of matches played by TestRandomPointsAddUp.
func randomMatches(t *testing.T) int {
	if text := os.Getenv("GAME_TUI_POINTS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if testing.Short() {
		return 6
	}
	return 12
}

// TestRandomPointsAddUp plays random players with random point values, and checks both the matches
// and their recordings.
func TestRandomPointsAddUp(t *testing.T) {
	t.Parallel()
	games := catalog.Games()
	for i := range randomMatches(t) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			dice := rand.New(rand.NewPCG(7, uint64(i)))
			g := games[i%len(games)]
			values := map[string]int{"NUM_ROUNDS": 20 + dice.IntN(200)}
			if i%4 > 0 {
				for _, key := range []string{"POINTS_FOR_CONVERTING_WIZARD", "POINTS_PER_OWNED_CELL", "POINTS_FOR_KILLING_SOLDIER",
					"POINTS_FOR_KILLING_PROFESSOR", "GOLD_VALUE", "MONEY_POINTS", "KILL_BUILDER_POINTS", "KILL_WARRIOR_POINTS"} {
					values[key] = 21 + dice.IntN(100)
				}
			}
			players := ai.Players(g.Name())
			spec := match.Spec{Game: g.Name(), Seed: dice.Int32(), Config: string(simtest.WithSettings(configs.Default(g.Name()), values))}
			var seats [sim.Seats]sim.Player
			for seat := range seats {
				p := players[dice.IntN(len(players))]
				spec.Players[seat].Name, seats[seat] = p.Name, p.New()
			}
			var text bytes.Buffer
			_, rec, err := match.Play(t.Context(), g, spec, seats, match.Options{Recording: &text})
			if rec == nil {
				t.Fatal(err)
			}
			want := checkPoints(t, rec)
			read, _, err := res.Read(text.Bytes(), games, "")
			if err != nil {
				t.Fatal(err)
			}
			if got := checkPoints(t, read); got != want {
				t.Errorf("of the recording %v, of the match %v", got, want)
			}
		})
	}
}

// played plays a match of built-in players with the default configuration.
func played(t *testing.T, game string, seed int32, names ...string) *record.Record {
	t.Helper()
	g, ok := catalog.Find(game)
	if !ok {
		t.Fatalf("no game %s", game)
	}
	spec := match.Spec{Game: game, Seed: seed, Config: string(configs.Default(game))}
	var seats [sim.Seats]sim.Player
	for seat, name := range names {
		p, ok := ai.Find(game, name)
		if !ok {
			t.Fatalf("no player %s", name)
		}
		spec.Players[seat].Name, seats[seat] = name, p.New()
	}
	_, rec, err := match.Play(t.Context(), g, spec, seats, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestFiguresAgreeWithTurns(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		rec := played(t, g.Name(), 30, "Greedy", "Demo", "Greedy", "Null")
		b := stats.New(rec)
		for _, k := range []int{rec.Edge(), rec.Edge() / 2, 0} { // rounds may be queried in any order
			f := b.At(k)
			var given, failed, lost [sim.Seats]int
			for i := range k {
				turn := rec.Turn(i)
				for seat, list := range turn.Orders {
					given[seat] += len(list)
					for _, o := range list {
						if o.Outcome != sim.OutcomeExecuted {
							failed[seat]++
						}
					}
				}
				for _, e := range turn.Events {
					if g.Legend().Events[e.Kind].IsLoss {
						lost[e.Other]++
					}
				}
			}
			for seat := range sim.Seats {
				if !f.OrdersKnown || f.Orders[seat] != given[seat] || f.FailedOrders(seat) != failed[seat] || f.LossCount(seat) != lost[seat] {
					t.Errorf("%s, round %d, seat %d: %d given, %d failed, %d lost, want %d, %d, %d", g.Name(), k, seat,
						f.Orders[seat], f.FailedOrders(seat), f.LossCount(seat), given[seat], failed[seat], lost[seat])
				}
			}
		}
		if f := b.At(rec.Edge() + 5); f.Round != rec.Edge() || f.Orders[0] == 0 || f.FailedOrders(0) == 0 {
			t.Errorf("%s: got %+v, want the last round with failed orders", g.Name(), f)
		}
	}
}

func TestFiguresFollowAnEnrichedRecord(t *testing.T) {
	t.Parallel()
	rec, _, err := res.Read(simtest.Recordings(t, "moneyheist")["demo-s30"], catalog.Games(), "")
	if err != nil {
		t.Fatal(err)
	}
	b := stats.New(rec)
	if f := b.At(rec.Edge()); f.OrdersKnown || f.Orders != [sim.Seats]int{} {
		t.Errorf("recording: got %+v, want unknown orders", f)
	}
	more := played(t, "moneyheist", 30, "Demo", "Demo", "Demo", "Demo")
	var turns []*sim.Turn
	for k := range more.Edge() {
		turns = append(turns, more.Turn(k))
	}
	rec.Enrich(turns)
	if f := b.At(rec.Edge()); !f.OrdersKnown || f.Orders[0] == 0 || f.OtherPoints != [sim.Seats]int{} {
		t.Errorf("enriched recording: got %+v, want known orders", f)
	}
}
