package ui

import (
	"slices"
	"time"

	"game-tui/tui/cells/screen"
	"game-tui/tui/replay/location"
)

// A Program is all that one viewer sees. It is a value: Update returns a new one. Equal programs
// with equal sources give equal screens.
type Program struct {
	values
	layers []layer // top view last; never modified, only replaced
}

// values is the part of a Program that can be compared with ==.
type values struct {
	Window
	NoSpoilers bool
	Notice     string // shown instead of the keys

	noticeLeft time.Duration
	running    runningRequest
	requests   int
	abilities  *Abilities
}

type layer struct {
	view  View
	pages []Page
}

type runningRequest struct {
	id   int
	text string
}

// An Update is a Program being changed, with an effect for the shell.
type Update struct {
	Program
	Key Key

	effect Effect
}

type Input any

// A View is what fills the screen below any pages. Views are immutable and comparable. They may
// implement further interfaces, such as Ticker.
type View interface {
	Title() string
	Keys() *KeyTable
	KeyContext() KeyContext
	// Update returns the view after an input. It receives keys before they are looked up.
	Update(u *Update, in Input) View
	// Draw draws the view and its row of keys into a blank grid.
	Draw(g *screen.Grid, p *Program)
	AppendText(dst []byte, p *Program) []byte
	Source() Source
}

// A Source is something to watch, shared by all its viewers. It is safe for concurrent use and
// comparable.
type Source interface {
	// Subscribe returns a channel that receives a value when the source has grown. Callers must
	// call stop.
	Subscribe() (grown <-chan struct{}, stop func())
	Open(o Opening) View
	// Follow returns a view of this source for the viewer of v, a view of any source. Only if own
	// is set does it keep personal things, such as bookmarks.
	Follow(v View, p *Program, own bool) View
}

type Opening struct {
	Place   location.Place // shown once the match has come that far
	Live    bool
	Paused  bool
	Me      string   // highlighted player: name or seat
	Players []string // built-in players for branches

	Speed       float64 // rounds per second; 0 means the normal speed
	PauseOnOut  bool
	Bookmarks   []location.Bookmark
	MaxBranches int // per match; 0 means DefaultMaxBranches
}

const DefaultMaxBranches = 8

// A Page is an overlay on a view. It is a pointer to an immutable value.
type Page interface {
	KeyContext() KeyContext
	Covers() bool
	// Fit returns the page for a program that may have changed, or the same page.
	Fit(p *Program) Page
	Draw(g *screen.Grid, p *Program)
}

func (p *Program) View() View { return p.layers[len(p.layers)-1].view }

func (p *Program) Depth() int { return len(p.layers) }

func (p *Program) pages() []Page { return p.layers[len(p.layers)-1].pages }

func (p *Program) Top() Page {
	if pages := p.pages(); len(pages) > 0 {
		return pages[len(pages)-1]
	}
	return nil
}

// Pages returns the pages of the top view, the top page last. Callers must not modify it.
func (p *Program) Pages() []Page { return p.pages() }

func (p *Program) keyContext() KeyContext {
	if top := p.Top(); top != nil {
		return top.KeyContext()
	}
	return p.View().KeyContext()
}

func (p *Program) Equal(o *Program) bool {
	return p.values == o.values && slices.EqualFunc(p.layers, o.layers, func(a, b layer) bool {
		return a.view == b.view && slices.Equal(a.pages, b.pages)
	})
}

// ReadsText reports whether a text page covers the view, so that the source does not matter.
func (p *Program) ReadsText() bool {
	top := p.Top()
	return top != nil && top.Covers() && top.KeyContext() == InHelp
}
