package tui

import (
	"strconv"

	"game-tui/sim"
	"game-tui/sim/log"
	"game-tui/tui/board"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// Drawer draws views of one log. It is used by one goroutine and reuses its
// memory; drawing depends on nothing but log and View.
type Drawer struct {
	log    *log.Log
	meta   *log.Meta
	legend *sim.Legend
	hist   *timeline.History
	names  [sim.Seats]string // told apart where players have the same name

	shown  sim.State // that frame holds
	frame  sim.Frame
	prior  sim.State // that before holds
	before sim.Frame

	palette *theme.Palette // that looks are made for
	looks   *board.Looks
	info    panel.Info
	marks   [sim.Seats][]sim.Mark
}

// NewDrawer makes a drawer. Drawers of the same log may share a history; nil
// makes one.
func NewDrawer(l *log.Log, h *timeline.History) *Drawer {
	if h == nil {
		h = timeline.NewHistory(l)
	}
	m := l.Meta()
	return &Drawer{log: l, meta: m, legend: m.Game.Legend(), hist: h, names: apart(m.Names)}
}

// apart adds its seat to every name that several players have.
func apart(names [sim.Seats]string) [sim.Seats]string {
	out := names
	for i, n := range names {
		for k, other := range names {
			if i != k && n == other {
				out[i] = n + " " + strconv.Itoa(i)
			}
		}
	}
	return out
}

// state fills the frame of the view's round and returns its state and number.
func (d *Drawer) state(v *View) (sim.State, int) {
	k := min(max(v.Play.Round, 0), d.log.Edge())
	st := d.log.State(k)
	if st != d.shown {
		st.Fill(&d.frame)
		d.shown = st
	}
	return st, k
}

// Layout is where everything of a view is drawn.
func (d *Drawer) Layout(v *View) Layout {
	rows, cols := d.meta.Settings.Size()
	return v.layout(rows, cols, d.log.Rounds())
}

// Settle moves the viewport to what the view wants to see: the cursor, the
// followed unit, the event stopped at, the action. It changes Top, Left and, where a
// followed unit is under the cursor, Cursor; and bounds Scroll.
func (d *Drawer) Settle(v *View) {
	_, k := d.state(v)
	v.Seen = max(v.Seen, k)
	l := d.Layout(v)
	if !l.Port.Whole() {
		if at, ok := d.target(v, k); ok {
			l.Port.Reveal(at)
		}
	}
	v.Top, v.Left = l.Port.Top, l.Port.Left
	if v.Scroll > 0 {
		v.Scroll = min(v.Scroll, d.scrollEnd(v))
	}
}

// target is the cell that should be in sight.
func (d *Drawer) target(v *View, k int) (sim.Pos, bool) {
	if v.Free {
		return sim.Pos{}, false
	}
	if u := d.unit(v.Follow); u != nil && u.On {
		return u.At, true
	}
	if v.Inspect {
		return v.Cursor, true
	}
	if at, ok := d.eventPlace(k, v.Event); ok {
		return at, true
	}
	return d.frame.Focus, d.frame.Focus.In(d.frame.Rows, d.frame.Cols)
}

// unit finds a unit of the shown frame.
func (d *Drawer) unit(id int32) *sim.Unit {
	if id < 0 {
		return nil
	}
	for i := range d.frame.Units {
		if d.frame.Units[i].ID == id {
			return &d.frame.Units[i]
		}
	}
	return nil
}

// eventPlace is where an event of the turn that led to state k happened.
func (d *Drawer) eventPlace(k, event int) (sim.Pos, bool) {
	t := d.log.Turn(k - 1)
	if t == nil || event < 0 || event >= len(t.Events) {
		return sim.Pos{}, false
	}
	at := t.Events[event].At.Pos()
	return at, at.In(d.frame.Rows, d.frame.Cols)
}

// Draw draws the view. It works for any view: sizes are clamped, rounds too.
func (d *Drawer) Draw(g *screen.Grid, v *View) {
	g.Resize(v.W, v.H)
	p := v.Palette
	g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: p.Page}})
	defer func() {
		if p.ASCII {
			g.ASCII()
		}
	}()
	if g.W < MinW || g.H < MinH {
		tooSmall(g, p)
		return
	}
	st, k := d.state(v)
	d.hist.Update()
	if d.palette != p {
		d.palette, d.looks = p, board.NewLooks(d.legend, p)
	}
	l := d.Layout(v)
	d.fillInfo(v, st, k)
	if v.Help {
		d.drawHelp(g, v)
		d.drawFooter(g, &l, v)
		return
	}
	d.drawTitle(g, &l, v, k)
	d.drawBoard(g, &l, v, k)
	panel.DrawEvents(g, l.Events, &d.info)
	d.drawTimeline(g, &l, v)
	d.drawPanel(g, &l, v, st)
	d.drawScores(g, &l)
	d.drawPopups(g, &l, v, st, k)
	d.drawFooter(g, &l, v)
}

