package export

import (
	"game-tui/tui/export/glyph"
	"game-tui/tui/screen"
)

// look is how a clean cell looks in a picture. Cells that look the same have equal ones.
type look struct {
	r           rune
	fg, bg      uint32
	bold, under bool
}

func (t *Theme) look(c screen.Cell) look {
	l := look{r: c.R, under: c.Attr&screen.Underline != 0}
	l.fg, l.bg = c.FG.In24(t.FG, &t.Named), c.BG.In24(t.BG, &t.Named)
	if c.Attr&screen.Reverse != 0 {
		l.fg, l.bg = l.bg, l.fg
	}
	if c.Attr&screen.Faint != 0 {
		l.fg = blend(l.bg, l.fg, 128)
	}
	if l.r == ' ' && !l.under {
		l.fg = l.bg
	}
	l.bold = c.Attr&screen.Bold != 0 && l.r != ' '
	return l
}

// blend is the colour of a pixel of which cover of 255 parts are fg.
func blend(bg, fg uint32, cover uint8) uint32 {
	switch cover {
	case 0:
		return bg
	case 255:
		return fg
	}
	a := uint32(cover)
	mix := func(shift uint) uint32 {
		return ((bg>>shift&255)*(255-a) + (fg>>shift&255)*a + 127) / 255 << shift
	}
	return mix(16) | mix(8) | mix(0)
}

// cover gives the covered part of every pixel of a cell to put: the sign, and
// the line below it.
func (l *look) cover(f *glyph.Face, put func(i int, cover uint8)) {
	if s := f.Sign(l.r, l.bold); s.Mask != nil {
		for i, a := range s.Mask {
			put(i, a)
		}
	} else {
		for i := range f.W * f.H {
			put(i, 0)
		}
	}
	if l.under {
		y, n := f.Underline()
		for i := y * f.W; i < (y+n)*f.W; i++ {
			put(i, 255)
		}
	}
}

// step rounds the covered part of a pixel to so many steps. None and all of it stay
// what they are, so that equal colours of neighbouring cells stay equal.
func step(cover uint8, steps int) uint8 {
	return uint8((int(cover)*steps + 127) / 255 * 255 / steps)
}
