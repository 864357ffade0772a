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
	// shortText and fullText hold the short and the full text of an event.
	shortText, fullText []byte
}

type drawnEvent struct {
	area  screen.Rect
	event int
}

// An eventGroup is a line that shows one event, or several events that differ only in their units.
type eventGroup struct {
	firstEvent int    // index of the group's first event
	count      int    // number of events
	text       []byte // short text of the event, without the unit
	units      []byte // short texts of the units
}

// EventAt returns the index of the event drawn at (x,y), as defined for Info.SelectedEvent.
func (l *EventList) EventAt(x, y int) int {
	for _, d := range l.drawnEvents {
		if d.area.Contains(x, y) {
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
		w.WriteRule("round "+strconv.Itoa(in.Round), in.Palette.Line, in.Palette.Strong)
	}
	list := l.groupEvents()
	if len(list) == 0 {
		w.WriteLine(in.NoEventsText(), in.Palette.Dim)
		return
	}
	if list[0].firstEvent == in.SelectedEvent {
		at := screen.Rect{X: r.X, Y: w.y, W: r.W, H: max(w.FreeLines()-1, 1)}
		if r.H == 1 && len(list) > 1 { // Leave space for the number of other events.
			at.W -= len(in.moreText(len(list)-1)) + 2
		}
		at.H = in.drawEvent(g, at, in.SelectedEvent)
		l.drawnEvents = append(l.drawnEvents, drawnEvent{at, in.SelectedEvent})
		w.Skip(at.H)
		list = list[1:]
	}
	if len(list) > 0 {
		l.drawColumns(g, w.FreeArea(), list)
	}
}

// drawColumns draws events in as many columns as necessary and possible. If events do not fit, it
// draws how many are missing.
func (l *EventList) drawColumns(g *screen.Grid, r screen.Rect, list []eventGroup) {
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
			l.drawnEvents = append(l.drawnEvents, drawnEvent{at, part[n].firstEvent})
		}
		below = y
	}
	if more != "" {
		g.LogOmitted(r, more)
		g.WriteTextRight(r.X, r.Y+r.H-1, r.W, more, l.in.Palette.Dim)
	}
}

func (l *EventList) groupEvents() (list []eventGroup) {
	for _, i := range l.in.EventOrder() {
		l.writeShortText(i, false)
		does, unit := l.shortText, []byte(nil)
		if to := bytes.IndexByte(does, ' '); to > 0 && isUnitMarker(does[0]) {
			unit, does = does[:to], does[to:]
			if end := bytes.IndexAny(does, ":,;"); end >= 0 {
				does = does[:end]
			}
		}
		at := slices.IndexFunc(list, func(o eventGroup) bool {
			return unit != nil && i != l.in.SelectedEvent && bytes.Equal(o.text, does) && o.firstEvent != l.in.SelectedEvent
		})
		if at < 0 {
			at = len(list)
			list = append(list, eventGroup{firstEvent: i, text: bytes.Clone(does)})
		}
		list[at].count++
		list[at].units = append(append(list[at].units, ' '), unit...)
	}
	return list
}

func (l *EventList) drawGroup(g *screen.Grid, r screen.Rect, gr *eventGroup) (n int) {
	kind, seat := l.in.eventKindAndSeat(gr.firstEvent)
	sign, st := timeline.EventSign(l.in.Legend, kind, seat, l.in.Palette)
	g.Set(r.X, r.Y, sign, st)
	if l.writeShortText(gr.firstEvent, true); gr.count > 1 {
		l.shortText = append(append(append(l.shortText[:0], gr.text[1:]...), ':'), gr.units...)
	} else if l.textWidth(l.shortText) > r.W-2 {
		l.writeShortText(gr.firstEvent, false)
	}
	rest := l.shortText
	for {
		part := rest
		for l.textWidth(part) > r.W-2 && bytes.LastIndexByte(part, ' ') > 0 {
			part = part[:bytes.LastIndexByte(part, ' ')]
		}
		next := bytes.TrimPrefix(rest[len(part):], []byte(" "))
		if n == r.H-1 && len(next) > 0 {
			g.LogOmitted(screen.Rect{X: r.X + 2, Y: r.Y, W: r.W - 2, H: r.H}, string(l.shortText))
			part, next = l.cutToFit(rest, r.W-2), nil
		}
		l.drawMarkedText(g, screen.Rect{X: r.X + 2, Y: r.Y + n, W: r.W - 2, H: 1}, part)
		n++
		if rest = next; len(rest) == 0 {
			return n
		}
	}
}

