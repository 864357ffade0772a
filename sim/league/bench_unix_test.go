//go:build unix

package league_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

// BenchmarkOverhead plays the same short matches as a batch and as a tournament. It reports how
// much more CPU time the tournament needs, in percent. All four players are equal, because a
// tournament changes their neighbours, which affects the length of matches.
func BenchmarkOverhead(b *testing.B) {
	const seeds = 2000
	game, ok := catalog.Find("thepurge")
	if !ok {
		b.Fatal("no game")
	}
	field := match.Field{Game: game, Spec: match.Spec{Game: game.Name(), Config: string(configs.Default(game.Name()))}}
	plan := &league.Plan{EngineVersion: "bench", Game: game.Name(), Config: field.Spec.Config, Format: schedule.All, Seed: 1, Seeds: seeds}
	const name = "Null" // has the shortest matches
	p, ok := ai.Find(game.Name(), name)
	if !ok {
		b.Fatalf("no player %s", name)
	}
	for i := range sim.Seats {
		field.Entries = append(field.Entries, match.Entry{Player: match.PlayerSpec{Name: name}, New: p.New})
		plan.Players = append(plan.Players, league.Entry{Name: fmt.Sprint(name, i), BuiltinName: name})
	}
	if err := plan.Seal(); err != nil {
		b.Fatal(err)
	}
	batch := func() float64 {
		return processor(b, func() {
			all := match.Batch{Field: field, FirstSeed: 1, LastSeed: seeds, Rotate: true}
			if err := all.Run(b.Context()); err != nil {
				b.Fatal(err)
			}
		})
	}
	// Both commands use this setting. Without it, half of the time is spent collecting a heap of a
	// few megabytes, with large random variations.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	files := 0
	tournament := func() float64 {
		files++
		return processor(b, func() {
			record, err := league.Create(filepath.Join(b.TempDir(), fmt.Sprint(files)), plan, nil)
			if err != nil {
				b.Fatal(err)
			}
			play(b, record, plan, &field)
		})
	}
	batch() // warm up, because the first run also allocates memory for the others
	// The speed of a shared machine changes within seconds. So each run is compared only with its
	// neighbours, in both orders, and the median counts.
	var ratios []float64
	for b.Loop() {
		one, two := batch(), tournament()
		three, four := tournament(), batch()
		ratios = append(ratios, two/one, three/four)
	}
	slices.Sort(ratios)
	b.ReportMetric(100*(ratios[(len(ratios)-1)/2]/2+ratios[len(ratios)/2]/2-1), "percent")
}

func play(b *testing.B, record *league.File, plan *league.Plan, field *match.Field) {
	e := league.NewEngine(record, false)
	err := match.Parallel(b.Context(), runtime.GOMAXPROCS(0), func(context.Context) (schedule.Task, bool) {
		return e.Next()
	}, func(ctx context.Context, t schedule.Task) error {
		r, err := league.Play(ctx, field, &t)
		if err != nil {
			return err
		}
		return e.Submit(ctx, r, nil)
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := e.Close(); err != nil {
		b.Fatal(err)
	}
	e.View(func(standings *league.Standings) {
		if all := plan.Schedule().Tasks(); standings.PlayedTasks != all || len(standings.Tally.Ratings()) != len(plan.Players) {
			b.Fatalf("%d tasks of %d", standings.PlayedTasks, all)
		}
	})
}

// processor returns the CPU time of do in seconds, including system calls.
func processor(b *testing.B, do func()) float64 {
	used := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	runtime.GC()
	before := used()
	do()
	return used() - before
}
