package match

import (
	"strconv"
	"time"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/chances"
	"game-tui/tui/replay/compare"
	"game-tui/tui/replay/playback"
	"game-tui/tui/replay/trace"
	"game-tui/tui/view/match/page"
)

func (s *scene) drawMatch(g *screen.Grid) {
	k := s.fillInfo()
	l := s.layout()
	s.drawTitle(g, &l, k)
	chances.DrawRibbon(g, l.Ribbon, &s.info)
	s.drawBoard(g, &l, k)
	s.drawBoardLabel(g, l.BoardLabel)
	s.drawScores(g, &l)
	s.drawPanel(g, &l)
	s.drawCharts(g, &l)
	s.drawBar(g, &l)
	s.drawFooter(g, &l)
}

func (s *scene) drawBoardLabel(g *screen.Grid, r screen.Rect) {
	if r.Empty() {
		return
	}
	p, label := s.info.Palette, &s.frame.Labels[0]
	st := p.Text
	role := sim.RoleGold
	if s.frame.Dark {
		role = sim.RoleHeal
	}
	if c := p.RoleColor(role); c != 0 {
		st.FG = c
	}
	g.WriteText(r.X, r.Y, r.W, label.Key+" "+label.Value, st.WithAttr(screen.Bold))
}

func (s *scene) drawBoard(g *screen.Grid, l *Layout, k int) {
	scene := board.Scene{
		Frame: &s.frame, Skin: s.match.skins.Skin(s.match.Legend, s.Palette), Viewport: l.Port,
		Cursor: s.Cursor, ShowCursor: s.IsInspecting, FollowedUnit: int32(s.FollowedUnit.Index()), Front: s.HighlightedSeat, Overlay: s.overlay(k), Motion: s.boardMotion(k),
	}
	if at, ok := s.eventPos(k, s.Event); ok && !s.IsInspecting {
		scene.Cursor, scene.ShowCursor = at, true
	}
	scene.ReservedArea = l.BoardLabel
	if t := s.info.NextTurn; t != nil && t.KnownParts&sim.KnownReports != 0 {
		for seat := range s.playerMarks {
			s.playerMarks[seat] = t.Reports[seat].Marks
		}
		scene.Marks = &s.playerMarks
	}
	if s.match.pair != nil {
		if scene.Overlay == nil {
			scene.Overlay = &board.Overlay{}
		}
		for i := range s.frame.Cells {
			if !compare.SameCell(&s.frame, &s.otherFrame, i) {
				at := sim.Pos{Row: i / s.frame.Cols, Col: i % s.frame.Cols}
				scene.Overlay.DifferentCells = append(scene.Overlay.DifferentCells, at)
			}
		}
	}
	board.Draw(g, &scene)
	if !l.Legend.Empty() {
		scene.DrawLegend(g, l.Legend)
	}
	s.board = scene
}

func (s *scene) drawBar(g *screen.Grid, l *Layout) {
	s.match.history.DrawBar(g, l.Timeline.Y, l.Axis, s.span(), s.Palette)
	if s.analysis.Snapshot != nil {
		view := s.chancesPanel()
		view.DrawTurnings(g, l.Timeline.Y, l.Axis)
	}
	m := s.matchState()
	for _, b := range m.Bookmarks() {
		if b.Place.Round <= s.Horizon() {
			g.Set(l.Axis.Column(b.Place.Round), l.Timeline.Y, page.BookmarkSign(s.Palette), s.Palette.Strong.WithAttr(screen.Bold))
		}
	}
}

func (s *scene) drawFooter(g *screen.Grid, l *Layout) {
	p, r := s.Palette, l.Footer
	switch note := s.match.noteAt(s.info.Round); {
	case s.status != "":
		g.WriteText(1, r.Y, r.W-2, s.status, p.Strong)
		return
	case note != "":
		g.WriteText(1, r.Y, r.W-2, note, p.Strong)
		return
	}
	keys, signs, short := s.match.splitFooter(r.W, s.IsStillPicture)
	if signs > 0 {
		s.match.history.DrawLegend(g, r.W-signs-1, r.Y, short, p)
	}
	if !s.IsStillPicture {
		s.program.DrawFooter(g, 1, keys)
	}
}

