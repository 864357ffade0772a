package tuitest

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"game-tui/tui/cells/screen"
	"game-tui/tui/tuitest/screentest"
)

type Screen struct{ em *vt.Emulator }

func Show(tb testing.TB, g *screen.Grid) Screen {
	tb.Helper()
	em := vt.NewEmulator(g.W, g.H)
	text := strings.ReplaceAll(string(g.AppendText(nil)), "\n", "\r\n")
	if _, err := em.WriteString(text); err != nil {
		tb.Fatal(err)
	}
	return Screen{em}
}

// Row returns the text of a row without its styles.
func (s Screen) Row(y int) string {
	var b strings.Builder
	for x := range s.em.Width() {
		b.WriteString(cmp.Or(s.em.CellAt(x, y).Content, " "))
	}
	return b.String()
}

func (s Screen) String() string {
	rows := make([]string, s.em.Height())
	for y := range rows {
		rows[y] = s.Row(y)
	}
	return strings.Join(rows, "\n")
}

// StyledText returns the screen with its styles, as [screentest.StyledText] formats them.
func (s Screen) StyledText() string { return screentest.StyledText(s.em) }

// Compare fails the test if the emulator's screen differs from g.
func Compare(tb testing.TB, em *vt.Emulator, g *screen.Grid) {
	tb.Helper()
	if msg := Diff(em, g); msg != "" {
		tb.Fatal(msg)
	}
}

// Diff describes the first cell in which a terminal's screen differs from g, or returns "".
func Diff(em interface{ CellAt(x, y int) *uv.Cell }, g *screen.Grid) string {
	for y := range g.H {
		for x, c := range g.Row(y) {
			want, got := cellOf(c), em.CellAt(x, y)
			if got.Content == "▄" && want.Content == "▀" { // The two half blocks look the same with swapped colours.
				want.Content, want.Style.Fg, want.Style.Bg = "▄", want.Style.Bg, want.Style.Fg
			}
			style, wanted := screentest.StyleWords(got), screentest.StyleWords(want)
			if cmp.Or(got.Content, " ") != want.Content || style != wanted {
				return fmt.Sprintf("cell (%d,%d): %q (%s), want %q (%s)", x, y, got.Content, style, want.Content, wanted)
			}
		}
	}
	return ""
}

func cellOf(c screen.Cell) *uv.Cell {
	cell := &uv.Cell{Content: string(cmp.Or(c.R, ' ')), Style: uv.Style{Fg: colorOf(c.FG), Bg: colorOf(c.BG)}}
	for attr, as := range map[screen.Attr]uint8{screen.Bold: uv.AttrBold, screen.Faint: uv.AttrFaint, screen.Reverse: uv.AttrReverse} {
		if c.Attr&attr != 0 {
			cell.Style.Attrs |= as
		}
	}
	if c.Attr&screen.Underline != 0 {
		cell.Style.Underline = ansi.UnderlineSingle
	}
	return cell
}

func colorOf(c screen.Color) color.Color {
	v := uint32(c) & 0xffffff
	switch {
	case c == 0:
		return nil
	case c == screen.RGB(v):
		return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
	case c == screen.IndexedColor(uint8(v)):
		return ansi.IndexedColor(v)
	}
	return ansi.BasicColor(v)
}
