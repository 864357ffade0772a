package report

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/stats"
	"game-tui/tui/cells/table"
	"game-tui/tui/format"
)

type talliedMatch struct {
	name       string
	rec        *record.Record
	book       *stats.History
	hasCPUTime bool      // whether there are notes, which hold the processor times
	frame      sim.Frame // buffer for the last round read
}

// tally opens a recording for statistics and replays the match if orders are missing.
func tally(ctx context.Context, arg string) (*talliedMatch, error) {
	name, err := files.MatchName(arg)
	if err != nil {
		return nil, err
	}
	rec, noted, err := openWithOrders(ctx, name, true)
	if err != nil {
		return nil, err
	}
	return &talliedMatch{name: name, rec: rec, book: stats.New(rec), hasCPUTime: noted}, nil
}

// openWithOrders opens a recording. If wanted is set and the recording lacks the outcomes of
// orders, the match is replayed where possible.
func openWithOrders(ctx context.Context, name string, wanted bool) (rec *record.Record, noted bool, err error) {
	rec, text, noted, err := files.OpenRecording(ctx, name)
	if err != nil {
		return nil, false, err
	}
	if turn := rec.Turn(0); wanted && turn != nil && turn.KnownParts&sim.KnownOrders == 0 {
		match.Enrich(ctx, text, rec, ai.Find)
	}
	return rec, noted, nil
}

// needsNotes returns a hint to save notes if rec lacks its orders, and "" otherwise.
func needsNotes(rec *record.Record) string {
	turn := rec.Turn(0)
	if turn == nil || turn.KnownParts&sim.KnownOrders != 0 {
		return ""
	}
	return "This recording has no orders, processor times, player output or dice rolls; to save them, use game-tui run --notes.\n"
}

// seatFigures holds one player's figures at the start of a round.
type seatFigures struct {
	*stats.Figures
	match      *talliedMatch
	seat       int
	units      int   // number of units on the board
	idleRounds int   // total length of the units' idle stretches, in rounds
	measures   []int // values of Game.Measures, in the same order
}

// at returns the figures of all players at the start of round k.
func (c *talliedMatch) at(k int) (list [sim.Seats]seatFigures) {
	f := c.book.At(k)
	state := c.rec.State(f.Round)
	state.FillFrame(&c.frame)
	for seat := range list {
		s := seatFigures{Figures: &f, match: c, seat: seat}
		for i := range c.frame.Units {
			if u := &c.frame.Units[i]; u.OnBoard && int(u.Seat) == seat {
				s.units++
			}
		}
		for _, m := range c.rec.Meta().Game.Measures() {
			s.measures = append(s.measures, m.Value(state, seat))
		}
		for _, still := range c.book.IdleStretches(seat, f.Round) {
			s.idleRounds += still.Rounds()
		}
		list[seat] = s
	}
	return list
}

// rounds yields the figures of the last round or, if all is set, of every recorded round, until ctx
// is cancelled.
func (c *talliedMatch) rounds(ctx context.Context, all bool) iter.Seq[[sim.Seats]seatFigures] {
	return func(yield func([sim.Seats]seatFigures) bool) {
		k := c.rec.Edge()
		if all {
			k = 0
		}
		for ; k <= c.rec.Edge() && ctx.Err() == nil; k++ {
			if !c.rec.IsMissing(k) && !yield(c.at(k)) {
				return
			}
		}
	}
}

// hasClock reports whether it is known what share of its processor time the seat has used.
func (s *seatFigures) hasClock() bool { return s.match.rec.Meta().HasClock && s.Status[s.seat] >= 0 }

// hasWon reports whether the seat has won. It is false before the final round.
func (s *seatFigures) hasWon() bool {
	return s.match.rec.IsFinal(s.Round) && slices.Contains(s.match.rec.Winners(), s.seat)
}

// outText returns when and why the player went out, or "".
func (s *seatFigures) outText() string {
	switch {
	case s.Failures[s.seat] != nil:
		return s.Failures[s.seat].Text()
	case s.Status[s.seat] < 0:
		return "out"
	}
	return ""
}

// A figure is one statistic of a player: a table column, and a line on the page of a single
// recording.
type figure struct {
	table.Column[*seatFigures]
	line        string // label on the page of a single recording, or "" to leave the figure out
	alwaysShown bool   // whether to show the figure even if all players have 0
}

// nameOf joins kind and text to a column name such as "failed_a_wall_is_there".
func nameOf(kind, text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return kind + "_" + strings.Join(words, "_")
}

// count returns a figure with an integer value, which is unknown if known is not nil and returns
// false.
func count(name, title, line string, alwaysShown bool, known func(*seatFigures) bool, value func(*seatFigures) int) figure {
	c := csvColumn(name, func(s *seatFigures) any {
		if known != nil && !known(s) {
			return nil
		}
		return value(s)
	})
	return figure{withTitle(title, c), line, alwaysShown}
}

