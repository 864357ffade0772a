package final

import (
	"cmp"
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/playoff"
	"game-tui/sim/record"
	"game-tui/tui/highlight"
	"game-tui/tui/match/page"
	"game-tui/tui/text"
)

type shown struct {
	*page.Data
	match   playoff.FinalMatch
	weights []float64 // of all that happens until each round
	said    []comment // in their order
}

// comment is a line of what happens in a match.
type comment struct {
	round int
	at    sim.Pos16 // sim.NoPos: nowhere
	kind  uint8     // of the event, and who did it
	unit  int32
	text  string
}

const (
	stays = 15 // rounds for which a match stays where most happens
	turns = 40 // what part of the winner's points a turning point gives at least
	again = 40 // rounds for which a unit is not said to do the same
	quiet = 4  // rounds from a line to the next one, but for what matters most
)

// newShown reads all that is shown of a match.
func newShown(m playoff.FinalMatch, rec *record.Record) *shown {
	s := &shown{Data: page.NewData(rec), match: m}
	if words := rec.Meta().Heading; words != "" {
		s.said = append(s.said, comment{at: sim.NoPos, unit: sim.NoUnit, text: words})
	}
	turnings := map[int]string{}
	scores := rec.State(rec.Edge()).Scores()
	for _, swing := range s.Swings.Until(rec.Edge()) {
		if swing.Gain*turns < slices.Max(scores[:]) {
			continue
		}
		turnings[swing.Round] = fmt.Sprintf("turning point: %s %+d, %s", s.Names[swing.Seat], swing.Gain, s.Reason(swing))
	}
	sum, plain := 0.0, text.NewPlain(rec, text.Telling{Seat: -1, Only: text.Lead | text.Outs | text.Marked})
	for k := range rec.Edge() + 1 {
		sum += highlight.Weight(rec, k)
		s.weights = append(s.weights, sum)
		s.comment(k, turnings[k], plain)
	}
	return s
}

// comment says what matters most of what led to a round, and does not say again at once what the same unit does.
func (s *shown) comment(k int, turning string, plain *text.Plain) {
	c := comment{round: k, at: sim.NoPos, unit: sim.NoUnit, text: turning}
	last, rows := -quiet, s.Index.Rows()
	if n := len(s.said); n > 0 {
		last = s.said[n-1].round
	}
	lines := slices.DeleteFunc(plain.Lines(k), func(l text.Line) bool {
		return l.Row >= 0 && slices.ContainsFunc(s.said, func(c comment) bool {
			row := rows.At(l.Row)
			return k-c.round < again && c.kind == row.Kind && c.unit == row.Unit && c.unit != sim.NoUnit
		})
	})
	text.ByWeight(lines)
	switch {
	case k == s.Record.Edge():
		c.text = plain.Leader(k)
	case len(lines) == 0 && turning == "", turning == "" && lines[0].Row >= 0 && k-last < quiet:
		return
	case turning == "":
		c.text = lines[0].Text
	}
	if len(lines) > 0 && lines[0].Row >= 0 {
		row := rows.At(lines[0].Row)
		c.at, c.kind, c.unit = row.At, row.Kind, row.Unit
	}
	s.said = append(s.said, c)
}

// happens is how much happens in the rounds around k for which matches keep their places.
func (s *shown) happens(k int) float64 {
	until := func(k int) float64 { return s.weights[min(max(k, 0), len(s.weights)-1)] }
	from := k / stays * stays
	return until(from+stays) - until(from)
}

// until are the comments until a round.
func (s *shown) until(k int) []comment {
	n, _ := slices.BinarySearchFunc(s.said, k+1, func(c comment, k int) int { return cmp.Compare(c.round, k) })
	return s.said[:n]
}
