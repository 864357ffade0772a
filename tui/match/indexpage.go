package match

import (
	"strconv"

	"game-tui/sim"
	"game-tui/tui/component"
	"game-tui/tui/index"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// indexPage is the index of the match: what led to the shown round, its orders, and
// all else that happened, as far as a filter passes it.
type indexPage struct {
	key  indexKey
	list listing
}

// indexKey is all that the lines depend on.
type indexKey struct {
	w, h     int
	palette  *theme.Palette
	round    int
	horizon  int
	came     *sim.Turn
	rows     *index.Rows
	filter   *index.Filter
	marks    *bookmarks
	front    int8
	byScore  bool
	selected Ref
}

// openIndex opens the index, or closes it.
func openIndex(u *update) {
	switch u.s.top().(type) {
	case *indexPage:
		u.s.pop()
	case *roundPage:
		u.s.put(&indexPage{})
	default:
		u.s.push(&indexPage{})
	}
}

func (p *indexPage) where() Where { return InIndex }
func (p *indexPage) covers() bool { return false }

func (p *indexPage) fit(v *Viewer, s *State) page {
	k := v.load(s)
	key := indexKey{s.W, s.H, s.Palette, k, s.Horizon(), v.match.Record.Turn(k - 1), v.match.index.Rows(),
		s.filter, *s.marksInFront(), s.Front, s.ByScore, s.Event}
	if key == p.key {
		return p
	}
	v.filled(s)
	q := &indexPage{key: key}
	if lines := v.indexLines(s); p.key.round == k && p.key.filter == s.filter && p.list.lines != nil {
		q.list = p.list.again(lines)
	} else {
		q.list = newListing(lines, 0)
	}
	r := roundRect(s.W, s.H)
	q.list = q.list.seen(v, s, max(r.W-4, 1), max(r.H-2, 1))
	return q
}

// indexLines are the lines of the index: the round's first.
func (v *Viewer) indexLines(s *State) []line {
	m, k := v.match, s.Play.Round
	f := s.lists()
	rows := m.index.Rows()
	var list []line
	for _, i := range v.info.Happened() {
		if n := rows.Find(k, i); n >= 0 && m.index.Passes(f, rows.At(n)) {
			list = append(list, line{kind: rowLine, n: int32(n)})
		}
	}
	if len(list) == 0 {
		list = append(list, line{kind: noteLine, n: noteQuiet})
	}
	if s.filter == nil {
		list = append(list, v.orderLines()...)
		if marks := s.markLines(""); len(marks) > 0 {
			list = append(append(list, line{kind: headLine, n: headMarks}), marks...)
		}
	}
	found := m.index.Search(rows, &index.Query{}, f, k, s.Horizon())
	earlier := 0
	for earlier < len(found.Rows) && int(found.Rows[earlier]) < rows.Until(k-1) {
		earlier++
	}
	if earlier > 0 {
		list = append(list, line{kind: headLine, n: headEarlier})
	}
	for i := earlier - 1; i >= 0; i-- {
		list = append(list, line{kind: rowLine, n: found.Rows[i]})
	}
	head := true
	for _, n := range found.Rows[earlier:] {
		if int(n) < rows.Until(k) {
			continue
		}
		if head {
			list, head = append(list, line{kind: headLine, n: headLater}), false
		}
		list = append(list, line{kind: rowLine, n: n})
	}
	if found.Cut {
		list = append(list, line{kind: noteLine, n: noteBound})
	}
	return list
}

func (p *indexPage) scroll(n int) page {
	q := *p
	q.list = p.list.moved(lines(n, roundRect(p.key.w, p.key.h).H-2))
	q.key.w = 0 // what is in sight changes
	return &q
}

// click goes to the line under the pointer; beside the lines it closes the page.
func (p *indexPage) click(u *update, x, y int) {
	r := roundRect(p.key.w, p.key.h)
	u.v.filled(&u.s)
	if i := p.list.under(u.v, &u.s, y-r.Y-1, max(r.W-4, 1), max(r.H-2, 1)); r.Has(x, y) && y > r.Y && i >= 0 {
		u.choose(p.list.lines[i])
		return
	}
	u.s.pop()
}

func (p *indexPage) draw(v *Viewer, g *screen.Grid, s *State) {
	v.filled(s)
	r := roundRect(g.W, g.H)
	r.H = 2 + max(p.list.high(v, s, r.W-4, r.H-2), 1)
	title := "what led to round " + strconv.Itoa(p.key.round) + ", its orders, and all else"
	if s.filter != nil || s.Front > 0 {
		title = "round " + strconv.Itoa(p.key.round) + " and all else: " + v.filterText(s.lists())
	}
	p.list.draw(v, g, component.Frame(g, r, title, indexHint(), s.Palette), s)
}

// indexHint names the keys of the index.
func indexHint() string {
	return Name("goLine") + " goes there · " + Name("filterSeat") + " player, " + Name("filterKind") + " kind, " +
		Name("filterDeaths") + " deaths, " + Name("filterUnit") + " unit · " + Name("events") + " closes"
}

// chooseLine goes to what the chosen line stands for.
func chooseLine(u *update) {
	p, ok := u.s.top().(*indexPage)
	if !ok {
		return
	}
	if l, ok := p.list.chosen(); ok {
		u.choose(l)
	}
}
