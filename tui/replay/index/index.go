// Package index lists and searches the events of a match, including changes of the leader. [New]
// returns the index of a record, which all viewers share. [Index.Rows] returns its rows.
package index

import (
	"fmt"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/record"
)

const LeadChange = 0xff

type Row struct {
	Round int32 // round of the state after the event, from 1
	// Event is the index in Turn.Events. For a change of the leader, it is len(Turn.Events).
	Event int32
	// Unit is the acting and Target the affected unit, or sim.NoUnit.
	Unit, Target int32
	At, To       sim.Pos16
	Kind         uint8 // index in Legend.Events, or LeadChange
	Seat, Other  int8  // acting and affected seat, or new and old leader; -1 if unknown
}

// Rows holds the rows of all rounds read, in order. It is immutable.
type Rows struct {
	list []Row
	ends []int32
	lead int8
}

// An Index reads the events of a record on demand. It is safe for concurrent use.
type Index struct {
	legend *sim.Legend
	rows   *record.Fold[Rows]
}

func New(rec *record.Record) *Index {
	x := &Index{legend: rec.Meta().Game.Legend()}
	x.rows = record.NewFold(rec, func() Rows { return Rows{lead: -1} }, x.read)
	return x
}

func (x *Index) Record() *record.Record { return x.rows.Record() }

// Rows reads new rounds and returns all rows. After Record.Enrich, it reads all rounds again.
func (x *Index) Rows() *Rows { return x.rows.All() }

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
		if p.lead >= 0 && !rec.Turn(k-1).Missing { // after missing rounds, the round of the change is unknown
			p.list = append(p.list, Row{Round: int32(k), Event: int32(n), Unit: sim.NoUnit, Target: sim.NoUnit,
				At: sim.NoPos, To: sim.NoPos, Kind: LeadChange, Seat: int8(seat), Other: p.lead})
		}
		p.lead = int8(seat)
	}
	p.ends = append(p.ends, int32(len(p.list)))
	return true
}

func (p *Rows) Edge() int { return len(p.ends) - 1 }

func (p *Rows) CountTo(k int) int {
	if k = min(k, p.Edge()); k < 0 {
		return 0
	}
	return int(p.ends[k])
}

func (p *Rows) Len() int { return len(p.list) }

func (p *Rows) At(i int) *Row { return &p.list[i] }

func (p *Rows) Find(round, event int) int {
	for i := p.CountTo(round - 1); i < p.CountTo(round); i++ {
		if int(p.list[i].Event) == event {
			return i
		}
	}
	return -1
}

type Filter struct {
	Seat int8  // acting or affected seat; -1 means any
	Unit int32 // acting or affected unit; sim.NoUnit means any
	Kind int16 // Row.Kind to select, or AllKinds, Marked, Deaths or Lost
}

const (
	AllKinds int16 = -1 - iota
	Marked         // events on the timeline and changes of the leader
	Deaths         // deaths, in which Filter.Seat is the victim
	Lost           // deaths and conversions, in which Filter.Seat is the loser
)

var All = Filter{Seat: -1, Unit: sim.NoUnit, Kind: AllKinds}

func (x *Index) Matches(f Filter, row *Row) bool {
	kind, lost := x.Kind(row.Kind), f.Seat < 0 || f.Seat == row.Other
	if f.Unit != sim.NoUnit && f.Unit != row.Unit && f.Unit != row.Target {
		return false
	}
	switch f.Kind {
	case AllKinds:
	case Marked:
		if !kind.OnTimeline {
			return false
		}
	case Deaths:
		return kind.Death && lost
	case Lost:
		return kind.Loss && lost && uint8(row.Other) < sim.Seats
	default:
		if f.Kind != int16(row.Kind) {
			return false
		}
	}
	return lost || f.Seat == row.Seat
}

// Seek returns the index of the next (dir 1) or previous (dir -1) row that f selects after an event
// of a round. It returns -1 if none exists up to round end.
func (x *Index) Seek(p *Rows, f Filter, round, event, dir, end int) int {
	from, to := p.CountTo(round-1), p.CountTo(round)
	i := from
	for i < to && int(p.list[i].Event) < event {
		i++
	}
	if dir < 0 {
		i--
	} else if i < to && int(p.list[i].Event) == event {
		i++
	}
	for end := p.CountTo(end); i >= 0 && i < end; i += dir {
		if x.Matches(f, &p.list[i]) {
			return i
		}
	}
	return -1
}

// LastDeath returns the index of the last row up to round end in which the unit dies, or -1.
func (x *Index) LastDeath(p *Rows, unit int32, end int) int {
	for i := p.CountTo(end) - 1; i >= 0; i-- {
		if r := &p.list[i]; r.Target == unit && x.Kind(r.Kind).Death {
			return i
		}
	}
	return -1
}

var leadChange = sim.EventKind{Name: "lead change", OnTimeline: true}

// Kind returns the kind of a row. Callers must not modify it.
func (x *Index) Kind(kind uint8) *sim.EventKind {
	if int(kind) < len(x.legend.Events) {
		return &x.legend.Events[kind]
	}
	return &leadChange
}

func (x *Index) Event(row *Row) *sim.Event {
	t := x.Record().Turn(int(row.Round) - 1)
	if row.Kind == LeadChange || t == nil || int(row.Event) >= len(t.Events) {
		return nil
	}
	return &t.Events[row.Event]
}

func (x *Index) AppendText(dst []byte, row *Row, names *[sim.Seats]string) []byte {
	if e := x.Event(row); e != nil {
		return x.Record().Meta().Game.AppendEvent(dst, e, names)
	}
	if row.Kind != LeadChange {
		return dst
	}
	was, now := x.Record().State(int(row.Round)-1).Scores(), x.Record().State(int(row.Round)).Scores()
	return fmt.Appendf(dst, "%s takes the lead from %s, %d to %d: %+d against %+d in this round", names[row.Seat], names[row.Other],
		now[row.Seat], now[row.Other], now[row.Seat]-was[row.Seat], now[row.Other]-was[row.Other])
}

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
