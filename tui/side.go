package tui

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
)

// drawPanel draws the side panel: its tabs, and what the chosen one shows.
func (d *Drawer) drawPanel(g *screen.Grid, l *Layout, v *View, st sim.State) {
	r := l.Panel
	if r.Empty() {
		return
	}
	d.drawTabs(g, r, v)
	r.Y, r.H = r.Y+1, r.H-1
	if r.W > panelMin { // the narrowest has no column for a margin
		r.W--
	}
	second := screen.Rect{}
	if r.W >= 84 {
		second = screen.Rect{X: r.X + 44, Y: r.Y, W: r.W - 44, H: r.H}
		r.W = 41
	}
	switch {
	case v.Inspect && (r.W >= 26 || !second.Empty()):
		if second.Empty() {
			second = r
		} else {
			panel.DrawPlayers(g, r, &d.info)
		}
		d.drawInspect(g, l, second, v, st)
	case !second.Empty():
		panel.DrawPlayers(g, r, &d.info)
		if v.Tab == panel.Players { // the events are below the board
			panel.DrawOrders(g, second, &d.info)
		} else {
			d.drawTab(g, second, v, v.Tab)
		}
	default:
		d.drawTab(g, r, v, v.Tab)
	}
}

func (d *Drawer) drawTabs(g *screen.Grid, r screen.Rect, v *View) {
	p := v.Palette
	if r.W < 34 {
		n := g.Text(r.X, r.Y, r.W, v.Tab.String(), p.Text)
		g.Text(r.X+n+1, r.Y, r.W-n-2, "Tab", p.Dim)
		return
	}
	x := r.X
	for t := range panel.Tabs {
		st := p.Dim
		if t == v.Tab {
			st = p.Strong.With(screen.Underline)
		}
		x += g.Text(x, r.Y, r.X+r.W-x, t.String(), st) + 2
	}
	g.Text(x, r.Y, r.X+r.W-x, "Tab", p.Dim)
}

func (d *Drawer) drawTab(g *screen.Grid, r screen.Rect, v *View, t panel.Tab) {
	switch t {
	case panel.Players:
		rest := panel.DrawPlayers(g, r, &d.info)
		if rest.H >= 9 {
			rest.Y, rest.H = rest.Y+1, rest.H-1
			panel.DrawOrders(g, rest, &d.info)
		}
	case panel.Events:
		events := r
		if r.H > 24 {
			events.H = r.H / 2
			panel.DrawOrders(g, screen.Rect{X: r.X, Y: r.Y + events.H, W: r.W, H: r.H - events.H}, &d.info)
		}
		w := panel.NewWriter(g, events)
		w.Rule("events that led here", v.Palette.Line, v.Palette.Dim)
		panel.DrawAllEvents(g, w.Rest(), &d.info, 0)
	case panel.Output:
		panel.DrawOutput(g, r, &d.info, v.Scroll)
	case panel.Chart:
		d.drawCharts(g, r, v)
	}
}

// drawCharts draws the scores larger, and below what every round cost.
func (d *Drawer) drawCharts(g *screen.Grid, r screen.Rect, v *View) {
	s, p := d.span(v), v.Palette
	a := timeline.NewAxis(r, s.Last)
	h := (r.H - 2) / 2
	g.Text(r.X, r.Y, r.W, "scores", p.Dim)
	d.hist.DrawChart(g, screen.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: h}, a, s, p)
	heading := "cpu per round"
	if r.W < 26 {
		heading = "cpu"
	}
	g.Text(r.X, r.Y+h+1, r.W, heading, p.Dim)
	if !d.hist.DrawCPU(g, screen.Rect{X: r.X, Y: r.Y + h + 2, W: r.W, H: r.H - h - 2}, a, s, p) {
		g.Text(r.X, r.Y+h+2, r.W, "not known", p.Dim)
	}
}

// drawInspect shows all that is known of the cell under the cursor. It has a
// part of its own, however much there is to say: what is below never jumps
// while the cursor moves.
func (d *Drawer) drawInspect(g *screen.Grid, l *Layout, r screen.Rect, v *View, st sim.State) {
	p := v.Palette
	cards := screen.Rect{X: r.X, Y: r.Y, W: r.W}
	if l.Panel.Has(r.X, r.Y+1) && l.Panel.W < 84 && r.H >= 18 {
		cards.H = min(r.H/2, 6*sim.Seats)
		r.H -= cards.H
		cards.Y += r.H
	}
	hint := "arrows move · h l step · f follow · Esc"
	if v.Follow >= 0 {
		hint = "following unit " + strconv.Itoa(int(v.Follow)) + " · f stops · Esc"
	}
	high := 1 + (screen.Width(hint)-1)/max(r.W, 1)
	w := panel.NewWriter(g, screen.Rect{X: r.X, Y: r.Y, W: r.W, H: max(r.H-high-min(cards.H, 1), 1)})
	w.Rule("inspect "+v.Cursor.String(), p.Line, p.Strong)
	for _, line := range panel.InspectLines(&d.info, st, v.Cursor) {
		w.Wrap(line, 2, p.Text)
	}
	rest := screen.Rect{X: r.X, Y: r.Y + r.H - high - min(cards.H, 1), W: r.W, H: high}
	panel.NewWriter(g, rest).Wrap(hint, 0, p.Dim)
	if cards.H > 0 {
		panel.DrawPlayers(g, cards, &d.info)
	}
}

