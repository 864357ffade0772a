package match_test

import (
	"testing"

	"game-tui/tui/lobby"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
)

// BenchmarkDraw times the drawing of one state at 100×40: the match, which is drawn
// into cells directly, and pages, whose components are read back into cells.
func BenchmarkDraw(b *testing.B) {
	opts := watch.Options{W: 100, H: 40, Profile: theme.TrueColor, Paused: true, Place: watch.At(100)}
	for name, keys := range map[string][]string{"match": nil, "events": {"e"}, "help": {"?"}, "prompt": {"g"}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			v := watch.NewMatch(tuitest.Reference()).Viewer()
			s := v.Open(opts)
			for _, k := range keys {
				s, _ = v.Update(s, key(k))
			}
			var g screen.Grid
			for b.Loop() {
				v.Draw(&g, &s)
			}
		})
	}
	b.Run("lobby", func(b *testing.B) {
		b.ReportAllocs()
		v, s := watch.Lobby(opts, nil)
		items := make([]lobby.Item, 1000)
		for i := range items {
			items[i] = lobby.Item{Name: "match", Title: "Harry Potter", Detail: "Seeker Hunter Greedy Demo", State: "over"}
		}
		s, _ = v.Update(s, watch.Listed{Items: items})
		var g screen.Grid
		for b.Loop() {
			v.Draw(&g, &s)
		}
	})
}

// BenchmarkUpdate times a key: a step on the match, a line in a page, and what a
// page costs when its round changes.
func BenchmarkUpdate(b *testing.B) {
	for name, keys := range map[string][2]string{"match": {"", "l"}, "events": {"e", "l"}, "scroll": {"e", "down"}, "help": {"", "?"}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			v := watch.NewMatch(tuitest.Reference()).Viewer()
			s := v.Open(watch.Options{W: 100, H: 40, Profile: theme.TrueColor, Paused: true, Place: watch.At(100)})
			s, _ = v.Update(s, key(keys[0]))
			back := key(keys[1])
			if keys[1] == "l" {
				back = key("h")
			}
			for i := 0; b.Loop(); i++ {
				k := key(keys[1])
				if i%2 == 1 {
					k = back
				}
				s, _ = v.Update(s, k)
			}
		})
	}
}
