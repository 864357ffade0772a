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
	"cmp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/replay/compare"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/replay/trace"
	"game-tui/tui/ui"
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
	letter     string // "A" or "B" in a comparison, otherwise ""
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
	first.letter, second.letter = "A", "B"
	second.pair, second.otherMatch = pair, first
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

var _ interface {
	ui.Replayer
	ui.Sharer
	ui.LiveMerger
	ui.AnalysisTargeter
	ui.Helper
	ui.Placer
} = State{}

// A State holds what one viewer has chosen to see of a match. Together with the record and the
// window, it determines the screen. It is comparable; updates return a new State.
type State struct {
	location.View
	Panels
	Play playback.State

	Watchers        int  // number of viewers; 0 is not shown
	Still           bool // draw a picture, without playback, tabs and keys
	fastQuietRounds bool
	drag            dragKind

	first *Match // match, or match A of a comparison
	ofMatch
	opts       *ui.Opening // options kept across matches; never modified
	lastSearch string
	dragAt     [2]int
}

// Panels holds what is shown next to the board. It is kept across matches.
type Panels struct {
	Tab         panel.Tab
	Chart       Chart // chart at the top of the list of charts
	ByScore     bool
	NoEnd       bool // whether the viewer closed the result
	SecondFront bool // whether match B of a comparison is in front
	Overlays    page.Overlays
	Front       int8 // highlighted seat plus one, or 0
}

type ofMatch struct {
	Seen     int           // last round seen; the horizon in no-spoilers mode
	Newer    bool          // whether the next match has started
	outsSeen uint8         // bit set of the seats that the viewer saw going out
	startsIn time.Duration // time until this match or the next one starts, or 0

	silentFor time.Duration // time for which the source has been silent, in whole seconds
	motion    motion

	dismissed struct { // event that was closed last
		round int
		event location.Ref
	}

	way           *jumpHistory
	tour          *tour         // highlights being played, or nil
	filter        *index.Filter // filter of the index; nil lists everything
	moments       *page.Moments // list for the "next found" key; nil means the last search
	bookmarkLists marks
	hiddenMarks   marks // bookmarks hidden while the viewer sees a shared screen
	openingRound  int   // round to open at once the match has reached it
	branches      *branches
	lessons       *page.Lessons
	branchParent  *Match // parent of the requested branch
	otherEdge     int    // newest round of the match that is not in front
	analysed      chances.Analysis
}

type motion struct {
	trails bool
	flash  time.Duration // remaining time for which changes flash
}

// jumpHistory holds the places to go back to (0) and forward to (1). The nearest place is last in
// each list. It never changes.
type jumpHistory [2][]location.Place

// branches holds the original match, as number 0, and its branches. It never changes.
type branches struct {
	page.Branches
	matches []*Match // original match alone; each branch as match B of a comparison with its parent
	places  []branchPlace
}

type branchPlace struct {
	place  location.Place
	seen   int
	way    *jumpHistory
	filter *index.Filter
	marks  *[]location.Bookmark
	outs   uint8
}

// marks holds the bookmarks of matches A and B. The lists are never modified.
type marks [2]*[]location.Bookmark

type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTime             // dragging the round on the timeline
	dragBoard            // dragging the viewport
)

func (s *State) front() *Match {
	if s.first.pair != nil && s.SecondFront {
		return s.first.otherMatch
	}
	return s.first
}

func (s *State) place() location.Place { return location.Place{Round: s.Play.Round, View: s.View} }

func (s *State) frontMarks() **[]location.Bookmark {
	if s.first.pair != nil && s.SecondFront {
		return &s.bookmarkLists[1]
	}
	return &s.bookmarkLists[0]
}

func marksOf(list []location.Bookmark) *[]location.Bookmark {
	if len(list) == 0 {
		return nil
	}
	return &list
}

func (s *State) grow() {
	s.Play = s.front().grown(s.Play)
	if s.first.pair != nil {
		s.otherEdge = s.front().otherMatch.Record.Edge()
	}
	if !s.notPlaying() {
		s.startsIn = 0
	}
}

// afterKey returns the state after a key press. It restores hidden bookmarks, stops motion and no
// longer waits for the opening round.
func (s State) afterKey() State {
	s.openingRound, s.motion = 0, motion{}
	if s.hiddenMarks != (marks{}) {
		s.bookmarkLists, s.hiddenMarks = s.hiddenMarks, marks{}
	}
	return s
}

func (s *State) notPlaying() bool { return s.Play.Edge == 0 || s.Play.Over }

func (s *State) behind() bool {
	return !s.Play.Over && s.Play.Mode != playback.Live && s.Play.Round < s.Play.Edge
}

func (s *State) isSilent() bool { return s.silentFor > 0 && !s.Play.Over }

// follows reports whether the viewer sees only the live edge or the end of a finished match. Such
// viewers see the same screen in equal windows, apart from pages and notices.
func (s *State) follows() bool {
	at := s.Play.Mode == playback.Live || s.Play.Mode == playback.Paused && s.Play.Ended()
	return at && s.Shared() == location.View{} && s.Panels == Panels{} && s.bookmarkLists == marks{} && s.first.pair == nil
}

// NextTick implements ui.Replayer.
func (s State) NextTick(p *ui.Program) (d time.Duration) {
	sooner := func(next time.Duration) {
		if d == 0 || next < d {
			d = max(next, time.Millisecond)
		}
	}
	if s.Play.Mode == playback.Playing && (s.Play.Backwards || s.Play.Over || s.Play.Round < s.Play.Edge) {
		d = s.Play.NextRoundIn()
	}
	if s.motion.flash > 0 {
		sooner(s.motion.flash)
	}
	if s.startsIn > 0 && !(p.Top() == nil && s.follows()) { // viewers who follow share a countdown
		sooner(cmp.Or(s.startsIn%time.Second, time.Second))
	}
	return d
}

var keys func() *ui.KeyTable

// Name returns the label of a key in help, for texts that mention the key.
func Name(id string) string { return keys().Name(id) }

// appendPlace returns the last 99 places and p.
func appendPlace(list []location.Place, p location.Place) []location.Place {
	return append(slices.Clone(list[max(len(list)-99, 0):]), p)
}