// drawPopups draws what lies over the board: all events, inspection where the
// panel is too narrow for it, and at the end the winner.
func (d *Drawer) drawPopups(g *screen.Grid, l *Layout, v *View, st sim.State, k int) {
	switch {
	case v.All:
		d.popupEvents(g, v, k)
	case v.Inspect && l.Panel.W < 27:
		d.popupInspect(g, l, v, st)
	case !v.NoBanner && d.final(k) && v.Play.Mode == playback.Paused && !v.Inspect:
		d.drawBanner(g, l, v)
	}
}

// popupEvents lists all events and orders of the round over the board.
func (d *Drawer) popupEvents(g *screen.Grid, v *View, k int) {
	p := v.Palette
	r, in := eventsRect(g.W, g.H)
	lines := panel.DrawRound(g, in, &d.info, 0)
	r.H = min(r.H, lines+3)
	in.H = r.H - 2
	g.Box(r, p.Line)
	g.Text(r.X+2, r.Y, r.W-4, " all events that led to round "+strconv.Itoa(k)+", and orders ", p.Strong)
	g.Right(r.X, r.Y+r.H-1, r.W-2, " ↑ ↓ scroll, e closes ", p.Dim)
	panel.DrawRound(g, in, &d.info, min(v.Scroll, max(lines-in.H, 0)))
}

// eventsRect is the frame of all events, and what is inside, as large as they may be.
func eventsRect(w, h int) (frame, in screen.Rect) {
	frame = screen.Rect{Y: 1, W: min(w, 112), H: h - 3}
	return frame, screen.Rect{X: 2, Y: 2, W: frame.W - 4, H: h - 5}
}

// scrollEnd is the last line that what is open scrolls to: who went beyond
// would press in vain on the way back.
func (d *Drawer) scrollEnd(v *View) int {
	w, h := screen.Clamp(v.W, v.H)
	switch {
	case v.Help:
		cols, high := helpColumns(w), h-3
		return max(len(d.helpLines())-cols*high+cols-1, 0) / cols
	case v.All:
		st, k := d.state(v)
		d.fillInfo(v, st, k)
		_, in := eventsRect(w, h)
		return max(panel.DrawRound(&screen.Grid{}, screen.Rect{W: in.W}, &d.info, 0)-in.H, 0)
	}
	return v.Scroll
}

// popupInspect puts the inspection on the half of the board away from the cursor.
func (d *Drawer) popupInspect(g *screen.Grid, l *Layout, v *View, st sim.State) {
	c := l.Port.Cells
	r := screen.Rect{X: c.X, Y: c.Y, W: min(c.W, 58), H: min(c.H/2, 9)}
	if _, y, ok := l.Port.Place(v.Cursor); ok && y < c.Y+c.H/2 {
		r.Y = c.Y + c.H - r.H
	}
	g.Box(r, v.Palette.Line)
	d.drawInspect(g, l, screen.Rect{X: r.X + 1, Y: r.Y, W: r.W - 2, H: r.H - 1}, v, st)
}

// drawFooter draws the last row: a question, a notice, or keys and signs.
func (d *Drawer) drawFooter(g *screen.Grid, l *Layout, v *View) {
	p, r := v.Palette, l.Footer
	switch {
	case v.Prompt != "":
		n := g.Text(1, r.Y, r.W-2, v.Prompt, p.Strong)
		g.Set(1+n, r.Y, ' ', p.Strong.With(screen.Reverse))
		return
	case v.Notice != "":
		g.Text(1, r.Y, r.W-2, v.Notice, p.Strong)
		return
	case d.note() != "" && d.info.Round == d.log.Edge():
		g.Text(1, r.Y, r.W-2, d.note(), p.Strong)
		return
	}
	w := r.W - 1
	for _, short := range []bool{false, true} {
		if signs := d.hist.KeyWidth(short); r.W-signs-3 >= keysMin {
			d.hist.DrawKey(g, r.W-signs-1, r.Y, short, p)
			w -= signs + 3
			break
		}
	}
	drawKeys(g, 1, r.Y, w, v)
}

// keysMin is the room that the most needed keys of the footer take.
const keysMin = 36

// note is what must be said of the match itself: a cut file, an early stop.
func (d *Drawer) note() string {
	if _, err := d.log.Over(); err != nil && d.meta.Note == "" {
		return err.Error()
	}
	return d.meta.Note
}

// footerKeys are the keys of the footer, the most needed first; those in pairs
// are named together.
var footerKeys = []struct{ id, keys, word string }{
	{"on", "←→", "step"}, {"play", "", ""}, {"help", "", ""}, {"quit", "", ""}, {"faster", "+-", "speed"},
	{"nextEvent", "[ ]", "event"}, {"zoomIn", "", ""}, {"go", "", ""}, {"inspect", "", ""},
	{"events", "", ""}, {"palette", "", ""},
}

// drawKeys names the keys that fit in w columns.
func drawKeys(g *screen.Grid, x, y, w int, v *View) {
	p, end := v.Palette, x+w
	for _, f := range footerKeys {
		keys, word := f.keys, f.word
		if i := slices.IndexFunc(Keys, func(k Key) bool { return k.ID == f.id }); keys == "" && i >= 0 {
			keys, word = Keys[i].Help().Key, Keys[i].Short
		}
		if x+screen.Width(keys)+1+screen.Width(word) > end {
			continue
		}
		x += g.Text(x, y, end-x, keys, p.Text) + 1
		x += g.Text(x, y, end-x, word, p.Dim) + 2
	}
}
