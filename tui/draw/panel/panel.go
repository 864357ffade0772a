// Package panel describes a round in words and numbers. Fill in an [Info], then draw players with
// [Cards], events with [EventList], and orders, output, labels and explanations with the Draw
// functions.
package panel

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

type Tab uint8

const (
	Players Tab = iota
	Events
	Output
	Chart
	Tabs
)

func (t Tab) String() string { return [...]string{"players", "events", "output", "chart"}[t%Tabs] }

// Info holds the data that panels show about a round.
type Info struct {
	Game    sim.Game
	Legend  *sim.Legend
	Names   *[sim.Seats]string // unique names of the players
	Palette *theme.Palette

	Round int
	Frame *sim.Frame
	// Previous is the turn before the shown state and Next the turn after it. Both may be nil.
	Previous, Next *sim.Turn
	NextHidden     bool       // whether the next turn is hidden to avoid spoilers
	PreviousFrame  *sim.Frame // state before Previous; required if the orders of Previous are unknown
	Gain           [sim.Seats]int
	// Gains holds the points gained in each part of the match; only the first Info.Slices parts are
	// set.
	Gains            [sim.Seats][Slices]int
	Slices           int
	HasChances       bool // whether the win chances are known; ChanceError may still be 0
	Win, ChanceError [sim.Seats]float64
	Source           winchance.Source
	IsResult         bool // whether Win holds the result of the finished match
	Status           [sim.Seats]float64
	HasClock         bool // whether Status holds the used fractions of the allowed processor time
	ByScore          bool
	Lead             *Lead // latest change of the leader, or nil
	Front            int8  // highlighted seat plus one, or 0
	Selected         int   // index of the selected event; len(Previous.Events) selects Lead, and -1 nothing
	IsOver           bool
	MoreKey          string // key that shows all events, or ""
	// Different marks the seats whose state differs from the compared match. OtherOrders marks
	// those whose orders differ.
	Different, OtherOrders [sim.Seats]bool
	// ExitReports holds each player's report for the round in which the player went out, or nil.
	ExitReports [sim.Seats]*sim.Report
}

// A Lead describes a change of the leader.
type Lead struct {
	Seat int8 // seat of the new leader
	Text string
}

// Seats returns the seats in display order: the highlighted seat first, then by score if ByScore is
// set.
func (in *Info) Seats() [sim.Seats]int {
	s := [sim.Seats]int{0, 1, 2, 3}
	rank := func(seat int) int {
		switch {
		case seat == int(in.Front)-1:
			return math.MaxInt
		case in.ByScore:
			return in.Frame.Players[seat].Score
		}
		return 0
	}
	slices.SortStableFunc(s[:], func(a, b int) int { return cmp.Compare(rank(b), rank(a)) })
	return s
}

// OutReason reports whether a seat is out, and returns the reason. Players who fail to answer the
// shown state count as out.
func (in *Info) OutReason(seat int) (string, bool) {
	if out := in.Failure(seat); out != nil {
		return string(out.Reason), true
	}
	if in.Status[seat] == -1 {
		return "reason unknown", true
	}
	return "", false
}

// Failure returns when and why a seat went out. It returns nil if the seat is still playing or the
// reason is unknown.
func (in *Info) Failure(seat int) *sim.Failure {
	for _, t := range []*sim.Turn{in.Previous, in.Next} {
		if t != nil && t.KnownParts&sim.KnownReports != 0 && t.Reports[seat].Failure != nil {
			return t.Reports[seat].Failure
		}
	}
	return nil
}

// A Writer writes lines into a rectangle, starting at the top.
type Writer struct {
	g *screen.Grid
	r screen.Rect
	y int
}

func NewWriter(g *screen.Grid, r screen.Rect) *Writer { return &Writer{g, r, r.Y} }

func (w *Writer) FreeLines() int { return max(w.r.Y+w.r.H-w.y, 0) }

// Free returns the unused part of the writer's rectangle.
func (w *Writer) Free() screen.Rect {
	return screen.Rect{X: w.r.X, Y: w.y, W: w.r.W, H: w.FreeLines()}
}

func (w *Writer) Grid() *screen.Grid { return w.g }

func (w *Writer) Skip(n int) { w.y += n }

// Line writes a line of text, shortened if necessary.
func (w *Writer) Line(s string, st screen.Style) {
	if w.FreeLines() > 0 {
		w.g.Fit(w.r.X, w.y, w.r.W, s, st)
		w.y++
	}
}

// Rule writes a bold title and a horizontal line to the right edge.
func (w *Writer) Rule(title string, line, text screen.Style) {
	if w.FreeLines() == 0 {
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

// Wrap writes a text, using as many lines as necessary. It indents all lines except the first.
func (w *Writer) Wrap(s string, indent int, st screen.Style) {
	w.y += w.g.Wrap(w.Free(), indent, s, st)
}

// Lines returns the number of lines that Wrap needs for a text.
func (w *Writer) Lines(s string, indent int) (n int) {
	var none *screen.Grid
	return none.Wrap(screen.Rect{W: w.r.W, H: len(s)}, indent, s, screen.Style{})
}
