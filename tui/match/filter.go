package match

import (
	"game-tui/sim"
	"game-tui/tui/index"
)

// lists is what the index shows: what the filter says, of the player in front.
func (s *State) lists() index.Filter {
	f := index.All
	if s.filter != nil {
		f = *s.filter
	}
	if f.Seat < 0 {
		f.Seat = s.Front - 1
	}
	return f
}

// stops is what [ and ] stop at: what the filter says, or what concerns the followed
// unit, or else what is marked.
func (s *State) stops() index.Filter {
	f := s.lists()
	if s.filter != nil {
		return f
	}
	if !s.Follow.None() {
		return index.Filter{Seat: -1, Unit: int32(s.Follow.Index()), Kind: index.AllKinds}
	}
	f.Kind = index.Marked
	return f
}

// filterText says what a filter passes: "deaths of Seeker, unit 67".
func (v *Viewer) filterText(f index.Filter) string {
	m := v.match
	text := "all events"
	switch f.Kind {
	case index.AllKinds:
	case index.Marked:
		text = "marked events"
	case index.Deaths:
		text = "deaths"
	default:
		text = m.index.KindName(uint8(f.Kind))
	}
	if f.Seat >= 0 {
		text += " of " + m.names[f.Seat]
	}
	if f.Unit != sim.NoUnit {
		text += ", " + v.unitWords(f.Unit)
	}
	return text
}

// filtered changes the filter; one that passes everything is none.
func (u *update) filtered(change func(f *index.Filter)) {
	f := index.All
	if u.s.filter != nil {
		f = *u.s.filter
	}
	change(&f)
	u.s.filter = &f
	if f == index.All {
		u.s.filter = nil
	}
	u.v.load(&u.s)
	u.say(u.v.filterText(u.s.lists()) + "; " + Name("prevEvent") + " and " + Name("nextEvent") + " stop at them")
}

// filterSeat goes on to the next player.
func filterSeat(u *update) {
	u.filtered(func(f *index.Filter) {
		if f.Seat++; f.Seat == sim.Seats {
			f.Seat = -1
		}
	})
}

// filterKind goes n kinds on: all, the marked ones, deaths, each kind, changes of the leader.
func filterKind(n int) func(*update) {
	return func(u *update) {
		kinds := []int16{index.AllKinds, index.Marked, index.Deaths}
		for i := range u.v.match.legend.Events {
			kinds = append(kinds, int16(i))
		}
		kinds = append(kinds, index.Lead)
		u.filtered(func(f *index.Filter) {
			at := 0
			for i, k := range kinds {
				if k == f.Kind {
					at = i
				}
			}
			f.Kind = kinds[(at+n+len(kinds))%len(kinds)]
		})
	}
}

// filterDeaths chooses deaths, or all kinds again.
func filterDeaths(u *update) {
	u.filtered(func(f *index.Filter) {
		if f.Kind == index.Deaths {
			f.Kind = index.AllKinds
		} else {
			f.Kind = index.Deaths
		}
	})
}

// filterUnit chooses the unit of the chosen line, or any again.
func filterUnit(u *update) {
	p, ok := u.s.top().(*indexPage)
	if !ok {
		return
	}
	unit := int32(sim.NoUnit)
	if u.s.filter == nil || u.s.filter.Unit == sim.NoUnit {
		if l, ok := p.list.chosen(); ok {
			unit = u.unitOf(l)
		}
		if unit == sim.NoUnit {
			u.say("choose a line about a unit first")
			return
		}
	}
	u.filtered(func(f *index.Filter) { f.Unit = unit })
}

// unitOf is the unit that a line is about.
func (u *update) unitOf(l line) int32 {
	came := u.v.match.Record.Turn(u.s.Play.Round - 1)
	switch l.kind {
	case rowLine:
		return u.v.named(u.v.match.index.Rows().At(int(l.n)))
	case orderLine:
		return came.Orders[l.seat][l.n].Unit
	case doneLine:
		return came.Done[l.n].Unit
	}
	return sim.NoUnit
}

// named is the unit that a row names first: who died, or else who did it.
func (v *Viewer) named(row *index.Row) int32 {
	death := row.Kind != index.Lead && v.match.legend.Events[row.Kind].Death
	if death && row.Target != sim.NoUnit || row.Unit == sim.NoUnit {
		return row.Target
	}
	return row.Unit
}

// unfilter takes the filter away.
func (u *update) unfilter() {
	u.s.filter = nil
	u.say("all events again")
}
