package ui

import (
	"cmp"
	"strconv"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
)

// A ListSpec describes a page that shows a list. It is immutable. The parameter arg of its functions
// is the value passed to Open.
type ListSpec struct {
	Title func(p *Program, arg any) string
	Hint  func(p *Program) string
	// Key returns a comparable value. When it changes, Rows is called again.
	Key  func(p *Program, arg any) any
	Rows func(p *Program, arg any) Rows
	// IsNew reports whether a new key means a different list. Such a list opens at the line that
	// FirstChosen returns. IsNew may be nil.
	IsNew func(key, oldKey any) bool
	// Choose is called when the viewer chooses line i. If a query has no results, i is -1.
	Choose func(u *Update, rows Rows, i int)
	// Prompt labels the query input; "" means no query. The text of the query is passed as arg.
	Prompt         string
	FirstChosen    func(rows Rows) int // returns the index of the initially chosen line; nil means 0
	Context        KeyContext
	Covers         bool
	NoSearch       bool // disables search and allows lines of several rows
	MinWidth       int  // minimum width of the page; 0 means the default
	LeavesLastRow  bool
	Placeholder    string // text shown in an empty list, unless PlaceholderFor is set
	PlaceholderFor func(p *Program, arg any) string
}

type listPage struct {
	spec   *ListSpec
	arg    any
	list   List
	typing bool
	input  component.Input
	key    pageKey
}

const (
	maxSearchInput = 32
	maxQueryInput  = 80
)

func (l *ListSpec) Open(u *Update, arg any) {
	p := &listPage{spec: l, arg: arg}
	if l.Prompt != "" {
		p.arg, p.typing, p.input = "", true, component.NewInput(l.Prompt, maxQueryInput)
	}
	u.Toggle(p, l.Owns)
}

func (l *ListSpec) Owns(p Page) bool {
	list, ok := p.(*listPage)
	return ok && list.spec == l
}

func ChosenRow(p *Program) (rows Rows, i int, ok bool) {
	page, ok := p.TopPage().(*listPage)
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
	return cmp.Or(p.spec.Context, InList)
}

func (p *listPage) Covers() bool { return p.spec.Covers }

func (p *listPage) Fit(prog *Program) Page {
	key := pageKey{prog.areaOf(p, p.spec.MinWidth), prog.Palette, p.spec.Key(prog, p.arg), p.arg}
	if p.key == key && p.list.Rows() != nil {
		return p
	}
	q := *p
	if p.list.Rows() == nil || p.key.arg != p.arg || p.key.content != nil && p.spec.IsNew != nil && p.spec.IsNew(key.content, p.key.content) {
		rows, first := p.spec.Rows(prog, p.arg), 0
		if p.spec.FirstChosen != nil {
			first = p.spec.FirstChosen(rows)
		}
		q.list = NewList(rows, first)
	} else if p.key.content != key.content {
		q.list = p.list.WithRows(p.spec.Rows(prog, p.arg))
	}
	q.key = key
	if r := q.listArea(); p.spec.NoSearch {
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
	case p.spec.Prompt != "", prog.Pages()[0] != Page(p):
		return r
	case !p.spec.NoSearch:
		r.H = min(r.H, max(p.list.Len(), 1)+3)
		return r
	}
	r.H = 2 + max(p.list.Height(prog, InnerRect(r).W, r.H-2), 1)
	return r
}

func (p *listPage) listArea() screen.Rect {
	r := p.key.area
	if p.spec.Covers {
		return screen.Rect{Y: 2, W: r.W, H: r.H - 4} // Omit the title, the footer and the blank lines next to them.
	}
	r = InnerRect(r)
	switch {
	case p.spec.Prompt != "":
		r.Y, r.H = r.Y+2, r.H-2
	case !p.spec.NoSearch:
		r.Y, r.H = r.Y+1, r.H-1
	}
	return r
}

func (p *listPage) withList(l List) *listPage {
	q := *p
	q.list, q.key.content = l, nil
	return &q
}

func (p *listPage) Scroll(n int) Page {
	return p.withList(p.list.Moved(ScrollLines(n, max(p.listArea().H, 1))))
}

