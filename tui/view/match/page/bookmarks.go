package page

import (
	"strconv"
	"strings"

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

// BookmarkSign returns the character that marks bookmarks.
func BookmarkSign(p *theme.Palette) rune {
	if p.ASCII {
		return 'B'
	}
	return '¶'
}

// AskBookmark asks for a name and bookmarks the shown place.
func AskBookmark(u *ui.Update) {
	at := matchState(&u.Program).Place
	text := read(&u.Program, func(m *MatchState) string {
		text := "round " + strconv.Itoa(at.Round)
		if unit := FindUnit(m.Info.Frame, at.Follow); unit != nil {
			text += ", " + m.UnitName(unit)
		}
		return sanitize.Truncate(text, location.MaxBookmarkName)
	})
	u.Prompt(component.NewInput("bookmark: ", location.MaxBookmarkName).Typed(text), func(u *ui.Update, text string) {
		b := location.Bookmark{Name: strings.TrimSpace(text), Place: at}
		if b.Name == "" {
			u.Notify("a bookmark needs a name")
			return
		}
		act(u, func(m *MatchState, a Actions) {
			list, ok := location.AddBookmark(m.Bookmarks(), b)
			if !ok {
				u.Notify("there are " + strconv.Itoa(location.MaxBookmarks) + " bookmarks already: " + name(&u.Program, "unmark") + " in the index removes one")
				return
			}
			u.Notify("bookmark set: " + name(&u.Program, "events") + " and " + name(&u.Program, "find") + " list it")
			a.SetBookmarks(list)
		})
	})
}
