package ui

import (
	"cmp"
	"slices"
	"time"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

type Scroller interface{ Scroll(n int) Page }

type InputPage interface {
	Input() component.Input
	Edited(in component.Input) Page
	Accept(u *Update)
	Cancel() Page // returns the page to show instead, or nil to close the page
	InFooter() bool
}

// These distances make Scroll move by a page or to an end; see ScrollLines.
const (
	pageDistance = 1 << 10
	endDistance  = 1 << 20
)

// ScrollLines converts a scroll distance to a number of lines, for a page of h lines.
func ScrollLines(n, h int) int {
	switch n {
	case pageDistance:
		return max(h-1, 1)
	case -pageDistance:
		return -max(h-1, 1)
	}
	return n
}

func (p *Program) areaOf(page Page, minWidth int) screen.Rect {
	if page.Covers() {
		return screen.Rect{W: p.W, H: p.H}
	}
	return p.PageArea(minWidth)
}

func InnerRect(r screen.Rect) screen.Rect {
	return screen.Rect{X: r.X + 1, Y: r.Y + 1, W: max(r.W-2, 1), H: max(r.H-2, 1)}
}

func (u *Update) updateView(in Input) { u.SetView(u.View().Update(u, in)) }

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

func (u *Update) Push(p Page) { u.setPages(append(slices.Clip(u.Pages()), p)) }

func (u *Update) Pop() { u.setPages(u.Pages()[:len(u.Pages())-1]) }

func (u *Update) ReplaceTop(p Page) {
	u.Pop()
	u.Push(p)
}

func (u *Update) ClosePages() {
	if len(u.Pages()) > 0 {
		u.setPages(nil)
	}
}

// Toggle opens page p. If isOpen returns true for the top page, Toggle closes that page instead.
func (u *Update) Toggle(p Page, isOpen func(Page) bool) {
	if top := u.TopPage(); top != nil && isOpen(top) {
		u.Pop()
		return
	}
	u.Push(p)
}

func (u *Update) replaceOrPop(p Page) {
	switch {
	case p != nil:
		u.ReplaceTop(p)
	case len(u.Pages()) > 1 || !u.isPageOnly():
		u.Pop()
	}
}

func (u *Update) Notify(text string) { u.Notice, u.noticeLeft = text, noticeTime }

const noticeTime = 4 * time.Second

type prompt struct {
	input    component.Input
	onAccept func(u *Update, text string)
}

// Prompt opens a text input in the last row. When the viewer confirms it, onAccept is called with
// the text.
func (u *Update) Prompt(in component.Input, onAccept func(u *Update, text string)) {
	u.Push(&prompt{in, onAccept})
}

func (p *prompt) KeyContext() KeyContext         { return InPrompt }
func (p *prompt) Covers() bool                   { return false }
func (p *prompt) Fit(*Program) Page              { return p }
func (p *prompt) Input() component.Input         { return p.input }
func (p *prompt) Edited(in component.Input) Page { return &prompt{in, p.onAccept} }
func (p *prompt) Cancel() Page                   { return nil }
func (p *prompt) InFooter() bool                 { return true }

func (p *prompt) Accept(u *Update) {
	u.Pop()
	p.onAccept(u, p.input.Value())
}

func (p *prompt) Draw(g *screen.Grid, prog *Program) {
	g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: prog.Palette.Page}})
	prog.drawInput(g, p.input)
}

// A TextSpec describes a page of text. It is immutable. The parameter arg of its functions is the value
// passed to Open.
type TextSpec struct {
	Context KeyContext // 0 means InText
	Covers  bool       // whether the page covers the whole view without a frame
	// Key returns a comparable value. When it, the window or the palette changes, Lines is called
	// again.
	Key        func(p *Program, arg any) any
	Lines      func(p *Program, arg any, w int) []string
	PlainLines func(p *Program, arg any) []string // returns the text for screen readers; nil means Lines
	Title      func(p *Program, arg any) string
	Hint       func(p *Program, arg any) string
	// IsNew reports whether a new key means a different text. Such a text is shown from its top.
	// IsNew may be nil.
	IsNew func(key, oldKey any) bool
}

func (t *TextSpec) Open(u *Update, arg any) {
	u.Toggle(&textPage{spec: t, arg: arg}, t.Owns)
}

func (t *TextSpec) Owns(p Page) bool {
	text, ok := p.(*textPage)
	return ok && text.spec == t
}

type textPage struct {
	spec  *TextSpec
	arg   any
	key   pageKey
	lines []string
	top   int // index of the first visible line
}

type pageKey struct {
	area         screen.Rect
	palette      *theme.Palette
	content, arg any
}

func (p *textPage) KeyContext() KeyContext { return cmp.Or(p.spec.Context, InText) }
func (p *textPage) Covers() bool           { return p.spec.Covers }

func (p *textPage) textArea() screen.Rect { return InnerRect(p.key.area) }

func (p *textPage) Fit(prog *Program) Page {
	key := pageKey{prog.areaOf(p, 0), prog.Palette, p.spec.Key(prog, p.arg), nil}
	if key == p.key {
		return p
	}
	q := &textPage{spec: p.spec, arg: p.arg, key: key, top: p.top}
	if p.spec.IsNew != nil && p.key.content != nil && p.spec.IsNew(key.content, p.key.content) {
		q.top = 0
	}
	q.lines = p.spec.Lines(prog, p.arg, q.textArea().W)
	return q.Scroll(0)
}

func (p *textPage) Scroll(n int) Page {
	q := *p
	h := p.textArea().H
	q.top = max(min(p.top+ScrollLines(n, h), len(p.lines)-h), 0)
	return &q
}

func (p *textPage) Draw(g *screen.Grid, prog *Program) {
	c, title, hint := prog.Palette, p.spec.Title(prog, p.arg), p.spec.Hint(prog, p.arg)
	r := p.textArea()
	if p.spec.Covers {
		g.WriteText(1, 0, g.W-2, title, c.Strong.WithAttr(screen.Bold))
		g.WriteTextRight(0, 0, g.W-1, hint, c.Dim)
		prog.DrawFooter(g, 1, g.W-2)
	} else {
		box := p.key.area
		box.H = min(box.H, len(p.lines)+2)
		r.H = min(r.H, box.H-2)
		component.DrawFrame(g, box, title, hint, c)
	}
	component.DrawLines(g, r, p.lines[p.top:], c)
}

const readingWidth = 100

type readableRows interface {
	Rows
	PlainText(p *Program, i int) string
}

// PageText returns the title and lines of the top page for screen readers.
func (p *Program) PageText() (lines []string) {
	switch top := p.TopPage().(type) {
	case *textPage:
		lines = []string{top.spec.Title(p, top.arg)}
		if top.spec.PlainLines != nil {
			lines = append(lines, top.spec.PlainLines(p, top.arg)...)
		} else {
			lines = append(lines, top.spec.Lines(p, top.arg, readingWidth)...)
		}
	case *listPage:
		lines = []string{top.spec.Title(p, top.arg)}
		if rows, ok := top.list.rows.(readableRows); ok {
			for _, i := range top.list.shownRows {
				lines = append(lines, rows.PlainText(p, i))
			}
		}
	}
	return component.PlainLines(lines)
}
