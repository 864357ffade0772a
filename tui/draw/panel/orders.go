package panel

import (
	"fmt"
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
)

// A chunk is a part of a list of orders. If possible, it is kept on one line.
type chunk struct {
	text       string
	style      screen.Style
	orderCount int
}

// Orders returns the orders of the previous turn by seat. If the recording has no notes, only
// executed orders are known.
func (in *Info) Orders() (list [sim.Seats][]sim.SubmittedOrder) {
	if in.PreviousTurn.KnownParts&sim.KnownOrders != 0 {
		return in.PreviousTurn.Orders
	}
	if in.PreviousFrame == nil {
		return list
	}
	for _, o := range in.PreviousTurn.Executed {
		i := slices.IndexFunc(in.PreviousFrame.Units, func(u sim.Unit) bool { return u.ID == o.Unit && u.Seat >= 0 })
		if i >= 0 {
			seat := in.PreviousFrame.Units[i].Seat
			list[seat] = append(list[seat], sim.SubmittedOrder{Order: o, Outcome: sim.OutcomeExecuted})
		}
	}
	return list
}

// orderRows lists a seat's failed orders, grouped by reason. If showDone is set, it lists the executed
// orders, too.
func (in *Info) orderRows(orders []sim.SubmittedOrder, w int, showDone bool) (rows [][]chunk) {
	style := in.Palette.Dim
	if in.PreviousTurn.KnownParts&sim.KnownOrders == 0 {
		style = in.Palette.Text
	}
	var reasons []sim.Outcome
	for i := range orders {
		if f := orders[i].Outcome; f != sim.OutcomeExecuted && !slices.Contains(reasons, f) {
			reasons = append(reasons, f)
		}
	}
	chunks := func(list []chunk, f sim.Outcome, st screen.Style) []chunk {
		for i := range orders {
			if orders[i].Outcome == f {
				list = append(list, in.orderChunk(&orders[i].Order, st))
			}
		}
		return list
	}
	for _, f := range reasons {
		list := chunks([]chunk{{style: in.roleStyle(sim.RoleBad)}}, f, in.Palette.Text)
		list[0].text = strconv.Itoa(len(list)-1) + "× " + sim.OutcomeText(in.Game, f) + ":"
		rows = append(rows, wrapChunks(list, w)...)
	}
	if showDone {
		rows = append(rows, wrapChunks(chunks(nil, sim.OutcomeExecuted, style), w)...)
	}
	return rows
}

// OrderCountText describes how many orders a player gave and how many were executed.
func (in *Info) OrderCountText(orders []sim.SubmittedOrder) string {
	done := 0
	for i := range orders {
		if orders[i].Outcome == sim.OutcomeExecuted {
			done++
		}
	}
	count := strconv.Itoa(done) + " done"
	if in.PreviousTurn.KnownParts&sim.KnownOrders == 0 {
		return count
	}
	count = strconv.Itoa(len(orders)) + " given, " + count
	if failed := len(orders) - done; in.Front > 0 && failed > 0 {
		count += ", " + strconv.Itoa(failed) + " failed"
	}
	return count
}

// OrderText describes an order and its outcome, such as "#67 moves up: a wall is there".
func (in *Info) OrderText(o *sim.SubmittedOrder) string {
	text := in.orderChunk(&o.Order, in.Palette.Text).text
	if o.Outcome != sim.OutcomeExecuted {
		text += ": " + sim.OutcomeText(in.Game, o.Outcome)
	}
	return text
}

func (in *Info) orderChunk(o *sim.Order, st screen.Style) chunk {
	text := fmt.Appendf(nil, "#%d ", o.Unit) // The # distinguishes unit numbers from counts.
	return chunk{string(in.Game.AppendOrderText(text, *o)), st, 1}
}

