package ui

import "game-tui/tui/cells/component"

const readingWidth = 100

type readableRows interface {
	Rows
	Read(p *Program, i int) string
}

// PageText returns the text of the top page, title first, for screen readers.
func (p *Program) PageText() (lines []string) {
	switch top := p.Top().(type) {
	case *textPage:
		lines = []string{top.of.Title(p, top.about)}
		if top.of.Words != nil {
			lines = append(lines, top.of.Words(p, top.about)...)
		} else {
			lines = append(lines, top.of.Lines(p, top.about, readingWidth)...)
		}
	case *listPage:
		lines = []string{top.of.Title(p, top.about)}
		if rows, ok := top.list.rows.(readableRows); ok {
			for _, i := range top.list.shown {
				lines = append(lines, rows.Read(p, i))
			}
		}
	}
	return component.PlainLines(lines)
}
