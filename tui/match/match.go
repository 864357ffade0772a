package match

import (
	"sync"

	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/sim/record"
	"game-tui/tui/board"
	"game-tui/tui/compare"
	"game-tui/tui/highlight"
	"game-tui/tui/index"
	"game-tui/tui/panel"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
	"game-tui/tui/trace"
)

// Match is a record with what all its watchers share. It may be used by many
// goroutines.
type Match struct {
	Record *record.Record

	meta   *record.Meta
	legend *sim.Legend
	index  *index.Index
	hist   *timeline.History
	traces *trace.Traces
	book   *figures.Book
	swings *highlight.Swings
	lively lively
	names  [sim.Seats]string // told apart where players have the same name
	looks  sync.Map          // *theme.Palette: *board.Looks
	free   sync.Pool         // viewers that nobody uses

	pair   *compare.Pair   // nil: it is not compared
	gains  *timeline.Curve // of the scores of A less those of B
	other  *Match          // that it is compared with
	second bool            // it is B
}

// NewMatch is what the watchers of a record share.
func NewMatch(rec *record.Record) *Match {
	m, x, book := rec.Meta(), index.New(rec), figures.New(rec)
	return &Match{Record: rec, meta: m, legend: m.Game.Legend(), index: x, hist: timeline.NewHistory(x), traces: trace.New(rec), book: book, swings: highlight.NewSwings(book), names: record.Apart(m.Names)}
}

// again is the match once more, alone; both share what they know of the record.
func (m *Match) again() *Match {
	return &Match{Record: m.Record, meta: m.meta, legend: m.legend, index: m.index, hist: m.hist, traces: m.traces, book: m.book, swings: m.swings, names: m.names}
}

// Others are the records that are shown beside Record: that of the match which this one
// is compared with, or none. Who waits for more of a match waits for theirs, too.
func (m *Match) Others() []*record.Record {
	if m.other != nil {
		return []*record.Record{m.other.Record}
	}
	return nil
}

// Known is how much is known of a match: what shows it is to be drawn anew when it changes.
type Known struct {
	edge, version [2]int // of the match, and of that which it is compared with
	over          [2]bool
}

// Known is how much is known of it.
func (m *Match) Known() (k Known) {
	for i, m := range []*Match{m, m.other} {
		if m != nil {
			k.edge[i], k.version[i] = m.Record.Edge(), m.Record.Version()
			k.over[i], _ = m.Record.Over()
		}
	}
	return k
}

// Viewer returns a viewer of the match, which Free gives back.
func (m *Match) Viewer() *Viewer {
	if v, ok := m.free.Get().(*Viewer); ok {
		return v
	}
	return &Viewer{match: m}
}

// Free gives a viewer back. One that broke is left to the collector instead.
func (v *Viewer) Free() {
	if v.match != nil {
		v.match.free.Put(v)
	}
}

// dressed is the legend in the colours of a palette.
func (m *Match) dressed(p *theme.Palette) *board.Looks {
	if k, ok := m.looks.Load(p); ok {
		return k.(*board.Looks)
	}
	k, _ := m.looks.LoadOrStore(p, board.NewLooks(m.legend, p))
	return k.(*board.Looks)
}

// Names are the players', told apart where several have the same.
func (m *Match) Names() [sim.Seats]string { return m.names }

// lead is the change of the leader that led to round k, nil where there is none.
func (m *Match) lead(k int) *panel.Lead {
	rows := m.index.Rows()
	i := rows.Until(k) - 1
	if i < rows.Until(k-1) || rows.At(i).Kind != index.Lead {
		return nil
	}
	row := rows.At(i)
	return &panel.Lead{Seat: row.Seat, Text: string(m.index.AppendText(nil, row, &m.names))}
}

// size is the board's rows and columns.
func (m *Match) size() (rows, cols int) { return m.meta.Settings.Size() }

// note is what must be said of the match itself: a cut file, an early stop.
func (m *Match) note() string {
	if _, err := m.Record.Over(); err != nil && m.meta.Note == "" {
		return err.Error()
	}
	return m.meta.Note
}