// wrapChunks arranges chunks in lines of w columns. It breaks a chunk only if it is longer than a
// line.
func wrapChunks(list []chunk, w int) (rows [][]chunk) {
	pieces := make([]chunk, 0, len(list)) // backing array shared by all rows
	first, x := 0, 0
	endRow := func() {
		if first < len(pieces) {
			rows = append(rows, pieces[first:])
			first = len(pieces)
		}
	}
	for _, c := range list {
		n := screen.Width(c.text)
		if x > 0 && x+n <= w {
			pieces = append(pieces, c)
			x += n + 2
			continue
		}
		for c.text != "" {
			endRow()
			piece := c
			end, next := screen.LineEnd(c.text, 0, max(w, 1))
			piece.text, c.text, c.orderCount = c.text[:end], c.text[next:], 0
			pieces = append(pieces, piece)
			x = screen.Width(piece.text) + 2
		}
	}
	endRow()
	return rows
}

// OrderSeats returns the seats whose orders are shown: the highlighted seat, or all seats.
func (in *Info) OrderSeats() []int {
	seats := in.Seats()
	if in.Front > 0 {
		return seats[:1]
	}
	return seats[:]
}

// DrawOrders draws the orders of the previous turn by player. Orders that do not fit are only
// counted.
func DrawOrders(g *screen.Grid, r screen.Rect, in *Info) {
	if r.H < 1+2*sim.Seats || in.PreviousTurn == nil {
		return
	}
	w := NewWriter(g, r)
	w.WriteRule(in.OrdersTitle(r.W-4), in.Palette.Line, in.Palette.Strong)
	var rows [sim.Seats][][]chunk
	var need [sim.Seats]int
	orders, all := in.Orders(), 0
	for _, seat := range in.OrderSeats() {
		rows[seat] = in.orderRows(orders[seat], r.W, true)
		need[seat] = 1 + len(rows[seat])
		all += need[seat]
	}
	if all > w.FreeLines() && in.PreviousTurn.KnownParts&sim.KnownOrders != 0 { // Space is short, so list only failed orders.
		for _, seat := range in.OrderSeats() {
			rows[seat] = in.orderRows(orders[seat], r.W, false)
			need[seat] = 1 + len(rows[seat])
		}
	}
	room := divideLines(need, w.FreeLines())
	for _, seat := range in.OrderSeats() {
		part := NewWriter(g, screen.Rect{X: r.X, Y: w.y, W: r.W, H: room[seat]})
		in.drawSeatOrders(part, seat, in.OrderCountText(orders[seat]), rows[seat])
		w.Skip(room[seat])
	}
}

func (in *Info) OrdersTitle(w int) string {
	round := strconv.Itoa(in.PreviousTurn.Round)
	long, short := "orders that led here (round "+round+")", "orders, round "+round
	if in.PreviousTurn.KnownParts&sim.KnownOrders == 0 {
		long, short = "done in round "+round+"; others unknown", "done, round "+round
	}
	if len(long) > w {
		return short
	}
	return long
}

// drawSeatOrders draws a seat's orders. If they do not all fit, the last line shows how many are
// missing.
func (in *Info) drawSeatOrders(w *Writer, seat int, countText string, rows [][]chunk) {
	p := in.Palette
	n := w.g.WriteText(w.r.X, w.y, w.r.W, in.Names[seat], p.SeatStyle(int8(seat)))
	if in.OrdersDiffer[seat] {
		in.markDifferent(w.g, w.r.X+n+1, w.y)
		n += 2
	}
	w.g.Fit(w.r.X+n+1, w.y, max(w.r.W-n-1, 0), countText, p.Dim)
	w.Skip(1)
	for len(rows) > 0 && w.FreeLines() > 0 {
		if w.FreeLines() == 1 && len(rows) > 1 {
			left := 0
			for _, c := range slices.Concat(rows...) {
				left += c.orderCount
			}
			w.g.LogOmitted(w.FreeArea(), in.moreText(left))
			w.WriteLine(in.moreText(left), p.Dim)
			return
		}
		x := w.r.X
		for _, c := range rows[0] {
			x += w.g.WriteText(x, w.y, w.r.X+w.r.W-x, c.text, c.style) + 2
		}
		w.Skip(1)
		rows = rows[1:]
	}
}

// divideLines divides n lines among the seats, giving each what it needs. If n is too small for
// that, it divides them equally.
func divideLines(need [sim.Seats]int, n int) [sim.Seats]int {
	var got [sim.Seats]int
	for gave := true; gave; {
		gave = false
		for i := range need {
			if got[i] < need[i] && n > 0 {
				got[i]++
				n--
				gave = true
			}
		}
	}
	return got
}
