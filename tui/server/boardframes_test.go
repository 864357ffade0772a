package server

import (
	"slices"
	"testing"

	"game-tui/tui/screen"
	dashboard "game-tui/tui/tournament"
)

// TestDashboardIsDrawnOnce: who looks at the same gets the same drawing and the same
// difference, who looks at something else gets another one, and few are kept.
func TestDashboardIsDrawnOnce(t *testing.T) {
	t.Parallel()
	var b boardFrames
	drawn := 0
	frame := func(w int, now *dashboard.Snapshot) *boardFrame {
		return b.frame(boardView{dashboard.State{W: w, H: 2}, now}, func(g *screen.Grid) {
			drawn++
			g.Resize(w, 2)
			for i := range g.Cells {
				g.Cells[i].R = rune('a' + drawn)
			}
		})
	}
	first, second := &dashboard.Snapshot{}, &dashboard.Snapshot{}
	one, other := frame(5, first), frame(6, first)
	if one != frame(5, first) || one == other || drawn != 2 {
		t.Fatalf("drawn %d times", drawn)
	}
	next := frame(5, second)
	if next == one || drawn != 3 {
		t.Fatalf("drawn %d times", drawn)
	}
	want := screen.AppendDiff(nil, one.grid, next.grid)
	if got := next.after(one.grid); !slices.Equal(got, want) || len(want) == 0 {
		t.Errorf("%q, want %q", got, want)
	}
	if got := next.after(one.grid); &got[0] != &next.diff[0] {
		t.Error("the difference is computed again")
	}
	if got := next.after(other.grid); got != nil {
		t.Errorf("%q for another drawing", got)
	}
	for w := range 3 * maxBoardFrames {
		if frame(w+1, second); len(b.list) > maxBoardFrames {
			t.Fatalf("%d are kept", len(b.list))
		}
	}
}

// TestDrawingThatBreaks: one that breaks is made again for the next who looks.
func TestDrawingThatBreaks(t *testing.T) {
	t.Parallel()
	var b boardFrames
	v := boardView{dashboard.State{W: 5}, &dashboard.Snapshot{}}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("nobody hears that it breaks")
			}
		}()
		b.frame(v, func(*screen.Grid) { panic("broken") })
	}()
	if f := b.frame(v, func(g *screen.Grid) { g.Resize(5, 1) }); f.grid.W != 5 {
		t.Errorf("a grid of %d columns", f.grid.W)
	}
}
