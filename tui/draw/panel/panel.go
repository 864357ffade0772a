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
	PlayersTab Tab = iota
	EventsTab
	OutputTab
	ChartTab
	NumTabs
)

func (t Tab) String() string { return [...]string{"players", "events", "output", "chart"}[t%NumTabs] }

// Info holds the data that panels show about a round.
type Info struct {
	Game    sim.Game
	Legend  *sim.Legend
	Names   *[sim.Seats]string // unique names of the players
	Palette *theme.Palette

	Round int
	Frame *sim.Frame
	// PreviousTurn is the turn before the shown state and NextTurn the turn after it. Both may be nil.
	PreviousTurn, NextTurn *sim.Turn
	IsNextHidden           bool       // whether the next turn is hidden to avoid spoilers
	PreviousFrame          *sim.Frame // state before PreviousTurn; required if the orders of PreviousTurn are unknown
	RoundGains             [sim.Seats]int
	// Gains holds the points gained in each part of the match; only the first GainCount parts are
	// set.
	Gains                    [sim.Seats][SparklineBars]int
	GainCount                int
	HasChances               bool // whether the win chances are known; ChanceErrors may still be 0
	WinChances, ChanceErrors [sim.Seats]float64
	ChanceSource             winchance.Source
	IsResult                 bool // whether WinChances holds the result of the finished match
	Status                   [sim.Seats]float64
	HasClock                 bool // whether Status holds the used fractions of the allowed processor time
	SortByScore              bool
	LeadChange               *LeadChange // latest change of the leader, or nil
	Front                    int8        // highlighted seat plus one, or 0
	SelectedEvent            int         // index of the selected event; len(PreviousTurn.Events) selects LeadChange, and -1 nothing
	IsOver                   bool
	MoreKey                  string // key that shows all events, or ""
	// StateDiffers marks the seats whose state differs from the compared match. OrdersDiffer marks
	// those whose orders differ.
	StateDiffers, OrdersDiffer [sim.Seats]bool
	// ExitReports holds each player's report for the round in which the player went out, or nil.
	ExitReports [sim.Seats]*sim.Report
}

// A LeadChange describes a change of the leader.
type LeadChange struct {
	Seat int8 // seat of the new leader
	Text string
}

// Seats returns the seats in display order: the highlighted seat first, then by score if SortByScore is
// set.
func (in *Info) Seats() [sim.Seats]int {
	s := [sim.Seats]int{0, 1, 2, 3}
	rank := func(seat int) int {
		switch {
		case seat == int(in.Front)-1:
			return math.MaxInt
		case in.SortByScore:
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
	for _, t := range []*sim.Turn{in.PreviousTurn, in.NextTurn} {
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

// FreeArea returns the unused part of the writer's rectangle.
func (w *Writer) FreeArea() screen.Rect {
	return screen.Rect{X: w.r.X, Y: w.y, W: w.r.W, H: w.FreeLines()}
}

func (w *Writer) Grid() *screen.Grid { return w.g }

func (w *Writer) Skip(n int) { w.y += n }

// WriteLine writes a line of text, shortened if necessary.
func (w *Writer) WriteLine(s string, st screen.Style) {
	if w.FreeLines() > 0 {
		w.g.Fit(w.r.X, w.y, w.r.W, s, st)
		w.y++
	}
}

// WriteRule writes a bold title and a horizontal line to the right edge.
func (w *Writer) WriteRule(title string, lineStyle, titleStyle screen.Style) {
	if w.FreeLines() == 0 {
		return
	}
	x := 0
	if title != "" {
		x = w.g.Fit(w.r.X, w.y, w.r.W, title, titleStyle.WithAttr(screen.Bold)) + 1
	}
	for ; x < w.r.W; x++ {
		w.g.Set(w.r.X+x, w.y, '─', lineStyle)
	}
	w.y++
}

// Wrap writes a text, using as many lines as necessary. It indents all lines except the first.
func (w *Writer) Wrap(s string, indent int, st screen.Style) {
	w.y += w.g.Wrap(w.FreeArea(), indent, s, st)
}

// CountLines returns the number of lines that Wrap needs for a text.
func (w *Writer) CountLines(s string, indent int) (n int) {
	var none *screen.Grid
	return none.Wrap(screen.Rect{W: w.r.W, H: len(s)}, indent, s, screen.Style{})
}
