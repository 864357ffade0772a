package tuitest

import (
	"fmt"
	"image/color"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"game-tui/tui/screen"
)

// Compare fails a test where a cell of an emulator is not that of a grid.
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

// Differ says in what a cell of an emulator is not that of a grid; empty: in
// nothing that can be seen.
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

// colors gives what an emulator says of a colour.
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
