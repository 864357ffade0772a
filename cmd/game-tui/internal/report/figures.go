package report

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/sim/stats"
	"game-tui/tui/format"
)

// tallied is a recording with its statistics.
type tallied struct {
	name  string
	rec   *record.Record
	book  *stats.History
	noted bool      // whether notes hold the processor time of the original match
	frame sim.Frame // buffer for the last round read
}

// tally opens a recording for statistics and plays it again if it lacks orders.
func tally(ctx context.Context, word string) (*tallied, error) {
	name, err := files.MatchName(word)
	if err != nil {
		return nil, err
	}
	rec, noted, err := openWithOrders(ctx, name, true)
	if err != nil {
		return nil, err
	}
	return &tallied{name: name, rec: rec, book: stats.New(rec), noted: noted}, nil
}

// openWithOrders opens a recording. If wanted is set and the recording lacks the outcomes of
// orders, the match is played again where possible.
func openWithOrders(ctx context.Context, name string, wanted bool) (rec *record.Record, noted bool, err error) {
	rec, text, noted, err := files.OpenRecording(ctx, name)
	if err != nil {
		return nil, false, err
	}
	if turn := rec.Turn(0); wanted && turn != nil && turn.Known&sim.KnownOrders == 0 {
		match.Enrich(ctx, text, rec, ai.Find)
	}
	return rec, noted, nil
}

// needsNotes returns a sentence about what the recording lacks without its notes, or "". Matches of
// built-in players lack nothing, because they are played again.
func needsNotes(rec *record.Record) string {
	turn := rec.Turn(0)
	if turn == nil || turn.Known&sim.KnownOrders != 0 {
		return ""
	}
	return "Not in the recording: orders given and failed, processor time, output of players and the dice. game-tui run --notes keeps them.\n"
}

// seatFigures holds one player's figures at the start of a round.
type seatFigures struct {
	*stats.Figures
	of       *tallied
	seat     int
	units    int   // on the board
	still    int   // rounds in which units did not move
	measures []int // in the order of Game.Measures
}

// at returns the figures of all players at the start of round k.
func (c *tallied) at(k int) (list [sim.Seats]seatFigures) {
	f := c.book.At(k)
	state := c.rec.State(f.Round)
	state.FillFrame(&c.frame)
	for seat := range list {
		s := seatFigures{Figures: &f, of: c, seat: seat}
		for i := range c.frame.Units {
			if u := &c.frame.Units[i]; u.OnBoard && int(u.Seat) == seat {
				s.units++
			}
		}
		for _, m := range c.meta().Game.Measures() {
			s.measures = append(s.measures, m.Value(state, seat))
		}
		for _, still := range c.book.IdleStretches(seat, f.Round) {
			s.still += still.Rounds()
		}
		list[seat] = s
	}
	return list
}

func (c *tallied) final() [sim.Seats]seatFigures { return c.at(c.rec.Edge()) }

// rounds yields the figures of each round if all is set, and otherwise of the last one, until ctx
// is cancelled.
func (c *tallied) rounds(ctx context.Context, all bool) iter.Seq[[sim.Seats]seatFigures] {
	return func(yield func([sim.Seats]seatFigures) bool) {
		k := c.rec.Edge()
		if all {
			k = 0
		}
		for ; k <= c.rec.Edge() && ctx.Err() == nil; k++ {
			if !c.rec.Missing(k) && !yield(c.at(k)) {
				return
			}
		}
	}
}

func (c *tallied) meta() *record.Meta { return c.rec.Meta() }

func (c *tallied) player(seat int) string { return fmt.Sprintf("%d %s", seat, c.meta().Names[seat]) }

// clock reports whether the share of processor time used is known.
func (s *seatFigures) clock() bool { return s.of.meta().Clock && s.Status[s.seat] >= 0 }

// won reports whether the seat has won. It is false before the final round.
func (s *seatFigures) won() bool {
	return s.of.rec.IsFinal(s.Round) && slices.Contains(s.of.rec.Winners(), s.seat)
}

// out returns when and why the player went out, or "".
func (s *seatFigures) out() string {
	switch {
	case s.Failure[s.seat] != nil:
		return s.Failure[s.seat].Text()
	case s.Status[s.seat] < 0:
		return "out"
	}
	return ""
}

