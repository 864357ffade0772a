// Package export writes screens as files that need no game-tui: a page with a
// player, an asciicast, an animated GIF; one screen as PNG, SVG or text.
//
// It sees nothing but grids of cells and a few words about them, which may be
// anything: what is written is made of printable signs only and escaped as the
// format asks. The same film gives the same bytes. Memory is bounded by the
// size of a screen, not by how many there are.
package export

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"game-tui/sim/clean"
	"game-tui/tui/export/glyph"
	"game-tui/tui/screen"
)

// Film is what is exported: screens of one size, one after another.
type Film struct {
	Title string
	W, H  int // columns and rows of every screen
	Theme Theme
	Cell  Cell // of pictures and drawings
	Cast3 bool // a cast is of version 3
	// Shared says that a page has its player in the files of Shared, which lie beside it.
	Shared bool
	// Frames yields the screens. It may be ranged over more than once and then
	// yields the same again.
	Frames iter.Seq[Frame]
}

// Frame is a screen of a film.
type Frame struct {
	At     time.Duration // since the first one, never less than before; written to the millisecond
	Screen *screen.Grid  // only read, and not kept
	Round  int           // that it shows; each is of another one
	Moment string        // what happened here, where players put a marker; empty: nothing
}

// Theme says which colours a terminal of the user's own choice shows, 0xRRGGBB.
type Theme struct {
	FG, BG uint32
	Named  [16]uint32
}

// NewTheme is the theme of a palette that has these colours for text and page.
// Colours of the terminal's own become light on dark.
func NewTheme(text, page screen.Color) Theme {
	t := Theme{Named: [16]uint32{
		0x121214, 0xcd3131, 0x0dbc4f, 0xb58900, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xc8c8cc,
		0x66666e, 0xff5f5f, 0x5fff87, 0xffd740, 0x6fafff, 0xff6fff, 0x5fffff, 0xffffff,
	}}
	t.FG, t.BG = text.ToRGB(0xd0d0d4, &t.Named), page.ToRGB(0x121214, &t.Named)
	return t
}

// Cell is the size in pixels of a cell in a picture.
type Cell struct{ W, H int }

// maxPixels bounds a picture: its memory is some bytes for each.
const maxPixels = 32 << 20

// face prepares drawing the screens of a film.
func (f *Film) face() (*glyph.Face, error) {
	face, err := glyph.NewFace(f.Cell.W, f.Cell.H)
	if w, h := f.W*f.Cell.W, f.H*f.Cell.H; err == nil && w*h > maxPixels {
		err = fmt.Errorf("a picture of %d×%d pixels is too large; expected at most %d million: take smaller cells or a smaller screen",
			w, h, maxPixels>>20)
	}
	return face, err
}

// still is a screen of a film as writers get it: clean, and copied.
type still struct {
	screen.Grid
	at     int64 // milliseconds
	moment string
}

// errNone is the error of a film without screens.
var errNone = errors.New("there is no screen to export")

// each calls show with every screen. The screen is valid until the next call.
func (f *Film) each(show func(*still) error) error {
	var s still
	err := errNone
	for frame := range f.Frames {
		s.at, s.moment = frame.At.Milliseconds(), printable(frame.Moment)
		tidy(&s.Grid, frame.Screen)
		if err = show(&s); err != nil {
			break
		}
	}
	return err
}

// first is the first screen of a film, clean, and copied.
func (f *Film) first() (g screen.Grid, err error) {
	for frame := range f.Frames {
		tidy(&g, frame.Screen)
		return g, nil
	}
	return g, errNone
}

// tidy copies a grid without what is no sign of one column.
func tidy(dst, src *screen.Grid) {
	dst.CopyFrom(src)
	for i := range dst.Cells {
		dst.Cells[i].R = max(screen.Printable(dst.Cells[i].R), ' ')
	}
}

// maxWords bounds a title or a moment, in bytes.
const maxWords = 200

// printable makes a text from outside short and fit to be shown.
func printable(s string) string { return clean.Truncate(s, maxWords) }

// hex is a colour as style sheets write it.
func hex(rgb uint32) string { return fmt.Sprintf("#%06x", rgb&0xffffff) }

// look is how a clean cell looks in a picture. Cells that look the same have equal ones.
type look struct {
	r           rune
	fg, bg      uint32
	bold, under bool
}

func (t *Theme) look(c screen.Cell) look {
	l := look{r: c.R, under: c.Attr&screen.Underline != 0}
	l.fg, l.bg = c.FG.ToRGB(t.FG, &t.Named), c.BG.ToRGB(t.BG, &t.Named)
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
