package match

import (
	"strconv"
	"strings"

	"game-tui/sim/clean"
	"game-tui/tui/component"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// markSign is how a bookmark shows.
func markSign(p *theme.Palette) rune {
	if p.ASCII {
		return 'B'
	}
	return '¶'
}

// goMark goes to a bookmark, as near as the match has it.
func (u *update) goMark(b *viewpoint.Bookmark) {
	to := b.Place
	to.Cursor = u.v.inside(to.Cursor)
	u.jump(to)
	u.Notify("bookmark: " + b.Name)
}

// askMark asks for a name for the place that is looked at.
func askMark(u *update) {
	at := u.s.here()
	text := "round " + strconv.Itoa(at.Round)
	u.v.load(&u.s)
	if unit := u.v.unit(at.Follow); unit != nil {
		text += ", " + u.v.unitName(unit)
	}
	in := component.NewInput("bookmark: ", viewpoint.MaxBookmarkName).Typed(clean.Short(text, viewpoint.MaxBookmarkName))
	u.Prompt(in, func(u *ui.Update, text string) {
		act(func(u *update) { u.mark(viewpoint.Bookmark{Name: strings.TrimSpace(text), Place: at}) })(u)
	})
}

// mark sets a bookmark.
func (u *update) mark(b viewpoint.Bookmark) {
	if b.Name == "" {
		u.Notify("a bookmark needs a name")
		return
	}
	list, ok := viewpoint.Bookmarked(u.s.bookmarks(), b)
	if !ok {
		u.Notify("there are " + strconv.Itoa(viewpoint.MaxBookmarks) + " bookmarks already: " + Name("unmark") + " in the index removes one")
		return
	}
	u.Notify("bookmark set: " + Name("events") + " and " + Name("find") + " list it")
	u.setMarks(list)
}

// setMarks makes a list the bookmarks of the match in front, and has them kept.
func (u *update) setMarks(list []viewpoint.Bookmark) {
	*u.s.inFront() = marked(list)
	u.Ask(ui.Keep{Record: u.v.Record, Bookmarks: list})
}

// markLines are the bookmarks with a text in their names, as lines; those beyond what
// may be shown are not among them.
func (s *sight) markLines(text string) (list lines) {
	for i, b := range s.bookmarks() {
		if b.Place.Round <= s.horizon() && strings.Contains(strings.ToLower(b.Name), strings.ToLower(text)) {
			list = append(list, line{kind: markLine, n: int32(i)})
		}
	}
	return list
}

// unmark removes the chosen bookmark.
func unmark(u *update) {
	rows, i, ok := ui.Chosen(&u.Program)
	if !ok || rows.(lines)[i].kind != markLine {
		u.Notify("choose a bookmark first")
		return
	}
	name := u.s.bookmarks()[rows.(lines)[i].n].Name
	u.Notify("bookmark removed: " + name)
	u.setMarks(viewpoint.Unmarked(u.s.bookmarks(), name))
}
