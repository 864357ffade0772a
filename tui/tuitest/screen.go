package tuitest

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"game-tui/tui/cells/screen"
	"game-tui/tui/tuitest/screentest"
)

// Shown is a screen in a terminal emulator.
type Shown struct{ em *vt.Emulator }

// Show draws a screen in a terminal emulator.
func Show(tb testing.TB, g *screen.Grid) Shown {
	tb.Helper()
	em := vt.NewEmulator(g.W, g.H)
	text := strings.ReplaceAll(string(g.AppendText(nil)), "\n", "\r\n")
	if _, err := em.WriteString(text); err != nil {
		tb.Fatal(err)
	}
	return Shown{em}
}

// At returns the rune and the colours of a cell.
func (s Shown) At(x, y int) (r rune, fg, bg color.Color) {
	c := s.em.CellAt(x, y)
	r, _ = utf8.DecodeRuneInString(c.Content)
	if c.Content == "" {
		r = ' '
	}
	return r, c.Style.Fg, c.Style.Bg
}

// Row returns a row without colours.
func (s Shown) Row(y int) string {
	var b strings.Builder
	for x := range s.em.Width() {
		r, _, _ := s.At(x, y)
		b.WriteRune(r)
	}
	return b.String()
}

// String returns the screen without colours.
func (s Shown) String() string {
	rows := make([]string, s.em.Height())
	for y := range rows {
		rows[y] = s.Row(y)
	}
	return strings.Join(rows, "\n")
}

// Colored returns the screen with its styles; see [screentest.Colored].
func (s Shown) Colored() string { return screentest.Colored(s.em) }

// Compare fails the test at the first cell in which em differs from g.
func Compare(tb testing.TB, em *vt.Emulator, g *screen.Grid) {
	tb.Helper()
	for y := range g.H {
		for x, c := range g.Row(y) {
			if msg := Differ(em.CellAt(x, y), c); msg != "" {
				tb.Fatalf("cell (%d,%d): %s", x, y, msg)
			}
		}
	}
}

// Differ describes how a cell looks different from want. It returns "" if it does not.
func Differ(got *uv.Cell, want screen.Cell) string {
	if got == nil {
		return "missing"
	}
	r := want.R
	if r == 0 {
		r = ' '
	}
	content := got.Content
	if content == "" {
		content = " "
	}
	if content == "▄" && r == '▀' { // the same with colours swapped
		r, want.FG, want.BG = '▄', want.BG, want.FG
	}
	lines := want.Attr & (screen.Reverse | screen.Underline)
	switch {
	case content != string(r):
		return fmt.Sprintf("rune %q, want %q", content, r)
	case !sameColor(got.Style.Bg, colors(want.BG)):
		return fmt.Sprintf("background %v, want %v", got.Style.Bg, colors(want.BG))
	case got.Style.Attrs&uv.AttrReverse != 0 != (lines&screen.Reverse != 0):
		return "reverse differs"
	case got.Style.Underline != 0 != (lines&screen.Underline != 0):
		return "underline differs"
	case r == ' ' && lines == 0:
		return ""
	case !sameColor(got.Style.Fg, colors(want.FG)):
		return fmt.Sprintf("foreground %v, want %v", got.Style.Fg, colors(want.FG))
	case got.Style.Attrs&uv.AttrBold != 0 != (want.Attr&screen.Bold != 0):
		return "bold differs"
	case got.Style.Attrs&uv.AttrFaint != 0 != (want.Attr&screen.Faint != 0):
		return "faint differs"
	}
	return ""
}

// colors returns a colour as the emulator represents it.
func colors(c screen.Color) color.Color {
	v := uint32(c) & 0xffffff
	switch {
	case c == 0:
		return nil
	case c == screen.RGB(v):
		return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
	case c == screen.Index(uint8(v)):
		return ansi.IndexedColor(v)
	}
	return ansi.BasicColor(v)
}

func sameColor(a, b color.Color) bool {
	if a == nil || b == nil {
		return a == b
	}
	r, g, bl, _ := a.RGBA()
	r2, g2, bl2, _ := b.RGBA()
	return r == r2 && g == g2 && bl == bl2
}
