package match

import (
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/component"
	"game-tui/tui/index"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// findPage finds things in the match while one types.
type findPage struct {
	in    component.Input
	key   findKey
	list  listing
	total int // of what happened, as far as it was looked for
}

// findKey is all that the lines depend on.
type findKey struct {
	w, h    int
	palette *theme.Palette
	text    string
	round   int
	horizon int
	rows    *index.Rows
	marks   *bookmarks
	front   int8
}

// maxUnits are the units that a search lists.
const maxUnits = 100

// openFind opens the page; where it is open in a page, that stays below.
func openFind(u *update) {
	u.s.push(&findPage{in: component.NewInput("find: ", index.MaxQuery)})
}

func (p *findPage) where() Where { return InSearch }
func (p *findPage) covers() bool { return false }

func (p *findPage) fit(v *Viewer, s *State) page {
	key := findKey{s.W, s.H, s.Palette, p.in.Value(), v.load(s), s.Horizon(), v.match.index.Rows(), *s.marksInFront(), s.Front}
	if key == p.key {
		return p
	}
	v.filled(s)
	q := *p
	q.key = key
	lines, near, total := v.find(s, key.text)
	if p.key.text == key.text && p.list.lines != nil {
		q.list = p.list.again(lines)
	} else {
		q.list = newListing(lines, near)
	}
	q.total = total
	return q.sighted(v, s)
}

// sighted is the page with the chosen line in sight.
func (p findPage) sighted(v *Viewer, s *State) *findPage {
	r := roundRect(s.W, s.H)
	p.list = p.list.seen(v, s, max(r.W-4, 1), max(r.H-4, 1))
	return &p
}

// find lists what fits a text: units, a cell, bookmarks, and what happened; near is
// what to choose first, total how much happened.
func (v *Viewer) find(s *State, text string) (lines []line, near, total int) {
	m := v.match
	rows, horizon := m.index.Rows(), s.Horizon()
	q := m.index.Parse(text, &m.names)
	if q.Empty() {
		lines = append(lines, line{kind: noteLine, n: noteUnits}, line{kind: noteLine, n: noteWords}, line{kind: noteLine, n: notePlace})
		return append(lines, s.markLines("")...), 0, 0
	}
	for _, i := range m.index.Units(&v.frame, &q, maxUnits) {
		lines = append(lines, line{kind: unitLine, n: v.frame.Units[i].ID})
	}
	if at, ok := q.Place(); ok && at.In(m.size()) {
		_, cols := m.size()
		lines = append(lines, line{kind: cellLine, n: int32(at.Row*cols + at.Col)})
	}
	lines = append(lines, s.markLines(text)...)
	first := len(lines)
	found := m.index.Search(rows, &q, index.All, s.Play.Round, horizon)
	for _, n := range found.Rows {
		lines = append(lines, line{kind: rowLine, n: n})
	}
	if found.Cut {
		lines = append(lines, line{kind: noteLine, n: noteBound})
	}
	if len(lines) == 0 {
		lines = append(lines, line{kind: noteLine, n: noteNothing})
	}
	if first == 0 {
		near = found.Near
	}
	return lines, near, len(found.Rows)
}

func (p *findPage) scroll(n int) page {
	q := *p
	q.list = p.list.moved(lines(n, roundRect(p.key.w, p.key.h).H-4))
	q.key.w = 0 // what is in sight changes
	return &q
}

func (p *findPage) input() component.Input { return p.in }

func (p *findPage) edited(in component.Input) page {
	q := *p
	q.in = in
	return &q
}

func (p *findPage) cancel() page   { return nil }
func (p *findPage) inFooter() bool { return false }

func (p *findPage) accept(u *update) {
	l, ok := p.list.chosen()
	if text := strings.TrimSpace(p.in.Value()); text != "" {
		u.s.sought = text
	}
	if !ok {
		u.s.pop()
		return
	}
	u.choose(l)
}

// click goes to the line under the pointer; beside the page it closes it.
func (p *findPage) click(u *update, x, y int) {
	r := roundRect(p.key.w, p.key.h)
	if !r.Has(x, y) {
		u.s.pop()
		return
	}
	u.v.filled(&u.s)
	q := *p
	if q.list.at = p.list.under(u.v, &u.s, y-r.Y-3, max(r.W-4, 1), max(r.H-4, 1)); q.list.at >= 0 {
		q.accept(u)
	}
}

func (p *findPage) draw(v *Viewer, g *screen.Grid, s *State) {
	v.filled(s)
	r := roundRect(g.W, g.H)
	title := "find in the match"
	if p.total > 0 {
		title = "find: " + sim.Count(p.total, "event")
		if s.NoSpoilers {
			title += " in what has been seen"
		}
	}
	in := component.Frame(g, r, title, "↑ ↓ choose, "+Name("accept")+" goes there, "+Name("cancel")+" leaves", s.Palette)
	p.in.Draw(g, screen.Rect{X: in.X, Y: in.Y, W: in.W, H: 1}, s.Palette)
	p.list.draw(v, g, screen.Rect{X: in.X, Y: in.Y + 2, W: in.W, H: in.H - 2}, s)
}

// nextFound goes to the next (dir 1) or previous (dir -1) of what was found last.
func nextFound(dir int) func(*update) {
	return func(u *update) {
		v, s := u.v, &u.s
		if s.sought == "" {
			u.say("nothing has been looked for yet: " + Name("find") + " finds")
			return
		}
		m := v.match
		rows := m.index.Rows()
		q := m.index.Parse(s.sought, &m.names)
		found := m.index.Search(rows, &q, index.All, s.Play.Round, s.Horizon())
		event := s.stoppedAt(dir)
		at := -1
		for i, n := range found.Rows {
			row := rows.At(int(n))
			order := int64(int(row.Round)-s.Play.Round)<<31 + int64(int(row.Event)-event)
			if dir < 0 && order < 0 {
				at = i
			}
			if dir > 0 && order > 0 {
				at = i
				break
			}
		}
		if at < 0 {
			u.say("no more of “" + s.sought + "” that way")
			return
		}
		u.goRow(rows.At(int(found.Rows[at])))
		u.say(strconv.Itoa(at+1) + " of " + strconv.Itoa(len(found.Rows)) + " of “" + s.sought + "”")
	}
}
