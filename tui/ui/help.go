package ui

import (
	"strings"

	"game-tui/tui/component"
	"game-tui/tui/screen"
)

// help opens the page, or closes it.
func help(u *Update) { helpText.Open(u, u.keyContext()) }

// helpText is all keys of the place below it, and what the view tells beside them.
var helpText Text

func init() { // the actions of keys open it
	helpText = Text{
		Context: InHelp,
		Covers:  true,
		Key: func(p *Program, _ any) any {
			key, _ := p.View().Help(p)
			return key
		},
		Lines: func(p *Program, below any, w int) []string {
			lines := component.Help(p.keyGroups(below.(KeyContext)), w, p.Palette)
			if _, more := p.View().Help(p); more != nil {
				lines = append(lines, more(w)...)
			}
			return lines
		},
		Rect:  func(w, h int) screen.Rect { return screen.Rect{X: 1, Y: 1, W: w - 2, H: h - 2} },
		Title: func(p *Program, _ any) string { return p.View().Title() },
		Hint: func(*Program, any) string {
			return Name("help") + " or " + Name("leave") + " leaves, " + Name("searchUp") + " scroll"
		},
	}
}

// keyGroups are the sections of the table with the keys that count below the page and do
// something here. The own keys of what lies below come first.
func (p *Program) keyGroups(below KeyContext) (list []component.Group) {
	t := p.View().Keys()
	counts := below | Typing
	if below&(t.view|t.over) != 0 {
		counts |= t.view | t.over
	}
	for behind := range 2 {
		for _, s := range t.Sections {
			c := component.Group{Title: s.Title}
			for k := range s.Keys {
				b := &s.Keys[k]
				if t.behind(b, below) != behind || b.Help == "" || b.In&counts == 0 || b.Only != nil && !b.Only(p) || p.Refusal(b.Asks) != "" {
					continue
				}
				show := b.Show
				if p.Palette.ASCII {
					show = ascii.Replace(show)
				}
				c.Keys = append(c.Keys, [2]string{show, b.Help})
			}
			if len(c.Keys) > 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

// ascii keeps names of keys readable where nothing else is shown.
var ascii = strings.NewReplacer("…", "...", "Shift+↑", "Shift+^", "Shift+↓", "Shift+v")
