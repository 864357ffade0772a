package match

import (
	"strconv"

	"game-tui/tui/component"
	"game-tui/tui/screen"
)

// lister says what a page with a list shows, and what choosing does. It is shared by
// all states and never changes.
type lister[T any] struct {
	Title func(v *Viewer, s *State) string
	Hint  func() string // in the frame of a page that does not cover everything
	Rows  *component.Rows[T]
	// Key is all that the items depend on, a value that can be compared; nil where they
	// come by an input. Items are asked for when it changes. Where Finds is set
	// they are those that match the query, otherwise the list looks for it in them all.
	Key    func(v *Viewer, s *State) any
	Items  func(v *Viewer, s *State, query string) []T
	Finds  bool
	Choose func(u *update, item T)
	Where  Where // whose keys count
	Covers bool  // nothing below is seen
	Direct bool  // Enter chooses while the query is typed, too
}

// listPage is a page with a list.
type listPage[T any] struct {
	of     *lister[T]
	list   component.List[T]
	typing bool
	in     component.Input // what is searched for, while it is typed
	key    any
	query  string // for which the items were asked
}

// listKey is a lister's key and the window.
type listKey struct {
	w, h int
	of   any
}

// maxQuery is the longest text to search for.
const maxQuery = 32

func newList[T any](of *lister[T], s *State, typing bool) *listPage[T] {
	p := &listPage[T]{of: of, list: component.NewList(of.Rows, s.W, s.H)} // fit gives it its size
	if typing {
		p.typing, p.in = true, newQuery("")
	}
	return p
}

func newQuery(text string) component.Input {
	return component.NewInput("search: ", maxQuery).Typed(text)
}

// frame is what a list over the match takes of a window: no more rows than it has lines,
// where they do not change with what is typed.
func (p *listPage[T]) frame(w, h int) screen.Rect {
	r := roundRect(w, h)
	if !p.of.Finds {
		r.H = min(r.H, max(p.list.Len(), 1)+3)
	}
	return r
}

func (p *listPage[T]) where() Where {
	if p.typing {
		return InSearch
	}
	return p.of.Where
}

func (p *listPage[T]) covers() bool { return p.of.Covers }

func (p *listPage[T]) fit(v *Viewer, s *State) page {
	key := listKey{w: s.W, h: s.H}
	if p.of.Key != nil {
		key.of = p.of.Key(v, s)
	}
	query := ""
	if p.of.Finds {
		query = p.list.Filter()
	}
	if p.key == any(key) && p.query == query {
		return p
	}
	q := *p
	if p.of.Items != nil {
		q.list = q.list.With(p.of.Items(v, s, query))
	}
	r := q.inside(s.W, s.H)
	q.list = q.list.Sized(r.W, r.H)
	q.key, q.query = key, query
	return &q
}

func (p *listPage[T]) scroll(n int) page {
	q := *p
	q.list = p.list.Moved(lines(n, p.list.High()))
	return &q
}

// search begins to type what is searched for.
func (p *listPage[T]) search() page {
	q := *p
	q.typing, q.in = true, newQuery(p.list.Filter())
	return &q
}

// edited is the page with something else searched for.
func (p *listPage[T]) edited(in component.Input) page {
	q := *p
	q.in = in
	if in.Value() != p.list.Filter() {
		q.list = p.list.Filtered(in.Value())
	}
	return &q
}

func (p *listPage[T]) input() component.Input { return p.in }
func (p *listPage[T]) inFooter() bool         { return p.typing && p.of.Covers }

func (p *listPage[T]) accept(u *update) {
	if p.of.Direct {
		p.choose(u)
		return
	}
	q := *p
	q.typing = false
	u.s.put(&q)
}

func (p *listPage[T]) choose(u *update) {
	if item, ok := p.list.Chosen(); ok {
		p.of.Choose(u, item)
	}
}

