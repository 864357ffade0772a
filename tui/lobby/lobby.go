// Package lobby is what a watcher chooses a match from: a view that shows nothing but its
// list.
package lobby

import (
	"slices"

	"game-tui/tui/screen"
	"game-tui/tui/ui"
)

// Lobby is a list of matches, as all share it who choose from it.
type Lobby struct {
	ui.Watchers // told with Grown that the list is no longer true
	list        func() []Item
}

// New is the lobby of a list that may become another one.
func New(list func() []Item) *Lobby { return &Lobby{list: list} }

// Open is the view of a new watcher.
func (l *Lobby) Open(ui.Opening) ui.View { return View{lobby: l, items: &[]Item{}}.asked() }

// Follow is the same: nothing is the watcher's own.
func (l *Lobby) Follow(ui.View, *ui.Program, bool) ui.View { return l.Open(ui.Opening{}) }

// View is the list of matches, where no match is watched yet.
type View struct {
	ui.Defaults
	lobby *Lobby
	items *[]Item // never written
}

// asked is the view of the list as it is now.
func (v View) asked() View {
	if items := v.lobby.list(); !slices.Equal(items, *v.items) {
		v.items = &items
	}
	return v
}

// The places of a lobby.
const (
	inLobby = ui.Own << iota // there is no page: that does not last
	inMatches

	anywhere = inMatches | ui.InHelp
)

var keys *ui.Table

func init() { // the actions read the table, too
	keys = ui.NewTable(inLobby, 0,
		ui.Section{Title: "Panels", Keys: ui.WindowKeys(anywhere)},
		ui.Section{Title: "Match", Keys: ui.ProgramKeys(anywhere, "quit", ui.LeaveKey(ui.InHelp))},
		ui.Section{Title: "Lists and pages", Keys: ui.ListKeys(ui.ListContexts{Searched: inMatches},
			ui.Bind("open", "Enter", "watch the chosen match", inMatches, ui.TakeChosen, "enter", "right", "l", "space").Footed(2, "", "watch"))},
		ui.Section{Title: "While typing", Keys: ui.TypingKeys()},
	)
}

// matches is the list.
var matches = ui.Lister{
	Title: func(*ui.Program, any) string { return "Game-tui   choose a match" },
	Key:   func(p *ui.Program, _ any) any { return p.View() },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		return rows(visible(*p.View().(View).items, p.NoSpoilers))
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		name := rows.Key(i).(string)
		u.Request(ui.Open{Name: name}, "opening "+name+"…")
	},
	Context: inMatches,
	Covers:  true,
	None:    "nothing to watch yet; this list fills by itself",
	NoMatch: "nothing matches",
}

// visible are the items as the watcher may see them: without results to a watcher who wants no
// spoilers.
func visible(items []Item, noSpoilers bool) []Item {
	if !noSpoilers {
		return items
	}
	items = slices.Clone(items)
	for i := range items {
		items[i].Result = Result{}
	}
	return items
}

// Update asks for the list when it may be another one.
func (v View) Update(u *ui.Update, in ui.Input) ui.View {
	switch in.(type) {
	case ui.Begun:
		matches.Open(u, nil)
	case ui.Grown:
		return v.asked()
	}
	return v
}

// AppendText lists the matches.
func (v View) AppendText(dst []byte, p *ui.Program) []byte {
	return AppendItems(dst, visible(*v.items, p.NoSpoilers))
}

// Bare says that the list is not closed.
func (View) Bare() {}

func (View) Title() string                  { return "game-tui" }
func (View) Keys() *ui.Table                { return keys }
func (View) KeyContext() ui.KeyContext      { return inLobby }
func (View) Draw(*screen.Grid, *ui.Program) {}
func (v View) Source() ui.Source            { return v.lobby }
