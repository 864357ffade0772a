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
	"game-tui/sim/record"
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

// labels are what the figures of a recording are called, which is the same in all rounds.
type labels struct {
	points, measures []string
	takers           [sim.Seats + 1]string // who may take units from somebody: the players, and what is nobody's
	lostTo           [sim.Seats + 1]string
	failures         []failure
	count            int // about so many figures there are
}

// failure is a rule by which orders of a game fail.
type failure struct {
	rule       sim.Fate
	name, text string
}

func newLabels(meta *record.Meta) (l labels) {
	g := meta.Game
	for _, name := range g.Sources() {
		l.points = append(l.points, nameOf("points", name))
	}
	for _, m := range g.Measures() {
		l.measures = append(l.measures, nameOf("measure", m.Name))
	}
	for seat, name := range meta.Names {
		l.takers[seat] = fmt.Sprintf("%d %s", seat, name)
		l.lostTo[seat] = fmt.Sprint("lost_to_", seat)
	}
	l.takers[figures.Nobody] = g.Legend().Hunter()
	l.lostTo[figures.Nobody] = nameOf("lost_to", l.takers[figures.Nobody])
	for f := sim.FateExecuted + 1; f < 64; f++ {
		if text := sim.FateText(g, f); text != "" {
			l.failures = append(l.failures, failure{f, nameOf("failed", text), text})
		}
	}
	l.count = 10 + len(l.points) + len(l.measures) + len(l.takers) + len(l.failures)
	return l
}

// number is a figure that is known, orders one that may be unknown. Without a title it is not in lists.
func number(name, title string, n int) cell {
	text := strconv.Itoa(n)
	return cell{name, text, title, text, title != ""}
}

func (s *seatFigures) orders(name, title string, n int) cell {
	if !s.Known {
		return cell{name, "", title, unknown, title != ""}
	}
	return number(name, title, n)
}

// figures are all that is counted, in the order in which it is told.
func (s *seatFigures) figures() []figure {
	g, seat, l := s.of.meta().Game, s.seat, &s.of.labels
	list := make([]figure, 0, l.count)
	list = append(list, figure{number("score", "score", s.Scores[seat]), "score", true}, figure{cell: data("won", s.won())})
	for i, name := range g.Sources() {
		list = append(list, figure{number(l.points[i], name, s.Points[i][seat]), "  " + name, true})
	}
	list = append(list, figure{number("points_other", "other", s.Other[seat]), "  other", false}, figure{number("units", "units", s.units), "units on the board", true})
	for i, m := range g.Measures() {
		list = append(list, figure{number(l.measures[i], "", s.measures[i]), "  " + m.Name, true})
	}
	list = append(list, figure{number("lost", "lost", s.LostTo(seat)), "units lost", true})
	for by, taker := range l.takers {
		list = append(list, figure{number(l.lostTo[by], "", s.Lost[seat][by]), "  to " + taker, false})
	}
	list = append(list, figure{s.orders("orders", "", s.Given[seat]), "orders given", true},
		figure{s.orders("failed", "failed orders", s.FailedOrders(seat)), "orders failed", true})
	for _, f := range l.failures {
		list = append(list, figure{s.orders(f.name, "", s.FailedBy(seat, f.rule)), "  " + f.text, false})
	}
	spent, share, time := s.spent()
	return append(list, figure{data("cpu_ms", spent).as("time", time), "processor time", true}, figure{cell: data("cpu_share", share)},
		figure{data("out", clean.Cell(s.out())).as("out", s.out()), "out", false})
}

// row is the player in lists and in CSV.
func (s *seatFigures) row() []cell {
	meta := s.of.meta()
	name := meta.Names[s.seat]
	row := append(make([]cell, 0, 8+s.of.labels.count),
		data("file", clean.Cell(s.of.name)).as("recording", clean.Line(s.of.name)), data("game", meta.Game.Name()), data("seed", meta.Seed), data("rounds", s.of.rec.Rounds()),
		shown("player", s.of.labels.takers[s.seat]), number("round", "round", s.Round), data("seat", s.seat), data("player", clean.Cell(name)))
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
		share, text = fmt.Sprint(s.Status[s.seat]), numbers.Percent(s.Status[s.seat])
	}
	if s.timed {
		used, text = milliseconds(s.Time[s.seat]), s.Time[s.seat].Round(time.Millisecond).String()
	}
	return used, share, text
}
