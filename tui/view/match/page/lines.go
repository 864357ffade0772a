package page

import (
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

type lines []line

// A line refers to the item that it shows, such as a unit or an event. Its text is computed when it
// is drawn.
type line struct {
	kind    lineKind
	seat    int8        // seat of a countLine, orderLine or subjectLine
	n       int32       // index, ID or round of the item, depending on kind
	subject subjectKind // kind of the subject if the line is a subjectLine
	text    *string     // text of a heading, note, subjectLine or roundLine
}

type lineKind uint8

// Lines of the kinds before rowLine cannot be chosen.
const (
	headingLine lineKind = iota
	noteLine
	countLine    // heading with the order count of a seat
	rowLine      // row of MatchState.Index; line.n is its number
	unitLine     // unit; line.n is its ID
	cellLine     // cell of the board; line.n is its index
	orderLine    // order; line.n is its index among the seat's orders in Info.Orders
	bookmarkLine // bookmark; line.n is its index
	subjectLine  // row of a player's overview; line.subject, line.seat and line.n identify its subject
	roundLine    // search result such as a turning point, swing or line of player output; line.n is its round
)

func heading(text string) line { return line{kind: headingLine, text: &text} }
func note(text string) line    { return line{kind: noteLine, text: &text} }

var truncatedNote = note("too many hits to list; these are the nearest")

func (l lines) Len() int { return len(l) }

func (l lines) Key(i int) any { return l[i] }

func (l lines) CanChoose(i int) bool { return l[i].kind >= rowLine }

func (l lines) Draw(g *screen.Grid, r screen.Rect, p *ui.Program, i int, chosen bool) int {
	return read(p, func(m *MatchState) int {
		w, indent := m.renderLine(l[i], p.Palette), 2
		if l.CanChoose(i) {
			indent = 8
		}
		if chosen {
			w.style = p.Palette.Strong.WithAttr(screen.Bold)
		}
		if g != nil {
			if chosen {
				g.Set(r.X, r.Y, '▸', p.Palette.Strong)
			}
			g.WriteTextRight(r.X, r.Y, 5, w.round, p.Palette.Dim)
			if w.sign != 0 {
				g.Set(r.X+6, r.Y, w.sign, w.signStyle)
			}
		}
		return m.Info.DrawSentence(g, screen.Rect{X: r.X + indent, Y: r.Y, W: max(r.W-indent, 1), H: r.H}, w.text, w.style)
	})
}

// PlainText returns a line as plain text. If the line is about a round other than the shown one, its
// text begins with that round.
func (l lines) PlainText(p *ui.Program, i int) string {
	return read(p, func(m *MatchState) string {
		w := m.renderLine(l[i], p.Palette)
		return strings.TrimPrefix(w.round+": "+w.text, ": ")
	})
}

type drawnLine struct {
	round     string // round of the line, or "" for the shown round
	sign      rune
	signStyle screen.Style
	text      string
	style     screen.Style
}

func (m *MatchState) renderLine(l line, p *theme.Palette) drawnLine {
	w := drawnLine{style: p.Text}
	switch l.kind {
	case headingLine:
		w.text, w.style = *l.text, p.Strong
	case noteLine:
		w.text, w.style = *l.text, p.Dim
	case countLine:
		w.text, w.style = m.Names[l.seat]+": "+m.Info.OrderCountText(m.Info.Orders()[l.seat]), p.SeatStyle(l.seat)
	case rowLine:
		row := m.Index.Rows().At(int(l.n))
		w.text = string(m.Index.AppendText(nil, row, &m.Names))
		w.sign, w.signStyle = timeline.EventSign(m.Legend, row.Kind, row.Seat, p)
		if int(row.Round) != m.Place.Round {
			w.round = strconv.Itoa(int(row.Round))
		}
	case unitLine:
		m.fillUnitLine(&w, l.n, p)
	case cellLine:
		w.text = "cell " + m.cellAt(l.n).String()
	case orderLine:
		w.text = m.Info.OrderText(&m.Info.Orders()[l.seat][l.n])
	case subjectLine, roundLine:
		w.text = *l.text
		if l.kind == roundLine && int(l.n) != m.Place.Round {
			w.round = strconv.Itoa(int(l.n))
		}
	case bookmarkLine:
		b := &m.Bookmarks()[l.n]
		w.round, w.sign, w.signStyle, w.text = strconv.Itoa(b.Place.Round), BookmarkSign(p), p.Strong, b.Name
	}
	return w
}

func (m *MatchState) fillUnitLine(w *drawnLine, id int32, p *theme.Palette) {
	w.sign, w.signStyle = '●', p.Text
	if p.UseASCII {
		w.sign = '*'
	}
	u := m.unit(id)
	if u == nil {
		return
	}
	if u.Seat >= 0 {
		w.signStyle = p.SeatStyle(u.Seat)
	}
	w.text = m.UnitName(u) + ", not on the board"
	if u.OnBoard {
		w.text = m.UnitName(u) + ", round " + strconv.Itoa(m.Place.Round) + " at " + u.At.String()
	} else if i := m.deathRow(id); i >= 0 {
		row := m.Index.Rows().At(i)
		w.text += " since round " + strconv.Itoa(int(row.Round)) + ": " + string(m.Index.AppendText(nil, row, &m.Names))
	}
}

func (m *MatchState) deathRow(id int32) int {
	return m.Index.LastDeath(m.Index.Rows(), id, m.Place.Round)
}

func (m *MatchState) cellAt(i int32) sim.Pos {
	_, cols := m.Size()
	return sim.Pos{Row: int(i) / cols, Col: int(i) % cols}
}

func (m *MatchState) unitOf(l line) int32 {
	switch l.kind {
	case rowLine:
		return m.MentionedUnit(m.Index.Rows().At(int(l.n)))
	case orderLine:
		return m.Info.Orders()[l.seat][l.n].Unit
	}
	return sim.NoUnit
}

// chooseLine closes all pages and goes to the line's item, or lists the moments of its subject.
func chooseLine(u *ui.Update, rows ui.Rows, i int) {
	l := rows.(lines)[i]
	if l.kind == subjectLine {
		u.ClosePages()
		momentsPage.Open(u, subject{l.subject, l.seat, l.n})
		return
	}
	act(u, func(m *MatchState, a Actions) {
		switch l.kind {
		case rowLine:
			a.GoToRow(m.Index.Rows().At(int(l.n)))
		case unitLine:
			if unit := m.unit(l.n); unit != nil && unit.OnBoard {
				to := m.Place
				to.FollowedUnit, to.Event, to.IsPanned, to.Cursor = location.RefTo(int(l.n)), 0, false, unit.At
				a.Jump(to)
				u.Notify("following " + m.UnitName(unit) + "; " + keyLabel(&u.Program, "follow") + " stops")
			} else if i := m.deathRow(l.n); i >= 0 {
				a.GoToRow(m.Index.Rows().At(i))
			}
		case cellLine:
			inspectCell(m, a, m.cellAt(l.n))
		case orderLine: // Inspecting the unit's cell also shows the order.
			if unit := m.unit(m.unitOf(l)); unit != nil && unit.OnBoard {
				inspectCell(m, a, unit.At)
			} else {
				u.Notify(m.ShortUnitName(m.Info.Frame, m.unitOf(l)) + " is not on the board in this round")
			}
		case roundLine:
			a.Jump(m.Place.WithRound(int(l.n)))
		case bookmarkLine:
			b := m.Bookmarks()[l.n]
			b.Place.Cursor = m.Clamp(b.Place.Cursor)
			a.Jump(b.Place)
			u.Notify("bookmark: " + b.Name)
		}
	})
	u.ClosePages()
}

func inspectCell(m *MatchState, a Actions, at sim.Pos) {
	to := m.Place
	to.IsInspecting, to.IsPanned, to.FollowedUnit, to.Cursor = true, false, 0, at
	a.Jump(to)
}

func (m *MatchState) bookmarkLines(text string) (list lines) {
	for i, b := range m.Bookmarks() {
		if b.Place.Round <= m.Horizon && strings.Contains(strings.ToLower(b.Name), strings.ToLower(text)) {
			list = append(list, line{kind: bookmarkLine, n: int32(i)})
		}
	}
	return list
}

func BookmarkSign(p *theme.Palette) rune {
	if p.UseASCII {
		return 'B'
	}
	return '¶'
}

// AskBookmark asks for a name and bookmarks the shown place.
func AskBookmark(u *ui.Update) {
	at := matchState(&u.Program).Place
	text := read(&u.Program, func(m *MatchState) string {
		text := "round " + strconv.Itoa(at.Round)
		if unit := FindUnit(m.Info.Frame, at.FollowedUnit); unit != nil {
			text += ", " + m.UnitName(unit)
		}
		return sanitize.Truncate(text, location.MaxBookmarkName)
	})
	u.Prompt(component.NewInput("bookmark: ", location.MaxBookmarkName).Insert(text), func(u *ui.Update, text string) {
		b := location.Bookmark{Name: strings.TrimSpace(text), Place: at}
		if b.Name == "" {
			u.Notify("a bookmark needs a name")
			return
		}
		act(u, func(m *MatchState, a Actions) {
			list, ok := location.AddBookmark(m.Bookmarks(), b)
			if !ok {
				u.Notify("limit of " + strconv.Itoa(location.MaxBookmarks) + " bookmarks reached; remove one in the index (" + keyLabel(&u.Program, "unmark") + ")")
				return
			}
			u.Notify("bookmark set; press " + keyLabel(&u.Program, "events") + " or " + keyLabel(&u.Program, "find") + " to list it")
			a.SetBookmarks(list)
		})
	})
}