// unknown is printed for figures that a recording lacks.
const unknown = "unknown"

// A figure is one statistic of a player: a table cell, and a line on the page of a single
// recording.
type figure struct {
	cell
	line   string // label on that page, or "" to leave it out
	always bool   // shown even if all players have 0
}

// nameOf returns a column name such as "failed_a_wall_is_there".
func nameOf(kind, text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return kind + "_" + strings.Join(words, "_")
}

// number returns a known figure. Without a title it is left out of tables.
func number(name, title string, n int) cell {
	text := strconv.Itoa(n)
	return cell{name, text, title, text, title != ""}
}

// orders returns a number of orders, or unknown if the recording lacks outcomes.
func (s *seatFigures) orders(name, title string, n int) cell {
	c := number(name, title, n)
	if !s.OrdersKnown {
		c.exact, c.text = "", unknown
	}
	return c
}

// whole returns a number that is unknown if rounds are missing.
func (s *seatFigures) whole(name, title string, n int) cell {
	c := number(name, title, n)
	if s.HasGaps {
		c.exact, c.text = "", unknown
	}
	return c
}

// figures returns all statistics in the order in which they are printed.
func (s *seatFigures) figures() []figure {
	g, seat := s.of.meta().Game, s.seat
	list := []figure{{number("score", "score", s.Scores[seat]), "score", true}, {cell: data("won", s.won())}}
	for i, name := range g.Sources() {
		list = append(list, figure{number(nameOf("points", name), name, s.Points[i][seat]), "  " + name, true})
	}
	list = append(list, figure{number("points_other", "other", s.Other[seat]), "  " + s.OtherName(), false}, figure{number("units", "units", s.units), "units on the board", true})
	for i, m := range g.Measures() {
		list = append(list, figure{number(nameOf("measure", m.Name), "", s.measures[i]), "  " + m.Name, true})
	}
	list = append(list, figure{s.whole("lost", "lost", s.LostTo(seat)), "units lost", true})
	for by, n := range s.Lost[seat] {
		name, taker := fmt.Sprint("lost_to_", by), ""
		if by == stats.NoSeat {
			taker, _ = g.Legend().Boss()
			name = nameOf("lost_to", taker)
		} else {
			taker = s.of.player(by)
		}
		list = append(list, figure{s.whole(name, "", n), "  to " + taker, false})
	}
	list = append(list, figure{s.whole("still", "", s.still), "rounds that units stood still", false})
	list = append(list, figure{s.orders("orders", "", s.Orders[seat]), "orders given", true},
		figure{s.orders("failed", "failed orders", s.FailedOrders(seat)), "orders failed", true})
	for i, text := range g.Outcomes() {
		if fate := sim.Outcome(i); fate > sim.OutcomeExecuted && text != "" {
			list = append(list, figure{s.orders(nameOf("failed", text), "", s.FailedBy(seat, fate)), "  " + text, false})
		}
	}
	spent, share, time := s.spent()
	return append(list, figure{data("cpu_ms", spent).as("time", time), "processor time", true}, figure{cell: data("cpu_share", share)},
		figure{data("out", s.out()).as("out", s.out()), "out", false})
}

// row returns the player's row in tables and CSV.
func (s *seatFigures) row() []cell {
	meta := s.of.meta()
	row := []cell{data("file", s.of.name).as("recording", sanitize.Line(s.of.name)), data("game", meta.Game.Name()), data("seed", meta.Seed), data("rounds", s.of.rec.Rounds()),
		shown("player", s.of.player(s.seat)), number("round", "round", s.Round), data("seat", s.seat), data("player", meta.Names[s.seat])}
	for _, f := range s.figures() {
		row = append(row, f.cell)
	}
	return row
}

// spent returns the processor time used and its share of the limit, for programs, and both for
// people. Unknown values are empty.
func (s *seatFigures) spent() (used, share, text string) {
	text = unknown
	if s.clock() {
		share, text = fmt.Sprint(s.Status[s.seat]), format.Percent(s.Status[s.seat])
	}
	if s.of.noted {
		used, text = fmt.Sprint(float64(s.CPUTime[s.seat].Microseconds())/1000), s.CPUTime[s.seat].Round(time.Millisecond).String()
	}
	return used, share, text
}
