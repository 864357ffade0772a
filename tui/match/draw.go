package match

import (
	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/chances"
	"game-tui/tui/match/page"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
)

// drawMatch draws the match in front.
func (v *viewer) drawMatch(g *screen.Grid, s *sight) {
	k := v.filled(s)
	l := v.layout(s)
	v.drawTitle(g, &l, s, k)
	v.drawBoard(g, &l, s, k)
	panel.DrawEvents(g, l.Events, &v.info)
	v.drawTimeline(g, &l, s)
	v.drawPanel(g, &l, s)
	v.drawScores(g, &l)
	v.drawPopups(g, &l, s, k)
	v.drawFooter(g, &l, s)
}

func (v *viewer) drawBoard(g *screen.Grid, l *Layout, s *sight, k int) {
	scene := board.Scene{
		Frame: &v.frame, Looks: v.match.dressed(s.Palette), Port: l.Port,
		Cursor: s.Cursor, Pointed: s.Inspect, Follow: int32(s.Follow.Index()), Front: s.Front, Over: v.overlay(s, k),
	}
	if at, ok := v.eventPlace(k, s.Event); ok && !s.Inspect {
		scene.Cursor, scene.Pointed = at, true
	}
	if t := v.info.Goes; t != nil && t.Known&sim.KnownReports != 0 {
		for seat := range v.marks {
			v.marks[seat] = t.Seats[seat].Marks
		}
		scene.Marks = &v.marks
	}
	if cells := v.unlike(s); len(cells) > 0 {
		if scene.Over == nil {
			v.over = board.Overlay{}
			scene.Over = &v.over
		}
		scene.Over.Unlike = cells
	}
	board.Draw(g, &scene)
	if !l.Legend.Empty() {
		scene.DrawLegend(g, l.Legend)
	}
	v.scene = scene
}

// The room that the board from near needs, its rulers included.
const (
	insetHigh = 6
	insetWide = 24
	insetMost = 16 // beside orders and events
)

// near reports whether something is looked at on a board that is far.
func (v *viewer) near(s *sight) bool {
	return v.scene.Port.Zoom <= board.One && (s.Inspect || !s.Follow.None() || !s.Event.None())
}

// drawNear draws the board from near in the upper part of a panel, where there is
// something to be seen and room for it, and returns the part that is left.
func (v *viewer) drawNear(g *screen.Grid, r screen.Rect, s *sight) screen.Rect {
	if !v.near(s) || r.H <= 2*insetHigh || r.W < insetWide {
		return r
	}
	part := screen.Rect{X: r.X, Y: r.Y, W: r.W, H: min(r.H/2, insetMost)}
	v.drawInset(g, part, s)
	return screen.Rect{X: r.X, Y: r.Y + part.H + 1, W: r.W, H: r.H - part.H - 1}
}

// drawInset draws the board from near around what is looked at, where the board itself is
// far and there is room. Nothing is looked at where the watcher goes with the action.
func (v *viewer) drawInset(g *screen.Grid, r screen.Rect, s *sight) {
	if at, ok := v.target(s); ok && v.near(s) && r.H >= insetHigh && r.W >= insetWide {
		near, f := v.scene, &v.frame
		near.Port = board.NewPort(r, board.RulerWidth(f.Rows, s.Palette), board.Shapes.Allowed(s.Palette), f.Rows, f.Cols, 0, 0)
		near.Port.Move(at.Row-near.Port.High/2, at.Col-near.Port.Wide/2)
		near.Port.Cells.W = near.Port.Wide * 2 // whole cells only
		board.Draw(g, &near)
	}
}

// span is what the timeline may tell.
func (v *viewer) span(s *sight) timeline.Span {
	return timeline.Span{Round: v.info.Round, Edge: s.Horizon(), Last: v.match.Record.Rounds(), Cut: !s.noSpoilers}
}

func (v *viewer) drawTimeline(g *screen.Grid, l *Layout, s *sight) {
	span := v.span(s)
	known := s.Chances && s.analysed.Now != nil
	var view chances.View
	if known {
		view = v.chancesView(s)
		curve := view.Curve()
		curve.Draw(g, l.Chart, l.Axis, span, s.Palette)
	} else {
		v.match.hist.Draw(g, l.Chart, l.Axis, span, timeline.SeriesScore, s.Palette)
	}
	v.match.hist.DrawBar(g, l.Bar.Y, l.Axis, span, s.Palette)
	if known {
		view.Mark(g, l.Bar.Y, l.Axis)
	}
	v.drawMarks(g, l, s)
}

// drawMarks draws the bookmarks over the timeline.
func (v *viewer) drawMarks(g *screen.Grid, l *Layout, s *sight) {
	for _, b := range s.bookmarks() {
		if b.Place.Round <= s.Horizon() {
			g.Set(l.Axis.Column(b.Place.Round), l.Bar.Y, page.MarkSign(s.Palette), s.Palette.Strong.With(screen.Bold))
		}
	}
}
