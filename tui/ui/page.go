package ui

import (
	"cmp"
	"slices"
	"time"

	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
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

// least is how many columns a page needs beside a view that says nothing else.
const least = 60

// Room is where a page is drawn that needs so many columns of the program, 0: as most do.
func (p *Program) Room(columns int) screen.Rect {
	return p.View().Room(p, cmp.Or(columns, least))
}

// Inside is the room between the rules of a page.
func Inside(r screen.Rect) screen.Rect {
	return screen.Rect{X: r.X + 1, Y: r.Y + 1, W: max(r.W-2, 1), H: max(r.H-2, 1)}
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

// Text says what a page shows that is read. It is shared by all programs and never changes;
// about is what the page was opened with.
type Text struct {
	Context KeyContext // whose keys count; 0: InText
	Covers  bool       // nothing below is seen, and there is no frame
	// Key is all that the text depends on beside the window, a value that can be compared.
	Key   func(p *Program, about any) any
	Lines func(p *Program, about any, w int) []string // in w columns
	Words func(p *Program, about any) []string        // read aloud; nil: as Lines
	Title func(p *Program, about any) string
	Hint  func(p *Program, about any) string
	// Anew reports whether a text of another key is another text, which is read from its
	// start; nil: it is the same in another form.
	Anew func(key, before any) bool
}

// Open opens a page of the text, or closes it where it is on top.
func (t *Text) Open(u *Update, about any) {
	u.Toggle(&textPage{of: t, about: about}, t.Is)
}

// Is reports whether a page is one of the text.
func (t *Text) Is(p Page) bool {
	text, ok := p.(*textPage)
	return ok && text.of == t
}

// textPage is a page that is read.
type textPage struct {
	of    *Text
	about any
	key   textKey
	body  component.Viewport
}

// textKey is all that a page depends on, but for where it is read.
type textKey struct {
	room    screen.Rect
	palette *theme.Palette
	of      any
}

func (p *textPage) KeyContext() KeyContext { return cmp.Or(p.of.Context, InText) }
func (p *textPage) Covers() bool           { return p.of.Covers }

// room is all that the page has of a program.
func (p *textPage) room(prog *Program) screen.Rect {
	if p.of.Covers {
		return screen.Rect{W: prog.W, H: prog.H}
	}
	return prog.Room(0)
}

// inside is where the lines stand.
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
	q.body = q.body.With(p.of.Lines(prog, p.about, r.W), r.W, r.H)
	return q
}

// Scroll goes up or down.
func (p *textPage) Scroll(n int) Page {
	q := *p
	q.body = p.body.Scrolled(Lines(n, p.inside().H))
	return &q
}

func (p *textPage) Draw(g *screen.Grid, prog *Program) {
	c, title, hint := prog.Palette, p.of.Title(prog, p.about), p.of.Hint(prog, p.about)
	r := p.inside()
	if p.of.Covers {
		g.Text(1, 0, g.W-2, title, c.Strong.With(screen.Bold))
		g.Right(0, 0, g.W-1, hint, c.Dim)
		prog.DrawKeys(g, 1, g.W-2)
	} else {
		box := p.key.room
		box.H = min(box.H, p.body.Lines()+2)
		r.H = min(r.H, box.H-2)
		component.Frame(g, box, title, hint, c)
	}
	p.body.Draw(g, r, c)
}
