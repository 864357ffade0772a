package index

import (
	"fmt"
	"strconv"

	"game-tui/sim"
)

// KindName is what the rows of a kind are: "death", "lead change".
func (x *Index) KindName(kind uint8) string {
	if int(kind) < len(x.legend.Events) {
		return x.legend.Events[kind].Name
	}
	return "lead change"
}

// Event is a row's event, nil where it has none.
func (x *Index) Event(row *Row) *sim.Event {
	t := x.Record().Turn(int(row.Round) - 1)
	if row.Kind == Lead || t == nil || int(row.Event) >= len(t.Events) {
		return nil
	}
	return &t.Events[row.Event]
}

// AppendText describes a row in one line, with the players' names.
func (x *Index) AppendText(dst []byte, row *Row, names *[sim.Seats]string) []byte {
	if row.Kind == Lead {
		return x.appendLead(dst, row, names)
	}
	if e := x.Event(row); e != nil {
		return x.Record().Meta().Game.AppendEvent(dst, e, names)
	}
	return dst
}

// appendLead says who leads now, by which scores, and what the round gave to both.
func (x *Index) appendLead(dst []byte, row *Row, names *[sim.Seats]string) []byte {
	dst = fmt.Appendf(dst, "%s takes the lead from %s", names[row.Seat], names[row.Other])
	before, after := x.Record().State(int(row.Round)-1), x.Record().State(int(row.Round))
	if before == nil || after == nil {
		return dst
	}
	was, now := before.Scores(), after.Scores()
	return fmt.Appendf(dst, ", %d to %d: %+d against %+d in this round",
		now[row.Seat], now[row.Other], now[row.Seat]-was[row.Seat], now[row.Other]-was[row.Other])
}

// AppendUnit describes a unit: "wizard 67, Seeker"; one of nobody is its kind alone.
func (x *Index) AppendUnit(dst []byte, u *sim.Unit, names *[sim.Seats]string) []byte {
	if int(u.Kind) < len(x.legend.Units) {
		dst = append(dst, x.legend.Units[u.Kind].Name...)
	}
	if u.ID >= 0 {
		dst = strconv.AppendInt(append(dst, ' '), int64(u.ID), 10)
	}
	if u.Seat >= 0 && u.Seat < sim.Seats {
		dst = append(append(dst, ", "...), names[u.Seat]...)
	}
	return dst
}
