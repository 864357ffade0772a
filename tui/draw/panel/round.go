package panel

import (
	"bytes"
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/timeline"
)

const eventMinWidth = 44

// EventList draws the events of a round. The zero value is ready to use.
type EventList struct {
	in          *Info
	drawnEvents []drawnEvent
	// buf and longText hold the short and the full text of an event.
	buf, longText []byte
}

type drawnEvent struct {
	at    screen.Rect
	event int
}

// A group is a line that shows one event, or several events that differ only in their units.
type group struct {
	first int    // index of the group's first event
	n     int    // number of events
	text  []byte // short text of the event, without the unit
	units []byte // short texts of the units
}

// EventAt returns the index of the event drawn at (x,y), as defined for Info.Selected.
func (l *EventList) EventAt(x, y int) int {
	for _, d := range l.drawnEvents {
		if d.at.Contains(x, y) {
			return d.event
		}
	}
	return -1
}

// Draw draws the events of the previous turn by importance, in one or more columns. It draws a
// title if r has more than two rows.
func (l *EventList) Draw(g *screen.Grid, r screen.Rect, in *Info) {
	l.in, l.drawnEvents = in, l.drawnEvents[:0]
	if r.Empty() {
		return
	}
	w := NewWriter(g, r)
	if r.H > 2 {
		w.Rule("round "+strconv.Itoa(in.Round), in.Palette.Line, in.Palette.Strong)
	}
	list := l.groupEvents()
	if len(list) == 0 {
		w.Line(in.NoEventsText(), in.Palette.Dim)
		return
	}
	if list[0].first == in.Selected {
		at := screen.Rect{X: r.X, Y: w.y, W: r.W, H: max(w.FreeLines()-1, 1)}
		if r.H == 1 && len(list) > 1 { // Leave space for the number of other events.
			at.W -= len(in.moreText(len(list)-1)) + 2
		}
		at.H = in.drawEvent(g, at, in.Selected)
		l.drawnEvents = append(l.drawnEvents, drawnEvent{at, in.Selected})
		w.Skip(at.H)
		list = list[1:]
	}
	if len(list) > 0 {
		l.drawColumns(g, w.Free(), list)
	}
}

// drawColumns draws events in as many columns as necessary and possible. If events do not fit, it
// draws how many are missing.
func (l *EventList) drawColumns(g *screen.Grid, r screen.Rect, list []group) {
	cols := max(min((r.W+2)/(eventMinWidth+2), (len(list)+r.H-1)/max(r.H, 1)), 1)
	more := ""
	if n := len(list) - r.H*cols; n > 0 {
		more = l.in.moreText(n)
	}
	wide, below := (r.W+2)/cols, 0 // below is the first row that is empty in all columns to the right
	for col := cols - 1; col >= 0; col-- {
		part := list[col*r.H : min((col+1)*r.H, len(list))]
		y := 0
		for n := range part {
			at := screen.Rect{X: r.X + col*wide, Y: r.Y + y, W: wide - 2, H: 1}
			if col == cols-1 { // Only lines in the last column may wrap.
				at.H += r.H - y - len(part) + n
			}
			if y >= below {
				at.W = r.X + r.W - at.X
			}
			if more != "" && col == cols-1 && n == r.H-1 {
				at.W -= len(more) + 2
			}
			at.H = l.drawGroup(g, at, &part[n])
			y += at.H
			l.drawnEvents = append(l.drawnEvents, drawnEvent{at, part[n].first})
		}
		below = y
	}
	if more != "" {
		g.LogOmitted(r, more)
		g.TextRight(r.X, r.Y+r.H-1, r.W, more, l.in.Palette.Dim)
	}
}

func (l *EventList) groupEvents() (list []group) {
	for _, i := range l.in.EventOrder() {
		l.writeShortText(i, false)
		does, unit := l.buf, []byte(nil)
		if to := bytes.IndexByte(does, ' '); to > 0 && isUnit(does[0]) {
			unit, does = does[:to], does[to:]
			if end := bytes.IndexAny(does, ":,"); end >= 0 {
				does = does[:end]
			}
		}
		at := slices.IndexFunc(list, func(o group) bool {
			return unit != nil && i != l.in.Selected && bytes.Equal(o.text, does) && o.first != l.in.Selected
		})
		if at < 0 {
			at = len(list)
			list = append(list, group{first: i, text: bytes.Clone(does)})
		}
		list[at].n++
		list[at].units = append(append(list[at].units, ' '), unit...)
	}
	return list
}

