package match

import (
	"strconv"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/chances"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
	"game-tui/tui/ui"
)

// Chart is what a chart shows: the win chances, or behind them a series of the timeline.
type Chart uint8

// ChartChances are the win chances, stacked.
const ChartChances Chart = 0

// series is what a chart shows beside the chances.
func (c Chart) series() timeline.Series { return timeline.Series(c - 1) }

// charts lists all charts of a match, the chosen one first where the charts are open.
func (v *viewer) charts(s *sight) (list []Chart) {
	if s.opened() == openCharts && v.hasChart(s, s.Chart) {
		list = append(list, s.Chart)
	}
	for c := range Chart(v.match.hist.Series()) + 1 {
		if v.hasChart(s, c) && (len(list) == 0 || c != list[0]) {
			list = append(list, c)
		}
	}
	return list
}

// hasChart reports whether a chart can be drawn.
func (v *viewer) hasChart(s *sight, c Chart) bool {
	if c == ChartChances {
		return v.match.outlook != nil || s.analysed.Now != nil
	}
	return v.match.hist.Known(c.series())
}

// chartName is what a chart is called.
func (v *viewer) chartName(c Chart) string {
	if c == ChartChances {
		return "win chance"
	}
	return v.match.hist.Name(c.series())
}

// The rows from which there are two charts below the board, and three.
const (
	chartsTwo   = 11
	chartsThree = 26
)

// drawCharts draws below the board how the match went: the first charts, as many as have room.
func (v *viewer) drawCharts(g *screen.Grid, l *Layout, s *sight) {
	r := l.Charts
	if r.Empty() {
		return
	}
	list := v.charts(s)
	if s.opened() == openCharts && l.Open.Empty() { // which one was chosen
		w := panel.NewWriter(g, screen.Rect{X: 1, Y: r.Y, W: r.W - 2, H: 1})
		w.Rule(v.chartTitle(list[0], s), s.Palette.Line, s.Palette.Strong)
		r = cutTop(r, 1)
	}
	n := 1
	switch {
	case r.H >= chartsThree:
		n = 3
	case r.H >= chartsTwo:
		n = 2
	}
	n = min(n, len(list))
	for i, c := range list[:n] {
		part := screen.Rect{X: r.X, Y: r.Y + (r.H+1)*i/n, W: r.W, H: (r.H+1)*(i+1)/n - (r.H+1)*i/n - 1}
		if c == ChartChances {
			view := v.chancesView(s)
			view.DrawCurve(g, part, l.Axis)
		} else {
			v.match.hist.Draw(g, part, l.Axis, v.span(s), c.series(), s.Palette)
		}
	}
}

// chartTitle names a chart, and says of chances where they come from.
func (v *viewer) chartTitle(c Chart, s *sight) string {
	title := v.chartName(c)
	if c == ChartChances {
		view := v.chancesView(s)
		title += " " + view.State()
	}
	return title
}

// drawNumbers says in words and numbers what the charts show in the round.
func (v *viewer) drawNumbers(g *screen.Grid, r screen.Rect, s *sight) {
	list := v.charts(s)
	if words := r; list[0] == ChartChances && r.H > chartsHigh {
		view := v.chancesView(s)
		words.H -= chartsHigh
		r = cutTop(r, view.Draw(g, words)+1)
	}
	w := panel.NewWriter(g, r)
	title := "charts"
	if !s.Still {
		title += " " + Name("chart")
	}
	w.Rule(title, s.Palette.Line, s.Palette.Strong)
	rest, cols := w.Rest(), 1
	if len(list) > rest.H && r.W >= 2*(nameWide+sim.Seats*numberWide) {
		cols = 2
	}
	if len(list) > cols*rest.H {
		w.Wrap(v.chartName(list[0])+", "+v.chartName(list[1%len(list)])+" and "+strconv.Itoa(len(list)-2)+" others", 0, s.Palette.Dim)
		return
	}
	n := 0
	for c := range Chart(v.match.hist.Series()) + 1 {
		if v.hasChart(s, c) {
			at := screen.Rect{X: rest.X + n/rest.H*(r.W+2)/cols, Y: rest.Y + n%rest.H, W: (r.W+2)/cols - 2, H: 1}
			v.drawValues(g, at, c, c == list[0])
			n++
		}
	}
}

