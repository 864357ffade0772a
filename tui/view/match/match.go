// Package match implements the view of a match. Call [NewMatch], or [Compare] for two matches, and
// then [Match.View].
//
// A [Match] is shared by all viewers of a record. A [State] holds what one viewer has chosen, and
// implements [ui.View]. Equal states of a match in equal windows have equal screens.
//
// To draw or update, a state opens a scene, which holds the decoded round. Keys and other inputs
// call methods of actions, which change the state in their scene. Package page implements the pages
// over a match.
//
// The package uses no clock, goroutines or terminal.
package match

import (
	"strconv"
	"sync"
	"sync/atomic"

	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/replay/compare"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/playback"
	"game-tui/tui/replay/trace"
	"game-tui/tui/view/match/page"
)

// A Match is a record with all data that its viewers share. It is safe for concurrent use.
type Match struct {
	*page.Data

	history  *timeline.History
	traces   *trace.Traces
	lastTour atomic.Pointer[tour]
	// estimator estimates win chances. It is nil if the game has no table.
	estimator *winchance.Outlook
	estimates *record.Fold[[]winchance.Chance] // estimates for all rounds; nil without estimator
	palettes  board.Skins
	scenes    sync.Pool

	pair       *compare.Pair // comparison with otherMatch, or nil
	otherMatch *Match
	isB        bool
}

// NewMatch returns the match of a record.
func NewMatch(rec *record.Record) *Match {
	d := page.NewData(rec)
	m := &Match{Data: d, history: timeline.NewHistory(d.Index), traces: trace.New(rec), estimator: winchance.NewOutlook(rec)}
	if m.estimator != nil {
		m.estimates = record.NewFold(rec, func() []winchance.Chance { return nil }, func(line *[]winchance.Chance, k int) bool {
			*line = append(*line, m.estimator.At(k))
			return true
		})
	}
	return m
}

// Compare compares two records and returns match A. It returns an error if the games or the board
// sizes differ.
func Compare(a, b *record.Record) (*Match, error) { return NewMatch(a).compareWith(b) }

// compareWith is like Compare for a match and a second record. It reuses the data of m but does not
// modify m.
func (m *Match) compareWith(b *record.Record) (*Match, error) {
	pair, err := compare.New(m.Record, b)
	if err != nil {
		return nil, err
	}
	first, second := &Match{Data: m.Data, history: m.history, traces: m.traces, estimator: m.estimator, estimates: m.estimates}, NewMatch(b)
	first.pair, first.otherMatch = pair, second
	second.pair, second.otherMatch, second.isB = pair, first, true
	return first, nil
}

// Subscribe returns a channel that receives a value when a record grows. Callers must call stop.
func (m *Match) Subscribe() (grown <-chan struct{}, stop func()) {
	if m.otherMatch != nil {
		return record.SubscribeAll(&m.Record.Notifier, &m.otherMatch.Record.Notifier)
	}
	return m.Record.Subscribe()
}

func (m *Match) grown(p playback.State) playback.State {
	over, _ := m.Record.Over()
	return p.SetEnd(m.Record.Edge(), m.Record.Rounds(), over)
}

func (m *Match) lead(k int) *panel.Lead {
	rows := m.Index.Rows()
	i := rows.CountTo(k) - 1
	if i < rows.CountTo(k-1) || rows.At(i).Kind != index.LeadChange {
		return nil
	}
	row := rows.At(i)
	return &panel.Lead{Seat: row.Seat, Text: string(m.Index.AppendText(nil, row, &m.Names))}
}

// note returns a note on the whole match, for instance about a truncated file.
func (m *Match) note() string {
	if _, err := m.Record.Over(); err != nil && m.Meta.Note == "" {
		return err.Error()
	}
	return m.Meta.Note
}

func (m *Match) noteAt(k int) string {
	switch {
	case m.Record.Missing(k):
		return "round " + strconv.Itoa(k) + " is missing in the recording: this is round " + strconv.Itoa(m.Record.LastKnown(k))
	case k == m.Record.Edge():
		return m.note()
	}
	return ""
}

func (m *Match) letter() string {
	switch {
	case m.pair == nil:
		return ""
	case m.isB:
		return "B"
	}
	return "A"
}

// Moment describes the marked events of the turn before state k.
func (m *Match) Moment(k int) string {
	t := m.Record.Turn(k - 1)
	if t == nil {
		return ""
	}
	var words []byte
	for i := range t.Events {
		e := &t.Events[i]
		if int(e.Kind) < len(m.Legend.Events) && m.Legend.Events[e.Kind].OnTimeline {
			if len(words) > 0 {
				words = append(words, "; "...)
			}
			words = m.Meta.Game.AppendEvent(words, e, &m.Names)
		}
	}
	return string(words)
}

type tour struct {
	end, version int   // last round and version of the record
	moments      []int // rounds of the moments, sorted
	rounds       []int // rounds shown around the moments, sorted
}

// tourUpTo returns the tour of the ten most eventful moments up to a round.
func (m *Match) tourUpTo(end int) *tour {
	t, version := m.lastTour.Load(), m.Record.Version()
	if t == nil || t.end != end || t.version != version {
		list := highlight.Moments(m.Record, 1, end, 10)
		t = &tour{end, version, list, highlight.Rounds(list, 0, end)}
		m.lastTour.Store(t)
	}
	return t
}
