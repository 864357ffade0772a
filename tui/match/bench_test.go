package match_test

import (
	"testing"

	"game-tui/tui/match"
	"game-tui/tui/place"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
)

// BenchmarkDraw times the drawing of one state at 100×40: the match, which is drawn
// into cells directly, and pages, whose components are read back into cells.
func BenchmarkDraw(b *testing.B) {
	opts := options{W: 100, H: 40, Profile: theme.TrueColor, Paused: true, Place: place.At(100)}
	for name, keys := range map[string][]string{"match": nil, "events": {"e"}, "help": {"?"}, "prompt": {"g"}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			p := open(match.NewMatch(tuitest.Reference()), opts)
			for _, k := range keys {
				p, _ = p.Update(key(k))
			}
			var g screen.Grid
			for b.Loop() {
				p.Draw(&g)
			}
		})
	}
}

// BenchmarkUpdate times a key: a step on the match, a line in a page, and what a
// page costs when its round changes.
func BenchmarkUpdate(b *testing.B) {
	for name, keys := range map[string][2]string{"match": {"", "l"}, "events": {"e", "l"}, "scroll": {"e", "down"}, "help": {"", "?"}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			p := open(match.NewMatch(tuitest.Reference()), options{W: 100, H: 40, Profile: theme.TrueColor, Paused: true, Place: place.At(100)})
			p, _ = p.Update(key(keys[0]))
			back := key(keys[1])
			if keys[1] == "l" {
				back = key("h")
			}
			for i := 0; b.Loop(); i++ {
				k := key(keys[1])
				if i%2 == 1 {
					k = back
				}
				p, _ = p.Update(k)
			}
		})
	}
}