// click chooses the line at a cell of the screen.
func (p *listPage[T]) click(u *update, x, y int) {
	r := p.inside(u.s.W, u.s.H)
	if !r.Has(x, y) {
		return
	}
	if item, ok := p.list.At(y - r.Y); ok {
		q := *p
		q.list = p.list.Choose(p.of.Rows.Key(item))
		u.s.put(&q)
		p.of.Choose(u, item)
	}
}

// cancel takes the search back, and closes the page where there is none.
func (p *listPage[T]) cancel() page {
	if !p.typing && p.list.Filter() == "" || p.typing && p.of.Direct {
		return nil
	}
	q := *p
	q.typing, q.list = false, p.list.Filtered("")
	return &q
}

// inside is where the list is drawn.
func (p *listPage[T]) inside(w, h int) screen.Rect {
	if p.of.Covers {
		return screen.Rect{Y: 2, W: w, H: h - 4} // a title, a footer and blank lines are around it
	}
	r := p.frame(w, h)
	return screen.Rect{X: 1, Y: 3, W: r.W - 2, H: r.H - 3}
}

func (p *listPage[T]) draw(v *Viewer, g *screen.Grid, s *State) {
	c := s.Palette
	count := strconv.Itoa(p.list.Len())
	if p.list.Filter() != "" && !p.of.Finds {
		count = strconv.Itoa(p.list.Shown()) + " of " + count
	}
	r := p.inside(g.W, g.H)
	if p.of.Covers {
		bar := c.Strong.On(c.Bar)
		g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: bar})
		g.Text(1, 0, g.W-2, p.of.Title(v, s), bar)
		g.Right(0, 0, g.W-1, count, c.Dim.On(c.Bar))
		p.list.Draw(g, r, c)
		if g.H > 2 {
			p.drawFoot(g, screen.Rect{X: 1, Y: g.H - 1, W: g.W - 2, H: 1}, s)
		}
		return
	}
	component.Frame(g, p.frame(g.W, g.H), p.of.Title(v, s), p.of.Hint(), c)
	row := screen.Rect{X: 2, Y: 2, W: r.W - 2, H: 1}
	switch {
	case p.typing:
		p.in.Draw(g, row, c)
	case p.list.Filter() != "":
		g.Text(row.X, row.Y, row.W, "search: "+p.list.Filter(), c.Dim)
	}
	g.Right(row.X, row.Y, row.W, count, c.Dim)
	p.list.Draw(g, r, c)
	g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: c.Page}})
	drawKeys(g, 1, g.H-1, g.W-2, s)
}

// drawFoot draws what is typed, or keys and what is searched for.
func (p *listPage[T]) drawFoot(g *screen.Grid, r screen.Rect, s *State) {
	if p.typing {
		drawTyped(g, p.in, s)
		return
	}
	if f := p.list.Filter(); f != "" && s.Says() == "" {
		x := r.X + g.Text(r.X, r.Y, r.W, "search: "+f, s.Palette.Strong) + 3
		r = screen.Rect{X: x, Y: r.Y, W: r.X + r.W - x, H: 1}
	}
	drawKeys(g, r.X, r.Y, r.W, s)
}

// choosing is a page from which a line can be chosen.
type choosing interface {
	choose(u *update)
	click(u *update, x, y int)
	search() page
	cancel() page
}

// choose takes the chosen line of a list.
func choose(u *update) {
	if p, ok := u.s.top().(choosing); ok {
		p.choose(u)
	}
}

// search types what to search for in a list.
func search(u *update) {
	if p, ok := u.s.top().(choosing); ok {
		u.s.put(p.search())
	}
}

// clearSearch shows all of a list again, or closes the page.
func clearSearch(u *update) {
	if u.cancelWork() {
		return
	}
	if p, ok := u.s.top().(choosing); ok {
		u.replace(p.cancel())
	}
}

// replace puts a page in place of the topmost; nil closes that, except for the last
// where there is no match below.
func (u *update) replace(p page) {
	switch {
	case p != nil:
		u.s.put(p)
	case len(u.s.pages) > 1 || u.v.match != nil:
		u.s.pop()
	}
}
