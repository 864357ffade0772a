package match

import (
	"strconv"
	"strings"

	"game-tui/sim/clean"
	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// bookmarks are the bookmarks of a watcher; they never change. nil is none.
type bookmarks struct{ list []Bookmark }

// Bookmarks are the watcher's of the match in front, in the order of rounds: read only.
func (s *State) Bookmarks() []Bookmark {
	if m := *s.marksInFront(); m != nil {
		return m.list
	}
	return nil
}

// marksInFront are the bookmarks of the match in front.
func (s *State) marksInFront() **bookmarks {
	if s.opts.pair && s.SecondFront {
		return &s.marks[1]
	}
	return &s.marks[0]
}

// marked is a list for a state.
func marked(list []Bookmark) *bookmarks {
	if len(list) == 0 {
		return nil
	}
	return &bookmarks{list}
}

// bookmarkSign is how a bookmark shows.
func bookmarkSign(p *theme.Palette) rune {
	if p.ASCII {
		return 'B'
	}
	return '¶'
}

// markLines are the bookmarks with a text in their names, as lines; those beyond what
// may be told about are not among them.
func (s *State) markLines(text string) []line {
	var list []line
	for i, b := range s.Bookmarks() {
		if b.Place.Round <= s.Horizon() && strings.Contains(strings.ToLower(b.Name), strings.ToLower(text)) {
			list = append(list, line{kind: markLine, n: int32(i)})
		}
	}
	return list
}

// goMark goes to a bookmark, as near as the match has it.
func (u *update) goMark(b *Bookmark) {
	to := b.Place
	rows, cols := u.v.match.size()
	to.Cursor.Row, to.Cursor.Col = min(max(to.Cursor.Row, 0), rows-1), min(max(to.Cursor.Col, 0), cols-1)
	u.jump(to)
	u.say("bookmark: " + b.Name)
}

// askMark asks for a name for the place that is looked at.
func askMark(u *update) {
	s := &u.s
	name := "round " + strconv.Itoa(s.Play.Round)
	if unit := u.v.unit(s.Follow); unit != nil {
		name += ", " + u.v.unitName(unit)
	}
	in, place := component.NewInput("bookmark: ", MaxBookmarkName).Typed(clean.Short(name, MaxBookmarkName)), s.Place()
	s.push(&prompt{in, func(u *update, text string) { u.mark(strings.TrimSpace(text), place) }})
}

// mark sets a bookmark.
func (u *update) mark(name string, place Place) {
	s := &u.s
	if name == "" {
		u.say("a bookmark needs a name")
		return
	}
	list, ok := Bookmarked(s.Bookmarks(), Bookmark{name, place})
	if !ok {
		u.say("there are " + strconv.Itoa(MaxBookmarks) + " bookmarks already: " + Name("unmark") + " in the index removes one")
		return
	}
	*s.marksInFront() = marked(list)
	u.say("bookmark set: " + Name("events") + " and " + Name("find") + " list it")
	u.ask(Keep, "")
}

// unmark removes the chosen bookmark of the index.
func unmark(u *update) {
	p, ok := u.s.top().(*indexPage)
	if !ok {
		return
	}
	l, _ := p.list.chosen()
	if l.kind != markLine {
		u.say("choose a bookmark first")
		return
	}
	name := u.s.Bookmarks()[l.n].Name
	*u.s.marksInFront() = marked(Unmarked(u.s.Bookmarks(), name))
	u.say("bookmark removed: " + name)
	u.ask(Keep, "")
}

// drawMarks draws the bookmarks over the timeline.
func (v *Viewer) drawMarks(g *screen.Grid, l *Layout, s *State) {
	for _, b := range s.Bookmarks() {
		if b.Place.Round <= s.Horizon() {
			g.Set(l.Axis.Column(b.Place.Round), l.Bar.Y, bookmarkSign(s.Palette), s.Palette.Strong.With(screen.Bold))
		}
	}
}
