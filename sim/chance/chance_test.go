package chance_test

import (
	"runtime"
	"slices"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/simtest/model"
)

// TestTableKnowsWhoPlays: with built-in players on all seats the chances before the match are those
// of the players, who are there in the table; with a stranger they are those of the board.
func TestTableKnowsWhoPlays(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		table := chance.LoadTable(g, true)
		if table == nil {
			t.Fatalf("%s has no table: type make game GAME=%s", g.Title(), g.Name())
		}
		for _, b := range ai.Players(g.Name()) {
			if !slices.Contains(table.Players, b.Name) {
				t.Errorf("%s: the table does not know %s: type make fit", g.Title(), b.Name)
			}
		}
		if len(table.Errors) == 0 || len(chance.LoadTable(g, false).Errors) > 0 {
			t.Errorf("%s: a table without its errors, or one that says them of strangers", g.Title())
		}
		m, _ := played(t, g, 11, "Greedy", "Null", "Greedy", "Null")
		if first := begin(t, m).Curve().Line[0].Win; first[0]+first[2] < 0.9 {
			t.Errorf("%s: %v", g.Title(), first)
		}
		m.Names[0], m.Players[0] = "Stranger", nil
		if first := begin(t, m).Curve().Line[0].Win; first[0]+first[2] > 0.8 {
			t.Errorf("%s with a stranger: %v", g.Title(), first)
		}
	}
}

// TestNoTable asks for a game that none was fitted for.
func TestNoTable(t *testing.T) {
	t.Parallel()
	if chance.LoadTable(model.Game, false) != nil {
		t.Error("the model game has a table")
	}
	if _, err := chance.New(chance.Match{Meta: record.Meta{Game: model.Game}}); err != chance.ErrNoTable {
		t.Error(err)
	}
}

// played is a match of built-in players, and what is to be known of it.
func played(t testing.TB, g sim.Game, seed int32, names ...string) (chance.Match, *record.Record) {
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
	return chance.NewMatch(l, ai.Find), l
}

// BenchmarkFirstLine is what is there at once: the table's line for all rounds.
func BenchmarkFirstLine(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			m, _ := played(b, g, 30, "Greedy", "Demo", "Greedy", "Null")
			b.ReportAllocs()
			for b.Loop() {
				a, err := chance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				a.Curve()
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/line")
		})
	}
}

// BenchmarkPlan is the work of two seconds: 50 points of 4 short rollouts, of a match of
// the strongest players and Greedy.
func BenchmarkPlan(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			names := strongest(g)
			m, _ := played(b, g, 30, names[0], names[0], names[0], "Greedy")
			for b.Loop() {
				a, err := chance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				for a.Level <= chance.Fine && a.Next() {
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/plan")
		})
	}
}

// BenchmarkMemory is the memory that an analysis holds, at most, from its beginning into
// its full rollouts, with the newest snapshot of it.
func BenchmarkMemory(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			names := strongest(g)
			m, _ := played(b, g, 30, names[0], names[0], names[0], "Greedy")
			most := 0.0
			for b.Loop() {
				before := live()
				a, err := chance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				for more := true; more && a.Level <= chance.Full && a.Pieces < 1000; {
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

// live is the memory in use, in MB.
func live() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}
