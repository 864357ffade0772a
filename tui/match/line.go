package match

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/index"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
)

// line is one line of a list about the match. It says what it stands for, and is
// worded when it is drawn.
type line struct {
	kind lineKind
	seat int8  // whose order it is, or whose orders a heading counts
	n    int32 // as the kind says
}

// lineKind is what a line stands for.
type lineKind uint8

// The kinds. Headings and notes cannot be chosen.
const (
	headLine  lineKind = iota // a heading, by number
	noteLine                  // a note, by number
	countLine                 // how many orders a seat gave
	rowLine                   // something that happened: the number of its row
	unitLine                  // a unit: its id
	cellLine                  // a cell: its index
	orderLine                 // an order of the seat: its index in Turn.Orders
	doneLine                  // an executed order of a recording: its index in Turn.Done
	markLine                  // a bookmark: its index
)

// The headings and notes, by number.
const (
	headOrders int32 = iota
	headMarks
	headEarlier
	headLater
	noteQuiet
	noteNothing
	noteUnits
	noteWords
	notePlace
	noteBound
)

var lineTexts = [...]string{
	headMarks:   "bookmarks",
	headEarlier: "before this round, the newest first",
	headLater:   "after this round",
	noteNothing: "nothing fits",
	noteUnits:   "the number of a unit: 67, wizard 67",
	noteWords:   "words: death, lead, a player's name, anything that an event says; several must all fit",
	notePlace:   "a place: 12,40",
	noteBound:   "there is more than a search looks at; these are the nearest",
}

// chosen reports whether a line can be chosen.
func (l line) chosen() bool { return l.kind >= rowLine }

// worded is a line as it is drawn.
type worded struct {
	when  string // the round, where it is another one
	sign  rune   // 0: none
	look  screen.Style
	text  string
	style screen.Style
}

// word describes a line for a state whose round is loaded and whose info is filled.
func (v *Viewer) word(s *State, l line) worded {
	p := s.Palette
	w := worded{style: p.Text}
	switch l.kind {
	case headLine:
		w.text, w.style = lineTexts[l.n], p.Strong
		if l.n == headOrders {
			w.text = v.info.OrdersTitle(screen.MaxW)
		}
	case noteLine:
		w.text, w.style = lineTexts[l.n], p.Dim
		if l.n == noteQuiet {
			w.text = v.info.Nothing()
			if s.filter != nil {
				w.text = "nothing of that in this round"
			}
		}
	case countLine:
		w.text, w.style = v.info.Names[l.seat]+": "+v.info.OrderCount(int(l.seat)), screen.Style{FG: p.Seat(l.seat), BG: p.Page}
	case rowLine:
		return v.wordRow(s, l)
	case unitLine:
		return v.wordUnit(s, l.n)
	case cellLine:
		_, cols := v.match.size()
		w.text = "the cell " + sim.Pos{Row: int(l.n) / cols, Col: int(l.n) % cols}.String()
	case orderLine:
		w.text, w.style = v.info.OrderText(&v.info.Came.Orders[l.seat][l.n]), p.Text
	case doneLine:
		w.text = v.info.OrderText(&sim.Submitted{Order: v.info.Came.Done[l.n], Fate: sim.FateExecuted})
	case markLine:
		b := &s.Bookmarks()[l.n]
		w.when, w.sign, w.look, w.text = strconv.Itoa(b.Place.Round), bookmarkSign(p), p.Strong, b.Name
	}
	return w
}

func (v *Viewer) wordRow(s *State, l line) worded {
	m := v.match
	row := m.index.Rows().At(int(l.n))
	w := worded{text: string(m.index.AppendText(nil, row, &m.names)), style: s.Palette.Text}
	w.sign, w.look = timeline.RowLook(m.legend, row.Kind, row.Seat, s.Palette)
	if int(row.Round) != s.Play.Round {
		w.when = strconv.Itoa(int(row.Round))
	}
	return w
}

// wordUnit says who and where a unit is, or how it ended.
func (v *Viewer) wordUnit(s *State, id int32) worded {
	m, p := v.match, s.Palette
	w := worded{sign: '●', look: p.Text, style: p.Text}
	if p.ASCII {
		w.sign = '*'
	}
	u := v.unit(RefTo(int(id)))
	if u == nil {
		return w
	}
	if u.Seat >= 0 {
		w.look = screen.Style{FG: p.Seat(u.Seat), BG: p.Page}
	}
	text := m.index.AppendUnit(nil, u, &m.names)
	switch {
	case u.On:
		text = append(text, ", round "+strconv.Itoa(s.Play.Round)+" at "+u.At.String()...)
	default:
		text = append(text, ", not on the board"...)
		if i := v.death(s, id); i >= 0 {
			row := m.index.Rows().At(i)
			text = append(text, " since round "+strconv.Itoa(int(row.Round))+": "...)
			text = m.index.AppendText(text, row, &m.names)
		}
	}
	w.text = string(text)
	return w
}

// death is the row of a unit's last death up to the shown round, -1 none.
func (v *Viewer) death(s *State, id int32) int {
	return v.match.index.Death(v.match.index.Rows(), id, s.Play.Round)
}

