package panel

import (
	"slices"
	"strconv"

	"game-tui/sim"
)

// InspectLines describes a cell: its contents, its unit's last order, and the marks set by players.
func InspectLines(in *Info, st sim.State, at sim.Pos) []string {
	lines := slices.Clone(st.Inspect(at, in.Names))
	if !at.In(in.Frame.Rows, in.Frame.Cols) {
		return lines
	}
	unit := in.unitAt(at)
	if unit >= 0 && in.PreviousTurn != nil {
		lines = append(lines, in.lastOrderLines(unit)...)
	}
	if in.NextTurn != nil {
		for seat := range in.NextTurn.Reports {
			for i := range in.NextTurn.Reports[seat].Marks {
				if m := &in.NextTurn.Reports[seat].Marks[i]; m.Unit >= 0 && m.Unit == unit || m.Unit < 0 && m.At == at {
					lines = append(lines, in.Names[seat]+" says: "+m.Text)
				}
			}
		}
	}
	return lines
}

func (in *Info) unitAt(at sim.Pos) int32 {
	if at.In(in.Frame.Rows, in.Frame.Cols) {
		if c := in.Frame.Cells[at.Row*in.Frame.Cols+at.Col]; uint(c.Unit) < uint(len(in.Frame.Units)) {
			return in.Frame.Units[c.Unit].ID
		}
	}
	return sim.NoUnit
}

const maxHistoryRounds = 50

// HistoryLines lists at most n recent events and orders of the unit on a cell, newest first. It
// omits the last order, which InspectLines includes. The function turn returns the turn after state
// k, or nil.
func HistoryLines(in *Info, turn func(k int) *sim.Turn, at sim.Pos, n int) (lines []string) {
	unit := in.unitAt(at)
	if unit == sim.NoUnit {
		return nil
	}
	for k := in.Round - 1; k >= max(in.Round-maxHistoryRounds, 0) && len(lines) < n; k-- {
		t := turn(k)
		if t == nil {
			break
		}
		round := strconv.Itoa(k) + "  "
		for i := range t.Events {
			if e := &t.Events[i]; e.Unit == unit || e.Target == unit {
				lines = append(lines, round+string(in.Game.AppendEventText(nil, e, in.Names)))
			}
		}
		if k < in.Round-1 {
			lines = append(lines, in.OrderLines(t, unit, round)...)
		}
	}
	return lines[:min(len(lines), n)]
}

// eachOrder calls do for each order that a unit received in turn t, with the seat that gave the
// order. If only executed orders are known, the seat is -1.
func eachOrder(t *sim.Turn, unit int32, do func(seat int, o *sim.SubmittedOrder)) {
	if t.KnownParts&sim.KnownOrders == 0 {
		for _, o := range t.Executed {
			if o.Unit == unit {
				do(-1, &sim.SubmittedOrder{Order: o, Outcome: sim.OutcomeExecuted})
			}
		}
		return
	}
	for seat := range t.Orders {
		for i := range t.Orders[seat] {
			if o := &t.Orders[seat][i]; o.Unit == unit {
				do(seat, o)
			}
		}
	}
}

// OrderLines describes the orders that a unit received in a turn. Each line begins with prefix.
func (in *Info) OrderLines(t *sim.Turn, unit int32, prefix string) (lines []string) {
	eachOrder(t, unit, func(_ int, o *sim.SubmittedOrder) {
		line := prefix + string(in.Game.AppendOrderText(nil, o.Order))
		if o.Outcome != sim.OutcomeExecuted {
			line += ": " + sim.OutcomeText(in.Game, o.Outcome)
		}
		lines = append(lines, line)
	})
	return lines
}

func (in *Info) lastOrderLines(unit int32) (lines []string) {
	eachOrder(in.PreviousTurn, unit, func(seat int, o *sim.SubmittedOrder) {
		text := string(in.Game.AppendOrderText(nil, o.Order))
		switch {
		case seat >= 0:
			lines = append(lines, "order from "+in.Names[seat]+": "+text+" ("+sim.OutcomeText(in.Game, o.Outcome)+")")
		case lines == nil:
			lines = []string{"last order: " + text + " (done)"}
		}
	})
	switch {
	case lines != nil:
		return lines
	case in.PreviousTurn.KnownParts&sim.KnownOrders != 0:
		return []string{"last order: none"}
	}
	return []string{"last order: none executed; given orders are not recorded"}
}
