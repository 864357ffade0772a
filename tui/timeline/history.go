// Package timeline shows a whole match in a few rows: a bar of its rounds with
// the moments that matter, and the scores as a chart.
package timeline

import (
	"math"
	"sync"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/index"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// History is what the timeline knows of a record: scores and moments of every
// round, read once as the record grows. It is shared by all who watch the record;
// those who draw never wait for each other.
type History struct {
	index  *index.Index
	legend *sim.Legend
	past   *record.Reading[past]
	begun  int // how often all was read anew

	measures []sim.Measure
	curves   []Curve // by series, those that have been asked for
}

// past is what has been read of a record.
type past struct {
	rounds []round  // by state
	marks  []Moment // in order of rounds
	begun  int      // of the History, as it was read
}

// round is what a chart knows of one state.
type round struct {
	scores    [sim.Seats]int32 // or another series
	low, high int32            // of all so far, and 0
}

// Moment is a mark on the timeline: an event kind, or index.Lead.
type Moment struct {
	Round int // the state that shows it
	Kind  uint8
	Seat  int8 // who did it, or leads now; -1 nobody
}

// NewHistory makes the history of the record that an index reads.
func NewHistory(x *index.Index) *History {
	rec := x.Record()
	h := &History{index: x, legend: rec.Meta().Game.Legend(), measures: rec.Meta().Game.Measures()}
	h.curves = make([]Curve, h.Series())
	h.past = record.NewReading(rec, func() past { h.begun++; return past{begun: h.begun} }, h.read)
	return h
}

// Update reads what the record has grown by.
func (h *History) Update() { h.past.All() }

// read takes in state k. Each marked kind is a mark once a round: it says that it happened,
// not how often.
func (h *History) read(p *past, k int) bool {
	p.rounds = grown(p.rounds, h.values(SeriesScore, k), true)
	var had [256]bool
	rows := h.index.Rows()
	for i := rows.Until(k - 1); i < rows.Until(k); i++ {
		if r := rows.At(i); h.index.Passes(marked, r) && !had[r.Kind] {
			had[r.Kind] = true
			p.marks = append(p.marks, Moment{k, r.Kind, r.Seat})
		}
	}
	return true
}

var marked = index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.Marked}

// Score is a seat's score in state k, as far as it has been read and is known.
func (h *History) Score(k, seat int) (int, bool) {
	rounds := h.past.Now().rounds
	if uint(k) >= uint(len(rounds)) || rounds[k].scores[seat] == none {
		return 0, false
	}
	return int(rounds[k].scores[seat]), true
}

// Rank orders what happened, by its kind: the smaller, the more it matters. A change of the
// leader comes after the most important kind.
func Rank(l *sim.Legend, kind uint8) int {
	if kind == index.Lead {
		return 1
	}
	return 2 * l.Events[kind].Rank
}

// Series is what a chart shows of every round: one of the constants, or
// SeriesMeasure and after it the measures of the game, and the CPU time as the last.
type Series uint8

// The series that every game has.
const (
	SeriesScore Series = iota
	SeriesLead         // of who leads, over the next
	SeriesShare        // of all that has been scored, in per cent
	SeriesMeasure
)

// none is the value of a seat that has none.
const none = math.MinInt32

// Series is how many series there are.
func (h *History) Series() Series { return h.cpu() + 1 }

func (h *History) cpu() Series { return SeriesMeasure + Series(len(h.measures)) }

// Name is what a series is called.
func (h *History) Name(n Series) string {
	switch {
	case n == SeriesScore:
		return "score"
	case n == SeriesLead:
		return "lead over the next"
	case n == SeriesShare:
		return "share of the score"
	case n >= h.cpu():
		return "cpu time of a round"
	}
	return h.measures[n-SeriesMeasure].Name
}

// Draw draws a series in r, whose columns are the axis's. It reports false where
// nothing is known of it.
func (h *History) Draw(g *screen.Grid, r screen.Rect, a Axis, s Span, n Series, p *theme.Palette) bool {
	if n >= h.cpu() {
		return h.drawCPU(g, r, a, s, p)
	}
	read := h.past.Now()
	edge := min(s.Edge, len(read.rounds)-1)
	if r.H < 1 || edge < 0 {
		return false
	}
	f, rounds := newFrame(g, r, a, s.Round, p), h.curve(read, n, edge)
	if n == SeriesLead {
		f.drawBars(edge, s.Round, rounds, h.unit(n))
	} else {
		f.drawLines(edge, s.Round, rounds, h.unit(n))
	}
	return true
}

// Known reports whether a series has values: what answers cost is not known of every match.
func (h *History) Known(n Series) bool {
	if n < h.cpu() {
		return true
	}
	t := h.past.Record().Turn(0)
	return t != nil && t.Known&sim.KnownReports != 0
}

// Value is that of a seat in state k, but for what its answers cost; ok is false where it has none.
func (h *History) Value(n Series, k, seat int) (value int, ok bool) {
	if n >= h.cpu() {
		return 0, false
	}
	v := h.values(n, k)[seat]
	return int(v), v != none
}

// unit is what a series counts.
func (h *History) unit(n Series) string {
	switch {
	case n == SeriesShare:
		return "%"
	case n < SeriesMeasure:
		return "points"
	}
	return h.measures[n-SeriesMeasure].Name
}

// curve is a series up to a state. It is made when it is asked for, and kept.
func (h *History) curve(read *past, n Series, edge int) []round {
	if n == SeriesScore {
		return read.rounds
	}
	return h.curves[n].to(edge, read.begun, n != SeriesShare, func(k int) [sim.Seats]int32 { return h.values(n, k) })
}

// values are those of a series in state k, none if that is missing.
func (h *History) values(n Series, k int) (v [sim.Seats]int32) {
	if h.past.Record().Missing(k) {
		return [sim.Seats]int32{none, none, none, none}
	}
	st := h.past.Record().State(k)
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
			v[i] = none
		default:
			v[i] = int32(h.measures[n-SeriesMeasure].Of(st, i))
		}
	}
	return v
}

// grown is a series with the values of one more state. Its bounds are those of all
// values so far, and of 0 where that matters.
func grown(rounds []round, values [sim.Seats]int32, zero bool) []round {
	now := round{low: math.MaxInt32, high: math.MinInt32}
	if zero {
		now = round{}
	}
	if k := len(rounds); k > 0 {
		now = rounds[k-1]
	}
	now.scores = values
	for _, v := range values {
		if v != none {
			now.low, now.high = min(now.low, v), max(now.high, v)
		}
	}
	return append(rounds, now)
}

// Curve is a series of values, by state; what was asked for is kept. It may be used by many
// goroutines.
type Curve struct {
	mu     sync.Mutex
	begun  int // of the past that it was made from
	rounds []round
}

// to is the curve up to state edge. The values of a state never change until all is begun anew.
func (c *Curve) to(edge, begun int, zero bool, values func(k int) [sim.Seats]int32) []round {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.begun != begun {
		c.begun, c.rounds = begun, nil
	}
	for k := len(c.rounds); k <= edge; k++ {
		c.rounds = grown(c.rounds, values(k), zero)
	}
	return c.rounds
}

// Draw draws values that somebody else knows up to state edge in r, whose columns are the axis's.
func (c *Curve) Draw(g *screen.Grid, r screen.Rect, a Axis, edge, now int, values func(k int) [sim.Seats]int32, p *theme.Palette) {
	if edge >= 0 && r.H > 0 {
		newFrame(g, r, a, now, p).drawLines(edge, now, c.to(edge, 0, true, values), "points")
	}
}
