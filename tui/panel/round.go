package panel

import (
	"bytes"
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// roundWide is how many columns an event of the section has at least, where there are several;
// roundRows is how many rows it has in a narrow panel: what matters most, so that a terminal need
// not be sent more.
const (
	roundWide = 44
	roundRows = 5
)

// group is what happened in one line: an event, or several of which only the unit differs.
type group struct {
	first int    // the event, by its place in the turn
	n     int    // of events
	does  []byte // what the unit does, in short
	units []byte // which ones, marked
}

// DrawRound lists the events that led to the shown state as a section of the panel: its title,
// and each event, or all that differ in the unit alone, in one short line.
func DrawRound(g *screen.Grid, r screen.Rect, in *Info) screen.Rect {
	w := NewWriter(g, r)
	if w.Left() < 2 {
		return r
	}
	w.Rule("events of the round", in.Palette.Line, in.Palette.Strong)
	list := in.grouped()
	if len(list) == 0 {
		w.Line(in.Nothing(), in.Palette.Dim)
		return w.Rest()
	}
	cols := max((r.W+2)/(roundWide+2), 1)
	rows := min((len(list)+cols-1)/cols, w.Left())
	if r.W < TableMin {
		rows = min(rows, roundRows)
	}
	more := ""
	if n := len(list) - rows*cols; n > 0 {
		more = in.more(n)
	}
	wide := (r.W + 2) / cols
	for n := range list[:min(len(list), rows*cols)] {
		at := screen.Rect{X: r.X + n/rows*wide, Y: w.y + n%rows, W: wide - 2, H: 1}
		if n/rows == cols-1 {
			at.W = r.X + r.W - at.X
		}
		if n == rows*cols-1 && more != "" {
			at.W -= len(more) + 2
		}
		in.line(g, at, &list[n])
		in.drawn = append(in.drawn, spot{at, list[n].first})
	}
	if more != "" {
		g.Right(r.X, w.y+rows-1, r.W, more, in.Palette.Dim)
	}
	w.Skip(rows)
	return w.Rest()
}

// grouped are the events in the order in which they are listed.
func (in *Info) grouped() []group {
	list := in.groups[:0]
	for _, i := range in.Happened() {
		in.short(i, false)
		does, unit := in.buf, []byte(nil)
		if to := bytes.IndexByte(does, ' '); to > 0 && isUnit(does[0]) {
			unit, does = does[:to], does[to:]
			if end := bytes.IndexAny(does, ":,"); end >= 0 {
				does = does[:end]
			}
		}
		at := slices.IndexFunc(list, func(o group) bool { return unit != nil && i != in.Selected && bytes.Equal(o.does, does) })
		if at < 0 {
			if at = len(list); at < cap(list) {
				list = list[:at+1] // with its memory
			} else {
				list = append(list, group{})
			}
			list[at] = group{first: i, does: append(list[at].does[:0], does...), units: list[at].units[:0]}
		}
		list[at].n++
		list[at].units = append(append(list[at].units, ' '), unit...)
	}
	in.groups = list
	return list
}

// line writes what happened in one line.
func (in *Info) line(g *screen.Grid, r screen.Rect, what *group) {
	i := what.first
	kind, seat := in.row(i)
	sign, st := timeline.RowLook(in.Legend, kind, seat, in.Palette)
	g.Set(r.X, r.Y, sign, st)
	text := in.Palette.Text
	if i == in.Selected {
		text = in.Palette.Strong.With(screen.Bold)
		g.Set(r.X+1, r.Y, '▸', in.Palette.Strong)
	}
	if in.short(i, true); what.n > 1 {
		in.buf = append(append(append(in.buf[:0], what.does[1:]...), ':'), what.units...)
	} else if in.width() > r.W-2 {
		in.short(i, false)
	}
	in.clause(r.W - 2)
	x, end := r.X+2, r.X+r.W
	for k := 0; k < len(in.buf); k++ {
		switch b := in.buf[k]; {
		case isUnit(b): // and its number
			to := k + 1
			for to < len(in.buf) && in.buf[to] >= '0' && in.buf[to] <= '9' {
				to++
			}
			x += in.unit(g, x, r.Y, end-x, int8(b-markUnit), in.buf[k+1:to])
			k = to - 1
		case b >= markName && b < markName+sim.Seats:
			x += g.Text(x, r.Y, end-x, in.Names[b-markName], screen.Style{FG: in.Palette.Seat(int8(b - markName)), BG: in.Palette.Page})
		default:
			to := k + 1
			for to < len(in.buf) && in.buf[to] >= ' ' {
				to++
			}
			x += g.Bytes(x, r.Y, end-x, in.buf[k:to], text)
			k = to - 1
		}
	}
}

// unit writes the number of a unit in its player's colour, or behind its letter.
func (in *Info) unit(g *screen.Grid, x, y, w int, seat int8, number []byte) (n int) {
	if in.Palette.Profile == theme.NoColor && w > 0 {
		g.Set(x, y, rune('A'+seat), in.Palette.Text)
		n = 1
	}
	return n + g.Bytes(x+n, y, w-n, number, screen.Style{FG: in.Palette.Seat(seat), BG: in.Palette.Page})
}

// Bytes of a short wording that stand for a player's name, and before the number of its unit.
const (
	markName = 1
	markUnit = markName + sim.Seats
)

func isUnit(b byte) bool { return b >= markUnit && b < markUnit+sim.Seats }

// marked are the players in such a wording.
var marked = func() (names [sim.Seats]string) {
	for seat := range names {
		names[seat] = string(rune(markName + seat))
	}
	return names
}()

// short writes an event into the buffer in few words: units are their numbers in the colour of
// their player, and stand without the places of what happened where there is no room for them.
func (in *Info) short(i int, places bool) {
	if in.isLead(i) {
		seat, by := sim.Lead(in.Frame.Scores())
		score := in.Frame.Players[seat].Score
		in.buf = append(append(in.buf[:0], markName+byte(seat)), " leads "...)
		in.buf = strconv.AppendInt(in.buf, int64(score), 10)
		in.buf = strconv.AppendInt(append(in.buf, " : "...), int64(score-by), 10)
		return
	}
	in.long = in.Game.AppendEvent(in.long[:0], &in.Previous.Events[i], &marked)
	out := in.buf[:0]
	for s := in.long; len(s) > 0; {
		switch end := bytes.IndexByte(s, ')'); {
		case end > 2 && s[0] == ' ' && s[1] == '(' && s[2] < markUnit: // " (player)"
			out = owned(out, s[2]-markName)
			s = s[end+1:]
		case !places && end > 0 && bytes.HasPrefix(s, []byte(" at (")):
			s = s[end+1:]
		case bytes.HasPrefix(s, []byte(": joins ")):
			out, s = append(out, " → "...), s[len(": joins "):]
		default:
			out, s = append(out, s[0]), s[1:]
		}
	}
	in.buf = out
}

// owned marks the number at the end as that of a player's unit, and drops the word before it: the
// first units, of which there is one of each player, keep theirs.
func owned(out []byte, seat byte) []byte {
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

// width is how many columns the wording in the buffer has.
func (in *Info) width() (n int) {
	for _, b := range in.buf {
		switch {
		case isUnit(b):
			if in.Palette.Profile == theme.NoColor {
				n++
			}
		case b >= markName && b < markUnit:
			n += screen.Width(in.Names[b-markName])
		case b&0xc0 != 0x80:
			n++
		}
	}
	return n
}

// clause drops from the end what is too long, clause by clause, and where the first one is, words.
func (in *Info) clause(w int) {
	for in.width() > w {
		at := max(bytes.LastIndex(in.buf, []byte(": ")), bytes.LastIndex(in.buf, []byte(", ")))
		if at <= 0 {
			at = bytes.LastIndexByte(in.buf, ' ')
		}
		if at <= 0 {
			return
		}
		in.buf = in.buf[:at]
	}
}
