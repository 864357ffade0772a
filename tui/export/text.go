package export

import (
	"bytes"
	"io"
	"unicode/utf8"

	"game-tui/tui/screen"
)

// Text writes a screen as lines of text without colours.
func Text(w io.Writer, g *screen.Grid) error {
	var c screen.Grid
	tidy(&c, g)
	var out []byte
	for y := range c.H {
		start := len(out)
		for _, cell := range c.Row(y) {
			out = utf8.AppendRune(out, cell.R)
		}
		out = append(out[:start+len(bytes.TrimRight(out[start:], " "))], '\n')
	}
	_, err := w.Write(out)
	return err
}