func (l *EventList) drawGroup(g *screen.Grid, r screen.Rect, gr *group) (n int) {
	kind, seat := l.in.event(gr.first)
	sign, st := timeline.EventSign(l.in.Legend, kind, seat, l.in.Palette)
	g.Set(r.X, r.Y, sign, st)
	if l.writeShortText(gr.first, true); gr.n > 1 {
		l.buf = append(append(append(l.buf[:0], gr.text[1:]...), ':'), gr.units...)
	} else if l.width(l.buf) > r.W-2 {
		l.writeShortText(gr.first, false)
	}
	rest := l.buf
	for {
		part := rest
		for l.width(part) > r.W-2 && bytes.LastIndexByte(part, ' ') > 0 {
			part = part[:bytes.LastIndexByte(part, ' ')]
		}
		next := bytes.TrimPrefix(rest[len(part):], []byte(" "))
		if n == r.H-1 && len(next) > 0 {
			g.LogOmitted(screen.Rect{X: r.X + 2, Y: r.Y, W: r.W - 2, H: r.H}, string(l.buf))
			part, next = l.cutToFit(rest, r.W-2), nil
		}
		l.drawMarked(g, screen.Rect{X: r.X + 2, Y: r.Y + n, W: r.W - 2, H: 1}, part)
		n++
		if rest = next; len(rest) == 0 {
			return n
		}
	}
}

func (l *EventList) drawMarked(g *screen.Grid, r screen.Rect, s []byte) {
	x, end := r.X, r.X+r.W
	for k := 0; k < len(s); {
		b, to := s[k], k+1
		switch {
		case isUnit(b):
			for to < len(s) && s[to] >= '0' && s[to] <= '9' {
				to++
			}
			seat := int8(b - markUnit)
			if l.in.Palette.Profile == theme.NoColor {
				x += g.Text(x, r.Y, end-x, string(rune('A'+seat)), l.in.Palette.Text)
			}
			x += g.Bytes(x, r.Y, end-x, s[k+1:to], l.in.Palette.SeatStyle(seat).WithAttr(screen.Bold))
		case b >= markName && b < markName+sim.Seats:
			x += g.Text(x, r.Y, end-x, l.in.Names[b-markName], l.in.Palette.SeatStyle(int8(b-markName)))
		default:
			for to < len(s) && s[to] >= ' ' {
				to++
			}
			x += g.Bytes(x, r.Y, end-x, s[k:to], l.in.Palette.Text)
		}
		k = to
	}
}

// Short texts encode players and units as bytes. The byte markName+seat represents a player's name.
// The byte markUnit+seat precedes the number of one of the player's units.
const (
	markName = 1
	markUnit = markName + sim.Seats
)

func isUnit(b byte) bool { return b >= markUnit && b < markUnit+sim.Seats }

// markedNames holds placeholder names. In an event's text, each appears as one markName byte.
var markedNames = func() (names [sim.Seats]string) {
	for seat := range names {
		names[seat] = string(rune(markName + seat))
	}
	return names
}()

// writeShortText writes an event's short text, with unit markers, into buf. If places is set, the text
// includes board positions.
func (l *EventList) writeShortText(i int, places bool) {
	if l.in.isLead(i) {
		seat, by := sim.Lead(l.in.Frame.Scores())
		score := l.in.Frame.Players[seat].Score
		l.buf = append(append(l.buf[:0], markName+byte(seat)), " leads "...)
		l.buf = strconv.AppendInt(l.buf, int64(score), 10)
		l.buf = strconv.AppendInt(append(l.buf, " : "...), int64(score-by), 10)
		return
	}
	l.longText = l.in.Game.AppendEventText(l.longText[:0], &l.in.Previous.Events[i], &markedNames)
	out := l.buf[:0]
	for s := l.longText; len(s) > 0; {
		switch end := bytes.IndexByte(s, ')'); {
		case end > 2 && s[0] == ' ' && s[1] == '(' && s[2] < markUnit: // The parentheses contain a player's name.
			out = markOwner(out, s[2]-markName)
			s = s[end+1:]
		case !places && end > 0 && bytes.HasPrefix(s, []byte(" at (")):
			s = s[end+1:]
		case bytes.HasPrefix(s, []byte(": joins ")):
			out, s = append(out, " → "...), s[len(": joins "):]
		default:
			out, s = append(out, s[0]), s[1:]
		}
	}
	l.buf = out
}

// markOwner inserts a marker for the seat before the unit id at the end of out. It drops the word
// before the id, as in "wizard 12", unless the id could then be mistaken for a seat.
func markOwner(out []byte, seat byte) []byte {
	at := len(out)
	for at > 0 && out[at-1] >= '0' && out[at-1] <= '9' {
		at--
	}
	number := append([]byte{markUnit + seat}, out[at:]...)
	if id, _ := strconv.Atoi(string(out[at:])); id >= sim.Seats && at > 0 {
		at = bytes.LastIndexByte(out[:at-1], ' ') + 1
	}
	return append(out[:at], number...)
}

func (l *EventList) width(s []byte) (n int) {
	for _, b := range s {
		switch {
		case isUnit(b):
			if l.in.Palette.Profile == theme.NoColor {
				n++
			}
		case b >= markName && b < markUnit:
			n += screen.Width(l.in.Names[b-markName])
		case b&0xc0 != 0x80:
			n++
		}
	}
	return n
}

// cutToFit shortens a text to w columns. It first removes clauses from the end, and then words.
func (l *EventList) cutToFit(s []byte, w int) []byte {
	for l.width(s) > w {
		at := max(bytes.LastIndex(s, []byte(": ")), bytes.LastIndex(s, []byte(", ")))
		if at <= 0 {
			at = bytes.LastIndexByte(s, ' ')
		}
		if at <= 0 {
			break
		}
		s = s[:at]
	}
	return s
}
