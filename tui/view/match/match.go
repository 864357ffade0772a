// Package match implements the view of a match. Call [NewMatch], or [Compare] for two matches, and
// then [Match.NewState].
//
// A [Match] is shared by all viewers of a record. A [State] holds one viewer's choices and
// implements [ui.View]. States that are equal look the same in equal windows.
//
// To draw or update itself, a state opens a scene, which holds the decoded round. Keys and other
// inputs call methods of actions, which change the state in their scene. Package page implements
// the pages over a match.
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

// A Match is a record together with the data that its viewers share. It is safe for concurrent use.
type Match struct {
	*page.Data

	history  *timeline.History
	traces   *trace.Traces
	lastTour atomic.Pointer[tour]
	// estimator is nil if the game has no table of win chances.
	estimator *winchance.Outlook
	estimates *record.Fold[[]winchance.Chance] // win chances by round; nil if estimator is nil
	skins     board.SkinCache
	scenes    sync.Pool

	pair       *compare.Pair // comparison with otherMatch; nil unless two matches are compared
	otherMatch *Match
	side       string // "A" or "B" if two matches are compared, otherwise ""
}

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

// Compare prepares a comparison of the records a and b and returns match A. It returns an error if
// the games or the board sizes differ.
func Compare(a, b *record.Record) (*Match, error) { return NewMatch(a).compareWith(b) }

// compareWith returns a copy of m as match A of a comparison with b. The copy shares the data of m,
// which is not modified.
func (m *Match) compareWith(b *record.Record) (*Match, error) {
	pair, err := compare.New(m.Record, b)
	if err != nil {
		return nil, err
	}
	first, second := &Match{Data: m.Data, history: m.history, traces: m.traces, estimator: m.estimator, estimates: m.estimates}, NewMatch(b)
	first.pair, first.otherMatch = pair, second
	first.side, second.side = "A", "B"
	second.pair, second.otherMatch = pair, first
	return first, nil
}

// Subscribe returns a channel that receives a value when the record of the match or of the compared
// match grows. Callers must call stop.
func (m *Match) Subscribe() (grown <-chan struct{}, stop func()) {
	if m.otherMatch != nil {
		return record.SubscribeAll(&m.Record.Notifier, &m.otherMatch.Record.Notifier)
	}
	return m.Record.Subscribe()
}

func (m *Match) withEnd(p playback.State) playback.State {
	over, _ := m.Record.Ended()
	return p.WithEnd(m.Record.Edge(), m.Record.Rounds(), over)
}

func (m *Match) lead(k int) *panel.LeadChange {
	rows := m.Index.Rows()
	i := rows.CountTo(k) - 1
	if i < rows.CountTo(k-1) || rows.At(i).Kind != index.LeadChange {
		return nil
	}
	row := rows.At(i)
	return &panel.LeadChange{Seat: row.Seat, Text: string(m.Index.AppendText(nil, row, &m.Names))}
}

// note returns a remark about the whole match, such as that its file is truncated.
func (m *Match) note() string {
	if _, err := m.Record.Ended(); err != nil && m.Meta.Note == "" {
		return err.Error()
	}
	return m.Meta.Note
}

func (m *Match) noteAt(k int) string {
	switch {
	case m.Record.IsMissing(k):
		return "round " + strconv.Itoa(k) + " is missing from the recording; showing round " + strconv.Itoa(m.Record.LastKnownRound(k))
	case k == m.Record.Edge():
		return m.note()
	}
	return ""
}

// MomentText describes the events marked on the timeline in the turn that led to state k.
func (m *Match) MomentText(k int) string {
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
			words = m.Meta.Game.AppendEventText(words, e, &m.Names)
		}
	}
	return string(words)
}

type tour struct {
	end, version int   // last round covered, and version of the record when the tour was computed
	moments      []int // rounds of the most eventful moments, in ascending order
	rounds       []int // rounds to play around the moments, in ascending order
}

// tourUpTo returns a tour of the ten most eventful moments up to round end.
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
	ui.HelpProvider
	ui.Placer
} = State{}

// A State holds one viewer's choices. Together with the record and the window, it determines the
// screen. It is comparable; updates return a new State.
type State struct {
	location.View
	Panels
	Play playback.State

	ViewerCount        int  // number of viewers to display; 0 displays none
	IsStillPicture     bool // whether to draw a still picture, without playback state, tabs or keys
	speedUpQuietRounds bool
	drag               dragKind

	mainMatch *Match // shown match, or match A of a comparison
	perMatch
	opts       *ui.OpenOptions // kept across matches and never modified
	lastSearch string
	dragAt     [2]int
}

// Panels holds settings for the parts next to the board. They are kept across matches.
type Panels struct {
	Tab             panel.Tab
	Chart           Chart // first chart in the list of charts
	SortByScore     bool
	IsResultClosed  bool // whether the viewer closed the result of the match
	IsSecondInFront bool // whether match B of a comparison is in front
	Overlays        page.Overlays
	HighlightedSeat int8 // highlighted seat plus one, or 0 if none is highlighted
}

