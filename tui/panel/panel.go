// Package panel draws what a match says in words and numbers: a card per
// player, the events of a round, the orders, what players print, a cell under
// inspection.
package panel

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Tab is what the side panel shows.
type Tab uint8

// The tabs, in the order of the key that goes through them.
const (
	Players Tab = iota
	Events
	Output
	Chart
	Tabs // their number
)

// String names the tab.
func (t Tab) String() string { return [...]string{"players", "events", "output", "chart"}[t%Tabs] }

// Info is all that panels show of one round.
type Info struct {
	Game    sim.Game
	Legend  *sim.Legend
	Names   *[sim.Seats]string // different from each other
	Palette *theme.Palette

	Round int        // the shown state
	Frame *sim.Frame // of that state
	// Previous is the turn that led to this state, nil at the start; Next is the
	// one that starts from it, nil while nobody has played it.
	Previous, Next *sim.Turn
	Unseen         bool       // Next is not told: the watcher has not come to its end
	Before         *sim.Frame // of the state before; only where Previous's orders are unknown
	Gain           [sim.Seats]int
	// Gains is what was gained in the parts of the match, of which Slices are over.
	Gains      [sim.Seats][Slices]int
	Slices     int
	Chances    bool // Win is known: the chances, and their standard errors, 0 where unknown
	Win, Error [sim.Seats]float64
	Source     chance.Source // of Win
	Result     bool          // Win is the result: this is the last round of the match
	Status     [sim.Seats]float64
	Clock      bool // Status is real
	ByScore    bool
	Lead       *Lead  // the change of the leader that led here, nil: none
	Front      int8   // the player in front, by its seat plus one; 0: none is
	Selected   int    // what the watcher stopped at: an event of Previous, or their number, for Lead; -1 none
	Over       bool   // no round will follow
	MoreKey    string // shows all events; empty: there are no keys
	// Unlike tells the seats whose cards are not those of the match that this one is
	// compared with, OtherOrders those whose units did something else in Previous.
	Unlike, OtherOrders [sim.Seats]bool
	// ExitReports is, of each seat that is out, its report of the round in which it went.
	ExitReports [sim.Seats]*sim.Report

	drawn []spot
	cards cards

	// Memory that is used again.
	buf, long []byte
	order     []int
	groups    []group
}

// Forget forgets where cards and events have been drawn.
func (in *Info) Forget() { in.cards.at, in.drawn = [sim.Seats]screen.Rect{}, in.drawn[:0] }

// Lead is a change of the leader.
type Lead struct {
	Seat int8   // who leads now
	Text string // the words
}

// Seats lists the seats in the order in which they are shown: that of the player in
// front first.
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

// Out tells whether and why a seat is out in the shown state. What it does in
// this state counts: whoever fails to answer it is out now.
func (in *Info) Out(seat int) (string, bool) {
	if out := in.Gone(seat); out != nil {
		return string(out.Reason), true
	}
	if in.Status[seat] == -1 {
		return "reason unknown", true
	}
	return "", false
}

// Gone tells when and why a seat went out, where that is known.
func (in *Info) Gone(seat int) *sim.Out {
	for _, t := range []*sim.Turn{in.Previous, in.Next} {
		if t != nil && t.Known&sim.KnownReports != 0 && t.Seats[seat].Out != nil {
			return t.Seats[seat].Out
		}
	}
	return nil
}

// Writer puts lines of text into a rectangle, from the top.
type Writer struct {
	g *screen.Grid
	r screen.Rect
	y int
}

// NewWriter starts at the top of a rectangle.
func NewWriter(g *screen.Grid, r screen.Rect) *Writer { return &Writer{g, r, r.Y} }

// Left is the number of free lines.
func (w *Writer) Left() int { return max(w.r.Y+w.r.H-w.y, 0) }

// Rest is the free part of the rectangle.
func (w *Writer) Rest() screen.Rect {
	return screen.Rect{X: w.r.X, Y: w.y, W: w.r.W, H: w.Left()}
}

// Grid is what is written to.
func (w *Writer) Grid() *screen.Grid { return w.g }

// Skip leaves lines blank.
func (w *Writer) Skip(n int) { w.y += n }

// Line writes one line, cut with an ellipsis where it is too long.
func (w *Writer) Line(s string, st screen.Style) {
	if w.Left() > 0 {
		w.g.Fit(w.r.X, w.y, w.r.W, s, st)
		w.y++
	}
}

// Rule begins a section: its bold title, and a line to the edge.
func (w *Writer) Rule(title string, line, text screen.Style) {
	if w.Left() == 0 {
		return
	}
	x := 0
	if title != "" {
		x = w.g.Fit(w.r.X, w.y, w.r.W, title, text.With(screen.Bold)) + 1
	}
	for ; x < w.r.W; x++ {
		w.g.Set(w.r.X+x, w.y, '─', line)
	}
	w.y++
}

// Wrap writes a text in as many lines as it needs, broken at blanks; lines after the first are
// indented.
func (w *Writer) Wrap(s string, indent int, st screen.Style) {
	w.y += w.g.Wrap(w.Rest(), indent, s, st)
}

// Lines is how many lines Wrap needs for a text.
func (w *Writer) Lines(s string, indent int) (n int) {
	var none *screen.Grid
	return none.Wrap(screen.Rect{W: w.r.W, H: len(s)}, indent, s, screen.Style{})
}
