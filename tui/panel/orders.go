package panel

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/screen"
)

// fate words what became of an order.
func (in *Info) fate(f sim.Fate) string {
	switch f {
	case sim.FateUnknown:
		return "result unknown"
	case sim.FateExecuted:
		return "done"
	case sim.FateForeign:
		return "dropped: not this player's unit"
	case sim.FateOut:
		return "dropped: its player went out"
	}
	return in.Game.FateText(f)
}

// DrawOrders lists the orders that led to the shown state, player by player,
// as many as there is room for. Orders that failed are dimmed.
func DrawOrders(g *screen.Grid, r screen.Rect, in *Info) {
	p := in.Palette
	if r.H < 2 || in.Came == nil {
		return
	}
	w := NewWriter(g, r)
	title := "orders"
	known := in.Came.Known&sim.KnownOrders != 0
	if !known {
		title = "orders done (no others known)"
	}
	w.Rule(title, p.Line, p.Dim)
	each := w.Left() / sim.Seats
	if each < 1 {
		return
	}
	for _, seat := range in.Seats() {
		part := NewWriter(g, screen.Rect{X: r.X, Y: w.y, W: r.W, H: each})
		if known {
			in.seatOrders(part, seat, in.Came.Orders[seat])
		} else {
			in.seatDone(part, seat)
		}
		w.y = min(w.y+each, r.Y+r.H)
	}
}

func (in *Info) seatOrders(w *Writer, seat int, orders []sim.Submitted) {
	done := 0
	for i := range orders {
		if orders[i].Fate == sim.FateExecuted {
			done++
		}
	}
	flow := in.flow(w, seat, strconv.Itoa(len(orders))+" given, "+strconv.Itoa(done)+" done")
	for i := range orders {
		st := in.Palette.Text
		if orders[i].Fate != sim.FateExecuted {
			st = in.Palette.Dim
		}
		if !flow.add(&orders[i].Order, st, len(orders)-i) {
			return
		}
	}
}

// seatDone lists the executed orders of the units that were the seat's.
func (in *Info) seatDone(w *Writer, seat int) {
	if in.Before == nil {
		return
	}
	var list []*sim.Order
	for i := range in.Came.Done {
		o := &in.Came.Done[i]
		if in.ownerBefore(o.Unit) == int8(seat) {
			list = append(list, o)
		}
	}
	flow := in.flow(w, seat, strconv.Itoa(len(list))+" done")
	for i, o := range list {
		if !flow.add(o, in.Palette.Text, len(list)-i) {
			return
		}
	}
}

func (in *Info) ownerBefore(unit int32) int8 {
	i := slices.IndexFunc(in.Before.Units, func(u sim.Unit) bool { return u.ID == unit })
	if i < 0 {
		return -1
	}
	return in.Before.Units[i].Seat
}

// flow sets short texts one after the other, in lines.
type flow struct {
	in *Info
	w  *Writer
	x  int
}

func (in *Info) flow(w *Writer, seat int, count string) *flow {
	p := in.Palette
	n := w.g.Text(w.r.X, w.y, w.r.W/2, in.Names[seat], screen.Style{FG: p.Seat(int8(seat)), BG: p.Page})
	w.g.Text(w.r.X+n+1, w.y, w.r.W-n-1, count, p.Dim)
	w.Skip(1)
	return &flow{in, w, 0}
}

// add writes one order; when there is no room it says how many are left.
func (f *flow) add(o *sim.Order, st screen.Style, left int) bool {
	f.in.buf = strconv.AppendInt(f.in.buf[:0], int64(o.Unit), 10)
	f.in.buf = append(f.in.buf, ' ')
	f.in.buf = f.in.Game.AppendOrderText(f.in.buf, *o)
	n := screen.Width(string(f.in.buf))
	if f.x > 0 && f.x+n > f.w.r.W {
		f.w.Skip(1)
		f.x = 0
	}
	last := f.w.Left() <= 1
	if f.w.Left() == 0 || last && left > 1 && f.x+n+9 > f.w.r.W {
		if f.w.Left() > 0 {
			f.w.g.Text(f.w.r.X+f.x, f.w.y, f.w.r.W-f.x, "+"+strconv.Itoa(left)+" more", f.in.Palette.Dim)
		}
		return false
	}
	f.w.g.Bytes(f.w.r.X+f.x, f.w.y, f.w.r.W-f.x, f.in.buf, st)
	f.x += n + 2
	return true
}