func (l *EventList) drawMarkedText(g *screen.Grid, r screen.Rect, s []byte) {
	x, end := r.X, r.X+r.W
	for k := 0; k < len(s); {
		b, to := s[k], k+1
		switch {
		case isUnitMarker(b):
			for to < len(s) && s[to] >= '0' && s[to] <= '9' {
				to++
			}
			seat := int8(b - unitMarker)
			if l.in.Palette.Profile == theme.NoColor {
				x += g.WriteText(x, r.Y, end-x, string(rune('A'+seat)), l.in.Palette.Text)
			}
			x += g.WriteBytes(x, r.Y, end-x, s[k+1:to], l.in.Palette.SeatStyle(seat).WithAttr(screen.Bold))
		case b >= nameMarker && b < nameMarker+sim.Seats:
			x += g.WriteText(x, r.Y, end-x, l.in.Names[b-nameMarker], l.in.Palette.SeatStyle(int8(b-nameMarker)))
		default:
			for to < len(s) && s[to] >= ' ' {
				to++
			}
			x += g.WriteBytes(x, r.Y, end-x, s[k:to], l.in.Palette.Text)
		}
		k = to
	}
}

// Short texts encode players and units as bytes. The byte nameMarker+seat represents a player's name.
// The byte unitMarker+seat precedes the number of one of the player's units.
const (
	nameMarker = 1
	unitMarker = nameMarker + sim.Seats
)

func isUnitMarker(b byte) bool { return b >= unitMarker && b < unitMarker+sim.Seats }

// placeholderNames holds placeholder names. In an event's text, each appears as one nameMarker byte.
var placeholderNames = func() (names [sim.Seats]string) {
	for seat := range names {
		names[seat] = string(rune(nameMarker + seat))
	}
	return names
}()

// writeShortText writes an event's short text, with unit markers, into buf. If withPositions is
// set, the text includes board positions.
func (l *EventList) writeShortText(i int, withPositions bool) {
	if l.in.isLeadChange(i) {
		seat, by := sim.Lead(l.in.Frame.Scores())
		score := l.in.Frame.Players[seat].Score
		l.shortText = append(append(l.shortText[:0], nameMarker+byte(seat)), " leads "...)
		l.shortText = strconv.AppendInt(l.shortText, int64(score), 10)
		l.shortText = strconv.AppendInt(append(l.shortText, " : "...), int64(score-by), 10)
		return
	}
	l.fullText = l.in.Game.AppendEventText(l.fullText[:0], &l.in.PreviousTurn.Events[i], &placeholderNames)
	out := l.shortText[:0]
	for s := l.fullText; len(s) > 0; {
		switch end := bytes.IndexByte(s, ')'); {
		case end > 2 && s[0] == ' ' && s[1] == '(' && s[2] < unitMarker: // The parentheses contain a player's name.
			out = insertUnitMarker(out, s[2]-nameMarker)
			s = s[end+1:]
		case !withPositions && end > 0 && bytes.HasPrefix(s, []byte(" at (")):
			s = s[end+1:]
		case bytes.HasPrefix(s, []byte(", who joins ")):
			out, s = append(out, " → "...), s[len(", who joins "):]
		case bytes.HasPrefix(s, []byte(" and joins ")):
			out, s = append(out, " → "...), s[len(" and joins "):]
		default:
			out, s = append(out, s[0]), s[1:]
		}
	}
	l.shortText = out
}

// insertUnitMarker inserts a marker for the seat before the unit id at the end of out. It drops the
// word before the id, as in "wizard 12", unless the id could then be mistaken for a seat.
func insertUnitMarker(out []byte, seat byte) []byte {
	at := len(out)
	for at > 0 && out[at-1] >= '0' && out[at-1] <= '9' {
		at--
	}
	number := append([]byte{unitMarker + seat}, out[at:]...)
	if id, _ := strconv.Atoi(string(out[at:])); id >= sim.Seats && at > 0 {
		at = bytes.LastIndexByte(out[:at-1], ' ') + 1
	}
	return append(out[:at], number...)
}

func (l *EventList) textWidth(s []byte) (n int) {
	for _, b := range s {
		switch {
		case isUnitMarker(b):
			if l.in.Palette.Profile == theme.NoColor {
				n++
			}
		case b >= nameMarker && b < unitMarker:
			n += screen.Width(l.in.Names[b-nameMarker])
		case b&0xc0 != 0x80:
			n++
		}
	}
	return n
}

// cutToFit shortens a text to w columns. It first removes clauses from the end, and then words.
func (l *EventList) cutToFit(s []byte, w int) []byte {
	for l.textWidth(s) > w {
		at := max(bytes.LastIndex(s, []byte(": ")), bytes.LastIndex(s, []byte(", ")))
		if clause := bytes.LastIndex(s, []byte("; ")); clause > 0 { // A clause after a semicolon, such as "poison left: 1", has a colon.
			at = clause
		}
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
