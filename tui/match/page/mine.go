package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/tui/numbers"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// mine is the page about the orders and units of one player. Its rows lead to moments.
var mine = &ui.Lister{
	Key:  func(p *ui.Program, _ any) any { return matchState(p) },
	Anew: func(key, before any) bool { return key.(MatchState).Data != before.(MatchState).Data },
	Rows: func(p *ui.Program, _ any) ui.Rows { return read(p, (*MatchState).mine) },
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		moments.Open(u, rows.(matters).All[i].about)
	},
	Title: func(p *ui.Program, _ any) string {
		return read(p, func(c *MatchState) string {
			return "orders of " + c.Names[c.looked()] + " until round " + strconv.Itoa(c.Horizon)
		})
	},
	Hint: func(p *ui.Program) string {
		return ui.Name("choose") + " lists moments, " + name(p, "front") + " player, " + name(p, "mine") + " closes"
	},
	NoMatch: "nothing matches",
}

// OpenMine opens the page, or closes it together with its list of moments.
func OpenMine(u *ui.Update) {
	if moments.Is(u.Top()) {
		u.Pop()
	}
	mine.Open(u, nil)
}

// about identifies a row of the page.
type about struct {
	kind aboutKind
	seat int8
	n    int32 // depends on kind
}

type aboutKind uint8

const (
	aboutNothing aboutKind = iota // headings and notes
	aboutFailed                   // failed orders; n is their fate
	aboutIdle                     // rounds without an order
	aboutLost                     // lost units; n is the seat that took them
	aboutTime                     // processor time
	aboutStill                    // a unit that stood still; n is its id
)

type matter struct {
	about
	text, figure string
	head         bool
}

type matters struct{ ui.Items[matter] }

// CanChoose reports whether a row has moments.
func (m matters) CanChoose(i int) bool { return m.All[i].kind != aboutNothing }

// looked returns the highlighted seat, otherwise that of the unit looked at, otherwise the first.
func (c *MatchState) looked() int8 {
	if c.Front > 0 {
		return c.Front - 1
	}
	if u := c.pointed(); u != nil && u.Seat >= 0 {
		return u.Seat
	}
	return int8(c.Info.Seats()[0])
}

// mine returns the rows up to the horizon.
func (c *MatchState) mine() ui.Rows {
	f, seat := c.Book.At(c.Horizon), int(c.looked())
	return matters{ui.NewItems(c.matters(&f, seat), []ui.Column{{Rest: true}, {Right: true}}, func(m matter, p *theme.Palette) ui.Row {
		row := ui.Row{Key: m.about, Find: m.text, Cells: []ui.Cell{{Text: m.text}, {Text: m.figure}}}
		switch {
		case m.head:
			row.Key, row.Cells[0].Style = m.text, p.Strong.With(screen.Underline)
		case m.kind == aboutNothing:
			row.Key, row.Cells[0].Style = m.text, p.Dim
		case m.kind == aboutLost && m.n < sim.Seats:
			row.Mark = ui.Cell{Text: strconv.Itoa(int(m.n)), Style: p.Player(int8(m.n))}
		}
		return row
	})}
}

func (c *MatchState) matters(f *figures.Figures, seat int) []matter {
	return slices.Concat(c.orderMatters(f, seat), c.lostMatters(f, seat), c.timeMatters(f, seat), c.stillMatters(f, seat))
}

// share returns a number and its percentage.
func share(n, of int) string {
	return strconv.Itoa(n) + ", " + numbers.Chance(float64(n)/float64(max(of, 1)))
}

// orderMatters returns the failed orders by rule, most frequent first.
func (c *MatchState) orderMatters(f *figures.Figures, seat int) []matter {
	if !f.Known {
		return []matter{{text: "orders", head: true}, {text: panel.NoFates}}
	}
	list := []matter{{text: "orders that failed", figure: share(f.FailedOrders(seat), f.Given[seat]) + " of " + strconv.Itoa(f.Given[seat]), head: true}}
	if f.Given[seat] == 0 {
		list[0].figure = "none given"
	}
	failed := slices.Clone(f.Failed)
	slices.SortStableFunc(failed, func(a, b figures.Failed) int { return b.Orders[seat] - a.Orders[seat] })
	for _, rule := range failed {
		if n := rule.Orders[seat]; n > 0 {
			list = append(list, matter{about: about{aboutFailed, int8(seat), int32(rule.Fate)}, text: sim.FateText(c.Meta.Game, rule.Fate), figure: share(n, f.Given[seat])})
		}
	}
	idle := about{aboutIdle, int8(seat), 0}
	if n := len(c.moments(idle)); n > 0 {
		list = append(list, matter{about: idle, text: "no order given", figure: sim.Count(n, "round")})
	}
	return list
}