type perMatch struct {
	LastSeen      int           // last round seen, which is the horizon in no-spoilers mode
	HasNewerMatch bool          // whether a newer match has started on the source
	outsSeen      uint8         // bit set of the seats for which pauseOnOut has paused
	timeToStart   time.Duration // time until this match or the next one starts, or 0

	silentFor time.Duration // time since the source last sent data, in whole seconds
	motion    motion

	dismissed struct { // event that the viewer closed last
		round int
		event location.Ref
	}

	jumps           *jumpHistory
	tour            *tour         // tour of the highlights being played, or nil
	filter          *index.Filter // filter chosen in the index, or nil
	moments         *page.Moments // list for the "next found" key; if nil, the key repeats the last search
	bookmarkLists   bookmarkPair
	hiddenBookmarks bookmarkPair // bookmarks that are hidden while the viewer sees a shared screen
	openingRound    int          // round to open as soon as the match has reached it
	branches        *branches
	lessons         *page.Lessons
	branchParent    *Match // parent of the branch that the viewer requested, or nil
	otherEdge       int    // newest round of the compared match that is not in front
	analysis        chances.Analysis
}

type motion struct {
	showsTrails bool
	flashTime   time.Duration // remaining time for which changed cells flash
}

// jumpHistory holds the places to go back to (index 0) and forward to (index 1). The nearest place
// is the last one in each list. It is immutable.
type jumpHistory [2][]location.Place

// branches holds the original match at index 0, followed by its branches. It is immutable.
type branches struct {
	page.Branches
	matches []*Match // original match, then for each branch its comparison: the parent is match A, the branch match B
	states  []branchState
}

type branchState struct {
	place     location.Place
	lastSeen  int
	jumps     *jumpHistory
	filter    *index.Filter
	bookmarks *[]location.Bookmark
	outsSeen  uint8
}

// bookmarkPair holds the bookmarks of matches A and B. The slices must not be modified.
type bookmarkPair [2]*[]location.Bookmark

type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTime             // drag on the timeline, which changes the round
	dragBoard            // drag on the board, which moves the viewport
)

func (s *State) frontMatch() *Match {
	if s.mainMatch.pair != nil && s.IsSecondInFront {
		return s.mainMatch.otherMatch
	}
	return s.mainMatch
}

func (s *State) place() location.Place { return location.Place{Round: s.Play.Round, View: s.View} }

func (s *State) frontBookmarks() **[]location.Bookmark {
	if s.mainMatch.pair != nil && s.IsSecondInFront {
		return &s.bookmarkLists[1]
	}
	return &s.bookmarkLists[0]
}

func bookmarksOrNil(list []location.Bookmark) *[]location.Bookmark {
	if len(list) == 0 {
		return nil
	}
	return &list
}

func (s *State) syncWithRecord() {
	s.Play = s.frontMatch().withEnd(s.Play)
	if s.mainMatch.pair != nil {
		s.otherEdge = s.frontMatch().otherMatch.Record.Edge()
	}
	if !s.isBetweenMatches() {
		s.timeToStart = 0
	}
}

// afterKey returns the state after a key press, paste or mouse event. It restores hidden bookmarks,
// stops motion and cancels the jump to the opening round.
func (s State) afterKey() State {
	s.openingRound, s.motion = 0, motion{}
	if s.hiddenBookmarks != (bookmarkPair{}) {
		s.bookmarkLists, s.hiddenBookmarks = s.hiddenBookmarks, bookmarkPair{}
	}
	return s
}

func (s *State) isBetweenMatches() bool { return s.Play.Edge == 0 || s.Play.IsOver }

func (s *State) isBehind() bool {
	return !s.Play.IsOver && s.Play.Mode != playback.Live && s.Play.Round < s.Play.Edge
}

func (s *State) isSilent() bool { return s.silentFor > 0 && !s.Play.IsOver }

// followsEdge reports whether the viewer watches a single match, live or paused at its end, with
// default settings and no bookmarks. In equal windows and at equal zoom, such viewers see the same
// screen, apart from pages and notices.
func (s *State) followsEdge() bool {
	at := s.Play.Mode == playback.Live || s.Play.Mode == playback.Paused && s.Play.HasEnded()
	return at && s.SharedView() == location.View{} && s.Panels == Panels{} && s.bookmarkLists == bookmarkPair{} && s.mainMatch.pair == nil
}

func (s State) NextTick(p *ui.Program) (d time.Duration) {
	sooner := func(next time.Duration) {
		if d == 0 || next < d {
			d = max(next, time.Millisecond)
		}
	}
	if s.Play.Mode == playback.Playing && (s.Play.IsReversed || s.Play.IsOver || s.Play.Round < s.Play.Edge) {
		d = s.Play.TimeToNextRound()
	}
	if s.motion.flashTime > 0 {
		sooner(s.motion.flashTime)
	}
	// Viewers who follow the live edge share a single countdown, so they need no tick for it.
	if s.timeToStart > 0 && !(p.TopPage() == nil && s.followsEdge()) {
		sooner(cmp.Or(s.timeToStart%time.Second, time.Second))
	}
	return d
}

var keys func() *ui.KeyTable

// KeyLabel returns the label of the key with the given ID.
func KeyLabel(id string) string { return keys().Label(id) }

// appendPlace appends p to a list of places and keeps only the last 100.
func appendPlace(list []location.Place, p location.Place) []location.Place {
	return append(slices.Clone(list[max(len(list)-99, 0):]), p)
}
