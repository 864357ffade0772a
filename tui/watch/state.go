package watch

import (
	"slices"
	"time"

	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
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
	View
	pages []page // the topmost last; never written, only replaced
}

// View is a State without its pages.
type View struct {
	W, H    int
	Palette *theme.Palette
	Zoom    board.Zoom // Auto: the nearest that shows the whole board
	Play    playback.State

	Top, Left int  // first cell of the viewport
	Free      bool // the watcher moved the viewport, it does not follow the action

	Inspect bool    // the cursor is shown, and what is known of its cell
	Cursor  sim.Pos // stays where it was while Inspect is off
	Follow  int32   // unit that the viewport follows, -1 none
	Event   int     // event that led to this round and was stopped at, -1 none

	Tab      panel.Tab
	ByScore  bool
	NoBanner bool // the final banner was dismissed

	NoSpoilers bool
	Seen       int // last round seen, which bounds what NoSpoilers shows

	Notice   string // one line for the watcher, in place of the keys
	Watchers int    // how many watch; 0: not shown
	NoMouse  bool   // the mouse is the terminal's
	Still    bool   // a picture for somebody without keys: nothing of playback, tabs and keys shows

	profile  theme.Profile // what the terminal shows
	ascii    bool          // it shows nothing else
	palette  string        // the name that was chosen; empty: the profile's default
	notice   time.Duration // how long Notice stays
	busy     bool          // Next or Again is under way
	opening  int           // round to open at, while the match has not come so far
	paused   bool          // opens still
	outPause bool          // pauses in the round in which a player goes out
	outs     uint8         // seats whose going out has been seen
	digit    int           // last pressed
	drag     dragKind
	dragAt   [2]int
	shell    *Shell
}

// Options say how a match opens.
type Options struct {
	W, H       int
	Palette    string        // name; empty: the profile's default
	Profile    theme.Profile // until the terminal's is known
	ASCII      bool          // the terminal shows nothing else
	Paused     bool
	Live       bool    // opens at the live edge and follows it
	Speed      float64 // rounds a second; 0: the normal one
	Round      int     // opens here, as soon as the match has come so far
	NoSpoilers bool
	PauseOnOut bool   // pauses in the round in which a player goes out
	Shell      *Shell // nil: every effect is offered
}

// state is what a window, a terminal and a shell make of nothing.
func state(o *Options) State {
	s := State{View: View{Follow: -1, Event: -1, Play: playback.New(o.Speed), NoSpoilers: o.NoSpoilers,
		profile: o.Profile, ascii: o.ASCII, palette: o.Palette, paused: o.Paused, outPause: o.PauseOnOut, shell: o.Shell}}
	s.W, s.H = screen.Clamp(o.W, o.H)
	s.dress()
	return s
}

// Open is the state of a watcher who comes to the match.
func (v *Viewer) Open(o Options) State {
	u := update{v, state(&o)}
	u.grow()
	switch {
	case o.Live:
		u.s.Play = u.s.Play.Follow()
	case o.Round > 0 || o.Paused:
		u.s.opening = o.Round
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
func (s *State) Same(o *State) bool { return s.View == o.View && slices.Equal(s.pages, o.pages) }

// Limit is the last round that may be told about: of a recording whose end
// is not to be given away, the furthest that was seen. edge is the newest round.
func (s *State) Limit(edge int) int {
	if s.NoSpoilers {
		return min(edge, max(s.Seen, s.Play.Round))
	}
	return edge
}

// Follows reports whether the watcher sees the live edge, or the end of a match
// that is over, and nothing else: what all see who follow in such a window, zoom and
// palette, but for a notice.
func (s *State) Follows() bool {
	at := s.Play.Mode == playback.Live || s.Play.Mode == playback.Paused && s.Play.Ended()
	return at && len(s.pages) == 0 && !s.Inspect && s.Follow < 0 && s.Event < 0 && !s.Free &&
		s.Tab == panel.Players && !s.ByScore && !(s.NoBanner && s.Play.Over)
}

// Look is all on which the screens of those who follow depend, the match aside.
type Look struct {
	W, H    int
	Palette *theme.Palette
	Zoom    board.Zoom
}

// Look is the state's.
func (s *State) Look() Look { return Look{s.W, s.H, s.Palette, s.Zoom} }

// Follow is the state of the same watcher who follows the live edge of the
// viewer's match and has nothing else open.
func (v *Viewer) Follow(s State) State {
	f := State{View: View{W: s.W, H: s.H, Palette: s.Palette, Zoom: s.Zoom, Play: s.Play, Follow: -1, Event: -1,
		NoSpoilers: s.NoSpoilers, Notice: s.Notice, notice: s.notice, Watchers: s.Watchers, NoMouse: s.NoMouse,
		profile: s.profile, ascii: s.ascii, palette: s.palette, paused: s.paused, outPause: s.outPause, shell: s.shell}}
	u := update{v, f}
	u.grow()
	u.s.Play = u.s.Play.Follow()
	u.settle()
	return u.s
}

// Seeing is the state of a watcher who follows, brought to what another one sees
// who follows: the newest round, in the same window.
func (s State) Seeing(o *State) State {
	s.W, s.H, s.Play, s.Top, s.Left, s.Seen, s.Watchers = o.W, o.H, o.Play, o.Top, o.Left, o.Seen, o.Watchers
	return s
}

// Wait is how long until the state needs a Tick; 0: it needs none.
func (s *State) Wait() time.Duration {
	d := time.Duration(0)
	if s.Play.Mode == playback.Playing && !s.idleAtEdge() {
		d = s.Play.Wait()
	}
	if s.fading() && (d == 0 || s.notice < d) {
		d = max(s.notice, time.Millisecond)
	}
	return d
}

// fading reports whether there is a notice that goes by itself; one about what
// is under way stays.
func (s *State) fading() bool { return s.Notice != "" && !s.busy }

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