// lostMatters returns the lost units by the player who took them.
func (c *MatchState) lostMatters(f *figures.Figures, seat int) []matter {
	list := []matter{{text: "units lost", figure: strconv.Itoa(f.LostTo(seat)), head: true}}
	if f.Gaps {
		list[0].figure = panel.Unknown
	}
	losses := c.Book.Losses(c.Horizon)
	seats := c.Info.Seats()
	for _, by := range append(seats[:], figures.Nobody) {
		kinds := make([]int, len(c.Legend.Units))
		for _, l := range losses {
			if l.Seat == seat && l.By == by {
				kinds[l.Kind]++
			}
		}
		var words []string
		for kind, n := range kinds {
			switch name := c.Legend.Units[kind].Name; n {
			case 0:
			case f.Lost[seat][by]:
				words = append(words, name)
			default:
				words = append(words, name+" "+strconv.Itoa(n))
			}
		}
		if words == nil {
			continue
		}
		figure := strconv.Itoa(f.Lost[seat][by])
		if f.Gaps {
			figure += " or more"
		}
		list = append(list, matter{about: about{aboutLost, int8(seat), int32(by)}, text: "to " + c.taker(by) + ": " + strings.Join(words, ", "), figure: figure})
	}
	return list
}

// taker names a seat, or the unit that figures.Nobody stands for.
func (c *MatchState) taker(by int) string {
	if by == figures.Nobody {
		boss, _ := c.Legend.Boss()
		return boss
	}
	return c.Names[by]
}

// timeMatters returns the processor time, if it is known.
func (c *MatchState) timeMatters(f *figures.Figures, seat int) []matter {
	list, used := []matter{{text: "processor time", head: true}}, about{aboutTime, int8(seat), 0}
	switch {
	case f.Time[seat] > 0:
		list[0].figure = numbers.CPU(f.Time[seat]) + ", " + numbers.CPU(f.Time[seat]/time.Duration(f.Round)) + " a round"
		if most := c.moments(used); len(most) > 0 {
			list = append(list, matter{about: used, text: "most in round " + strconv.Itoa(most[0].Round), figure: most[0].text})
		}
	case c.Info.Clock && f.Status[seat] >= 0:
		list[0].figure = numbers.Percent(f.Status[seat]) + " of what is allowed"
	default:
		list = append(list, matter{text: "not known"})
	}
	if out := f.Out[seat]; out != nil {
		list = append(list, matter{text: "out: " + out.Text()})
	}
	return list
}

// stillMatters returns the units that stood still, longest first.
func (c *MatchState) stillMatters(f *figures.Figures, seat int) []matter {
	type unit struct {
		figures.Still // the longest stay
		rounds, times int
	}
	var units []unit
	all := 0
	for _, s := range c.Book.Stills(seat, c.Horizon) {
		if n := len(units); n == 0 || units[n-1].Unit != s.Unit {
			units = append(units, unit{Still: s})
		}
		u := &units[len(units)-1]
		if s.Rounds() > u.Rounds() {
			u.Still = s
		}
		all, u.rounds, u.times = all+s.Rounds(), u.rounds+s.Rounds(), u.times+1
	}
	slices.SortStableFunc(units, func(a, b unit) int { return b.rounds - a.rounds })
	list := []matter{{text: fmt.Sprintf("stood still %d rounds or more", figures.StillRounds), figure: strconv.Itoa(len(units)), head: true}}
	switch {
	case f.Gaps:
		list[0].figure = panel.Unknown
	case all > 0:
		list[0].figure = sim.Count(len(units), "unit") + ", " + sim.Count(all, "round")
	}
	for _, u := range units {
		text := c.UnitName(&sim.Unit{ID: u.Unit, Kind: u.Kind, Seat: -1}) + ": "
		if u.times > 1 {
			text += strconv.Itoa(u.times) + " times, longest "
		}
		list = append(list, matter{about: about{aboutStill, int8(seat), u.Unit}, text: text + "rounds " + span(u.Still), figure: strconv.Itoa(u.rounds)})
	}
	return list
}

// span returns the first and the last round of a stay.
func span(s figures.Still) string { return fmt.Sprintf("%d–%d", s.From, s.Until-1) }

// aboutText returns the title of a list of moments.
func (c *MatchState) aboutText(a about) string {
	who := c.Names[a.seat]
	switch a.kind {
	case aboutFailed:
		return "orders of " + who + " that failed: " + sim.FateText(c.Meta.Game, sim.Fate(a.n))
	case aboutIdle:
		return who + " gives no order"
	case aboutLost:
		return who + " loses units to " + c.taker(int(a.n))
	case aboutStill:
		return c.ShortUnitName(c.Info.Frame, a.n) + " of " + who + " stands still"
	}
	return "processor time of " + who
}