func tooSmall(g *screen.Grid, p *theme.Palette) {
	y := max(g.H/2-1, 0)
	g.Text(1, y, g.W-1, "game-tui needs 40×12", p.Text)
	g.Text(1, y+1, g.W-1, "please enlarge", p.Dim)
}

// fillInfo gathers what the panels show of a round.
func (d *Drawer) fillInfo(v *View, st sim.State, k int) {
	in := &d.info
	in.Game, in.Legend, in.Palette = d.meta.Game, d.legend, v.Palette
	in.Names, in.Players = &d.names, &d.meta.Names
	in.Round, in.Frame, in.Before = k, &d.frame, nil
	in.Came, in.Goes = d.log.Turn(k-1), d.log.Turn(k)
	in.Status, in.Clock = st.Status(), d.meta.Clock
	in.ByScore, in.Selected = v.ByScore, v.Event
	over, _ := d.log.Over()
	in.Over = over && k >= d.log.Edge()
	for seat := range in.Gain {
		in.Words[seat] = d.words(seat)
		in.Gain[seat] = 0
		if was, ok := d.hist.Score(k-1, seat); ok {
			in.Gain[seat] = d.frame.Players[seat].Score - was
		}
	}
	if in.Came != nil && in.Came.Known&sim.KnownOrders == 0 {
		in.Before = d.frameBefore(k)
	}
}

// words is a seat's report of the round in which it went out, or nil.
func (d *Drawer) words(seat int) *sim.Report {
	out := d.info.Gone(seat)
	if out == nil {
		return nil
	}
	if t := d.log.Turn(out.Round); t != nil && t.Known&sim.KnownReports != 0 {
		return &t.Seats[seat]
	}
	return nil
}

// frameBefore is the frame of the state before, for recordings: it tells whose
// the orders were.
func (d *Drawer) frameBefore(k int) *sim.Frame {
	st := d.log.State(k - 1)
	if st == nil {
		return nil
	}
	if st != d.prior {
		st.Fill(&d.before)
		d.prior = st
	}
	return &d.before
}

func (d *Drawer) drawBoard(g *screen.Grid, l *Layout, v *View, k int) {
	s := board.Scene{
		Frame: &d.frame, Looks: d.looks, Port: l.Port,
		Cursor: v.Cursor, Pointed: v.Inspect, Follow: v.Follow,
	}
	if at, ok := d.eventPlace(k, v.Event); ok && !v.Inspect {
		s.Cursor, s.Pointed = at, true
	}
	if t := d.info.Goes; t != nil && t.Known&sim.KnownReports != 0 {
		for seat := range d.marks {
			d.marks[seat] = t.Seats[seat].Marks
		}
		s.Marks = &d.marks
	}
	board.Draw(g, &s)
}

// span is what the timeline may tell.
func (d *Drawer) span(v *View) timeline.Span {
	s := timeline.Span{Round: d.info.Round, Edge: d.log.Edge(), Last: d.log.Rounds()}
	if v.NoSpoilers {
		s.Edge = min(s.Edge, max(v.Seen, s.Round))
	}
	return s
}

func (d *Drawer) drawTimeline(g *screen.Grid, l *Layout, v *View) {
	s := d.span(v)
	d.hist.DrawChart(g, l.Chart, l.Axis, s, v.Palette)
	d.hist.DrawBar(g, l.Bar.Y, l.Axis, s, v.Palette)
}
