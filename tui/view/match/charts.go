package match

import (
	"strconv"

	"game-tui/sim"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/ui"
)

// A Chart is either the chart of win chances or a series of the timeline.
type Chart uint8

const ChartChances Chart = 0

func (c Chart) series() timeline.Series { return timeline.Series(c - 1) }

func (s *scene) charts() (list []Chart) {
	if s.openPart() == openCharts && s.hasChart(s.Chart) {
		list = append(list, s.Chart)
	}
	for c := range Chart(s.match.history.NumSeries()) + 1 {
		if s.hasChart(c) && (len(list) == 0 || c != list[0]) {
			list = append(list, c)
		}
	}
	return list
}

func (s *scene) hasChart(c Chart) bool {
	if c == ChartChances {
		return s.match.estimator != nil || s.analysis.Snapshot != nil
	}
	return s.match.history.IsKnown(c.series())
}

func (s *scene) chartName(c Chart) string {
	if c == ChartChances {
		return "win chance"
	}
	return s.match.history.Name(c.series())
}

func (s *scene) drawCharts(g *screen.Grid, l *Layout) {
	r := l.Charts
	if r.Empty() {
		return
	}
	list := s.charts()
	if s.openPart() == openCharts && l.OpenPart.Empty() { // Without a panel, the title of the first chart is drawn here.
		title := s.chartName(list[0])
		if list[0] == ChartChances {
			view := s.chancesPanel()
			title += " " + view.StatusText()
		}
		w := panel.NewWriter(g, screen.Rect{X: 1, Y: r.Y, W: r.W - 2, H: 1})
		w.WriteRule(title, s.Palette.Line, s.Palette.Strong)
		r = cutTop(r, 1)
	}
	n := 1
	switch {
	case r.H >= 26:
		n = 3
	case r.H >= 11:
		n = 2
	}
	n = min(n, len(list))
	for i, c := range list[:n] {
		part := screen.Rect{X: r.X, Y: r.Y + (r.H+1)*i/n, W: r.W, H: (r.H+1)*(i+1)/n - (r.H+1)*i/n - 1}
		if c == ChartChances {
			view := s.chancesPanel()
			view.DrawCurve(g, part, l.Axis)
		} else {
			s.match.history.Draw(g, part, l.Axis, s.span(), c.series(), s.Palette)
		}
	}
}

func (s *scene) drawChartList(g *screen.Grid, r screen.Rect) {
	list := s.charts()
	if words := r; list[0] == ChartChances && r.H > otherChartsRows {
		view := s.chancesPanel()
		words.H -= otherChartsRows
		r = cutTop(r, view.Draw(g, words)+1)
	}
	w := panel.NewWriter(g, r)
	title := "charts"
	if !s.IsStillPicture {
		title += " " + KeyLabel("chart")
	}
	w.WriteRule(title, s.Palette.Line, s.Palette.Strong)
	rest, cols := w.FreeArea(), 1
	if len(list) > rest.H && r.W >= 2*(nameWidth+sim.Seats*numberWidth) {
		cols = 2
	}
	if len(list) > cols*rest.H {
		w.Wrap(s.chartName(list[0])+", "+s.chartName(list[1%len(list)])+" and "+strconv.Itoa(len(list)-2)+" others", 0, s.Palette.Dim)
		return
	}
	n := 0
	for c := range Chart(s.match.history.NumSeries()) + 1 {
		if s.hasChart(c) {
			at := screen.Rect{X: rest.X + n/rest.H*(r.W+2)/cols, Y: rest.Y + n%rest.H, W: (r.W+2)/cols - 2, H: 1}
			s.drawChartRow(g, at, c, c == list[0])
			n++
		}
	}
}

const otherChartsRows = 4

func (s *scene) drawChartRow(g *screen.Grid, r screen.Rect, c Chart, chosen bool) {
	p := s.info.Palette
	st := p.Dim
	if chosen {
		st = p.Strong.WithAttr(screen.Bold)
		g.Set(r.X, r.Y, '▸', st)
	}
	r.X, r.W = r.X+2, r.W-2
	if r.W >= nameWidth+sim.Seats*numberWidth {
		r.W -= sim.Seats * numberWidth
		for i, seat := range s.info.Seats() {
			g.WriteTextRight(r.X+r.W+i*numberWidth, r.Y, numberWidth, s.chartValue(c, seat), p.SeatStyle(int8(seat)))
		}
	}
	name := s.chartName(c)
	if c == ChartChances && !s.info.IsResult {
		name += " (" + string(s.info.ChanceSource) + ")"
	}
	g.WriteText(r.X, r.Y, r.W, name, st)
}

const (
	nameWidth   = 28
	numberWidth = 6
)

func (s *scene) chartValue(c Chart, seat int) string {
	if c == ChartChances {
		return s.info.ChanceText(seat)
	}
	n, ok := s.match.history.Value(c.series(), s.info.Round, seat)
	if !ok {
		return ""
	}
	return strconv.Itoa(n)
}

func (s *scene) chancesPanel() chances.Panel {
	return chances.Panel{Snapshot: s.analysis.Snapshot, StopReason: s.analysis.StopReason, Curve: s.curve(), Names: &s.match.Names,
		SeatOrder: s.info.Seats(), BottomSeat: s.mainSeat(s.info.Round), Span: s.span(), Palette: s.Palette}
}

// curve returns the win chances up to the horizon, from the analysis if available and otherwise
// from the estimate.
func (s *scene) curve() winchance.Curve {
	if s.analysis.Snapshot != nil {
		return s.analysis.Snapshot.Curve(s.Horizon())
	}
	return s.estimatedCurve()
}

func (s *scene) estimatedCurve() (c winchance.Curve) {
	c.Source = winchance.SourceEstimate
	if s.match.estimates != nil {
		line := *s.match.estimates.UpTo(s.Horizon())
		c.Chances = line[:min(s.Horizon()+1, len(line))]
	}
	return c
}

// mainSeat returns the highlighted seat. If no seat is highlighted, it returns the likeliest
// winner in round k, or the leader if there are no win chances.
func (s *scene) mainSeat(k int) int {
	if s.info.Front > 0 {
		return int(s.info.Front) - 1
	}
	if line := s.curve().Chances; k < len(line) {
		return line[k].Favorite()
	}
	seat, _ := sim.Lead(s.frame.Scores())
	return seat
}

func showCharts(delta int) func(*actions) {
	return func(u *actions) {
		s := u.s
		n := int(u.s.match.history.NumSeries()) + 1
		at := (int(s.Chart) + delta + n) % n
		if s.Tab != panel.ChartTab || s.IsInspecting {
			s.Tab, s.IsInspecting, at = panel.ChartTab, false, 0
		}
		offered := s.program.Refusal(ui.CanAnalyse) == ""
		for c := Chart(at); !u.s.hasChart(c) && !(c == ChartChances && offered); c = Chart(at) {
			at = (at + delta + n) % n
		}
		s.Chart = Chart(at)
	}
}
