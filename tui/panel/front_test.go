package panel

import (
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/tui/screen"
)

// A change of the leader is told among the events, in its place, and alone.
func TestLeadChange(t *testing.T) {
	t.Parallel()
	in := info()
	in.Lead = &Lead{Seat: 2, Text: "Null takes the lead from Demo, 9 to 8: +3 against +0 in this round"}
	draw := func() (*screen.Grid, string) {
		return page(70, 6, func(g *screen.Grid, r screen.Rect) { DrawEvents(g, r, in) })
	}
	in.Previous = events(sim.KnownAll)
	g, s := draw()
	has(t, s, "▲ Null takes the lead from Demo")
	if got := g.At(1, 0); got.R != '▲' || got.FG != in.Palette.Seat(2) {
		t.Errorf("the sign is %q in %#x, want Null's colour %#x", got.R, got.FG, in.Palette.Seat(2))
	}
	in.Previous = events(sim.KnownAll, 0, 1, 2)
	_, s = draw()
	if a, b, c := strings.Index(s, "☠"), strings.Index(s, "▲"), strings.Index(s, "✦"); a < 0 || a > b || b > c {
		t.Errorf("the change of the leader is not between death and spell\n%s", s)
	}
	in.Selected = 3
	if _, s = draw(); !strings.HasPrefix(s, "▸▲") {
		t.Errorf("what was stopped at is not first\n%s", s)
	}
	_, s = page(70, 20, func(g *screen.Grid, r screen.Rect) { DrawAllEvents(g, r, in) })
	has(t, s, "▲ Null takes")
}

// Of the player in front the card comes first, and its events and orders alone.
func TestFront(t *testing.T) {
	t.Parallel()
	in := info()
	in.ByScore, in.Front = true, 2
	if got := in.Seats(); got != [sim.Seats]int{1, 3, 2, 0} {
		t.Errorf("seats in the order %v", got)
	}
	in.Previous = events(sim.KnownAll, 0, 1, 2) // of seats 0, 1, 0
	in.Previous.Events[2].Other = 1
	in.Previous.Orders[0] = []sim.Submitted{{Order: sim.Order{Unit: 5}, Fate: sim.FateExecuted}}
	in.Previous.Orders[1] = []sim.Submitted{{Order: sim.Order{Unit: 7}, Fate: sim.FateGame}, {Order: sim.Order{Unit: 8}, Fate: sim.FateExecuted}}
	for i := range in.Previous.Events {
		if in.Previous.Events[i].Seat != 1 && i != 2 {
			in.Previous.Events[i].Other = -1
		}
	}
	_, s := page(60, 30, func(g *screen.Grid, r screen.Rect) {
		DrawAllEvents(g, screen.Rect{W: r.W, H: 10}, in)
		DrawOrders(g, screen.Rect{Y: 10, W: r.W, H: r.H - 10}, in)
	})
	has(t, s, "wizard 1 of Seek", "wizard 2 of Seeker", "2 given, 1 done, 1 failed", "1× a wall is there:  #7 moves up", "#8 moves up")
	for _, w := range []string{"wizard 0", "#5 moves up", "Null", "Demo"} {
		if strings.Contains(s, w) {
			t.Errorf("%q is of somebody else\n%s", w, s)
		}
	}
	in.Previous = events(sim.KnownAll, 0)
	in.Previous.Events[0].Other = -1
	_, s = page(60, 3, func(g *screen.Grid, r screen.Rect) { DrawEvents(g, r, in) })
	has(t, s, "nothing that concerns Seek")
}
