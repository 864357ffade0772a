package page

import (
	"strings"

	"game-tui/sim"
	"game-tui/tui/component"
	"game-tui/tui/index"
	"game-tui/tui/screen"
	"game-tui/tui/ui"
)

// findPage finds things in the match while one types.
type findPage struct {
	in    component.Input
	key   findKey
	list  ui.List
	total int // of what happened, as far as it was looked for
}

// findKey is all that the lines depend on, and the window.
type findKey struct {
	w, h int
	text string
	of   Facts
}

// Find opens the page; where it is opened over a page, that stays below.
func Find(u *ui.Update) {
	u.Push(&findPage{in: component.NewInput("find: ", index.MaxQuery)})
}

func (p *findPage) KeyContext() ui.KeyContext { return ui.InSearch }
func (p *findPage) Covers() bool              { return false }
func (p *findPage) Input() component.Input    { return p.in }
func (p *findPage) Cancel() ui.Page           { return nil }
func (p *findPage) InFooter() bool            { return false }

func (p *findPage) Edited(in component.Input) ui.Page {
	q := *p
	q.in = in
	return &q
}

func (p *findPage) Scroll(n int) ui.Page {
	q := *p
	q.list = p.list.Moved(ui.Lines(n, findRect(p.key.w, p.key.h).H))
	q.key.w = 0 // what is in sight changes
	return &q
}

// findRect is where the list is drawn.
func findRect(w, h int) screen.Rect {
	r := ui.Over(w, h)
	return screen.Rect{X: r.X + 2, Y: r.Y + 3, W: max(r.W-4, 1), H: max(r.H-4, 1)}
}

func (p *findPage) Fit(prog *ui.Program) ui.Page {
	key := findKey{prog.W, prog.H, p.in.Value(), facts(prog)}
	if key == p.key {
		return p
	}
	q := *p
	q.key = key
	prog.View().(Match).Read(prog, func(c *Context) {
		list, near, total := c.find(key.text)
		if q.total = total; p.key.text == key.text && p.list.Rows() != nil {
			q.list = p.list.With(list)
		} else {
			q.list = ui.NewList(list, near)
		}
	})
	r := findRect(key.w, key.h)
	q.list = q.list.InSight(prog, r.W, r.H)
	return &q
}

// maxUnits are the units that a search lists.
const maxUnits = 100

// find lists what fits a text: units, a cell, bookmarks, and what happened; near is
// what to choose first, total how much happened.
func (c *Context) find(text string) (list lines, near, total int) {
	q := c.Index.Parse(text, &c.Names)
	if q.Empty() {
		list = lines{note("the number of a unit: 67, wizard 67"),
			note("words: death, lead, a player's name, anything that an event says; several must all fit"), note("a place: 12,40")}
		return append(list, c.markLines("")...), 0, 0
	}
	for _, i := range c.Index.Units(c.Info.Frame, &q, maxUnits) {
		list = append(list, line{kind: unitLine, n: c.Info.Frame.Units[i].ID})
	}
	if at, ok := q.Place(); ok && at.In(c.Size()) {
		_, cols := c.Size()
		list = append(list, line{kind: cellLine, n: int32(at.Row*cols + at.Col)})
	}
	list = append(list, c.markLines(text)...)
	found := c.Index.Search(c.Index.Rows(), &q, index.All, c.Place.Round, c.Horizon)
	if len(list) == 0 {
		near = found.Near
	}
	for _, n := range found.Rows {
		list = append(list, line{kind: rowLine, n: n})
	}
	switch {
	case found.Cut:
		list = append(list, bound)
	case len(list) == 0:
		list = append(list, note("nothing fits"))
	}
	return list, near, len(found.Rows)
}

// Accept goes to the chosen line.
func (p *findPage) Accept(u *ui.Update) {
	if text := strings.TrimSpace(p.in.Value()); text != "" {
		act(u, func(_ *Context, a Actions) { a.Sought(text) })
	}
	if i, ok := p.list.Chosen(); ok {
		chooseLine(u, p.list.Rows(), i)
		return
	}
	u.Pop()
}

// Click goes to the line under the pointer; beside the page it closes it.
func (p *findPage) Click(u *ui.Update, x, y int) {
	r := findRect(p.key.w, p.key.h)
	if !ui.Over(p.key.w, p.key.h).Has(x, y) {
		u.Pop()
		return
	}
	if i, ok := p.list.At(&u.Program, y-r.Y, r.W, r.H); ok {
		q := *p
		q.list = p.list.Choose(p.list.Rows().Key(i))
		q.Accept(u)
	}
}

func (p *findPage) Draw(g *screen.Grid, prog *ui.Program) {
	title := "find in the match"
	if p.total > 0 {
		title = "find: " + sim.Count(p.total, "event")
		if prog.NoSpoilers {
			title += " in what has been seen"
		}
	}
	hint := ui.Name("searchUp") + " choose, " + ui.Name("accept") + " goes there, " + ui.Name("cancel") + " leaves"
	in := ui.Inside(ui.Over(g.W, g.H))
	component.Frame(g, ui.Over(g.W, g.H), title, hint, prog.Palette)
	p.in.Draw(g, screen.Rect{X: in.X, Y: in.Y, W: in.W, H: 1}, prog.Palette)
	p.list.Draw(g, findRect(g.W, g.H), prog)
}
