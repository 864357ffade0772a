package page

import (
	"strconv"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/panel"
	"game-tui/tui/ui"
)

var outputPage = &ui.Text{
	Key:   func(p *ui.Program, _ any) any { return matchState(p) },
	IsNew: func(key, before any) bool { return key.(MatchState).Place.Round != before.(MatchState).Place.Round },
	Lines: func(p *ui.Program, _ any, w int) []string {
		return read(p, func(m *MatchState) []string {
			return component.Lines(w, p.Palette, func(g *screen.Grid) int { return panel.DrawAllOutput(g, m.Info) })
		})
	},
	Title: func(p *ui.Program, _ any) string {
		return "what the players print while they decide round " + strconv.Itoa(matchState(p).Place.Round)
	},
	Hint: func(p *ui.Program, _ any) string {
		return ui.Name("searchUp") + " scroll, ← → rounds, " + name(p, "output") + " closes"
	},
}

// OpenOutput opens or closes the output page. If the index is open, the output page replaces it.
func OpenOutput(u *ui.Update) {
	if top := u.Top(); top != nil && top.KeyContext() == InIndex {
		u.Pop()
	}
	outputPage.Open(u, nil)
}
