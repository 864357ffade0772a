package ui

import (
	"cmp"
	"strconv"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
)

// A Lister describes a page that shows a list. It is immutable. The parameter arg of its functions
// is the value passed to Open.
type Lister struct {
	Title func(p *Program, arg any) string
	Hint  func(p *Program) string
	// Key returns a comparable value. When it changes, Rows is called again.
	Key  func(p *Program, arg any) any
	Rows func(p *Program, arg any) Rows
	// IsNew reports whether a new key means a different list. Such a list opens at the line that
	// First returns. IsNew may be nil.
	IsNew func(key, before any) bool
	// Choose is called when the viewer chooses line i. If a query has no results, i is -1.
	Choose func(u *Update, rows Rows, i int)
	// Prompt labels the query input; "" means no query. The text of the query is passed as arg.
	Prompt         string
	First          func(rows Rows) int // returns the index of the initially chosen line; nil means 0
	Context        KeyContext
	Covers         bool
	Plain          bool // disables search and allows lines of several rows
	MinWidth       int  // minimum width of the page; 0 means the default
	LeavesLastRow  bool
	Placeholder    string // text shown in an empty list, unless PlaceholderFor is set
	PlaceholderFor func(p *Program, arg any) string
}

type listPage struct {
	lister *Lister
	arg    any
	list   List
	typing bool
	in     component.Input
	key    pageKey
}

const (
	maxSearch     = 32
	maxQueryInput = 80
)

func (l *Lister) Open(u *Update, arg any) {
	p := &listPage{lister: l, arg: arg}
	if l.Prompt != "" {
		p.arg, p.typing, p.in = "", true, component.NewInput(l.Prompt, maxQueryInput)
	}
	u.Toggle(p, l.Is)
}

func (l *Lister) Is(p Page) bool {
	list, ok := p.(*listPage)
	return ok && list.lister == l
}

func ChosenRow(p *Program) (rows Rows, i int, ok bool) {
	page, ok := p.Top().(*listPage)
	if !ok {
		return nil, -1, false
	}
	i, ok = page.list.Chosen()
	return page.list.Rows(), i, ok
}

func (p *listPage) KeyContext() KeyContext {
	if p.typing {
		return InSearch
	}
	return cmp.Or(p.lister.Context, InList)
}

func (p *listPage) Covers() bool { return p.lister.Covers }

func (p *listPage) Fit(prog *Program) Page {
	key := pageKey{prog.areaOf(p, p.lister.MinWidth), prog.Palette, p.lister.Key(prog, p.arg), p.arg}
	if p.key == key && p.list.Rows() != nil {
		return p
	}
	q := *p
	if p.list.Rows() == nil || p.key.arg != p.arg || p.key.content != nil && p.lister.IsNew != nil && p.lister.IsNew(key.content, p.key.content) {
		rows, first := p.lister.Rows(prog, p.arg), 0
		if p.lister.First != nil {
			first = p.lister.First(rows)
		}
		q.list = NewList(rows, first)
	} else if p.key.content != key.content {
		q.list = p.list.WithRows(p.lister.Rows(prog, p.arg))
	}
	q.key = key
	if r := q.listArea(); p.lister.Plain {
		q.list = q.list.ScrolledToChoice(prog, r.W, r.H)
	} else {
		q.list = q.list.ScrolledToPage(r.H)
	}
	return &q
}

// frame returns the area of the page's frame. It is only as high as the list, except on pages with
// a query or on top of other pages.
func (p *listPage) frame(prog *Program) screen.Rect {
	r := p.key.area
	switch {
	case p.lister.Prompt != "", prog.Pages()[0] != Page(p):
		return r
	case !p.lister.Plain:
		r.H = min(r.H, max(p.list.Len(), 1)+3)
		return r
	}
	r.H = 2 + max(p.list.Height(prog, InnerRect(r).W, r.H-2), 1)
	return r
}

func (p *listPage) listArea() screen.Rect {
	r := p.key.area
	if p.lister.Covers {
		return screen.Rect{Y: 2, W: r.W, H: r.H - 4} // Omit the title, the footer and the blank lines next to them.
	}
	r = InnerRect(r)
	switch {
	case p.lister.Prompt != "":
		r.Y, r.H = r.Y+2, r.H-2
	case !p.lister.Plain:
		r.Y, r.H = r.Y+1, r.H-1
	}
	return r
}

func (p *listPage) with(l List) *listPage {
	q := *p
	q.list, q.key.content = l, nil
	return &q
}

