// Package panel draws a round in words and numbers: cards of players, events, orders, output of
// players, and an inspected cell. Fill an [Info] and call a Draw function.
package panel

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// A Tab is what the side panel shows.
type Tab uint8

const (
	Players Tab = iota
	Events
	Output
	Chart
	Tabs // number of tabs
)

// String returns the name of the tab.
func (t Tab) String() string { return [...]string{"players", "events", "output", "chart"}[t%Tabs] }

// Info holds what panels show of a round.
type Info struct {
	Game    sim.Game
	Legend  *sim.Legend
	Names   *[sim.Seats]string // unique
	Palette *theme.Palette

	Round int
	Frame *sim.Frame // of this round
	// Previous is the turn before this state, nil at the start. Next is the turn after it, nil if
	// it is not played yet.
	Previous, Next *sim.Turn
	Unseen         bool       // Next must stay hidden: the viewer has not seen its end
	Before         *sim.Frame // previous state; only if Previous's orders are unknown
	Gain           [sim.Seats]int
	// Gains holds the points gained in parts of the match, of which Slices are over.
	Gains      [sim.Seats][Slices]int
	Slices     int
	Chances    bool // whether Win is known; errors may be 0
	Win, Error [sim.Seats]float64
	Source     chance.Source // source of Win
	Result     bool          // Win is the result of the match
	Status     [sim.Seats]float64
	Clock      bool // status values are real
	ByScore    bool
	Lead       *Lead  // change of the leader, or nil
	Front      int8   // highlighted seat plus one, or 0
	Selected   int    // event of Previous that navigation stopped at, their number for Lead, or -1
	Over       bool   // the match is over
	MoreKey    string // key that shows all events, or ""
	// Unlike marks seats whose cards differ from the compared match, and OtherOrders those with
	// different orders.
	Unlike, OtherOrders [sim.Seats]bool
	// ExitReports holds the reports of seats that are out, from the round in which they went out.
	ExitReports [sim.Seats]*sim.Report
}

// Lead is a change of the leader.
type Lead struct {
	Seat int8 // new leader
	Text string
}

// Seats returns the seats in the order shown, the highlighted one first.
func (in *Info) Seats() [sim.Seats]int {
	s := [sim.Seats]int{0, 1, 2, 3}
	slices.SortStableFunc(s[:], func(a, b int) int {
		switch front := int(in.Front) - 1; {
		case front == a:
			return -1
		case front == b:
			return 1
		case in.ByScore:
			return in.Frame.Players[b].Score - in.Frame.Players[a].Score
		}
		return 0
	})
	return s
}

// Out reports whether and why a seat is out in this state, including when it failed to answer it.
func (in *Info) Out(seat int) (string, bool) {
	if out := in.Gone(seat); out != nil {
		return string(out.Reason), true
	}
	if in.Status[seat] == -1 {
		return "reason unknown", true
	}
	return "", false
}

// Gone returns when and why a seat went out, or nil if unknown.
func (in *Info) Gone(seat int) *sim.Failure {
	for _, t := range []*sim.Turn{in.Previous, in.Next} {
		if t != nil && t.Known&sim.KnownReports != 0 && t.Reports[seat].Failure != nil {
			return t.Reports[seat].Failure
		}
	}
	return nil
}

// A Writer writes lines into a rectangle from the top.
type Writer struct {
	g *screen.Grid
	r screen.Rect
	y int
}

// NewWriter returns a Writer at the top of r.
func NewWriter(g *screen.Grid, r screen.Rect) *Writer { return &Writer{g, r, r.Y} }

// Left returns the number of free lines.
func (w *Writer) Left() int { return max(w.r.Y+w.r.H-w.y, 0) }

// Rest returns the free part of the rectangle.
func (w *Writer) Rest() screen.Rect {
	return screen.Rect{X: w.r.X, Y: w.y, W: w.r.W, H: w.Left()}
}

// Grid returns the grid.
func (w *Writer) Grid() *screen.Grid { return w.g }

// Skip leaves n lines blank.
func (w *Writer) Skip(n int) { w.y += n }

// Line writes a line, shortened with an ellipsis.
func (w *Writer) Line(s string, st screen.Style) {
	if w.Left() > 0 {
		w.g.Fit(w.r.X, w.y, w.r.W, s, st)
		w.y++
	}
}

// Rule writes a bold title and a line to the edge.
func (w *Writer) Rule(title string, line, text screen.Style) {
	if w.Left() == 0 {
		return
	}
	x := 0
	if title != "" {
		x = w.g.Fit(w.r.X, w.y, w.r.W, title, text.WithAttr(screen.Bold)) + 1
	}
	for ; x < w.r.W; x++ {
		w.g.Set(w.r.X+x, w.y, '─', line)
	}
	w.y++
}

// Wrap writes a text in as many lines as needed. Lines after the first are indented.
func (w *Writer) Wrap(s string, indent int, st screen.Style) {
	w.y += w.g.Wrap(w.Rest(), indent, s, st)
}

// Lines returns the number of lines that Wrap needs.
func (w *Writer) Lines(s string, indent int) (n int) {
	var none *screen.Grid
	return none.Wrap(screen.Rect{W: w.r.W, H: len(s)}, indent, s, screen.Style{})
}
