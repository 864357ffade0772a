// Package lobby is what a watcher chooses a match from.
package lobby

import (
	"time"

	"game-tui/tui/component"
	"game-tui/tui/theme"
)

// Item is a match that can be chosen.
type Item struct {
	Name   string // unique; letters, digits and . _ - only
	Title  string // the game, for people
	Detail string // the players, or what is known of them
	State  string // "live", "round 57/200", "over"
	When   time.Time
	Live   bool // it is marked
}

// Rows say how matches stand in a list.
var Rows = component.Rows[Item]{
	Key:     func(it Item) string { return it.Name },
	Find:    func(it Item) string { return it.Name + " " + it.Title + " " + it.Detail },
	Row:     row,
	Columns: []component.Column{{}, {Rest: true}, {Right: true}},
	None:    "nothing to watch yet; this list fills by itself",
	NoMatch: "nothing matches",
}

func row(it Item, p *theme.Palette) component.Row {
	about := component.Cell{Text: it.about(), Style: p.Dim}
	r := component.Row{Cells: []component.Cell{{Text: it.Name}, about, {Text: it.State}}}
	if it.Live {
		r.Mark.Text = "▶"
	}
	return r
}

func (it Item) about() string {
	if it.Title == "" || it.Detail == "" {
		return it.Title + it.Detail
	}
	return it.Title + "   " + it.Detail
}
