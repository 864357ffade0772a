package ui

import (
	"slices"
	"time"

	"game-tui/tui/component"
	"game-tui/tui/screen"
)

// Scrolled is a page that goes up and down by lines.
type Scrolled interface{ Scroll(n int) Page }

// Typed is a page into which something is typed.
type Typed interface {
	Input() component.Input
	Edited(in component.Input) Page
	Accept(u *Update)
	Cancel() Page // nil closes it
	// InFooter reports whether it is typed in the last row, in place of the keys.
	InFooter() bool
}

// Clicked is a page that takes clicks of its own.
type Clicked interface{ Click(u *Update, x, y int) }

// Distances that depend on the page.
const (
	onePage = 1 << 10
	toEnd   = 1 << 20
)

// Lines is a distance for a page of h lines.
func Lines(n, h int) int {
	switch n {
	case onePage:
		return max(h-1, 1)
	case -onePage:
		return -max(h-1, 1)
	}
	return n
}

// Over is the frame of a page over a view as large as it may be.
func Over(w, h int) screen.Rect { return screen.Rect{Y: 1, W: min(w, 112), H: h - 3} }

// Inside is the room in a frame.
func Inside(r screen.Rect) screen.Rect {
	return screen.Rect{X: r.X + 2, Y: r.Y + 1, W: max(r.W-4, 1), H: max(r.H-2, 1)}
}

// send hands an input to the view that is seen.
func (u *Update) send(in Input) { u.SetView(u.View().Update(u, in)) }

// SetView puts a view in place of the one that is seen; the pages over it stay.
func (u *Update) SetView(v View) {
	last := len(u.layers) - 1
	if u.layers[last].view == v {
		return
	}
	u.layers = slices.Clone(u.layers)
	u.layers[last].view = v
}

// setPages puts other pages over the view.
func (u *Update) setPages(pages []Page) {
	u.layers = slices.Clone(u.layers)
	u.layers[len(u.layers)-1].pages = pages
}

// Push puts a page on top.
func (u *Update) Push(p Page) { u.setPages(append(slices.Clip(u.pages()), p)) }

// Pop closes the topmost page.
func (u *Update) Pop() {
	pages := u.pages()
	u.setPages(slices.Clone(pages[:len(pages)-1]))
}

// Put puts a page in place of the topmost.
func (u *Update) Put(p Page) {
	pages := u.pages()
	u.setPages(append(slices.Clone(pages[:len(pages)-1]), p))
}

// ClosePages closes all pages.
func (u *Update) ClosePages() {
	if len(u.pages()) > 0 {
		u.setPages(nil)
	}
}

// Toggle opens a page, or closes the topmost one where that is of the same kind.
func (u *Update) Toggle(p Page, open func(Page) bool) {
	if top := u.Top(); top != nil && open(top) {
		u.Pop()
		return
	}
	u.Push(p)
}

// replace puts a page in place of the topmost; nil closes that, but for the last one where
// there is nothing below.
func (u *Update) replace(p Page) {
	_, bare := u.View().(Bare)
	switch {
	case p != nil:
		u.Put(p)
	case len(u.pages()) > 1 || !bare:
		u.Pop()
	}
}

// Notify shows a line to the watcher for a while.
func (u *Update) Notify(text string) { u.Notice, u.notice = text, noticeTime }

// noticeTime is how long a notice stands in place of the keys.
const noticeTime = 4 * time.Second

// prompt asks for a text, in place of the keys.
type prompt struct {
	in   component.Input
	take func(u *Update, text string)
}

// Prompt asks for a text in the last row; take gets what was typed, when the prompt is gone.
func (u *Update) Prompt(in component.Input, take func(u *Update, text string)) {
	u.Push(&prompt{in, take})
}

func (p *prompt) KeyContext() KeyContext         { return InPrompt }
func (p *prompt) Covers() bool                   { return false }
func (p *prompt) Fit(*Program) Page              { return p }
func (p *prompt) Input() component.Input         { return p.in }
func (p *prompt) Edited(in component.Input) Page { return &prompt{in, p.take} }
func (p *prompt) Cancel() Page                   { return nil }
func (p *prompt) InFooter() bool                 { return true }

// Accept hands on what was typed.
func (p *prompt) Accept(u *Update) {
	u.Pop()
	p.take(u, p.in.Value())
}

func (p *prompt) Draw(g *screen.Grid, prog *Program) {
	g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: prog.Palette.Page}})
	prog.drawTyped(g, p.in)
}
