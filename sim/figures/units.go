package figures

import (
	"cmp"
	"slices"

	"game-tui/sim"
)

// StillRounds is how many rounds in a row a unit stays on its cell, without an order of it being
// executed, before it is said to stand still.
const StillRounds = 10

// Still is a stretch of StillRounds or more in which a unit stood still.
type Still struct {
	Unit        int32
	Seat        int8
	Kind        uint8 // index into Legend.Units, at its begin
	At          sim.Pos
	From, Until int // its rounds: From to Until-1
}

// Rounds is how many it has.
func (s *Still) Rounds() int { return s.Until - s.From }

// Loss is a unit that a seat lost.
type Loss struct {
	Round, Event int // the state that shows it, and its place in Turn.Events of the round before
	Unit         int32
	Kind         uint8 // index into Legend.Units, before
	Seat, By     int   // who lost it, and to whom: a seat, or Nobody
}

// units is what became of units until a state. Its lists never change.
type units struct {
	lost  []Loss
	ended []Still // which have ended, in that order
	open  []Still // of the units on the board, however short, in the order of their ids
}

// Losses are the units that were lost until round k, in that order. They are read only.
func (b *Book) Losses(k int) []Loss {
	list := b.units.To(k).lost
	n, _ := slices.BinarySearchFunc(list, k, func(l Loss, k int) int { return cmp.Compare(l.Round, k+1) })
	return list[:n]
}

// Stills are the stretches until round k in which units of a seat stood still, by unit, then by
// round. One that goes on is there as far as it has come.
func (b *Book) Stills(seat, k int) (list []Still) {
	u := b.units.To(k)
	k = min(k, b.Record().Edge())
	add := func(s Still) {
		if s.Until = min(s.Until, k); int(s.Seat) == seat && s.Rounds() >= StillRounds {
			list = append(list, s)
		}
	}
	for _, s := range u.ended {
		add(s)
	}
	for _, s := range u.open {
		s.Until = k
		add(s)
	}
	slices.SortFunc(list, func(a, b Still) int { return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.From, b.From)) })
	return list
}

// readUnits takes in state k and the turn that led to it.
func (b *Book) readUnits(u *units, k int) bool {
	f := &b.frame // as it was in the state before
	t := b.Record().Turn(k - 1)
	if b.Record().Missing(k) { // it is unknown whether units stand still
		for _, s := range u.open {
			if s.Until = k - 1; s.Rounds() >= StillRounds {
				u.ended = append(u.ended, s)
			}
		}
		u.open = nil
		return true
	}
	if t != nil {
		u.lost = appendLosses(u.lost, k, t, b.Record().Meta().Game.Legend(), f)
	}
	b.Record().State(k).Fill(f)
	before := u.open
	u.open = make([]Still, 0, len(before))
	for i := range f.Units {
		unit := &f.Units[i]
		if !unit.On || unit.Seat < 0 {
			continue
		}
		now := Still{Unit: unit.ID, Seat: unit.Seat, Kind: unit.Kind, At: unit.At, From: k}
		at, found := slices.BinarySearchFunc(before, unit.ID, func(s Still, id int32) int { return cmp.Compare(s.Unit, id) })
		if found && !t.Missing && before[at].Seat == now.Seat && before[at].At == now.At &&
			!slices.ContainsFunc(t.Done, func(o sim.Order) bool { return o.Unit == now.Unit }) {
			now = before[at]
		}
		u.open = append(u.open, now)
	}
	for _, s := range before {
		at, found := slices.BinarySearchFunc(u.open, s.Unit, func(s Still, id int32) int { return cmp.Compare(s.Unit, id) })
		if s.Until = k - 1; (!found || u.open[at].From != s.From) && s.Rounds() >= StillRounds {
			u.ended = append(u.ended, s)
		}
	}
	return true
}

// appendLosses adds the units that were lost in the turn that led to state k; f shows the one before.
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

// loss says which seat lost a unit in an event to whom, if one did.
func loss(e *sim.Event, l *sim.Legend) (seat, by int, lost bool) {
	if int(e.Kind) >= len(l.Events) || !l.Events[e.Kind].Loss || uint8(e.Other) >= sim.Seats {
		return 0, 0, false
	}
	if uint8(e.Seat) >= sim.Seats {
		return int(e.Other), Nobody, true
	}
	return int(e.Other), int(e.Seat), true
}
