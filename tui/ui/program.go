package ui

import (
	"slices"
	"time"

	"game-tui/tui/cells/screen"
	"game-tui/tui/replay/location"
)

// A Program is all that one viewer sees. Equal programs with equal sources give equal screens. It
// is a value: Update returns a new one.
type Program struct {
	values
	layers []layer // top view last; never modified, only replaced
}

// values is the part of a Program that can be compared with ==.
type values struct {
	Window
	NoSpoilers bool   // hide what the viewer has not seen
	Notice     string // line shown instead of the keys

	noticeLeft time.Duration // remaining time of Notice
	running    runningRequest
	requests   int // number of requests so far
	abilities  *Abilities
}

// layer is a view with its pages, the top page last. Neither is modified.
type layer struct {
	view  View
	pages []Page
}

// work is the running request.
type runningRequest struct {
	id   int
	text string // description
}

// An Update is a Program being changed, with an effect for the shell.
type Update struct {
	Program
	Key Key // key pressed

	effect Effect
}

// An Input changes a Program: one of the inputs of this package or of a view.
type Input any

// A View is what fills the screen below any pages. Views are immutable and comparable with ==. They
// may implement further interfaces, such as Ticker.
type View interface {
	// Title returns the title of the terminal window.
	Title() string
	// Keys returns the keys of the view and its pages.
	Keys() *KeyTable
	// KeyContext returns the key context without pages.
	KeyContext() KeyContext
	// Update returns the view after an input. Keys are passed to it before they are looked up in
	// the table.
	Update(u *Update, in Input) View
	// Draw draws the view with its row of keys into a blank grid.
	Draw(g *screen.Grid, p *Program)
	// AppendText appends the view as plain text.
	AppendText(dst []byte, p *Program) []byte
	// Source identifies what the view shows.
	Source() Source
}

// A Source is something to watch, shared by all its viewers. It is safe for concurrent use and
// comparable with ==.
type Source interface {
	// Subscribe returns a channel that receives a value when the source has grown, and a function that
	// ends this.
	Subscribe() (grown <-chan struct{}, stop func())
	// Open returns the view of a new viewer.
	Open(o Opening) View
	// Follow returns a view that follows this source, for the viewer of v, which may be a view of
	// another source. Without own it keeps nothing personal, such as bookmarks.
	Follow(v View, p *Program, own bool) View
}

// Opening describes how a view opens.
type Opening struct {
	Place   location.Place // place in a match, once the match has come that far
	Live    bool           // follow the live edge
	Paused  bool           // start paused
	Me      string         // highlighted player: name or seat
	Players []string       // built-in players for branches

	Speed       float64 // rounds per second; 0 means the normal speed
	PauseOnOut  bool    // pause in the round in which a player goes out
	Bookmarks   []location.Bookmark
	MaxBranches int // most branches per match; 0 means DefaultMaxBranches
}

// DefaultMaxBranches is the default of Opening.MaxBranches.
const DefaultMaxBranches = 8

// A Page is an overlay on a view. It is a pointer to an immutable value.
type Page interface {
	// KeyContext returns the key context while the page is on top.
	KeyContext() KeyContext
	// Covers reports whether the page covers the view.
	Covers() bool
	// Fit returns the page for a program that may have changed, or the same page.
	Fit(p *Program) Page
	Draw(g *screen.Grid, p *Program)
}

// View returns the top view.
func (p *Program) View() View { return p.layers[len(p.layers)-1].view }

// Depth returns the number of views.
func (p *Program) Depth() int { return len(p.layers) }

func (p *Program) pages() []Page { return p.layers[len(p.layers)-1].pages }

// Top returns the top page, or nil.
func (p *Program) Top() Page {
	if pages := p.pages(); len(pages) > 0 {
		return pages[len(pages)-1]
	}
	return nil
}

// Pages returns the pages on the top view, the top page last. Callers must not modify it.
func (p *Program) Pages() []Page { return p.pages() }

// keyContext returns the context of the next key.
func (p *Program) keyContext() KeyContext {
	if top := p.Top(); top != nil {
		return top.KeyContext()
	}
	return p.View().KeyContext()
}

// Same reports whether two programs are equal.
func (p *Program) Same(o *Program) bool {
	return p.values == o.values && slices.EqualFunc(p.layers, o.layers, func(a, b layer) bool {
		return a.view == b.view && slices.Equal(a.pages, b.pages)
	})
}

// ReadsText reports whether a text page covers the view, so that the screen does not change with the
// source.
func (p *Program) ReadsText() bool {
	top := p.Top()
	return top != nil && top.Covers() && top.KeyContext() == InHelp
}
