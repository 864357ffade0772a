package report

import (
	"io"

	"github.com/charmbracelet/x/ansi"

	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/tui/cells/table"
)

// fitted returns a table that fits the terminal behind w. Other writers get the whole table.
func fitted(w io.Writer, t table.Texts) table.Texts {
	if width := manual.TerminalWidth(w); width > 0 {
		return t.Fit(width, columnGap)
	}
	return t
}

// fitted returns a table, fitted to the terminal if the form wants it.
func (f form) fitted(w io.Writer, t table.Texts) table.Texts {
	if !f.fits {
		return t
	}
	return fitted(w, t)
}

// wrapped wraps a paragraph to the width of the terminal behind w.
func (f form) wrapped(w io.Writer, text string) string {
	if width := manual.TerminalWidth(w); f.fits && width > 0 {
		return ansi.Wrap(text, width, "")
	}
	return text
}
