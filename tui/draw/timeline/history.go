// Package timeline draws a whole match in a few rows: a bar of rounds with important events, and
// charts of scores and other values. All viewers of a match share one [History]. An [Axis] aligns
// the bar and the charts.
package timeline

import (
	"math"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/index"
)

// A History holds the scores and important events of a record. It is safe for concurrent use.
type History struct {
	index    *index.Index
	legend   *sim.Legend
	marks    *record.Fold[[]EventMark]
	measures []sim.Measure
	curves   []*record.Fold[[]roundValues] // values of all rounds, indexed by series
}

type roundValues struct {
	bySeat    [sim.Seats]int32
	low, high int32
}

// An EventMark is an important event or a change of the leader on the timeline.
type EventMark struct {
	Round int // round of the state after the event
	Kind  uint8
	Seat  int8 // seat of the acting player or of the new leader, or -1
}

// NewHistory returns the history of the record indexed by x.
func NewHistory(x *index.Index) *History {
	rec := x.Record()
	h := &History{index: x, legend: rec.Meta().Game.Legend(), measures: rec.Meta().Game.Measures()}
	for n := range h.cpuSeries() {
		h.curves = append(h.curves, record.NewFold(rec, func() []roundValues { return nil }, func(list *[]roundValues, k int) bool {
			*list = appendRound(*list, h.values(n, k), n != SeriesShare)
			return true
		}))
	}
	h.marks = record.NewFold(rec, func() []EventMark { return nil }, func(list *[]EventMark, k int) bool {
		var had [256]bool // kinds already marked in this round
		rows := x.Rows()
		for i := rows.CountTo(k - 1); i < rows.CountTo(k); i++ {
			if r := rows.At(i); x.MatchesFilter(markedEvents, r) && !had[r.Kind] {
				had[r.Kind] = true
				*list = append(*list, EventMark{k, r.Kind, r.Seat})
			}
		}
		return true
	})
	return h
}

func (h *History) Update() {
	h.marks.All()
	h.curves[SeriesScore].All()
}

var markedEvents = index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.MarkedEvents}

func (h *History) Score(k, seat int) (int, bool) {
	rounds := *h.curves[SeriesScore].Current()
	if uint(k) >= uint(len(rounds)) || rounds[k].bySeat[seat] == missingValue {
		return 0, false
	}
	return int(rounds[k].bySeat[seat]), true
}

// EventRank returns the rank of an event kind. More important kinds have lower ranks.
func EventRank(l *sim.Legend, kind uint8) int {
	if kind == index.LeadChange {
		return 1
	}
	return 2 * l.Events[kind].Rank
}

// A Series identifies the values that a chart shows. The constants come first, followed by the
// game's measures from SeriesMeasure on, and finally the processor time.
type Series uint8

const (
	SeriesScore Series = iota
	SeriesLead         // lead of the first player over the second
	SeriesShare        // each player's percentage of all points
	SeriesMeasure
)

const missingValue = math.MinInt32

// NumSeries returns the number of series.
func (h *History) NumSeries() Series { return h.cpuSeries() + 1 }

func (h *History) cpuSeries() Series { return SeriesMeasure + Series(len(h.measures)) }

func (h *History) Name(n Series) string {
	switch {
	case n < SeriesMeasure:
		return [...]string{"score", "lead over 2nd place", "share of all points"}[n]
	case n >= h.cpuSeries():
		return "processor time per round"
	}
	return h.measures[n-SeriesMeasure].Name
}

// Draw draws a series as a chart. It returns false if there is no room or no values are known.
func (h *History) Draw(g *screen.Grid, r screen.Rect, a Axis, s Span, n Series, p *theme.Palette) bool {
	if n >= h.cpuSeries() {
		return h.drawCPU(g, r, a, s, p)
	}
	rounds := *h.curves[n].UpTo(s.Edge)
	edge := min(s.Edge, len(rounds)-1)
	if r.H < 1 || edge < 0 {
		return false
	}
	f := newChart(g, r, a, s.Round, p)
	if n == SeriesLead {
		f.drawBars(edge, s.Round, rounds, h.unit(n))
	} else {
		f.drawLines(edge, s.Round, rounds, h.unit(n))
	}
	return true
}

func (h *History) IsKnown(n Series) bool {
	if n < h.cpuSeries() {
		return true
	}
	t := h.marks.Record().Turn(0)
	return t != nil && t.KnownParts&sim.KnownReports != 0
}

// Value returns a seat's value in state k and reports whether it is known. Processor times are
// never known.
func (h *History) Value(n Series, k, seat int) (value int, ok bool) {
	if n >= h.cpuSeries() {
		return 0, false
	}
	v := h.values(n, k)[seat]
	return int(v), v != missingValue
}

func (h *History) unit(n Series) string {
	switch {
	case n == SeriesShare:
		return "%"
	case n < SeriesMeasure:
		return "points"
	}
	return h.measures[n-SeriesMeasure].Name
}

func (h *History) values(n Series, k int) (v [sim.Seats]int32) {
	if h.marks.Record().IsMissing(k) {
		return [sim.Seats]int32{missingValue, missingValue, missingValue, missingValue}
	}
	st := h.marks.Record().State(k)
	scores := st.Scores()
	lead, by := sim.Lead(scores)
	all := 0
	for _, x := range scores {
		all += max(x, 0)
	}
	for i, x := range scores {
		switch {
		case n == SeriesScore:
			v[i] = int32(x)
		case n == SeriesLead && i == lead && by > 0:
			v[i] = int32(by)
		case n == SeriesShare && all > 0:
			v[i] = int32(max(x, 0) * 100 / all)
		case n < SeriesMeasure:
			v[i] = missingValue
		default:
			v[i] = int32(h.measures[n-SeriesMeasure].Value(st, i))
		}
	}
	return v
}

// appendRound appends the values of one round. If includeZero is set, the scale includes 0.
func appendRound(rounds []roundValues, values [sim.Seats]int32, includeZero bool) []roundValues {
	now := roundValues{low: math.MaxInt32, high: math.MinInt32}
	if includeZero {
		now = roundValues{}
	}
	if k := len(rounds); k > 0 {
		now = rounds[k-1]
	}
	now.bySeat = values
	for _, v := range values {
		if v != missingValue {
			now.low, now.high = min(now.low, v), max(now.high, v)
		}
	}
	return append(rounds, now)
}

// DrawCurve draws a line chart of arbitrary values up to state edge.
func DrawCurve(g *screen.Grid, r screen.Rect, a Axis, edge, round int, values func(k int) [sim.Seats]int32, p *theme.Palette) {
	if edge < 0 || r.H <= 0 {
		return
	}
	var rounds []roundValues
	for k := range edge + 1 {
		rounds = appendRound(rounds, values(k), true)
	}
	newChart(g, r, a, round, p).drawLines(edge, round, rounds, "points")
}
