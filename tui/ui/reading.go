package ui

import "game-tui/tui/cells/component"

const readingWidth = 100

type readableRows interface {
	Rows
	Read(p *Program, i int) string
}

// PageText returns the lines of the top page for screen readers, starting with its title.
func (p *Program) PageText() (lines []string) {
	switch top := p.Top().(type) {
	case *textPage:
		lines = []string{top.text.Title(p, top.about)}
		if top.text.Words != nil {
			lines = append(lines, top.text.Words(p, top.about)...)
		} else {
			lines = append(lines, top.text.Lines(p, top.about, readingWidth)...)
		}
	case *listPage:
		lines = []string{top.lister.Title(p, top.about)}
		if rows, ok := top.list.rows.(readableRows); ok {
			for _, i := range top.list.shown {
				lines = append(lines, rows.Read(p, i))
			}
		}
	}
	return component.PlainLines(lines)
}
