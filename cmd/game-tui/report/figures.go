package report

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/figures"
)

// unknown stands for what a recording does not say.
const unknown = "unknown"

// figure is what is counted of a player: a column of lists and of CSV, a line on the page of one
// recording.
type figure struct {
	column[*seatFigures]
	line   string // on that page; empty: it is not there
	always bool   // it is there also where nobody has any
}

// nameOf makes a name of a column: "failed_a_wall_is_there".
func nameOf(kind, text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return kind + "_" + strings.Join(words, "_")
}

// takers name who may take units from somebody: the players, and what is nobody's.
func takers(g sim.Game, names [sim.Seats]string) (list [sim.Seats + 1]string) {
	for seat := range sim.Seats {
		list[seat] = fmt.Sprintf("%d %s", seat, names[seat])
	}
	list[figures.Nobody] = g.Legend().Hunter()
	return list
}

// failures are the fates of orders that fail in a game.
func failures(g sim.Game) (list []sim.Fate) {
	for f := sim.FateExecuted + 1; f < 64; f++ {
		if sim.FateText(g, f) != "" {
			list = append(list, f)
		}
	}
	return list
}

// whose are the columns that say of whom, and when.
func whose() []column[*seatFigures] {
	return []column[*seatFigures]{
		{name: "file", exact: func(s *seatFigures) string { return clean.Cell(s.of.name) }, title: "recording", text: func(s *seatFigures) string { return clean.Line(s.of.name) }},
		{name: "game", exact: func(s *seatFigures) string { return s.of.meta().Game.Name() }},
		{name: "seed", exact: func(s *seatFigures) string { return fmt.Sprint(s.of.meta().Seed) }},
		{name: "rounds", exact: func(s *seatFigures) string { return fmt.Sprint(s.of.rec.Rounds()) }},
		{title: "player", text: func(s *seatFigures) string { return fmt.Sprintf("%d %s", s.seat, s.player()) }},
		same("round", "round", func(s *seatFigures) int { return s.Round }),
		{name: "seat", exact: func(s *seatFigures) string { return fmt.Sprint(s.seat) }},
		{name: "player", exact: func(s *seatFigures) string { return clean.Cell(s.player()) }},
	}
}

// same is a number that is written in one way.
func same(name, title string, of func(*seatFigures) int) column[*seatFigures] {
	text := func(s *seatFigures) string { return fmt.Sprint(of(s)) }
	return column[*seatFigures]{name, text, title, text}
}

// ordersOf is a number of orders, where they are known.
func ordersOf(name, title string, of func(*seatFigures) int) column[*seatFigures] {
	or := func(none string) func(*seatFigures) string {
		return func(s *seatFigures) string {
			if !s.Known {
				return none
			}
			return fmt.Sprint(of(s))
		}
	}
	return column[*seatFigures]{name, or(""), title, or(unknown)}
}

// figuresOf are all that is counted in a game, in the order in which they are told.
func figuresOf(g sim.Game, names [sim.Seats]string) []figure {
	list := []figure{{same("score", "score", func(s *seatFigures) int { return s.Scores[s.seat] }), "score", true},
		{column[*seatFigures]{name: "won", exact: func(s *seatFigures) string { return fmt.Sprint(s.won()) }}, "", false}}
	for i, name := range g.Sources() {
		list = append(list, figure{same(nameOf("points", name), name, func(s *seatFigures) int { return s.Points[i][s.seat] }), "  " + name, true})
	}
	list = append(list, figure{same("points_other", "other", func(s *seatFigures) int { return s.Other[s.seat] }), "  other", false},
		figure{same("units", "units", func(s *seatFigures) int { return s.units }), "units on the board", true})
	for i, m := range g.Measures() {
		list = append(list, figure{same(nameOf("measure", m.Name), "", func(s *seatFigures) int { return s.measures[i] }), "  " + m.Name, true})
	}
	list = append(list, figure{same("lost", "lost", func(s *seatFigures) int { return s.LostTo(s.seat) }), "units lost", true})
	for by, taker := range takers(g, names) {
		name := fmt.Sprint("lost_to_", by)
		if by == figures.Nobody {
			name = nameOf("lost_to", taker)
		}
		list = append(list, figure{same(name, "", func(s *seatFigures) int { return s.Lost[s.seat][by] }), "  to " + taker, false})
	}
	list = append(list, figure{ordersOf("orders", "", func(s *seatFigures) int { return s.Given[s.seat] }), "orders given", true},
		figure{ordersOf("failed", "failed orders", func(s *seatFigures) int { return s.FailedOrders(s.seat) }), "orders failed", true})
	for _, rule := range failures(g) {
		text := sim.FateText(g, rule)
		failed := ordersOf(nameOf("failed", text), "", func(s *seatFigures) int { return s.FailedBy(s.seat, rule) })
		list = append(list, figure{failed, "  " + text, false})
	}
	return append(list,
		figure{column[*seatFigures]{"cpu_ms", (*seatFigures).milliseconds, "time", (*seatFigures).time}, "processor time", true},
		figure{column[*seatFigures]{name: "cpu_share", exact: (*seatFigures).share}, "", false},
		figure{column[*seatFigures]{"out", func(s *seatFigures) string { return clean.Cell(s.out()) }, "out", (*seatFigures).out}, "out", false})
}

// listed are the columns of lists and of CSV.
func listed(g sim.Game) []column[*seatFigures] {
	list := whose()
	for _, f := range figuresOf(g, [sim.Seats]string{}) {
		if f.title == "" {
			f.text = nil
		}
		list = append(list, f.column)
	}
	return list
}

// milliseconds are the processor time used, for programs; empty: it is not known.
func (s *seatFigures) milliseconds() string {
	if !s.timed {
		return ""
	}
	return milliseconds(s.Time[s.seat])
}

// share is the share of the time allowed, for programs; empty: it is not known.
func (s *seatFigures) share() string {
	if !s.clock {
		return ""
	}
	return fmt.Sprint(s.Status[s.seat])
}

// time words the processor time used, or the share of what was allowed.
func (s *seatFigures) time() string {
	switch {
	case s.timed:
		return s.Time[s.seat].Round(time.Millisecond).String()
	case s.clock:
		return percent(s.Status[s.seat])
	}
	return unknown
}
