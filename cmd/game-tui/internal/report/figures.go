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

type statsMatch struct {
	name       string
	record     *record.Record
	history    *stats.History
	hasCPUTime bool      // whether there are notes, which hold the processor times
	frame      sim.Frame // buffer for the last round read
}

// openStatsMatch opens a recording for statistics and replays the match if orders are missing.
func openStatsMatch(ctx context.Context, arg string) (*statsMatch, error) {
	name, err := files.ParseRecordingName(arg)
	if err != nil {
		return nil, err
	}
	rec, hasNotes, err := openWithOrders(ctx, name, true)
	if err != nil {
		return nil, err
	}
	return &statsMatch{name: name, record: rec, history: stats.New(rec), hasCPUTime: hasNotes}, nil
}

// openWithOrders opens a recording. If wantOrders is set and the recording lacks the outcomes of
// orders, the match is replayed where possible.
func openWithOrders(ctx context.Context, name string, wantOrders bool) (rec *record.Record, hasNotes bool, err error) {
	rec, text, hasNotes, err := files.OpenRecording(ctx, name)
	if err != nil {
		return nil, false, err
	}
	if turn := rec.Turn(0); wantOrders && turn != nil && turn.KnownParts&sim.KnownOrders == 0 {
		match.Enrich(ctx, text, rec, ai.Find)
	}
	return rec, hasNotes, nil
}

// notesHint returns a hint to save notes if rec lacks its orders, and "" otherwise.
func notesHint(rec *record.Record) string {
	turn := rec.Turn(0)
	if turn == nil || turn.KnownParts&sim.KnownOrders != 0 {
		return ""
	}
	return "This recording has no orders, processor times, player output or dice rolls; to save them, use game-tui run --notes.\n"
}

// seatFigures holds one player's figures at the start of a round.
type seatFigures struct {
	*stats.Figures
	match      *statsMatch
	seat       int
	unitCount  int   // number of units on the board
	idleRounds int   // total length of the units' idle stretches, in rounds
	measures   []int // values of Game.Measures, in the same order
}

// figuresAt returns the figures of all players at the start of round k.
func (c *statsMatch) figuresAt(k int) (list [sim.Seats]seatFigures) {
	f := c.history.At(k)
	state := c.record.State(f.Round)
	state.FillFrame(&c.frame)
	for seat := range list {
		s := seatFigures{Figures: &f, match: c, seat: seat}
		for i := range c.frame.Units {
			if u := &c.frame.Units[i]; u.OnBoard && int(u.Seat) == seat {
				s.unitCount++
			}
		}
		for _, m := range c.record.Meta().Game.Measures() {
			s.measures = append(s.measures, m.Value(state, seat))
		}
		for _, still := range c.history.IdleStretches(seat, f.Round) {
			s.idleRounds += still.Rounds()
		}
		list[seat] = s
	}
	return list
}

// roundFigures yields the figures of the last round or, if allRounds is set, of every recorded
// round, until ctx is cancelled.
func (c *statsMatch) roundFigures(ctx context.Context, allRounds bool) iter.Seq[[sim.Seats]seatFigures] {
	return func(yield func([sim.Seats]seatFigures) bool) {
		k := c.record.Edge()
		if allRounds {
			k = 0
		}
		for ; k <= c.record.Edge() && ctx.Err() == nil; k++ {
			if !c.record.IsMissing(k) && !yield(c.figuresAt(k)) {
				return
			}
		}
	}
}

// isCPUShareKnown reports whether it is known what share of its processor time the seat has used.
func (s *seatFigures) isCPUShareKnown() bool {
	return s.match.record.Meta().HasClock && s.Status[s.seat] >= 0
}

// hasWon reports whether the seat has won. It is false before the final round.
func (s *seatFigures) hasWon() bool {
	return s.match.record.IsFinal(s.Round) && slices.Contains(s.match.record.Winners(), s.seat)
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
	label       string // label on the page of a single recording, or "" to leave the figure out
	alwaysShown bool   // whether to show the figure even if all players have 0
}

// columnName joins kind and text to a column name such as "failed_a_wall_is_there".
func columnName(kind, text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return kind + "_" + strings.Join(words, "_")
}