func (p *listPage) Edited(in component.Input) Page {
	q := *p
	if p.spec.Prompt != "" {
		q.arg = in.Value()
	} else if in.Value() != p.list.Filter() {
		q = *p.withList(p.list.Filtered(in.Value()))
	}
	q.input = in
	return &q
}

func (p *listPage) Input() component.Input { return p.input }

func (p *listPage) InFooter() bool { return p.typing && p.spec.Covers }

func (p *listPage) Accept(u *Update) {
	if p.spec.Prompt != "" {
		i, _ := p.list.Chosen()
		p.spec.Choose(u, p.list.Rows(), i)
		return
	}
	q := *p
	q.typing = false
	u.ReplaceTop(&q)
}

func (p *listPage) Cancel() Page {
	if p.spec.Prompt != "" || !p.typing && p.list.Filter() == "" {
		return nil
	}
	q := p.withList(p.list.Filtered(""))
	q.typing = false
	return q
}

// Click chooses the clicked line. On a page without search, a click elsewhere closes the page.
func (p *listPage) Click(u *Update, x, y int) {
	r := p.listArea()
	switch {
	case p.spec.NoSearch && !p.frame(&u.Program).Contains(x, y):
		u.Pop()
		return
	case !r.Contains(x, y):
		return
	}
	switch i, ok := p.list.At(&u.Program, y-r.Y, r.W, r.H); {
	case ok:
		u.ReplaceTop(p.withList(p.list.Choose(p.list.Rows().Key(i))))
		p.spec.Choose(u, p.list.Rows(), i)
	case i >= 0 && p.spec.NoSearch && p.spec.Prompt == "":
		u.Pop()
	}
}

func (p *listPage) Draw(g *screen.Grid, prog *Program) {
	if p.spec.Covers {
		p.drawCovering(g, prog)
		return
	}
	c, r := prog.Palette, p.listArea()
	component.DrawFrame(g, p.frame(prog), p.spec.Title(prog, p.arg), p.spec.Hint(prog), c)
	if p.spec.Prompt != "" {
		p.input.Draw(g, screen.Rect{X: r.X, Y: r.Y - 2, W: r.W, H: 1}, c)
	}
	if !p.spec.NoSearch {
		switch y := r.Y - 1; {
		case p.typing:
			p.input.Draw(g, screen.Rect{X: r.X, Y: y, W: r.W, H: 1}, c)
		case p.list.Filter() != "":
			g.WriteText(r.X, y, r.W, "search: "+p.list.Filter(), c.Dim)
		}
		g.WriteTextRight(r.X, r.Y-1, r.W, p.countText(), c.Dim)
	}
	p.drawList(g, r, prog)
	if !p.spec.LeavesLastRow {
		g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: c.Page}})
		prog.DrawFooter(g, 1, g.W-2)
	}
}

func (p *listPage) drawCovering(g *screen.Grid, prog *Program) {
	c := prog.Palette
	bar := c.Strong.WithBG(c.Bar)
	g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: bar})
	g.WriteText(1, 0, g.W-2, p.spec.Title(prog, p.arg), bar)
	g.WriteTextRight(0, 0, g.W-1, p.countText(), c.Dim.WithBG(c.Bar))
	p.drawList(g, p.listArea(), prog)
	if g.H <= 2 {
		return
	}
	if p.typing {
		prog.drawInput(g, p.input)
		return
	}
	x := 1
	if f := p.list.Filter(); f != "" && prog.Status() == "" {
		x += g.WriteText(x, g.H-1, g.W-2, "search: "+f, c.Strong) + 3
	}
	prog.DrawFooter(g, x, g.W-1-x)
}

func (p *listPage) drawList(g *screen.Grid, r screen.Rect, prog *Program) {
	if p.list.ShownCount() > 0 {
		p.list.Draw(g, r, prog)
		return
	}
	text := p.spec.Placeholder
	if p.spec.PlaceholderFor != nil {
		text = p.spec.PlaceholderFor(prog, p.arg)
	}
	if p.list.Filter() != "" {
		text = "no match"
	}
	r.X, r.W = r.X+2, r.W-3
	g.Wrap(r, 0, text, prog.Palette.Dim)
}

func (p *listPage) countText() string {
	if p.list.Filter() != "" {
		return strconv.Itoa(p.list.ShownCount()) + " of " + strconv.Itoa(p.list.Len())
	}
	return strconv.Itoa(p.list.Len())
}
