package winchance_test

import (
	"runtime"
	"slices"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/simtest/model"
	"game-tui/sim/winchance"
)

// TestPlayersDecideTheFirstChances checks that the chances before the first round depend on the
// players if all are built in.
func TestPlayersDecideTheFirstChances(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		table := winchance.LoadTable(g, true)
		if table == nil {
			t.Fatalf("%s has no table: type make game GAME=%s", g.Title(), g.Name())
		}
		for _, b := range ai.Players(g.Name()) {
			if !slices.Contains(table.Players, b.Name) {
				t.Errorf("%s: the table lacks %s: type make fit", g.Title(), b.Name)
			}
		}
		if len(table.Errors) == 0 || len(winchance.LoadTable(g, false).Errors) > 0 {
			t.Errorf("%s: want errors in the per-player table only", g.Title())
		}
		m, _ := played(t, g, 11, "Greedy", "Null", "Greedy", "Null")
		if first := newAnalysis(t, m).Curve().Chances[0].WinChance; first[0]+first[2] < 0.9 {
			t.Errorf("%s: two Greedys against two Nulls begin with %v, want 0.9 for the Greedys", g.Title(), first)
		}
		m.Names[0], m.Players[0] = "External", nil
		if first := newAnalysis(t, m).Curve().Chances[0].WinChance; first[0]+first[2] > 0.8 {
			t.Errorf("%s, with an external player: %v, want less than 0.8 for seats 0 and 2", g.Title(), first)
		}
	}
}

func TestGameWithoutTableIsRefused(t *testing.T) {
	t.Parallel()
	if winchance.LoadTable(model.Game, false) != nil {
		t.Error("the model game has a table")
	}
	if _, err := winchance.New(winchance.Match{Meta: record.Meta{Game: model.Game}}); err != winchance.ErrNoTable {
		t.Errorf("got %v, want %v", err, winchance.ErrNoTable)
	}
}

// played plays a match of built-in players.
func played(t testing.TB, g sim.Game, seed int32, names ...string) (winchance.Match, *record.Record) {
	t.Helper()
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: seed, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	for seat, name := range names {
		b, ok := ai.Find(g.Name(), name)
		if !ok {
			t.Fatalf("no player %s", name)
		}
		spec.Players[seat].Name, players[seat] = name, b.New()
	}
	_, l, err := match.Play(t.Context(), g, spec, players, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return winchance.NewMatch(l, ai.Find), l
}

// BenchmarkFirstLine measures the first curve, which contains only estimates.
func BenchmarkFirstLine(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			m, _ := played(b, g, 30, "Greedy", "Demo", "Greedy", "Null")
			b.ReportAllocs()
			for b.Loop() {
				a, err := winchance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				a.Curve()
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/line")
		})
	}
}

// BenchmarkPlan measures four short rollouts at each of 50 points in a match of strong players.
func BenchmarkPlan(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			names := strongest(g)
			m, _ := played(b, g, 30, names[0], names[0], names[0], "Greedy")
			for b.Loop() {
				a, err := winchance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				for a.Level <= winchance.LevelFine && a.Next() {
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/plan")
		})
	}
}

// BenchmarkMemory measures the peak memory of an analysis, including its latest snapshot.
func BenchmarkMemory(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			names := strongest(g)
			m, _ := played(b, g, 30, names[0], names[0], names[0], "Greedy")
			most := 0.0
			for b.Loop() {
				before := live()
				a, err := winchance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				for more := true; more && a.Level <= winchance.LevelFull && a.PiecesDone < 1000; {
					for range 50 {
						more = a.Next()
					}
					now := a.Snapshot()
					most = max(most, live()-before)
					runtime.KeepAlive(now)
				}
			}
			b.ReportMetric(most, "MB")
		})
	}
}

// live returns the size of the live heap in MB.
func live() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}
