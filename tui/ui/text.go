package ui

import (
	"cmp"

	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Text says what a page shows that is read. It is shared by all programs and never changes;
// about is what the page was opened with.
type Text struct {
	Context KeyContext // whose keys count; 0: InText
	Covers  bool       // nothing below is seen, and there is no frame
	// Key is all that the text depends on beside the window, a value that can be compared.
	Key   func(p *Program, about any) any
	Lines func(p *Program, about any, w int) []string // in w columns
	Title func(p *Program, about any) string
	Hint  func(p *Program, about any) string
	// Rect is the frame as large as it may be in a window of w×h cells; nil: as Over has it.
	Rect func(w, h int) screen.Rect
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
	w, h    int
	palette *theme.Palette
	of      any
}

func (p *textPage) KeyContext() KeyContext { return cmp.Or(p.of.Context, InText) }
func (p *textPage) Covers() bool           { return p.of.Covers }

// inside is where the lines stand.
func (p *textPage) inside(w, h int) screen.Rect {
	r := p.frame(w, h)
	if !p.of.Covers {
		r = Inside(r)
	}
	r.W, r.H = max(r.W, 1), max(r.H, 1)
	return r
}

func (p *textPage) frame(w, h int) screen.Rect {
	if p.of.Rect != nil {
		return p.of.Rect(w, h)
	}
	return Over(w, h)
}

func (p *textPage) Fit(prog *Program) Page {
	key := textKey{prog.W, prog.H, prog.Palette, p.of.Key(prog, p.about)}
	if key == p.key {
		return p
	}
	q := &textPage{of: p.of, about: p.about, key: key, body: p.body}
	if p.of.Anew != nil && p.key.of != nil && p.of.Anew(key.of, p.key.of) {
		q.body = component.Viewport{}
	}
	r := p.inside(prog.W, prog.H)
	q.body = q.body.With(p.of.Lines(prog, p.about, r.W), r.W, r.H)
	return q
}

// Scroll goes up or down.
func (p *textPage) Scroll(n int) Page {
	q := *p
	q.body = p.body.Scrolled(Lines(n, p.inside(p.key.w, p.key.h).H))
	return &q
}

func (p *textPage) Draw(g *screen.Grid, prog *Program) {
	c, title, hint := prog.Palette, p.of.Title(prog, p.about), p.of.Hint(prog, p.about)
	r := p.inside(g.W, g.H)
	if p.of.Covers {
		g.Text(1, 0, g.W-2, title, c.Strong.With(screen.Bold))
		g.Right(0, 0, g.W-1, hint, c.Dim)
		prog.DrawKeys(g, 1, g.W-2)
	} else {
		box := p.frame(g.W, g.H)
		box.H = min(box.H, p.body.Lines()+2)
		r.H = min(r.H, box.H-2)
		component.Frame(g, box, title, hint, c)
	}
	p.body.Draw(g, r, c)
}