// splitFooter divides a footer of w columns between the keys and the legend of timeline signs. It
// also reports whether the legend uses short words. If the legend does not fit, its width is 0.
func (m *Match) splitFooter(w int, isStill bool) (keysWidth, legendWidth int, short bool) {
	for _, short := range []bool{false, true} {
		least := 60 // minimum number of columns for the keys next to the legend
		switch {
		case isStill:
			least = 0
		case short:
			least = 40
		}
		if n := m.history.LegendWidth(short); w-n-3 >= least {
			return w - n - 4, n, short
		}
	}
	return w - 1, 0, false
}

func (s *scene) overlay(k int) *board.Overlay {
	o := s.Overlays
	if o == (page.Overlays{}) {
		return nil
	}
	last := k
	if o.HeatKind != trace.None && o.CountWholeMatch {
		last = max(k, s.Horizon())
	}
	seen, over := s.match.traces.UpTo(last), &board.Overlay{}
	if o.HeatKind != trace.None {
		over.HeatMap = &board.HeatMap{}
		over.HeatMap.Counts, over.HeatMap.Max = seen.Count(o.HeatKind, int8(o.HeatSeat.Index()), last)
		brief := o.HeatKind.String()
		if !o.HeatSeat.IsZero() {
			brief += ", " + s.match.Names[o.HeatSeat.Index()]
		}
		over.HeatMap.Title, over.HeatMap.Brief = brief+", up to round "+strconv.Itoa(min(last, seen.LastState())), brief
	}
	if o.ShowTrails {
		over.Trails = s.trails(seen, k)
	}
	if o.ShowMoves {
		over.Moves = seen.Moves(k)
	}
	if o.ShowOwnerChanges {
		over.OwnerChanges = seen.ChangedCells(k)
	}
	return over
}

// trails returns the paths of neutral, followed and inspected units over the last 20 rounds.
func (s *scene) trails(snapshot *trace.Snapshot, k int) (list []board.Trail) {
	for i := range s.frame.Units {
		u := &s.frame.Units[i]
		if u.Seat < 0 || s.unit(s.FollowedUnit) == u || s.IsInspecting && u.OnBoard && u.At == s.Cursor {
			list = append(list, board.Trail{Path: snapshot.Path(u.ID, k, 20), Seat: u.Seat})
		}
	}
	return list
}

// setMotion starts the effects of the last turn if playback, live or at up to five rounds per
// second, has advanced from oldRound to the next one. There are none over heat maps, with two
// matches side by side or if skipMotion or the viewer disables them.
func (s *scene) setMotion(oldRound int, skipMotion bool) {
	plays := s.Play.Mode == playback.Live || s.Play.Mode == playback.Playing && !s.Play.IsReversed && s.Play.Speed() <= 5
	switch {
	case s.Play.Round == oldRound:
	case plays && s.Play.Round == oldRound+1 && s.ShowMotion && !skipMotion && !s.fitsSideBySide(s.W, s.H) && s.Overlays.HeatKind == trace.None:
		s.motion = motion{true, 120 * time.Millisecond}
	default:
		s.motion = motion{}
	}
}

// boardMotion returns the trails of moving units and, while cells flash, the changes in round k. If
// more than 24 units move, only the followed unit and neutral units have trails.
func (s *scene) boardMotion(k int) *board.Motion {
	t := s.match.Record.Turn(k - 1)
	if !s.motion.showsTrails || t == nil {
		return nil
	}
	seen, m := s.match.traces.UpTo(k), &board.Motion{}
	moves := seen.Moves(k)
	for _, u := range moves {
		if len(moves) <= 24 || u.Seat < 0 || int(u.Unit) == s.FollowedUnit.Index() {
			m.Trails = append(m.Trails, board.Trail{Path: seen.Path(u.Unit, k, 2), Seat: u.Seat})
		}
	}
	if s.motion.flashTime == 0 {
		return m
	}
	for _, at := range seen.ChangedCells(k) {
		if !at.In(s.frame.Rows, s.frame.Cols) {
			continue
		}
		if c := s.frame.At(at); c.Owner >= 0 && c.Unit < 0 { // On occupied cells, units hide the new owner's colour.
			m.OwnerChanges = append(m.OwnerChanges, at)
		}
	}
	for i := range t.Events {
		if e := &t.Events[i]; e.Other >= 0 && e.Other != e.Seat {
			m.Hits = append(m.Hits, e.At.Pos(), e.To.Pos())
		}
	}
	return m
}
