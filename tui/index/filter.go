package index

import "game-tui/sim"

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
