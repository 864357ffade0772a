package ui

import (
	"slices"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/chances"
	"game-tui/tui/screen"
	"game-tui/tui/viewpoint"
)

// Program is all that one watcher looks at. Together with what its views show it decides
// every cell of the screen: equal programs give equal screens. It is a value: Update makes a
// new one and leaves the old one as it is.
type Program struct {
	values
	layers []layer // the one that is seen last; never written, only replaced
}

// values is the part of a Program that can be compared with ==.
type values struct {
	Window
	NoSpoilers bool   // what the watcher has not seen is hidden
	Notice     string // one line for the watcher, in place of the keys

	notice   time.Duration // how long Notice stays
	work     work
	requests int // made so far
	can      *Abilities
}

// layer is a view and the pages over it, the topmost last. Neither is ever written.
type layer struct {
	view  View
	pages []Page
}

// work is a request that the shell has not answered yet.
type work struct {
	id    int
	words string // what is being done
}

// Update is a Program that is being made, and what is asked of the shell.
type Update struct {
	Program
	Key Key // that is pressed

	effect Effect
}

// Input is what changes a Program: one of the inputs of this package, or one of a view's own.
type Input any

// View is what a watcher looks at, below the pages: a match, a tournament, a list of
// matches. It is a value that can be compared with ==, and never changes once it stands in a
// Program: what changes a view makes another one.
type View interface {
	// Title is what the window of the terminal is called.
	Title() string
	// Keys are the keys that count in the view and in the pages over it.
	Keys() *Table
	// KeyContext is whose keys count while no page lies over the view.
	KeyContext() KeyContext
	// Update is the view after an input, the same one where it means nothing to it. Keys come
	// here before they are looked up in the table, pointers where no page lies over the view,
	// and inputs of the view's own kinds as they are.
	Update(u *Update, in Input) View
	// Draw draws the view, with the row of its keys, into a grid that is blank.
	Draw(g *screen.Grid, p *Program)
	// AppendText appends the view as plain text.
	AppendText(dst []byte, p *Program) []byte
	// Source is what is shown.
	Source() Source

	// What follows most views have from Defaults.

	// Footer is where in the last row the view names keys: from column x on, w columns.
	Footer(p *Program) (x, w int)
	// Room is where a page over the view is drawn that needs so many columns, as large as it may be.
	Room(p *Program, least int) screen.Rect
	// Help is what help tells below the keys in w columns, and a value that can be compared of
	// all that it depends on but for the window; nil: nothing.
	Help(p *Program) (key any, lines func(w int) []string)
	// Wait is how long until the view needs a Tick; 0: it needs none.
	Wait(p *Program) time.Duration
	// Shared is what decides all that shows of the view beside its source and the window, a
	// value that can be compared; nil: nobody else sees the same. Where it is not nil the
	// view shows the newest there is.
	Shared(p *Program) any
	// WithLiveView is the view of this watcher brought to what another view of an equal Shared
	// shows.
	WithLiveView(o View) View
	// AtEdge reports whether what is shown changes as soon as its source grows.
	AtEdge() bool
	// Looks is the record that is analysed for the watcher, and for what; 0: nothing.
	Looks(p *Program) (*record.Record, chances.Want)
}

// Defaults is a part of a view that shows the newest of its source, has nothing that passes by
// itself, and is shared with nobody.
type Defaults struct{}

// Footer is all of the last row.
func (Defaults) Footer(p *Program) (x, w int) { return 1, p.W - 2 }

// Room is all between the heading and the last rows.
func (Defaults) Room(p *Program, _ int) screen.Rect {
	return screen.Rect{Y: 1, W: p.W, H: p.H - 3}
}

// Help tells nothing.
func (Defaults) Help(*Program) (key any, lines func(w int) []string) { return nil, nil }

// Wait needs no Tick.
func (Defaults) Wait(*Program) time.Duration { return 0 }