// drawLine writes a line in at most high lines of the width, or counts them where g is
// nil, and returns how many it took.
func (v *Viewer) drawLine(g *screen.Grid, x, y, width, high int, s *State, l line, chosen bool) int {
	w := v.word(s, l)
	indent := 2
	if l.chosen() {
		indent = 8
	}
	if chosen {
		w.style = s.Palette.Strong.With(screen.Bold)
	}
	if g != nil {
		if chosen {
			g.Set(x, y, '▸', s.Palette.Strong)
		}
		g.Right(x, y, 5, w.when, s.Palette.Dim)
		if w.sign != 0 {
			g.Set(x+6, y, w.sign, w.look)
		}
	}
	return v.info.Sentence(g, x+indent, y, max(width-indent, 1), high, w.text, w.style)
}

// choose goes to what a line stands for, and closes all pages.
func (u *update) choose(l line) {
	v, s := u.v, &u.s
	switch l.kind {
	case rowLine:
		u.goRow(v.match.index.Rows().At(int(l.n)))
	case unitLine:
		u.goUnit(l.n)
	case cellLine:
		_, cols := v.match.size()
		u.goCell(sim.Pos{Row: int(l.n) / cols, Col: int(l.n) % cols})
	case orderLine:
		u.goOrder(v.match.Record.Turn(s.Play.Round - 1).Orders[l.seat][l.n].Unit)
	case doneLine:
		u.goOrder(v.match.Record.Turn(s.Play.Round - 1).Done[l.n].Unit)
	case markLine:
		u.goMark(&s.Bookmarks()[l.n])
	}
	s.pages = nil
}

// goRow goes to something that happened, and stops at it.
func (u *update) goRow(row *index.Row) {
	to := u.s.Place().in(int(row.Round))
	to.Event, to.Follow, to.Free = RefTo(int(row.Event)), 0, false
	if at := row.At.Pos(); at.In(u.v.match.size()) {
		to.Cursor = at
	}
	u.jump(to)
}

// goUnit follows a unit, or goes to its death.
func (u *update) goUnit(id int32) {
	u.v.load(&u.s)
	unit := u.v.unit(RefTo(int(id)))
	if unit == nil || !unit.On {
		if i := u.v.death(&u.s, id); i >= 0 {
			u.goRow(u.v.match.index.Rows().At(i))
		}
		return
	}
	to := u.s.Place()
	to.Follow, to.Event, to.Free, to.Cursor = RefTo(int(id)), 0, false, unit.At
	u.jump(to)
	u.say("following " + u.v.unitName(unit) + ", " + Name("follow") + " stops")
}

// goCell puts the cursor on a cell.
func (u *update) goCell(at sim.Pos) {
	to := u.s.Place()
	to.Inspect, to.Free, to.Follow, to.Cursor = true, false, 0, at
	u.jump(to)
}

// goOrder puts the cursor on the unit that got an order: the order and what became of
// it stand beside the board then.
func (u *update) goOrder(id int32) {
	u.v.load(&u.s)
	unit := u.v.unit(RefTo(int(id)))
	if unit == nil || !unit.On {
		u.say(u.v.unitWords(id) + " is not on the board in this round")
		return
	}
	u.goCell(unit.At)
}

// unitName is what people call a unit: "wizard 67, Seeker".
func (v *Viewer) unitName(u *sim.Unit) string {
	return string(v.match.index.AppendUnit(nil, u, &v.match.names))
}

// unitWords names a unit of the shown round shortly: "unit 67". One of nobody has no number,
// and is called by its kind.
func (v *Viewer) unitWords(id int32) string {
	if id >= 0 {
		return "unit " + strconv.Itoa(int(id))
	}
	if u := v.unit(RefTo(int(id))); u != nil {
		return v.unitName(u)
	}
	return "a unit of nobody"
}

// orderLines are the orders that led to the shown round: those that failed first.
func (v *Viewer) orderLines() []line {
	came := v.info.Came
	if came == nil {
		return nil
	}
	list := []line{{kind: headLine, n: headOrders}}
	for _, seat := range v.info.OrderSeats() {
		list = append(list, line{kind: countLine, seat: int8(seat)})
		if came.Known&sim.KnownOrders == 0 {
			for i := range came.Done {
				if v.info.DoneBy(&came.Done[i]) == int8(seat) {
					list = append(list, line{doneLine, int8(seat), int32(i)})
				}
			}
			continue
		}
		from := len(list)
		for i := range came.Orders[seat] {
			list = append(list, line{orderLine, int8(seat), int32(i)})
		}
		slices.SortStableFunc(list[from:], func(a, b line) int { return failedFirst(came, a) - failedFirst(came, b) })
	}
	return list
}

func failedFirst(t *sim.Turn, l line) int {
	if t.Orders[l.seat][l.n].Fate == sim.FateExecuted {
		return 1
	}
	return 0
}

// filled is the info of a state's round.
func (v *Viewer) filled(s *State) *panel.Info {
	v.match.hist.Update()
	v.fillInfo(s, v.load(s))
	return &v.info
}
