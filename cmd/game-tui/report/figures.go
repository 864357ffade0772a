package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/figures"
	"game-tui/tui/numbers"
)

// unknown stands for what a recording does not say.
const unknown = "unknown"

// figure is what is counted of a player: a cell of lists and of CSV, and of the page of one recording.
type figure struct {
	cell
	line   string // its line on that page; empty: it is not there
	always bool   // it is there also where nobody has any
}

// nameOf makes a name of a column: "failed_a_wall_is_there".
func nameOf(kind, text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return kind + "_" + strings.Join(words, "_")
}

// number is a figure that is known. Without a title it is not in lists.
func number(name, title string, n int) cell {
	text := strconv.Itoa(n)
	return cell{name, text, title, text, title != ""}
}

// orders is a number of orders, which may be unknown.
func (s *seatFigures) orders(name, title string, n int) cell {
	c := number(name, title, n)
	if !s.Known {
		c.exact, c.text = "", unknown
	}
	return c
}

// figures are all that is counted, in the order in which it is printed.
func (s *seatFigures) figures() []figure {
	g, seat := s.of.meta().Game, s.seat
	list := []figure{{number("score", "score", s.Scores[seat]), "score", true}, {cell: data("won", s.won())}}
	for i, name := range g.Sources() {
		list = append(list, figure{number(nameOf("points", name), name, s.Points[i][seat]), "  " + name, true})
	}
	list = append(list, figure{number("points_other", "other", s.Other[seat]), "  other", false}, figure{number("units", "units", s.units), "units on the board", true})
	for i, m := range g.Measures() {
		list = append(list, figure{number(nameOf("measure", m.Name), "", s.measures[i]), "  " + m.Name, true})
	}
	list = append(list, figure{number("lost", "lost", s.LostTo(seat)), "units lost", true})
	for by, n := range s.Lost[seat] {
		name, taker := fmt.Sprint("lost_to_", by), ""
		if by == figures.Nobody {
			taker, _ = g.Legend().Boss()
			name = nameOf("lost_to", taker)
		} else {
			taker = s.of.player(by)
		}
		list = append(list, figure{number(name, "", n), "  to " + taker, false})
	}
	list = append(list, figure{s.orders("orders", "", s.Given[seat]), "orders given", true},
		figure{s.orders("failed", "failed orders", s.FailedOrders(seat)), "orders failed", true})
	for i, text := range g.Fates() {
		if fate := sim.Fate(i); fate > sim.FateExecuted && text != "" {
			list = append(list, figure{s.orders(nameOf("failed", text), "", s.FailedBy(seat, fate)), "  " + text, false})
		}
	}
	spent, share, time := s.spent()
	return append(list, figure{data("cpu_ms", spent).as("time", time), "processor time", true}, figure{cell: data("cpu_share", share)},
		figure{data("out", clean.Cell(s.out())).as("out", s.out()), "out", false})
}

// row is the player in lists and in CSV.
func (s *seatFigures) row() []cell {
	meta := s.of.meta()
	row := []cell{data("file", clean.Cell(s.of.name)).as("recording", clean.Line(s.of.name)), data("game", meta.Game.Name()), data("seed", meta.Seed), data("rounds", s.of.rec.Rounds()),
		shown("player", s.of.player(s.seat)), number("round", "round", s.Round), data("seat", s.seat), data("player", clean.Cell(meta.Names[s.seat]))}
	for _, f := range s.figures() {
		row = append(row, f.cell)
	}
	return row
}

// spent is the processor time used, and the share of what was allowed, for programs; empty where it is
// not known. text is what is known of them, for people.
func (s *seatFigures) spent() (used, share, text string) {
	text = unknown
	if s.clock {
		share, text = fmt.Sprint(s.Status[s.seat]), numbers.Percent(s.Status[s.seat])
	}
	if s.timed {
		used, text = milliseconds(s.Time[s.seat]), s.Time[s.seat].Round(time.Millisecond).String()
	}
	return used, share, text
}