// Shared says that nobody else sees the same.
func (Defaults) Shared(*Program) any { return nil }

// WithLiveView is the other view: nothing but its Shared is the watcher's own.
func (Defaults) WithLiveView(o View) View { return o }

// AtEdge says that the newest is shown.
func (Defaults) AtEdge() bool { return true }

// Looks at nothing.
func (Defaults) Looks(*Program) (*record.Record, chances.Want) { return nil, 0 }

// Bare is a view that shows nothing without a page: its last page is not closed.
type Bare interface{ Bare() }

// Source is something that can be watched, as all its watchers share it. It may be used by
// many goroutines, and is compared with ==.
type Source interface {
	// Watch returns a channel that gets a value when there is more to be seen, and stop ends
	// that.
	Watch() (grown <-chan struct{}, stop func())
	// Open is the view of a new watcher.
	Open(o Opening) View
	// Follow is a view that follows what is newest of this source and has nothing else open,
	// for the watcher of v, a view of this source or of another one. Without own it keeps
	// nothing that is the watcher's alone, such as bookmarks.
	Follow(v View, p *Program, own bool) View
}

// Opening says how a view of a source opens, and how it is watched.
type Opening struct {
	Place   viewpoint.Place // in a match, as soon as that has come so far
	Live    bool            // at the live edge, which it follows
	Paused  bool            // still
	Me      string          // the player to put in front: its name, or the number of its seat
	Players []string        // built-in players who may take over seats in a branch

	Speed        float64 // rounds a second; 0: the normal one
	PauseOnOut   bool    // pauses in the round in which a player goes out
	Bookmarks    []viewpoint.Bookmark
	MostBranches int // of a match that are kept; 0: MaxBranches
}

// MaxBranches is how many branches of a match are kept where nothing else is said.
const MaxBranches = 8

// Page is something that is read, typed or chosen on top of a view. It is a pointer to what
// never changes once it stands in a Program: what changes a page makes another one.
type Page interface {
	// KeyContext is whose keys count while the page is on top.
	KeyContext() KeyContext
	// Covers reports whether nothing below is seen.
	Covers() bool
	// Fit is the page for a program that may have changed: another round, another window,
	// another palette. It is the page itself where that makes no difference.
	Fit(p *Program) Page
	Draw(g *screen.Grid, p *Program)
}

// View is the view that is seen.
func (p *Program) View() View { return p.layers[len(p.layers)-1].view }

// Depth is how many views there are: that which is seen, and those that lie behind it.
func (p *Program) Depth() int { return len(p.layers) }

func (p *Program) pages() []Page { return p.layers[len(p.layers)-1].pages }

// Top is the page that keys go to, nil for the view.
func (p *Program) Top() Page {
	if pages := p.pages(); len(pages) > 0 {
		return pages[len(pages)-1]
	}
	return nil
}

// Pages are the pages over the view, the topmost last: read only.
func (p *Program) Pages() []Page { return p.pages() }

// place is the place that the next key goes to.
func (p *Program) keyContext() KeyContext {
	if top := p.Top(); top != nil {
		return top.KeyContext()
	}
	return p.View().KeyContext()
}

// Same reports whether two programs are the same in everything.
func (p *Program) Same(o *Program) bool {
	return p.values == o.values && slices.EqualFunc(p.layers, o.layers, func(a, b layer) bool {
		return a.view == b.view && slices.Equal(a.pages, b.pages)
	})
}

// Wait is how long until the program needs a Tick; 0: it needs none.
func (p *Program) Wait() time.Duration {
	d := p.View().Wait(p)
	if p.Notice != "" && (d == 0 || p.notice < d) {
		d = max(p.notice, time.Millisecond)
	}
	return d
}

// Reads reports whether nothing of the view shows, and nothing is chosen: while help is read,
// the screen does not change with what is watched.
func (p *Program) Reads() bool {
	top := p.Top()
	return top != nil && top.Covers() && top.KeyContext() == InHelp
}
