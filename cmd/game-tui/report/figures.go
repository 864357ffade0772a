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

// takers name who may take units from somebody: the players, and what is nobody's.
func (c *tallied) takers() (list [sim.Seats + 1]string) {
	for seat, name := range c.meta().Names {
		list[seat] = fmt.Sprintf("%d %s", seat, name)
	}
	list[figures.Nobody] = c.meta().Game.Legend().Hunter()
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

// number is a figure that is known, orders one that may be unknown. Without a title it is not in lists.
func number(name, title string, n int) cell {
	return cell{name, fmt.Sprint(n), title, fmt.Sprint(n), title != ""}
}

func (s *seatFigures) orders(name, title string, n int) cell {
	if !s.Known {
		return cell{name, "", title, unknown, title != ""}
	}
	return number(name, title, n)
}

// figures are all that is counted, in the order in which it is told.
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
	for by, taker := range s.of.takers() {
		name := fmt.Sprint("lost_to_", by)
		if by == figures.Nobody {
			name = nameOf("lost_to", taker)
		}
		list = append(list, figure{number(name, "", s.Lost[seat][by]), "  to " + taker, false})
	}
	list = append(list, figure{s.orders("orders", "", s.Given[seat]), "orders given", true},
		figure{s.orders("failed", "failed orders", s.FailedOrders(seat)), "orders failed", true})
	for _, rule := range failures(g) {
		text := sim.FateText(g, rule)
		list = append(list, figure{s.orders(nameOf("failed", text), "", s.FailedBy(seat, rule)), "  " + text, false})
	}
	spent, share, time := s.spent()
	return append(list, figure{data("cpu_ms", spent).as("time", time), "processor time", true}, figure{cell: data("cpu_share", share)},
		figure{data("out", clean.Cell(s.out())).as("out", s.out()), "out", false})
}

// row is the player in lists and in CSV.
func (s *seatFigures) row() []cell {
	meta := s.of.meta()
	name := meta.Names[s.seat]
	row := []cell{
		data("file", clean.Cell(s.of.name)).as("recording", clean.Line(s.of.name)), data("game", meta.Game.Name()), data("seed", meta.Seed), data("rounds", s.of.rec.Rounds()),
		shown("player", fmt.Sprintf("%d %s", s.seat, name)), number("round", "round", s.Round), data("seat", s.seat), data("player", clean.Cell(name)),
	}
	for _, f := range s.figures() {
		row = append(row, f.cell)
	}
	return row
}

// sample is a row like all others, which tells what its columns are.
func (c *tallied) sample() []cell {
	seats := c.at(c.rec.Edge())
	return seats[0].row()
}

// spent is the processor time used, and the share of what was allowed, for programs; empty where it is
// not known. text is what is known of them, for people.
func (s *seatFigures) spent() (used, share, text string) {
	text = unknown
	if s.clock {
		share, text = fmt.Sprint(s.Status[s.seat]), percent(s.Status[s.seat])
	}
	if s.timed {
		used, text = milliseconds(s.Time[s.seat]), s.Time[s.seat].Round(time.Millisecond).String()
	}
	return used, share, text
}
