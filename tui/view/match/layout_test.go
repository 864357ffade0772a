package match_test

import (
	"testing"

	"game-tui/configs"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// layoutParts returns the rectangles of a layout by name.
func layoutParts(l *match.Layout) map[string]screen.Rect {
	c := l.Port.CellArea
	return map[string]screen.Rect{
		"title": l.Title, "ribbon": l.Ribbon, "legend": l.Legend, "events": l.Events, "charts": l.Charts, "bar": l.Timeline,
		"footer": l.Footer, "players": l.Players, "labels": l.Labels, "tabs": l.Tabs, "open": l.OpenPart, "scores": l.Scores,
		"board": {X: c.X - l.Port.RulerW, Y: c.Y - 1, W: c.W + l.Port.RulerW, H: c.H + 1},
	}
}

// TestLayoutKeepsPartsApart checks that, in windows from 80×24 to 240×60, parts do not overlap or
// extend beyond the window, and that there is a ribbon.
func TestLayoutKeepsPartsApart(t *testing.T) {
	t.Parallel()
	for _, g := range gamesWithChances() {
		l := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 10)
		m := match.NewMatch(l)
		for _, keys := range [][]string{nil, {"chart"}, {"inspect"}, {"tab"}} {
			r := rigOf(t, m, options{Paused: true, W: 80, H: 24, Profile: theme.TrueColor})
			r.press(keys...)
			for w := 80; w <= 240; w++ {
				for h := 24; h <= 60; h += 4 {
					p := r.program
					p.W, p.H = w, h
					lay := r.view().Layout(&p)
					checkParts(t, &lay, w, h)
				}
			}
		}
	}
}

func checkParts(t *testing.T, lay *match.Layout, w, h int) {
	t.Helper()
	all := layoutParts(lay)
	if all["ribbon"] != (screen.Rect{Y: 1, W: w, H: 1}) {
		t.Errorf("%d×%d: the ribbon is at %v", w, h, all["ribbon"])
	}
	for name, a := range all {
		if a.Empty() {
			continue
		}
		if a.X < 0 || a.Y < 0 || a.X+a.W > w || a.Y+a.H > h {
			t.Errorf("%d×%d: %s is beyond the window: %v", w, h, name, a)
		}
		for other, b := range all {
			if name < other && !b.Empty() && a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				t.Errorf("%d×%d: %s %v is over %s %v", w, h, name, a, other, b)
			}
		}
	}
}

// TestBoardKeepsItsRows checks how many rows of the board are visible in the smallest usual window.
func TestBoardKeepsItsRows(t *testing.T) {
	t.Parallel()
	l := tuitest.PlayMatch(t, tuitest.Games[0], configs.Default(tuitest.Games[0].Name()), 10)
	r := newRig(t, l, options{Paused: true, W: 80, H: 24, Profile: theme.TrueColor})
	if lay := r.layout(); lay.Port.VisibleRows < 36 {
		t.Errorf("%d rows of the board at 80×24", lay.Port.VisibleRows)
	}
	r.press("inspect")
	lay := r.layout()
	if lay.Port.CellArea.H < 13 || lay.OpenPart.H < 6 || lay.Players.Empty() {
		t.Errorf("a cell is inspected: board %v, below it %v, players %v", lay.Port.CellArea, lay.OpenPart, lay.Players)
	}
	r.requireText("inspect (")
	r.requireText("▌Seeker ")
	if !lay.Port.Shows(r.view().Cursor) {
		t.Errorf("the cursor is out of sight:\n%s", r.screen())
	}
	r.press("leave", "chart")
	if lay = r.layout(); lay.Port.CellArea.H < 13 || lay.Charts.H < 5 || lay.Players.Empty() {
		t.Errorf("the chart is open: board %v, chart %v, players %v", lay.Port.CellArea, lay.Charts, lay.Players)
	}
}

// TestRibbonStandsWhereThereIsATable checks that even the narrowest window has a ribbon, but only
// for games with a table of win chances.
func TestRibbonStandsWhereThereIsATable(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		r := newRig(t, tuitest.PlayMatch(t, g, configs.Default(g.Name()), 10), options{Paused: true, W: ui.MinW, H: ui.MinH, Profile: theme.TrueColor})
		lay := r.layout()
		if has := winchance.LoadTable(g, false) != nil; has == lay.Ribbon.Empty() || lay.Port.CellArea.Y != 2+lay.Ribbon.H {
			t.Errorf("%s: ribbon %v, board %v", g.Name(), lay.Ribbon, lay.Port.CellArea)
		}
	}
}
