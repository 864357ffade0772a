package match

import (
	"cmp"
	"slices"
	"time"

	"game-tui/tui/chances"
	"game-tui/tui/index"
	"game-tui/tui/match/page"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// State is all that one watcher looks at of a match. Together with the record and the window
// it decides every cell of the screen. It is a value that can be compared with ==: what
// updates it makes a new one and leaves the old one as it is.
type State struct {
	viewpoint.View
	Panels
	Play playback.State

	Watchers int  // how many watch; 0: not shown
	Still    bool // a picture for somebody without keys: nothing of playback, tabs and keys shows
	hurry    bool // quiet stretches run faster
	drag     dragKind

	first *Match // the match, or A of two that are compared
	ofMatch
	opts   *ui.Opening // how somebody watches, match after match; never written
	sought string      // what was looked for last
	dragAt [2]int
}

// Panels say what is shown beside the board; they stay when another match begins. The
// zero value is what everybody sees at first.
type Panels struct {
	Tab         panel.Tab
	Chart       Chart // that is drawn first where the charts are open
	ByScore     bool
	NoEnd       bool // who has won was dismissed
	SecondFront bool // of two matches that are compared B is in front
	Overlays    page.Overlays
	Front       int8 // the player in front, by its seat plus one; 0: none is
}

// ofMatch is what ends with the match: another one begins with the zero value.
type ofMatch struct {
	Seen   int           // last round seen, which bounds what is shown without spoilers
	Newer  bool          // the next match has begun, and this is the one before
	outs   uint8         // seats whose going out has been seen
	starts time.Duration // until the match begins, or after its end the next one; 0: not known

	silent time.Duration // of the source of the match, in whole seconds; 0: it plays, or may
	motion motion        // of the turn that led to the round

	dismissed struct { // the last event that was dismissed, and where
		round int
		event viewpoint.Ref
	}

	way      *way
	tour     *tour         // of the most eventful moments, which is played; nil: none is
	filter   *index.Filter // what the index lists; nil: all
	moments  *page.Moments // that "next found" goes through; nil: it finds what was looked for
	marks    marks
	kept     marks     // those of a watcher who sees what everybody sees, until the next key
	opening  int       // round to open at, while the match has not come so far
	branches *branches // nil: there are none
	lessons  *page.Lessons
	from     *Match // that is being played on
	beside   int    // newest round of the one of two that is not in front
	analysed chances.Analysed
}

// way is how to come back to the places that jumps have left, and forward again:
// the nearest last. It never changes; nil is none.
type way struct{ back, ahead []viewpoint.Place }

// branches are a match and what was played on from its rounds, as a watcher has them. The
// match itself is number 0. They never change; nil: there are none.
type branches struct {
	page.Branches
	matches []*Match // the match itself alone, a branch beside what it was played on from, of which it is B
	left    []left   // of each
}

// left is what a watcher has left behind in a match.
type left struct {
	place  viewpoint.Place
	seen   int // last round
	way    *way
	filter *index.Filter
	marks  *[]viewpoint.Bookmark
	outs   uint8
}

// marks are the bookmarks of a match, and of B where two are compared. Neither ever changes;
// nil is none.
type marks [2]*[]viewpoint.Bookmark

// dragKind is what a pressed button moves.
type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTime             // the round, along the timeline
	dragBoard            // the viewport
)

// front is the match in front: of two the one that keys are about.
func (s *State) front() *Match {
	if s.first.pair != nil && s.SecondFront {
		return s.first.other
	}
	return s.first
}

// here is where the watcher looks.
func (s *State) here() viewpoint.Place { return viewpoint.Place{Round: s.Play.Round, View: s.View} }

// inFront are the bookmarks of the match in front.
func (s *State) inFront() **[]viewpoint.Bookmark {
	if s.first.pair != nil && s.SecondFront {
		return &s.marks[1]
	}
	return &s.marks[0]
}

// bookmarks are the watcher's of the match in front, in the order of rounds: read only.
func (s *State) bookmarks() []viewpoint.Bookmark {
	if m := *s.inFront(); m != nil {
		return *m
	}
	return nil
}

// marked is a list for a state.
func marked(list []viewpoint.Bookmark) *[]viewpoint.Bookmark {
	if len(list) == 0 {
		return nil
	}
	return &list
}

// grow takes in how far the record has come.
func (s *State) grow() {
	s.Play = s.front().grown(s.Play)
	if s.first.pair != nil {
		s.beside = s.front().other.Record.Edge()
	}
	if !s.waits() {
		s.starts = 0
	}
}

// touched is the state of a watcher who does something: bookmarks are seen again, the match
// goes to no round any more, and nothing stands out.
func (s State) touched() State {
	s.opening, s.motion = 0, motion{}
	if s.kept != (marks{}) {
		s.marks, s.kept = s.kept, marks{}
	}
	return s
}

// waits reports whether no match is played: this one has not begun, or is over.
func (s *State) waits() bool { return s.Play.Edge == 0 || s.Play.Over }

// idleAtEdge reports whether playing waits for the match to go on: growth lets
// it go on.
func (s *State) idleAtEdge() bool { return !s.Play.Back && !s.Play.Over && s.Play.Round >= s.Play.Edge }

// behind reports whether the watcher has left the live edge of a match that goes on.
func (s *State) behind() bool {
	return !s.Play.Over && s.Play.Mode != playback.Live && s.Play.Round < s.Play.Edge
}

// isSilent reports whether the source of the match is silent, and has more to say.
func (s *State) isSilent() bool { return s.silent > 0 && !s.Play.Over }

// follows reports whether the watcher sees the live edge, or the end of a match that is over,
// and nothing else: what all followers see in such a window, zoom and palette, but for
// pages and a notice.
func (s *State) follows() bool {
	at := s.Play.Mode == playback.Live || s.Play.Mode == playback.Paused && s.Play.Ended()
	return at && s.Aside() == viewpoint.View{} && s.Panels == Panels{} && s.marks == marks{} && s.first.pair == nil
}

// wait is how long until what passes by itself goes on; 0: nothing does.
func (s *State) wait(follows bool) (d time.Duration) {
	sooner := func(next time.Duration) {
		if d == 0 || next < d {
			d = max(next, time.Millisecond)
		}
	}
	if s.Play.Mode == playback.Playing && !s.idleAtEdge() {
		d = s.Play.Wait()
	}
	if s.motion.flash > 0 {
		sooner(s.motion.flash)
	}
	if s.starts > 0 && !follows { // followers see what all see
		sooner(cmp.Or(s.starts%time.Second, time.Second))
	}
	return d
}

// keys is the table of keys: handler, help and footer read it, so they cannot disagree.
var keys func() *ui.Table

// Name is what help calls the key of a binding: texts take it from here.
func Name(id string) string { return keys().Name(id) }

// maxWay bounds each direction of a way.
const maxWay = 100

// with is a list of places with one more, which shares nothing with the old one.
func with(list []viewpoint.Place, p viewpoint.Place) []viewpoint.Place {
	return append(slices.Clone(list[max(len(list)+1-maxWay, 0):]), p)
}

// hasBack reports whether there is a jump to come back from.
func (s *State) hasBack() bool { return s.way != nil && len(s.way.back) > 0 }
