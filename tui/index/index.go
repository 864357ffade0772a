// Package index is a match as a list of what happened in it: an event or a change of
// the leader is a row, which is found by player, kind, unit, place and words.
//
// An [Index] reads the rounds of a record once, as they are played, for all who watch
// it. A [Rows] is what has been read so far; it never changes, so nobody waits for
// anybody. Rows hold numbers: sentences are made of those that are looked at.
package index

import (
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
		if p.lead >= 0 {
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
