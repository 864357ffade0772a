package tui_test

import (
	"runtime"
	"testing"

	"game-tui/configs"
	"game-tui/tui"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

// BenchmarkMemory measures what a match of 200 rounds or more and a spectator that
// has drawn every one of them hold in memory.
func BenchmarkMemory(b *testing.B) {
	for _, g := range tuitest.Games {
		b.Run(g.Name(), func(b *testing.B) {
			for b.Loop() {
				before := heap()
				l := tuitest.Played(b, g, configs.Default(g.Name()), 250)
				m := tui.New(tui.Options{Options: ui.Options{W: 160, H: 70, Profile: theme.TrueColor}, View: paused(l, 0)})
				for range l.Edge() {
					m.Update(keyRight)
					m.View()
				}
				b.ReportMetric(float64(heap()-before)/(1<<20), "MB/match")
				runtime.KeepAlive(m)
			}
		})
	}
}

// BenchmarkGames times a step to a round that was never drawn, at 160×70, for
// every game.
func BenchmarkGames(b *testing.B) {
	for _, g := range tuitest.Games {
		l := tuitest.Played(b, g, configs.Default(g.Name()), 250)
		b.Run(g.Name(), func(b *testing.B) {
			b.ReportAllocs()
			var m *tui.Model
			for i := 0; b.Loop(); i++ {
				if i%l.Edge() == 0 {
					b.StopTimer()
					m = tui.New(tui.Options{Options: ui.Options{W: 160, H: 70, Profile: theme.TrueColor}, View: paused(l, 0)})
					m.View()
					b.StartTimer()
				}
				m.Update(keyRight)
				m.View()
			}
			perOp(b, "ms/step")
		})
	}
}

// heap is the memory in use after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