// DrawOutput shows what the players printed and marked in the shown round.
func DrawOutput(g *screen.Grid, r screen.Rect, in *Info, skip int) {
	p := in.Palette
	w := NewWriter(g, r)
	switch {
	case in.Goes == nil:
		w.Wrap("this round has not been played", 0, p.Dim)
		return
	case in.Goes.Known&sim.KnownReports == 0:
		w.Wrap("what players print is not recorded in this file", 0, p.Dim)
		return
	}
	each := max(w.Left()/sim.Seats, 2)
	for _, seat := range in.Seats() {
		rep := &in.Goes.Seats[seat]
		part := NewWriter(g, screen.Rect{X: r.X, Y: w.y, W: r.W, H: min(each, w.Left())})
		part.Line(in.Names[seat], screen.Style{FG: p.Seat(int8(seat)), BG: p.Page, Attr: screen.Bold})
		if len(rep.Said)+len(rep.Marks) == 0 {
			part.Line("nothing", p.Dim)
		}
		for _, line := range rep.Said[min(skip, len(rep.Said)):] {
			part.Wrap(line, 2, p.Text)
		}
		for i := range rep.Marks {
			part.Wrap(markPlace(&rep.Marks[i])+" "+rep.Marks[i].Text, 2, p.Text)
		}
		w.Skip(each)
	}
}

func markPlace(m *sim.Mark) string {
	if m.Unit >= 0 {
		return "@ unit " + strconv.Itoa(int(m.Unit))
	}
	return "@ " + m.At.String()
}

// InspectLines is all that is known of a cell: what the game says, the last
// orders of the unit on it with what became of them, and marks.
func InspectLines(in *Info, st sim.State, at sim.Pos) []string {
	lines := slices.Clone(st.Inspect(at, in.Names))
	if !at.In(in.Frame.Rows, in.Frame.Cols) {
		return lines
	}
	c := &in.Frame.Cells[at.Row*in.Frame.Cols+at.Col]
	unit := int32(-1)
	if uint(c.Unit) < uint(len(in.Frame.Units)) {
		unit = in.Frame.Units[c.Unit].ID
	}
	if unit >= 0 {
		lines = append(lines, in.lastOrders(unit)...)
	}
	if in.Goes != nil {
		for seat := range in.Goes.Seats {
			for i := range in.Goes.Seats[seat].Marks {
				if m := &in.Goes.Seats[seat].Marks[i]; m.Unit >= 0 && m.Unit == unit || m.Unit < 0 && m.At == at {
					lines = append(lines, in.Names[seat]+" says: "+m.Text)
				}
			}
		}
	}
	return lines
}

func (in *Info) lastOrders(unit int32) []string {
	if in.Came == nil {
		return nil
	}
	var lines []string
	if in.Came.Known&sim.KnownOrders != 0 {
		for seat := range in.Came.Orders {
			for i := range in.Came.Orders[seat] {
				if o := &in.Came.Orders[seat][i]; o.Unit == unit {
					text := string(in.Game.AppendOrderText(nil, o.Order))
					lines = append(lines, in.Names[seat]+" ordered: "+text+": "+in.fate(o.Fate))
				}
			}
		}
		if lines == nil {
			lines = []string{"last order: none"}
		}
		return lines
	}
	for i := range in.Came.Done {
		if o := &in.Came.Done[i]; o.Unit == unit {
			return []string{"last order: " + string(in.Game.AppendOrderText(nil, *o)) + ": done"}
		}
	}
	return []string{"last order: none done; what was ordered is not recorded"}
}
