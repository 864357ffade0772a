package ui

import (
	"strings"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
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
		Draw: func(g *screen.Grid, p *Program, below any, skip int) int {
			n := DrawKeyGroups(g, -skip, p.keyGroups(below.(KeyContext)), p.Palette)
			if _, more := p.View().Help(p); more != nil {
				n += more(g, n-skip)
			}
			return n
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
func (p *Program) keyGroups(below KeyContext) (list []KeyGroup) {
	t := p.View().Keys()
	counts := below | Typing
	if below&(t.view|t.over) != 0 {
		counts |= t.view | t.over
	}
	for behind := range 2 {
		for _, s := range t.Sections {
			c := KeyGroup{Title: s.Title}
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

// KeyGroup is a group of keys in the help.
type KeyGroup struct {
	Title string
	Keys  [][2]string // what is pressed, what it does
}

// keyColumn is groups below each other.
type keyColumn struct {
	groups []KeyGroup
	w, h   int
}

// DrawKeyGroups draws groups from row y on, in columns of about the same height: as many
// beside each other as have room, the next ones below. It returns how many rows they take.
func DrawKeyGroups(g *screen.Grid, y int, groups []KeyGroup, p *theme.Palette) int {
	const gap = 2
	top, x, high := y, 0, 0
	for _, c := range keyColumns(groups) {
		if x > 0 && x+gap+c.w > g.W {
			y, x, high = y+high+1, 0, 0
		}
		if x > 0 {
			x += gap
		}
		at := y
		for _, group := range c.groups {
			g.Text(x, at, g.W-x, group.Title, p.Strong.With(screen.Underline))
			w := group.keyWidth()
			for i, k := range group.Keys {
				g.Text(x, at+1+i, g.W-x, k[0], p.Text)
				g.Text(x+w+1, at+1+i, g.W-x-w-1, k[1], p.Dim)
			}
			at += len(group.Keys) + 2
		}
		x, high = x+c.w, max(high, c.h)
	}
	return y + high + 1 - top
}

// keyColumns puts groups into columns that are hardly higher than the longest group.
func keyColumns(groups []KeyGroup) (columns []keyColumn) {
	most := 0
	for _, group := range groups {
		most = max(most, len(group.Keys)+3)
	}
	for _, group := range groups {
		w, h := screen.Width(group.Title), len(group.Keys)+1
		for _, k := range group.Keys {
			w = max(w, group.keyWidth()+1+screen.Width(k[1]))
		}
		if n := len(columns) - 1; n >= 0 && columns[n].h+1+h <= most {
			c := &columns[n]
			c.groups, c.w, c.h = append(c.groups, group), max(c.w, w), c.h+1+h
			continue
		}
		columns = append(columns, keyColumn{[]KeyGroup{group}, w, h})
	}
	return columns
}

// keyWidth is the width of the longest name of a key.
func (g *KeyGroup) keyWidth() (w int) {
	for _, k := range g.Keys {
		w = max(w, screen.Width(k[0]))
	}
	return w
}
