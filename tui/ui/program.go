package ui

import (
	"slices"
	"time"

	"game-tui/tui/cells/screen"
	"game-tui/tui/replay/location"
)

// A Program holds everything that one viewer sees. It is a value: Update returns a new one. If two
// programs and their sources are equal, so are their screens.
type Program struct {
	comparableFields
	layers []layer // views from bottom to top; replaced but never modified
}

// comparableFields holds the comparable fields of a Program.
type comparableFields struct {
	Window
	NoSpoilers bool
	Notice     string // message shown in place of the footer keys

	noticeLeft    time.Duration
	running       runningRequest
	lastRequestID int
	capabilities  *Capabilities
}

type layer struct {
	view  View
	pages []Page
}

type runningRequest struct {
	id   int
	text string
}

// An Update is a Program that is being modified, together with an effect for the shell.
type Update struct {
	Program
	Key Key

	effect Effect
}

type Input any

// A View fills the screen below any pages. Views are immutable and comparable. They may implement
// optional interfaces such as Sharer.
type View interface {
	Title() string
	Keys() *KeyTable
	KeyContext() KeyContext
	// Update returns the view after an input. It receives each key before the key's binding runs.
	Update(u *Update, in Input) View
	// Draw draws the view and its footer keys into a blank grid.
	Draw(g *screen.Grid, p *Program)
	AppendText(dst []byte, p *Program) []byte
	Source() Source
}

// A Source provides data for views. All viewers share it. It must be comparable and safe for
// concurrent use.
type Source interface {
	// Subscribe returns a channel that receives a value when the source has grown. Callers must
	// call stop when they are done.
	Subscribe() (grown <-chan struct{}, stop func())
	Open(o OpenOptions) View
	// Follow returns a view of this source to replace v. If keepState is set, the new view keeps v's
	// personal state, such as bookmarks.
	Follow(v View, p *Program, keepState bool) View
}

type OpenOptions struct {
	Place             location.Place // place to show once the match has reached it
	Live              bool
	Paused            bool
	HighlightedPlayer string   // name or seat of the highlighted player
	BranchPlayers     []string // built-in players available for branches

	Speed       float64 // playback speed in rounds per second; 0 means the normal speed
	PauseOnOut  bool
	Bookmarks   []location.Bookmark
	MaxBranches int // maximum number of branches per match; 0 means DefaultMaxBranches
}

const DefaultMaxBranches = 8

// A Page is an overlay on a view. Implementations are pointers to immutable values.
type Page interface {
	KeyContext() KeyContext
	Covers() bool
	// Fit returns the page, adapted to the program's current state.
	Fit(p *Program) Page
	Draw(g *screen.Grid, p *Program)
}

func (p *Program) View() View { return p.layers[len(p.layers)-1].view }

func (p *Program) Depth() int { return len(p.layers) }

func (p *Program) TopPage() Page {
	if pages := p.Pages(); len(pages) > 0 {
		return pages[len(pages)-1]
	}
	return nil
}

// Pages returns the pages of the top view, from bottom to top. Callers must not modify the slice.
func (p *Program) Pages() []Page { return p.layers[len(p.layers)-1].pages }

func (p *Program) keyContext() KeyContext {
	if top := p.TopPage(); top != nil {
		return top.KeyContext()
	}
	return p.View().KeyContext()
}

func (p *Program) Equal(o *Program) bool {
	return p.comparableFields == o.comparableFields && slices.EqualFunc(p.layers, o.layers, func(a, b layer) bool {
		return a.view == b.view && slices.Equal(a.pages, b.pages)
	})
}

// HelpCoversView reports whether a help page covers the view and thus hides the source.
func (p *Program) HelpCoversView() bool {
	top := p.TopPage()
	return top != nil && top.Covers() && top.KeyContext() == InHelp
}
