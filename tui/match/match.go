package match

import (
	"strconv"
	"sync"

	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/tui/board"
	"game-tui/tui/compare"
	"game-tui/tui/index"
	"game-tui/tui/match/page"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/timeline"
	"game-tui/tui/trace"
)

// Match is a record with what all its watchers share. It may be used by many
// goroutines.
type Match struct {
	*page.Data

	hist   *timeline.History
	traces *trace.Traces
	tours  tours
	// outlook is what is said of the win chances of every round; nil: nothing is.
	outlook *chance.Outlook
	odds    *record.Reading[[]chance.Chance] // of all rounds; nil where outlook is
	looks   board.Palettes
	free    sync.Pool // viewers that nobody uses

	pair   *compare.Pair   // nil: it is not compared
	gains  *timeline.Curve // of the scores of A less those of B
	other  *Match          // that it is compared with
	second bool            // it is B
}

// NewMatch is what the watchers of a record share.
func NewMatch(rec *record.Record) *Match {
	d := page.NewData(rec)
	m := &Match{Data: d, hist: timeline.NewHistory(d.Index), traces: trace.New(rec), outlook: chance.NewOutlook(rec)}
	if m.outlook != nil {
		m.odds = record.NewReading(rec, func() []chance.Chance { return nil }, func(line *[]chance.Chance, k int) bool {
			*line = append(*line, m.outlook.At(k))
			return true
		})
	}
	return m
}

// Compare is what the watchers of two records share who compare them, the one that
// differs from the other included. It is the match A; both must be of one game, with
// boards of one size.
func Compare(a, b *record.Record) (*Match, error) { return NewMatch(a).beside(b) }

// beside is Compare of the match with another record; what is known of the match is used
// again. The match itself is not compared.
func (m *Match) beside(b *record.Record) (*Match, error) {
	pair, err := compare.New(m.Record, b)
	if err != nil {
		return nil, err
	}
	first, second := &Match{Data: m.Data, hist: m.hist, traces: m.traces, outlook: m.outlook, odds: m.odds}, NewMatch(b)
	gains := &timeline.Curve{}
	first.pair, first.gains, first.other = pair, gains, second
	second.pair, second.gains, second.other, second.second = pair, gains, first, true
	return first, nil
}

// last is the second of two matches, or the match alone.
func (m *Match) last() *Match {
	if m.other != nil && !m.second {
		return m.other
	}
	return m
}

// Watch returns a channel that gets a value when more is known of the match, or of that
// which it is compared with; stop ends that.
func (m *Match) Watch() (grown <-chan struct{}, stop func()) {
	if m.other != nil {
		return record.Watch(&m.Record.Watchers, &m.other.Record.Watchers)
	}
	return m.Record.Watch()
}

// grown is the clock in the match, as far as that has come.
func (m *Match) grown(p playback.State) playback.State {
	over, _ := m.Record.Over()
	return p.Grow(m.Record.Edge(), m.Record.Rounds(), over)
}

// lead is the change of the leader that led to round k, nil where there is none.
func (m *Match) lead(k int) *panel.Lead {
	rows := m.Index.Rows()
	i := rows.Until(k) - 1
	if i < rows.Until(k-1) || rows.At(i).Kind != index.Lead {
		return nil
	}
	row := rows.At(i)
	return &panel.Lead{Seat: row.Seat, Text: string(m.Index.AppendText(nil, row, &m.Names))}
}

// note is what must be said of the match itself: a cut file, an early stop.
func (m *Match) note() string {
	if _, err := m.Record.Over(); err != nil && m.Meta.Note == "" {
		return err.Error()
	}
	return m.Meta.Note
}

// noteAt is what must be said in a round, empty if nothing.
func (m *Match) noteAt(k int) string {
	switch {
	case m.Record.Missing(k):
		return "round " + strconv.Itoa(k) + " is missing in the recording: this is round " + strconv.Itoa(m.Record.Known(k))
	case k == m.Record.Edge():
		return m.note()
	}
	return ""
}

// letter is how a match of two is called, empty where there is one.
func (m *Match) letter() string {
	switch {
	case m.pair == nil:
		return ""
	case m.second:
		return "B"
	}
	return "A"
}

// Moment is the words of the marked events that led to round k, empty where
// there are none.
func (m *Match) Moment(k int) string {
	t := m.Record.Turn(k - 1)
	if t == nil {
		return ""
	}
	var words []byte
	for i := range t.Events {
		e := &t.Events[i]
		if int(e.Kind) < len(m.Legend.Events) && m.Legend.Events[e.Kind].Mark {
			if len(words) > 0 {
				words = append(words, "; "...)
			}
			words = m.Meta.Game.AppendEvent(words, e, &m.Names)
		}
	}
	return string(words)
}
