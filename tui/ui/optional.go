package ui

import (
	"cmp"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/chances"
)

// Views may implement the interfaces below. Add compile-time assertions, because a misspelled
// method would be ignored.

// A Replayer is a view that plays the states of its source.
type Replayer interface {
	// NextTick returns the time until the view needs a Tick, or 0 if it needs none.
	NextTick(p *Program) time.Duration
	AtEdge() bool
}

// A Sharer is a view whose screen can be shared by several viewers.
type Sharer interface {
	// SharedState returns a comparable value, or nil if the screen cannot be shared. At the live
	// edge, views with equal values, sources and windows must look the same.
	SharedState(p *Program) any
}

// A LiveMerger is a Sharer that keeps personal state while its viewer follows the live edge.
type LiveMerger interface {
	// WithLiveView returns the view with the contents of live. The SharedState of both must be
	// equal.
	WithLiveView(live View) View
}

// An AnalysisTargeter is a view whose record can be analysed.
type AnalysisTargeter interface {
	// AnalysisTarget returns the record to analyse for this viewer and the results needed, or 0 if
	// none are.
	AnalysisTarget(p *Program) (*record.Record, chances.ResultSet)
}

type HelpProvider interface {
	// Help returns extra help to show below the keys. The function lines is called again only if
	// the width w or the comparable key changes.
	Help(p *Program) (key any, lines func(w int) []string)
}

// A Placer is a view that chooses where pages and footer keys are drawn.
type Placer interface {
	FooterArea(p *Program) (x, w int)
	PageArea(p *Program, minWidth int) screen.Rect
}

// A PageOnly view is empty without a page, so its last page cannot be closed.
type PageOnly interface{ PageOnly() }

func (p *Program) NextTick() (d time.Duration) {
	if v, ok := p.View().(Replayer); ok {
		d = v.NextTick(p)
	}
	if p.Notice != "" && (d == 0 || p.noticeLeft < d) {
		d = max(p.noticeLeft, time.Millisecond)
	}
	return d
}

func (p *Program) AtEdge() bool {
	v, ok := p.View().(Replayer)
	return !ok || v.AtEdge()
}

func (p *Program) AnalysisTarget() (*record.Record, chances.ResultSet) {
	if v, ok := p.View().(AnalysisTargeter); ok {
		return v.AnalysisTarget(p)
	}
	return nil, 0
}

const defaultPageWidth = 60

// PageArea returns the screen area of a page that needs at least minWidth columns. A minWidth of 0
// means the default.
func (p *Program) PageArea(minWidth int) screen.Rect {
	if v, ok := p.View().(Placer); ok {
		return v.PageArea(p, cmp.Or(minWidth, defaultPageWidth))
	}
	return screen.Rect{Y: 1, W: p.W, H: p.H - 3}
}

func (p *Program) viewHelp() (key any, lines func(w int) []string) {
	if v, ok := p.View().(HelpProvider); ok {
		return v.Help(p)
	}
	return nil, nil
}

func (p *Program) isPageOnly() bool {
	_, ok := p.View().(PageOnly)
	return ok
}