// chartsHigh is how many lines below the chances name the other charts at least.
const chartsHigh = 4

// drawValues names a chart, and says what it shows in the round where there is room.
func (v *viewer) drawValues(g *screen.Grid, r screen.Rect, c Chart, chosen bool) {
	p := v.info.Palette
	st := p.Dim
	if chosen {
		st = p.Strong.With(screen.Bold)
		g.Set(r.X, r.Y, '▸', st)
	}
	r.X, r.W = r.X+2, r.W-2
	if r.W >= nameWide+sim.Seats*numberWide {
		r.W -= sim.Seats * numberWide
		for i, seat := range v.info.Seats() {
			g.Right(r.X+r.W+i*numberWide, r.Y, numberWide, v.chartValue(c, seat), p.Player(int8(seat)))
		}
	}
	name := v.chartName(c)
	if c == ChartChances && !v.info.Result {
		name += " (" + string(v.info.Source) + ")"
	}
	g.Text(r.X, r.Y, r.W, name, st)
}

// The columns of the table of values.
const (
	nameWide   = 28
	numberWide = 6
)

// chartValue is the value of a chart in the round for a seat; empty where it has none.
func (v *viewer) chartValue(c Chart, seat int) string {
	if c == ChartChances {
		return v.info.ChanceText(seat)
	}
	n, ok := v.match.hist.Value(c.series(), v.info.Round, seat)
	if !ok {
		return ""
	}
	return strconv.Itoa(n)
}

// chancesView is what is shown of the chances in the loaded round.
func (v *viewer) chancesView(s *sight) chances.View {
	view := chances.View{Now: s.analysed.Now, Why: s.analysed.Why, Curve: v.curve(s), Names: &v.match.Names,
		Seats: v.info.Seats(), Span: v.span(s), Palette: s.Palette}
	view.Front = v.favourite(s, v.info.Round)
	return view
}

// curve holds the chances of all rounds that may be shown: as far as they have been looked into,
// or else the estimate.
func (v *viewer) curve(s *sight) chance.Curve {
	if s.analysed.Now != nil {
		return s.analysed.Now.Curve(s.Horizon())
	}
	return v.estimate(s)
}

// estimate holds the estimate for all rounds that may be shown.
func (v *viewer) estimate(s *sight) (c chance.Curve) {
	c.Source = chance.Estimate
	if v.match.odds != nil {
		line := *v.match.odds.To(s.Horizon())
		c.Line = line[:min(s.Horizon()+1, len(line))]
	}
	return c
}

// favourite is the seat whose chance a watcher reads first: the one in front, or else the one
// that is most likely to win in round k; the leader where no chances are known of it.
func (v *viewer) favourite(s *sight, k int) int {
	if v.info.Front > 0 {
		return int(v.info.Front) - 1
	}
	if line := v.curve(s).Line; k < len(line) {
		return line[k].Favourite()
	}
	seat, _ := sim.Lead(v.frame.Scores())
	return seat
}

// showCharts opens the charts, the chances first, and from there goes on by so many.
func showCharts(by int) func(*update) {
	return func(u *update) {
		s := &u.s
		n := int(u.v.match.hist.Series()) + 1
		at := (int(s.Chart) + by + n) % n
		if s.Tab != panel.Chart || s.Inspect {
			s.Tab, s.Inspect, at = panel.Chart, false, 0
		}
		offered := s.program.Refusal(ui.CanAnalyse) == ""
		for c := Chart(at); !u.v.hasChart(s, c) && !(c == ChartChances && offered); c = Chart(at) {
			at = (at + by + n) % n
		}
		s.Chart = Chart(at)
	}
}
