package match

import (
	"cmp"
	"slices"
	"time"

	"game-tui/tui/board"
	"game-tui/tui/index"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// The smallest window in which something can be seen.
const (
	MinW = 40
	MinH = 12
)

// State is all that one watcher looks at. Together with the record it decides every
// cell of the screen: equal states of the same record give equal screens. A State
// is a value: Update makes a new one and leaves the old one as it is.
type State struct {
	values
	pages []page // the topmost last; never written, only replaced
}

// values is the part of a State that can be compared with ==.
type values struct {
	Terminal
	View
	Panels
	Play playback.State

	NoSpoilers bool
	Watchers   int  // how many watch; 0: not shown
	Still      bool // a picture for somebody without keys: nothing of playback, tabs and keys shows

	ofMatch
	passing
	work     work
	requests int    // made so far
	sought   string // what was looked for last
	opts     watching
}

// ofMatch is what ends with the match: another one begins with the zero value.
type ofMatch struct {
	Seen   int           // last round seen, which bounds what NoSpoilers shows
	Newer  bool          // the next match has begun, and this is the one before
	starts time.Duration // until the match begins, or after its end the next one; 0: not known

	silent time.Duration // of the source of the match, in whole seconds; 0: it plays, or may

	dismissed struct { // the last event that was dismissed, and where
		round int
		event Ref
	}

	way      *way
	tour     *tour         // of the most eventful moments, which is played; nil: none is
	filter   *index.Filter // what the index lists; nil: all
	marks    [2]*bookmarks // of the match, and of B where two are compared
	kept     [2]*bookmarks // those of a watcher who sees what everybody sees, until the next key
	opening  int           // round to open at, while the match has not come so far
	outs     uint8         // seats whose going out has been seen
	branches *branches     // nil: there are none
	beside   int           // newest round of the one of two that is not in front
	analysed
}

// Terminal is what the state is shown on.
type Terminal struct {
	W, H    int
	Palette *theme.Palette
	NoMouse bool // the mouse is the terminal's

	profile theme.Profile // what the terminal shows
	ascii   bool          // it shows nothing else
	palette string        // the name that was chosen; empty: the profile's default
}

// Panels say what is shown beside the board; they stay when another match begins. The
// zero value is what everybody sees at first.
type Panels struct {
	Tab         panel.Tab
	Chart       timeline.Series // the first one that the tab of charts shows
	ByScore     bool
	NoBanner    bool // the final banner was dismissed
	SecondFront bool // of two matches that are compared B is in front
	Overlays    Overlays
	Front       int8 // the player in front, by its seat plus one; 0: none is
	Chances     bool // the win chances are shown over the timeline, first among the charts, and in the heading
}

// passing is what the next key or a moment ends.
type passing struct {
	Notice string        // one line for the watcher, in place of the keys
	notice time.Duration // how long Notice stays
	drag   dragKind
	dragAt [2]int
}

// watching is how somebody watches, match after match.
type watching struct {
	paused   bool // opens still
	outPause bool // pauses in the round in which a player goes out
	pair     bool // two matches are compared
	hurry    bool // quiet stretches run faster
	shell    *Shell
}

// Options say how a match opens.
type Options struct {
	W, H       int
	Palette    string        // name; empty: the profile's default
	Profile    theme.Profile // until the terminal's is known
	ASCII      bool          // the terminal shows nothing else
	NoMouse    bool          // the mouse is the terminal's
	Paused     bool
	Live       bool    // opens at the live edge and follows it
	Speed      float64 // rounds a second; 0: the normal one
	Place      Place   // opens here, as soon as the match has come so far
	NoSpoilers bool
	PauseOnOut bool   // pauses in the round in which a player goes out
	Me         string // the player to put in front: its name, or the number of its seat
	Bookmarks  []Bookmark
	Shell      *Shell // nil: every effect is offered
}

// state is what a window, a terminal and a shell make of nothing.
func state(o *Options) State {
	s := State{}
	s.Terminal = Terminal{profile: o.Profile, ascii: o.ASCII, palette: o.Palette, NoMouse: o.NoMouse}
	s.View, s.Play, s.NoSpoilers = o.Place.View, playback.New(o.Speed), o.NoSpoilers
	s.opts = watching{paused: o.Paused, outPause: o.PauseOnOut, shell: o.Shell}
	s.W, s.H = screen.Clamp(o.W, o.H)
	s.dress()
	return s
}

// Open is the state of a watcher who comes to the match.
func (v *Viewer) Open(o Options) State {
	u := update{v: v, s: state(&o)}
	u.s.opts.pair = v.match.pair != nil
	u.grow()
	u.s.Front, u.s.marks = v.match.Front(o.Me), [2]*bookmarks{marked(o.Bookmarks)}
	switch {
	case o.Live:
		u.s.Play = u.follow()
	case o.Place.Round > 0 || o.Paused:
		u.s.opening = o.Place.Round
		u.reach()
	}
	if note := v.match.note(); note != "" {
		u.say(note)
	}
	u.settle()
	return u.s
}

// dress puts on the chosen palette as the terminal shows it.
func (s *State) dress() {
	s.Palette = theme.For(s.palette, s.profile)
	if s.ascii {
		s.Palette = s.Palette.Plain()
	}
}

// Same reports whether two states are the same in everything.
func (s *State) Same(o *State) bool { return s.values == o.values && slices.Equal(s.pages, o.pages) }

// Follows reports whether the watcher sees the live edge, or the end of a match
// that is over, and nothing else: what all see who follow in such a window, zoom and
// palette, but for a notice.
func (s *State) Follows() bool {
	at := s.Play.Mode == playback.Live || s.Play.Mode == playback.Paused && s.Play.Ended()
	return at && len(s.pages) == 0 && s.View.aside() == View{} && s.Panels == Panels{} && s.marks == [2]*bookmarks{} && !s.opts.pair
}

// follow is the clock at the live edge. The end of a match that is over is not given
// away to somebody who wants no spoilers and has not seen it.
func (u *update) follow() playback.State {
	if h := u.s.Horizon(); u.s.Play.Over && h < u.s.Play.Edge {
		return u.s.Play.Go(h)
	}
	return u.s.Play.Follow()
}

// Format is all on which the screens of those who follow depend, the match aside.
type Format struct {
	W, H    int
	Palette *theme.Palette
	Zoom    board.Zoom
}

// Format is the state's.
func (s *State) Format() Format { return Format{s.W, s.H, s.Palette, s.Zoom} }

// Follow is the state of the same watcher who follows the live edge of the
// viewer's match and has nothing else open.
func (v *Viewer) Follow(s State) State {
	f := State{values: values{Terminal: s.Terminal, View: View{Zoom: s.Zoom}, Play: s.Play,
		NoSpoilers: s.NoSpoilers, ofMatch: ofMatch{Seen: s.Seen, branches: s.branches}, work: s.work, requests: s.requests, Watchers: s.Watchers, passing: passing{Notice: s.Notice, notice: s.notice}, opts: s.opts}}
	u := update{v: v, s: f}
	u.s.kept = cmp.Or(s.marks, s.kept)
	u.grow()
	u.s.Play = u.follow()
	u.settle()
	return u.s
}

// Elsewhere is the state without what belongs to the match that is watched: before
// another one is.
func (s State) Elsewhere() State {
	s.ofMatch = ofMatch{}
	return s
}

// Shared is the state without what is its watcher's own.
func (s State) Shared() State {
	s.passing, s.work, s.way = passing{}, work{}, nil
	s.filter, s.sought, s.branches = nil, "", nil
	s.marks, s.kept = [2]*bookmarks{}, [2]*bookmarks{}
	return s
}

// Seeing is the state of a watcher who follows, brought to what another one sees
// who follows: the newest round, in the same window. Of another match than before
// nothing is kept that belongs to rounds.
func (s State) Seeing(o *State, other bool) State {
	if other {
		s = s.Elsewhere()
	}
	s.W, s.H, s.Play, s.Top, s.Left, s.Seen, s.Watchers = o.W, o.H, o.Play, o.Top, o.Left, o.Seen, o.Watchers
	s.starts, s.silent, s.Newer = o.starts, o.silent, o.Newer
	return s
}

// Wait is how long until the state needs a Tick; 0: it needs none.
func (s *State) Wait() time.Duration {
	d := time.Duration(0)
	if s.Play.Mode == playback.Playing && !s.idleAtEdge() {
		d = s.Play.Wait()
	}
	if s.Notice != "" && (d == 0 || s.notice < d) {
		d = max(s.notice, time.Millisecond)
	}
	if next := s.starts % time.Second; s.starts > 0 && !s.Follows() { // who follows is told what all see
		if next == 0 {
			next = time.Second
		}
		if d == 0 || next < d {
			d = max(next, time.Millisecond)
		}
	}
	return d
}

// idleAtEdge reports whether playing waits for the match to go on: growth lets
// it go on.
func (s *State) idleAtEdge() bool { return !s.Play.Back && !s.Play.Over && s.Play.Round >= s.Play.Edge }

// top is the page that keys go to, nil for the match.
func (s *State) top() page {
	if len(s.pages) == 0 {
		return nil
	}
	return s.pages[len(s.pages)-1]
}

// push puts a page on top; what is being dragged lies under it.
func (s *State) push(p page) {
	s.pages = append(slices.Clip(s.pages), p)
	s.drag = dragNothing
}

// pop closes the topmost page, and keeps nothing of it.
func (s *State) pop() { s.pages = append([]page(nil), s.pages[:len(s.pages)-1]...) }

// put puts a page in place of the topmost.
func (s *State) put(p page) {
	s.pages = append(slices.Clip(s.pages[:len(s.pages)-1]), p)
}