func hasOrders(s *seatFigures) bool    { return s.OrdersKnown }
func hasAllRounds(s *seatFigures) bool { return !s.HasGaps }

// figuresOf returns all statistics of a match in printing order.
func figuresOf(rec *talliedMatch) []figure {
	g := rec.rec.Meta().Game
	list := []figure{count("score", "score", "score", true, nil, func(s *seatFigures) int { return s.Scores[s.seat] }),
		{Column: csvColumn("won", func(s *seatFigures) any { return s.hasWon() })}}
	for i, name := range g.PointSources() {
		list = append(list, count(nameOf("points", name), name, "  "+name, true, nil, func(s *seatFigures) int { return s.Points[i][s.seat] }))
	}
	last := rec.book.At(rec.rec.Edge())
	other := count("points_other", "other", "  "+last.OtherPointsLabel(), false, nil, func(s *seatFigures) int { return s.OtherPoints[s.seat] })
	other.Optional = true
	list = append(list, other, count("units", "units", "units on the board", true, nil, func(s *seatFigures) int { return s.units }))
	for i, m := range g.Measures() {
		list = append(list, count(nameOf("measure", m.Name), "", "  "+m.Name, true, nil, func(s *seatFigures) int { return s.measures[i] }))
	}
	list = append(list, count("lost", "lost", "units lost", true, hasAllRounds, func(s *seatFigures) int { return s.LossCount(s.seat) }))
	for by := range sim.Seats + 1 {
		name, taker := fmt.Sprint("lost_to_", by), ""
		if by == stats.NoSeat {
			taker, _ = g.Legend().BossName()
			name = nameOf("lost_to", taker)
		} else {
			taker = seatName(rec.rec, by)
		}
		list = append(list, count(name, "", "  to "+taker, false, hasAllRounds, func(s *seatFigures) int { return s.LostUnits[s.seat][by] }))
	}
	list = append(list, count("still", "", "rounds spent standing still", false, hasAllRounds, func(s *seatFigures) int { return s.idleRounds }),
		count("orders", "", "orders given", true, hasOrders, func(s *seatFigures) int { return s.Orders[s.seat] }),
		count("failed", "failed orders", "orders failed", true, hasOrders, func(s *seatFigures) int { return s.FailedOrders(s.seat) }))
	for i, text := range g.Definition().OutcomeTexts {
		if outcome := sim.Outcome(i); outcome > sim.OutcomeExecuted && text != "" {
			list = append(list, count(nameOf("failed", text), "", "  "+text, false, hasOrders, func(s *seatFigures) int { return s.FailedOrdersBy(s.seat, outcome) }))
		}
	}
	return append(list, timeFigures...)
}

var timeFigures = []figure{
	{table.Column[*seatFigures]{Layout: table.Layout{Title: "time", Optional: true}, Name: "cpu_ms",
		Text: func(s *seatFigures) string {
			switch {
			case s.match.hasCPUTime:
				return s.CPUTime[s.seat].Round(time.Millisecond).String()
			case s.hasClock():
				return format.Percent(s.Status[s.seat])
			}
			return table.Unknown
		},
		Value: func(s *seatFigures) any {
			if !s.match.hasCPUTime {
				return nil
			}
			return fmt.Sprint(float64(s.CPUTime[s.seat].Microseconds()) / 1000)
		}}, "processor time", true},
	{Column: csvColumn("cpu_share", func(s *seatFigures) any {
		if !s.hasClock() {
			return nil
		}
		return fmt.Sprint(s.Status[s.seat])
	})},
	{table.Column[*seatFigures]{Layout: table.Layout{Title: "out", Optional: true}, Name: "out", Text: (*seatFigures).outText,
		Value: func(s *seatFigures) any { return s.outText() }}, "out", false},
}

func statsColumns(rec *talliedMatch) []table.Column[*seatFigures] {
	columns := []table.Column[*seatFigures]{
		alignLeft(column("file", "recording", func(s *seatFigures) string { return s.match.name })),
		csvColumn("game", func(s *seatFigures) any { return s.match.rec.Meta().Game.Name() }),
		csvColumn("seed", func(s *seatFigures) any { return s.match.rec.Meta().Seed }),
		csvColumn("rounds", func(s *seatFigures) any { return s.match.rec.Rounds() }),
		{Layout: table.Layout{Title: "player", AlignLeft: true}, Text: func(s *seatFigures) string { return seatName(s.match.rec, s.seat) }},
		column("round", "round", func(s *seatFigures) int { return s.Round }),
		csvColumn("seat", func(s *seatFigures) any { return s.seat }),
		csvColumn("player", func(s *seatFigures) any { return s.match.rec.Meta().Names[s.seat] }),
	}
	for _, f := range figuresOf(rec) {
		columns = append(columns, f.Column)
	}
	return columns
}
