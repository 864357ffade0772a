package ui

import "game-tui/tui/component"

// readingWidth is how many columns a text has where its lines are read one after the other.
const readingWidth = 100

// readRows are rows that can be read without a screen.
type readRows interface {
	Rows
	// Read is a line in words.
	Read(p *Program, i int) string
}

// Reading is all that the topmost page says, its title first, for somebody to whom it is read:
// lines without a frame, marks and blank lines.
func (p *Program) Reading() (lines []string) {
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
		if rows, ok := top.list.rows.(readRows); ok {
			for _, i := range top.list.shown {
				lines = append(lines, rows.Read(p, i))
			}
		}
	}
	return component.Words(lines)
}
