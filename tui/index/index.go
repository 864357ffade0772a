// Package index is a match as a list of what happened in it: an event or a change of
// the leader is a row, which is found by player, kind, unit, place and words.
//
// An [Index] reads the rounds of a record once, as they are played, for all who watch
// it. A [Rows] is what has been read so far; it never changes, so nobody waits for
// anybody. Rows hold numbers: sentences are made of those that are looked at.
package index

import (
	"fmt"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Lead is the Row.Kind of a change of the leader.
const Lead = 0xff

// Row is something that happened.
type Row struct {
	Round int32 // the state that shows it, from 1: it happened in the turn before
	// Event is its place among what happened in the turn: an index into Turn.Events,
	// or their number, for a change of the leader.
	Event int32
	// Unit did it, Target suffered it; sim.NoUnit: none.
	Unit, Target int32
	At, To       sim.Pos16 // as in the event
	Kind         uint8     // index into Legend.Events, or Lead
	Seat, Other  int8      // who did it, to whom: who leads now, who led before; -1 nobody
}

// Rows are what has been read of a record, in the order in which it happened.
type Rows struct {
	list []Row
	ends []int32 // rows up to each state
	lead int8    // seat that led alone last, -1 none
}

// Index reads the rows of a record. It may be used by many goroutines.
type Index struct {
	legend *sim.Legend
	rows   *record.Reading[Rows]
}

// New makes the index of a record; nothing is read yet.
func New(rec *record.Record) *Index {
	x := &Index{legend: rec.Meta().Game.Legend()}
	x.rows = record.NewReading(rec, func() Rows { return Rows{lead: -1} }, x.read)
	return x
}

// Record is what is read.
func (x *Index) Record() *record.Record { return x.rows.Record() }

// Rows reads what the record has grown by, and returns all rows. Of rounds of which
// more has become known, all are new.
func (x *Index) Rows() *Rows { return x.rows.All() }

// read takes in state k and the turn that led to it.
func (x *Index) read(p *Rows, k int) bool {
	n, rec := 0, x.Record()
	if t := rec.Turn(k - 1); t != nil {
		n = len(t.Events)
		for i := range t.Events {
			if e := &t.Events[i]; int(e.Kind) < len(x.legend.Events) {
				p.list = append(p.list, Row{Round: int32(k), Event: int32(i), Unit: e.Unit, Target: e.Target,
					At: e.At, To: e.To, Kind: e.Kind, Seat: e.Seat, Other: e.Other})
			}
		}
	}
	if seat, by := sim.Lead(rec.State(k).Scores()); by > 0 && p.lead != int8(seat) {
		if p.lead >= 0 && !rec.Turn(k-1).Missing { // otherwise it is unknown when it changed
			p.list = append(p.list, Row{Round: int32(k), Event: int32(n), Unit: sim.NoUnit, Target: sim.NoUnit,
				At: sim.NoPos, To: sim.NoPos, Kind: Lead, Seat: int8(seat), Other: p.lead})
		}
		p.lead = int8(seat)
	}
	p.ends = append(p.ends, int32(len(p.list)))
	return true
}

// Edge is the newest state that has been read, -1 none.
func (p *Rows) Edge() int { return len(p.ends) - 1 }

// Until is how many rows states 0 to k show.
func (p *Rows) Until(k int) int {
	if k = min(k, p.Edge()); k < 0 {
		return 0
	}
	return int(p.ends[k])
}

// Len is the number of rows.
func (p *Rows) Len() int { return len(p.list) }

// At is row i; it is shared: read only.
func (p *Rows) At(i int) *Row { return &p.list[i] }

// Find is the number of the row of a round with that Event, -1 none.
func (p *Rows) Find(round, event int) int {
	for i := p.Until(round - 1); i < p.Until(round); i++ {
		if int(p.list[i].Event) == event {
			return i
		}
	}
	return -1
}

// Filter chooses rows. It is a value; All passes everything.
type Filter struct {
	Seat int8  // of this player: done by it or to it; -1 of all
	Unit int32 // this unit did it or suffered it; sim.NoUnit: any
	Kind int16 // of this Row.Kind, or one of the sets below
}

// Sets of kinds.
const (
	AllKinds int16 = -1 - iota
	Marked         // those at which one stops, a change of the leader among them
	Deaths         // with a Seat: of its units
	Lost           // units that a player lost, also by conversion; with a Seat: its own
)

// All is the filter that every row passes.
var All = Filter{Seat: -1, Unit: sim.NoUnit, Kind: AllKinds}

// Passes reports whether a row passes a filter.
func (x *Index) Passes(f Filter, row *Row) bool {
	if f.Unit != sim.NoUnit && f.Unit != row.Unit && f.Unit != row.Target {
		return false
	}
	switch f.Kind {
	case AllKinds:
	case Marked:
		if row.Kind != Lead && !x.legend.Events[row.Kind].Mark {
			return false
		}
	case Deaths:
		if row.Kind == Lead || !x.legend.Events[row.Kind].Death {
			return false
		}
		return f.Seat < 0 || f.Seat == row.Other
	case Lost:
		if row.Kind == Lead || !x.legend.Events[row.Kind].Loss || uint8(row.Other) >= sim.Seats {
			return false
		}
		return f.Seat < 0 || f.Seat == row.Other
	default:
		if f.Kind != int16(row.Kind) {
			return false
		}
	}
	return f.Seat < 0 || f.Seat == row.Seat || f.Seat == row.Other
}

// Stop finds the next (dir 1) or previous (dir -1) row that passes a filter, after
// what stands at place event of a round (see Row.Event), up to round end. It is the
// number of the row, -1 where there is none.
func (x *Index) Stop(p *Rows, f Filter, round, event, dir, end int) int {
	from, to := p.Until(round-1), p.Until(round)
	i := from
	for i < to && int(p.list[i].Event) < event {
		i++
	}
	if dir < 0 {
		i--
	} else if i < to && int(p.list[i].Event) == event {
		i++
	}
	for end := p.Until(end); i >= 0 && i < end; i += dir {
		if x.Passes(f, &p.list[i]) {
			return i
		}
	}
	return -1
}

// Death is the number of the last row up to a round in which a unit is killed, -1 none.
func (x *Index) Death(p *Rows, unit int32, end int) int {
	for i := p.Until(end) - 1; i >= 0; i-- {
		if r := &p.list[i]; r.Target == unit && r.Kind != Lead && x.legend.Events[r.Kind].Death {
			return i
		}
	}
	return -1
}

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
