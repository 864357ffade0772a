package ui

import (
	"cmp"
	"slices"
	"time"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// Scrolled is a page that scrolls.
type Scrolled interface{ Scroll(n int) Page }

// Typed is a page with a text input.
type Typed interface {
	Input() component.Input
	Edited(in component.Input) Page
	Accept(u *Update)
	Cancel() Page // nil closes the page
	// InFooter reports whether the input is in the last row.
	InFooter() bool
}

// Clicked is a page that handles clicks.
type Clicked interface{ Click(u *Update, x, y int) }

// Distances that depend on the page.
const (
	onePage = 1 << 10
	toEnd   = 1 << 20
)

// Lines returns a distance in lines for a page of h lines.
func Lines(n, h int) int {
	switch n {
	case onePage:
		return max(h-1, 1)
	case -onePage:
		return -max(h-1, 1)
	}
	return n
}

// Inside returns the area between the rules of a page.
func Inside(r screen.Rect) screen.Rect {
	return screen.Rect{X: r.X + 1, Y: r.Y + 1, W: max(r.W-2, 1), H: max(r.H-2, 1)}
}

// send passes an input to the view.
func (u *Update) updateView(in Input) { u.SetView(u.View().Update(u, in)) }

// SetView replaces the top view. Its pages stay.
func (u *Update) SetView(v View) {
	last := len(u.layers) - 1
	if u.layers[last].view == v {
		return
	}
	u.layers = slices.Clone(u.layers)
	u.layers[last].view = v
}

func (u *Update) setPages(pages []Page) {
	u.layers = slices.Clone(u.layers)
	u.layers[len(u.layers)-1].pages = pages
}

// Push opens a page on top.
func (u *Update) Push(p Page) { u.setPages(append(slices.Clip(u.pages()), p)) }

// Pop closes the top page.
func (u *Update) Pop() {
	pages := u.pages()
	u.setPages(slices.Clone(pages[:len(pages)-1]))
}

// Put replaces the top page.
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

// Toggle opens a page, or closes the top page if it is of the same kind.
func (u *Update) Toggle(p Page, open func(Page) bool) {
	if top := u.Top(); top != nil && open(top) {
		u.Pop()
		return
	}
	u.Push(p)
}

// replace replaces the top page; nil closes it, unless the view shows nothing without it.
func (u *Update) replace(p Page) {
	switch {
	case p != nil:
		u.Put(p)
	case len(u.pages()) > 1 || !u.pageOnly():
		u.Pop()
	}
}

// Notify shows a notice for a while.
func (u *Update) Notify(text string) { u.Notice, u.noticeLeft = text, noticeTime }

// noticeTime is how long a notice is shown.
const noticeTime = 4 * time.Second

// prompt is a text input in the last row.
type prompt struct {
	in   component.Input
	take func(u *Update, text string)
}

// Prompt opens a text input in the last row. Take receives the text after the prompt is closed.
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

// Accept implements Typed.
func (p *prompt) Accept(u *Update) {
	u.Pop()
	p.take(u, p.in.Value())
}

func (p *prompt) Draw(g *screen.Grid, prog *Program) {
	g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: prog.Palette.Page}})
	prog.drawTyped(g, p.in)
}

// A Text describes a text page. It is immutable and shared by all programs. About is the value that
// a page was opened with.
type Text struct {
	Context KeyContext // 0 means InText
	Covers  bool       // covers the view, without a frame
	// Key returns a comparable value of all that the text depends on besides the window.
	Key   func(p *Program, about any) any
	Lines func(p *Program, about any, w int) []string // for w columns
	Words func(p *Program, about any) []string        // text to be read aloud; nil means Lines
	Title func(p *Program, about any) string
	Hint  func(p *Program, about any) string
	// Anew reports whether a text of another key is a new text, shown from its start. Nil means
	// never.
	Anew func(key, before any) bool
}

// Open opens a page of the text, or closes it if it is on top.
func (t *Text) Open(u *Update, about any) {
	u.Toggle(&textPage{of: t, about: about}, t.Is)
}

// Is reports whether a page belongs to the text.
func (t *Text) Is(p Page) bool {
	text, ok := p.(*textPage)
	return ok && text.of == t
}

// textPage is a text page.
type textPage struct {
	of    *Text
	about any
	key   textKey
	body  component.Viewport
}

// textKey is all that a page depends on, except for its position.
type textKey struct {
	room    screen.Rect
	palette *theme.Palette
	of      any
}

func (p *textPage) KeyContext() KeyContext { return cmp.Or(p.of.Context, InText) }
func (p *textPage) Covers() bool           { return p.of.Covers }

// room returns the area of the page.
func (p *textPage) room(prog *Program) screen.Rect {
	if p.of.Covers {
		return screen.Rect{W: prog.W, H: prog.H}
	}
	return prog.PageArea(0)
}

// inside returns the area of the text.
func (p *textPage) inside() screen.Rect { return Inside(p.key.room) }

func (p *textPage) Fit(prog *Program) Page {
	key := textKey{p.room(prog), prog.Palette, p.of.Key(prog, p.about)}
	if key == p.key {
		return p
	}
	q := &textPage{of: p.of, about: p.about, key: key, body: p.body}
	if p.of.Anew != nil && p.key.of != nil && p.of.Anew(key.of, p.key.of) {
		q.body = component.Viewport{}
	}
	r := q.inside()
	q.body = q.body.WithLines(p.of.Lines(prog, p.about, r.W), r.W, r.H)
	return q
}

// Scroll implements Scrolled.
func (p *textPage) Scroll(n int) Page {
	q := *p
	q.body = p.body.Scrolled(Lines(n, p.inside().H))
	return &q
}

func (p *textPage) Draw(g *screen.Grid, prog *Program) {
	c, title, hint := prog.Palette, p.of.Title(prog, p.about), p.of.Hint(prog, p.about)
	r := p.inside()
	if p.of.Covers {
		g.Text(1, 0, g.W-2, title, c.Strong.WithAttr(screen.Bold))
		g.TextRight(0, 0, g.W-1, hint, c.Dim)
		prog.DrawKeys(g, 1, g.W-2)
	} else {
		box := p.key.room
		box.H = min(box.H, p.body.TotalLines()+2)
		r.H = min(r.H, box.H-2)
		component.Frame(g, box, title, hint, c)
	}
	p.body.Draw(g, r, c)
}