// intFigure returns a figure with an integer value, which is unknown if isKnown is not nil and returns
// false.
func intFigure(name, title, label string, alwaysShown bool, isKnown func(*seatFigures) bool, value func(*seatFigures) int) figure {
	c := csvColumn(name, func(s *seatFigures) any {
		if isKnown != nil && !isKnown(s) {
			return nil
		}
		return value(s)
	})
	return figure{withTitle(title, c), label, alwaysShown}
}

func hasOrders(s *seatFigures) bool    { return s.OrdersKnown }
func hasAllRounds(s *seatFigures) bool { return !s.HasGaps }

// figuresOf returns all statistics of a match in printing order.
func figuresOf(c *statsMatch) []figure {
	g := c.record.Meta().Game
	list := []figure{intFigure("score", "score", "score", true, nil, func(s *seatFigures) int { return s.Scores[s.seat] }),
		{Column: csvColumn("won", func(s *seatFigures) any { return s.hasWon() })}}
	for i, name := range g.PointSources() {
		list = append(list, intFigure(columnName("points", name), name, "  "+name, true, nil, func(s *seatFigures) int { return s.Points[i][s.seat] }))
	}
	last := c.history.At(c.record.Edge())
	other := intFigure("points_other", "other", "  "+last.OtherPointsLabel(), false, nil, func(s *seatFigures) int { return s.OtherPoints[s.seat] })
	other.Optional = true
	list = append(list, other, intFigure("units", "units", "units on the board", true, nil, func(s *seatFigures) int { return s.unitCount }))
	for i, m := range g.Measures() {
		list = append(list, intFigure(columnName("measure", m.Name), "", "  "+m.Name, true, nil, func(s *seatFigures) int { return s.measures[i] }))
	}
	list = append(list, intFigure("lost", "lost", "units lost", true, hasAllRounds, func(s *seatFigures) int { return s.LossCount(s.seat) }))
	for by := range sim.Seats + 1 {
		name, taker := fmt.Sprint("lost_to_", by), ""
		if by == stats.NoSeat {
			taker, _ = g.Legend().BossName()
			name = columnName("lost_to", taker)
		} else {
			taker = seatName(c.record, by)
		}
		list = append(list, intFigure(name, "", "  to "+taker, false, hasAllRounds, func(s *seatFigures) int { return s.LostUnits[s.seat][by] }))
	}
	list = append(list, intFigure("still", "", "rounds spent standing still", false, hasAllRounds, func(s *seatFigures) int { return s.idleRounds }),
		intFigure("orders", "", "orders given", true, hasOrders, func(s *seatFigures) int { return s.Orders[s.seat] }),
		intFigure("failed", "failed orders", "orders failed", true, hasOrders, func(s *seatFigures) int { return s.FailedOrders(s.seat) }))
	for i, text := range g.Definition().OutcomeTexts {
		if outcome := sim.Outcome(i); outcome > sim.OutcomeExecuted && text != "" {
			list = append(list, intFigure(columnName("failed", text), "", "  "+text, false, hasOrders, func(s *seatFigures) int { return s.FailedOrdersBy(s.seat, outcome) }))
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
			case s.isCPUShareKnown():
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
		if !s.isCPUShareKnown() {
			return nil
		}
		return fmt.Sprint(s.Status[s.seat])
	})},
	{table.Column[*seatFigures]{Layout: table.Layout{Title: "out", Optional: true}, Name: "out", Text: (*seatFigures).outText,
		Value: func(s *seatFigures) any { return s.outText() }}, "out", false},
}

func statsColumns(c *statsMatch) []table.Column[*seatFigures] {
	columns := []table.Column[*seatFigures]{
		alignLeft(column("file", "recording", func(s *seatFigures) string { return s.match.name })),
		csvColumn("game", func(s *seatFigures) any { return s.match.record.Meta().Game.Name() }),
		csvColumn("seed", func(s *seatFigures) any { return s.match.record.Meta().Seed }),
		csvColumn("rounds", func(s *seatFigures) any { return s.match.record.Rounds() }),
		{Layout: table.Layout{Title: "player", AlignLeft: true}, Text: func(s *seatFigures) string { return seatName(s.match.record, s.seat) }},
		column("round", "round", func(s *seatFigures) int { return s.Round }),
		csvColumn("seat", func(s *seatFigures) any { return s.seat }),
		csvColumn("player", func(s *seatFigures) any { return s.match.record.Meta().Names[s.seat] }),
	}
	for _, f := range figuresOf(c) {
		columns = append(columns, f.Column)
	}
	return columns
}
