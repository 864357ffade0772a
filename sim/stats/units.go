package stats

import (
	"cmp"
	"slices"

	"game-tui/sim"
)

// MinIdleRounds is how many rounds a unit must stay without an executed order to count as idle.
const MinIdleRounds = 10

// An IdleStretch is a stretch of rounds in which a unit was idle.
type IdleStretch struct {
	Unit        int32
	Seat        int8
	Kind        uint8 // at the start
	At          sim.Pos
	From, Until int // rounds From to Until-1
}

func (s *IdleStretch) Rounds() int { return s.Until - s.From }

// A Loss is a unit that a seat lost.
type Loss struct {
	Round, Event int // first state without it; index in Turn.Events before it
	Unit         int32
	Kind         uint8
	Seat, By     int // losing seat, and winning seat or NoSeat
}

type units struct {
	lost  []Loss
	ended []IdleStretch // in order of their ends
	open  []IdleStretch // of all units on the board, by id
}

// Losses returns the units lost before round k, in order. Callers must not modify it.
func (h *History) Losses(k int) []Loss {
	list := h.units.UpTo(k).lost
	n, _ := slices.BinarySearchFunc(list, k, func(l Loss, k int) int { return cmp.Compare(l.Round, k+1) })
	return list[:n]
}

// IdleStretches returns the idle stretches of a seat before round k, by unit and round. The last of
// a unit may be ongoing.
func (h *History) IdleStretches(seat, k int) (list []IdleStretch) {
	u := h.units.UpTo(k)
	k = min(k, h.Record().Edge())
	for _, s := range slices.Concat(u.ended, u.open) {
		if s.Until = min(cmp.Or(s.Until, k), k); int(s.Seat) == seat && s.Rounds() >= MinIdleRounds {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b IdleStretch) int { return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.From, b.From)) })
	return list
}

func (h *History) readUnits(u *units, k int) bool {
	rec, before := h.Record(), u.open
	u.open = nil
	if !rec.Missing(k) { // otherwise it is unknown whether units move
		t, f := rec.Turn(k-1), &h.frame // f shows the state before
		if t != nil {
			u.lost = appendLosses(u.lost, k, t, rec.Meta().Game.Legend(), f)
		}
		rec.State(k).FillFrame(f)
		u.open = stays(before, f, t, k)
	}
	for _, s := range before {
		at, found := find(u.open, s.Unit)
		if s.Until = k - 1; (!found || u.open[at].From != s.From) && s.Rounds() >= MinIdleRounds {
			u.ended = append(u.ended, s)
		}
	}
	return true
}

// stays returns the current stays in state k, given those in the state before and the turn between.
func stays(before []IdleStretch, f *sim.Frame, t *sim.Turn, k int) []IdleStretch {
	list := make([]IdleStretch, 0, len(before))
	for i := range f.Units {
		unit := &f.Units[i]
		if !unit.OnBoard || unit.Seat < 0 {
			continue
		}
		now := IdleStretch{Unit: unit.ID, Seat: unit.Seat, Kind: unit.Kind, At: unit.At, From: k}
		at, found := find(before, unit.ID)
		if found && !t.Missing && before[at].Seat == now.Seat && before[at].At == now.At &&
			!slices.ContainsFunc(t.Executed, func(o sim.Order) bool { return o.Unit == now.Unit }) {
			now = before[at]
		}
		list = append(list, now)
	}
	return list
}

func find(list []IdleStretch, unit int32) (i int, found bool) {
	return slices.BinarySearchFunc(list, unit, func(s IdleStretch, id int32) int { return cmp.Compare(s.Unit, id) })
}

// appendLosses appends the units lost in the turn before state k, given the frame before it.
func appendLosses(list []Loss, k int, t *sim.Turn, l *sim.Legend, f *sim.Frame) []Loss {
	for i := range t.Events {
		e := &t.Events[i]
		seat, by, lost := loss(e, l)
		if !lost {
			continue
		}
		was := Loss{Round: k, Event: i, Unit: e.Target, Seat: seat, By: by}
		if at := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == e.Target }); at >= 0 {
			was.Kind = f.Units[at].Kind
		}
		list = append(list, was)
	}
	return list
}

func loss(e *sim.Event, l *sim.Legend) (seat, by int, lost bool) {
	if int(e.Kind) >= len(l.Events) || !l.Events[e.Kind].Loss || uint8(e.Other) >= sim.Seats {
		return 0, 0, false
	}
	return int(e.Other), min(int(uint8(e.Seat)), NoSeat), true
}
