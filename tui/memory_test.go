package tui_test

import (
	"runtime"
	"testing"

	"game-tui/configs"
	"game-tui/sim/harrypotter"
	"game-tui/tui"
	"game-tui/tui/theme"
)

// BenchmarkMemory measures what a match of 200 rounds and a spectator that has
// drawn every one of them hold in memory.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		before := heap()
		l := played(b, harrypotter.Game{}, configs.Default("harrypotter"), 200)
		m := tui.New(tui.Options{Log: l, W: 160, H: 70, Profile: theme.TrueColor, Paused: true})
		for range l.Edge() {
			m.Update(keyRight)
			m.View()
		}
		b.ReportMetric(float64(heap()-before)/(1<<20), "MB/match")
		runtime.KeepAlive(m)
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