func (p *listPage) Scroll(n int) Page {
	return p.with(p.list.Moved(Lines(n, max(p.listArea().H, 1))))
}

func (p *listPage) Edited(in component.Input) Page {
	q := *p
	if p.lister.Prompt != "" {
		q.arg = in.Value()
	} else if in.Value() != p.list.Filter() {
		q = *p.with(p.list.Filtered(in.Value()))
	}
	q.in = in
	return &q
}

func (p *listPage) Input() component.Input { return p.in }

func (p *listPage) InFooter() bool { return p.typing && p.lister.Covers }

func (p *listPage) Accept(u *Update) {
	if p.lister.Prompt != "" {
		i, _ := p.list.Chosen()
		p.lister.Choose(u, p.list.Rows(), i)
		return
	}
	q := *p
	q.typing = false
	u.Put(&q)
}

func (p *listPage) Cancel() Page {
	if p.lister.Prompt != "" || !p.typing && p.list.Filter() == "" {
		return nil
	}
	q := p.with(p.list.Filtered(""))
	q.typing = false
	return q
}

// Click chooses the clicked line. On a page without search, a click elsewhere closes the page.
func (p *listPage) Click(u *Update, x, y int) {
	r := p.listArea()
	switch {
	case p.lister.Plain && !p.frame(&u.Program).Contains(x, y):
		u.Pop()
		return
	case !r.Contains(x, y):
		return
	}
	switch i, ok := p.list.At(&u.Program, y-r.Y, r.W, r.H); {
	case ok:
		u.Put(p.with(p.list.Choose(p.list.Rows().Key(i))))
		p.lister.Choose(u, p.list.Rows(), i)
	case i >= 0 && p.lister.Plain && p.lister.Prompt == "":
		u.Pop()
	}
}

func (p *listPage) Draw(g *screen.Grid, prog *Program) {
	if p.lister.Covers {
		p.drawCovering(g, prog)
		return
	}
	c, r := prog.Palette, p.listArea()
	component.Frame(g, p.frame(prog), p.lister.Title(prog, p.arg), p.lister.Hint(prog), c)
	if p.lister.Prompt != "" {
		p.in.Draw(g, screen.Rect{X: r.X, Y: r.Y - 2, W: r.W, H: 1}, c)
	}
	if !p.lister.Plain {
		switch y := r.Y - 1; {
		case p.typing:
			p.in.Draw(g, screen.Rect{X: r.X, Y: y, W: r.W, H: 1}, c)
		case p.list.Filter() != "":
			g.Text(r.X, y, r.W, "search: "+p.list.Filter(), c.Dim)
		}
		g.TextRight(r.X, r.Y-1, r.W, p.count(), c.Dim)
	}
	p.drawList(g, r, prog)
	if !p.lister.LeavesLastRow {
		g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: c.Page}})
		prog.DrawKeys(g, 1, g.W-2)
	}
}

func (p *listPage) drawCovering(g *screen.Grid, prog *Program) {
	c := prog.Palette
	bar := c.Strong.WithBG(c.Bar)
	g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: bar})
	g.Text(1, 0, g.W-2, p.lister.Title(prog, p.arg), bar)
	g.TextRight(0, 0, g.W-1, p.count(), c.Dim.WithBG(c.Bar))
	p.drawList(g, p.listArea(), prog)
	if g.H <= 2 {
		return
	}
	if p.typing {
		prog.drawTyped(g, p.in)
		return
	}
	x := 1
	if f := p.list.Filter(); f != "" && prog.Status() == "" {
		x += g.Text(x, g.H-1, g.W-2, "search: "+f, c.Strong) + 3
	}
	prog.DrawKeys(g, x, g.W-1-x)
}

func (p *listPage) drawList(g *screen.Grid, r screen.Rect, prog *Program) {
	if p.list.Shown() > 0 {
		p.list.Draw(g, r, prog)
		return
	}
	text := p.lister.Placeholder
	if p.lister.PlaceholderFor != nil {
		text = p.lister.PlaceholderFor(prog, p.arg)
	}
	if p.list.Filter() != "" {
		text = "no match"
	}
	r.X, r.W = r.X+2, r.W-3
	g.Wrap(r, 0, text, prog.Palette.Dim)
}

func (p *listPage) count() string {
	if p.list.Filter() != "" {
		return strconv.Itoa(p.list.Shown()) + " of " + strconv.Itoa(p.list.Len())
	}
	return strconv.Itoa(p.list.Len())
}
