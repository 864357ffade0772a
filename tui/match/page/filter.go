package page

import (
	"slices"

	"game-tui/sim"
	"game-tui/tui/index"
	"game-tui/tui/ui"
)

// ActiveFilter is what the index shows: what the filter says, of the player in front.
func (f *Facts) ActiveFilter() index.Filter {
	p := index.All
	if f.Filter != nil {
		p = *f.Filter
	}
	if p.Seat < 0 {
		p.Seat = f.Front - 1
	}
	return p
}

// filterText says what a filter passes: "deaths of Seeker, unit 67".
func (c *Context) filterText(f index.Filter) string {
	text := "all events"
	switch f.Kind {
	case index.AllKinds:
	case index.Marked:
		text = "marked events"
	case index.Deaths:
		text = "deaths"
	default:
		text = c.Index.KindName(uint8(f.Kind))
	}
	if f.Seat >= 0 {
		text += " of " + c.Names[f.Seat]
	}
	if f.Unit != sim.NoUnit {
		text += ", " + c.UnitWords(f.Unit)
	}
	return text
}

// changeFilter changes the filter; one that passes everything is none.
func changeFilter(u *ui.Update, change func(f *index.Filter)) {
	act(u, func(c *Context, a Actions) {
		f := index.All
		if c.Filter != nil {
			f = *c.Filter
		}
		change(&f)
		now := c.Facts
		if now.Filter = &f; f == index.All {
			now.Filter = nil
		}
		a.Filter(now.Filter)
		u.Notify(c.filterText(now.ActiveFilter()) + "; " + name(&u.Program, "prevEvent") + " and " + name(&u.Program, "nextEvent") + " stop at them")
	})
}

// filterSeat goes on to the next player.
func filterSeat(u *ui.Update) {
	changeFilter(u, func(f *index.Filter) {
		if f.Seat++; f.Seat == sim.Seats {
			f.Seat = -1
		}
	})
}

// filterKind goes n kinds on: all, the marked ones, deaths, each kind, changes of the leader.
func filterKind(n int) func(*ui.Update) {
	return func(u *ui.Update) {
		kinds := []int16{index.AllKinds, index.Marked, index.Deaths}
		for i := range facts(&u.Program).Record.Meta().Game.Legend().Events {
			kinds = append(kinds, int16(i))
		}
		kinds = append(kinds, index.Lead)
		changeFilter(u, func(f *index.Filter) {
			at := max(slices.Index(kinds, f.Kind), 0)
			f.Kind = kinds[(at+n+len(kinds))%len(kinds)]
		})
	}
}

// filterDeaths chooses deaths, or all kinds again.
func filterDeaths(u *ui.Update) {
	changeFilter(u, func(f *index.Filter) {
		if f.Kind == index.Deaths {
			f.Kind = index.AllKinds
		} else {
			f.Kind = index.Deaths
		}
	})
}
