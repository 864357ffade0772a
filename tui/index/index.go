// Package index is a match as a list of what happened in it: an event or a change of
// the leader is a row, which is found by player, kind, unit, place and words.
//
// An [Index] reads the rounds of a record once, as they are played, for all who watch
// it. A [Rows] is what has been read so far; it never changes, so nobody waits for
// anybody. Rows hold numbers: sentences are made of those that are looked at.
package index

import (
	"sync"
	"sync/atomic"

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
	list    []Row
	ends    []int32 // rows up to each state
	version int     // of the record, as it was read
	lead    int8    // seat that led alone last, -1 none
}

// Index reads the rows of a record. It may be used by many goroutines.
type Index struct {
	record *record.Record
	legend *sim.Legend

	mu   sync.Mutex // of who reads on in the record
	rows atomic.Pointer[Rows]
}

// New makes the index of a record; nothing is read yet.
func New(rec *record.Record) *Index {
	x := &Index{record: rec, legend: rec.Meta().Game.Legend()}
	x.rows.Store(&Rows{lead: -1})
	return x
}

// Record is what is read.
func (x *Index) Record() *record.Record { return x.record }

// Rows reads what the record has grown by, and returns all rows. Of rounds of which
// more has become known, all are new.
func (x *Index) Rows() *Rows {
	version, edge := x.record.Version(), x.record.Edge()
	if p := x.rows.Load(); p.holds(edge, version) {
		return p
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	p := *x.rows.Load()
	if p.holds(edge, version) {
		return x.rows.Load() // somebody else has read it meanwhile
	}
	if p.version != version {
		p = Rows{lead: -1}
	}
	p.version = version
	for k := len(p.ends); k <= edge; k++ {
		x.read(&p, k)
	}
	x.rows.Store(&p)
	return &p
}

// holds reports whether there is nothing to read up to state edge.
func (p *Rows) holds(edge, version int) bool { return len(p.ends) > edge && p.version == version }

// read takes in state k and the turn that led to it.
func (x *Index) read(p *Rows, k int) {
	n := 0
	if t := x.record.Turn(k - 1); t != nil {
		n = len(t.Events)
		for i := range t.Events {
			if e := &t.Events[i]; int(e.Kind) < len(x.legend.Events) {
				p.list = append(p.list, Row{Round: int32(k), Event: int32(i), Unit: e.Unit, Target: e.Target,
					At: e.At, To: e.To, Kind: e.Kind, Seat: e.Seat, Other: e.Other})
			}
		}
	}
	if seat, by := sim.Lead(x.record.State(k).Scores()); by > 0 && p.lead != int8(seat) {
		if p.lead >= 0 {
			p.list = append(p.list, Row{Round: int32(k), Event: int32(n), Unit: sim.NoUnit, Target: sim.NoUnit,
				At: sim.NoPos, To: sim.NoPos, Kind: Lead, Seat: int8(seat), Other: p.lead})
		}
		p.lead = int8(seat)
	}
	p.ends = append(p.ends, int32(len(p.list)))
}

// Continue reports whether the rows are others and what was read after them.
func (p *Rows) Continue(o *Rows) bool { return o.version == p.version }

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
