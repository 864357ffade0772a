package trace

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Kind is what a heat map counts.
type Kind uint8

// The kinds of heat maps. None is no map.
const (
	None    Kind = iota
	Visits       // units that came to a cell
	Deaths       // units that died on it
	Changes      // times that it got an owner
	Owned        // rounds in which it had one
	Kinds        // how many there are
)

// String names the kind for people.
func (k Kind) String() string {
	return [...]string{"none", "visits", "deaths", "changes of owner", "rounds owned"}[k]
}

// Has reports whether matches of a game can have such a map at all.
func (k Kind) Has(l *sim.Legend) bool {
	switch k {
	case Deaths:
		return slices.ContainsFunc(l.Events, func(e sim.EventKind) bool { return e.Death })
	case Changes, Owned:
		return l.Own != "" || slices.ContainsFunc(l.Items, func(i sim.Kind) bool { return i.Role == sim.RoleOwner })
	}
	return true
}

// Count counts, for every cell, what happened on it up to state k, or up to the last
// state that was read: of one player (whose units came or died, whose cell it became
// or was), or of all, for seat -1. Counts are put into dst, row by row; the greatest is
// returned with them.
func (s *Seen) Count(dst []int32, kind Kind, seat int8, k int) (counts []int32, most int32) {
	n := s.rows * s.cols
	dst = slices.Grow(dst[:0], n)[:n]
	clear(dst)
	k = min(k, s.End())
	counted := func(of int8) bool { return of >= 0 && (seat < 0 || of == seat) }
	switch kind {
	case Visits:
		for _, t := range s.steps[:s.to(k)[0]] {
			if counted(t.seat) {
				dst[t.to]++
			}
		}
	case Deaths:
		for _, e := range record.Events(s.record.Turn, s.record.Meta().Game.Legend(), 0, k) {
			if p := e.At.Pos(); s.deaths[e.Kind] && counted(e.Other) && p.In(s.rows, s.cols) {
				dst[p.Row*s.cols+p.Col]++
			}
		}
	case Changes:
		for _, c := range s.changes[s.to(0)[1]:s.to(max(k, 0))[1]] {
			if counted(c.now) {
				dst[c.cell]++
			}
		}
	case Owned:
		// A cell counts all rounds from when it becomes somebody's, but for those from
		// when it becomes another's.
		for at := range k + 1 {
			rounds := int32(k + 1 - at)
			for _, c := range s.changes[s.from(at)[1]:s.to(at)[1]] {
				if counted(c.was) {
					dst[c.cell] -= rounds
				}
				if counted(c.now) {
					dst[c.cell] += rounds
				}
			}
		}
	}
	for _, v := range dst {
		most = max(most, v)
	}
	return dst, most
}
