// Package encode writes screens as files. [HTML], [Cast] and [GIF] write a whole [Film]; [PNG],
// [SVG] and [Text] write its first screen.
//
// Input may be untrusted: output contains only printable characters, escaped for the format. Equal
// films produce equal files. Memory use does not depend on the number of screens.
package encode

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
	"game-tui/tui/export/glyph"
)

// A Film is a sequence of screens of equal size.
type Film struct {
	Title    string
	W, H     int // screen size in columns and rows
	Theme    Theme
	Cell     Cell // size of a cell in pictures
	UseCast3 bool // whether to write casts in version 3 of the format
	// UseSharedFiles makes HTML pages refer to the files that the function SharedFiles returns.
	UseSharedFiles bool
	// Frames yields the frames in order. It must yield the same frames each time.
	Frames iter.Seq[Frame]
}

type Frame struct {
	At     time.Duration // time since the first frame; must not decrease
	Screen *screen.Grid  // screen to encode; encoders do not retain it
	Round  int           // round shown on the screen; unique in a film
	Moment string        // text of a marker, or ""
}

// A Theme maps the terminal's default and named colours to RGB values, as 0xRRGGBB.
type Theme struct {
	FG, BG      uint32
	NamedColors [16]uint32
}

func NewTheme(fg, bg screen.Color) Theme {
	t := Theme{NamedColors: [16]uint32{
		0x121214, 0xcd3131, 0x0dbc4f, 0xb58900, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xc8c8cc,
		0x66666e, 0xff5f5f, 0x5fff87, 0xffd740, 0x6fafff, 0xff6fff, 0x5fffff, 0xffffff,
	}}
	t.FG, t.BG = fg.ToRGB(0xd0d0d4, &t.NamedColors), bg.ToRGB(0x121214, &t.NamedColors)
	return t
}

type Cell struct{ W, H int }

// maxPixels limits the size of a picture, which needs a few bytes of memory per pixel.
const maxPixels = 32 << 20

func (f *Film) newFace() (*glyph.Face, error) {
	face, err := glyph.NewFace(f.Cell.W, f.Cell.H)
	if w, h := f.W*f.Cell.W, f.H*f.Cell.H; err == nil && w*h > maxPixels {
		err = fmt.Errorf("a picture of %d×%d pixels exceeds %d million pixels; use smaller cells or a smaller screen",
			w, h, maxPixels>>20)
	}
	return face, err
}

// An exportedFrame is a copy of a frame with printable characters only.
type exportedFrame struct {
	screen.Grid
	atMS   int64 // time in milliseconds
	moment string
}

var errNoScreen = errors.New("no screen to export")

// eachFrame calls fn with a copy of every frame. The copy is valid until fn returns.
func (f *Film) eachFrame(fn func(*exportedFrame) error) error {
	var s exportedFrame
	err := errNoScreen
	for frame := range f.Frames {
		s.atMS, s.moment = frame.At.Milliseconds(), toPrintable(frame.Moment)
		copyPrintable(&s.Grid, frame.Screen)
		if err = fn(&s); err != nil {
			break
		}
	}
	return err
}

func (f *Film) firstScreen() (g screen.Grid, err error) {
	for frame := range f.Frames {
		copyPrintable(&g, frame.Screen)
		return g, nil
	}
	return g, errNoScreen
}

func copyPrintable(dst, src *screen.Grid) {
	dst.CopyFrom(src)
	for i := range dst.Cells {
		dst.Cells[i].R = max(screen.PrintableRune(dst.Cells[i].R), ' ')
	}
}

func toPrintable(s string) string { return sanitize.Truncate(s, 200) }

func hex(rgb uint32) string { return fmt.Sprintf("#%06x", rgb&0xffffff) }

// A cellLook is the appearance of a cell. Cells that look the same have equal values.
type cellLook struct {
	r               rune
	fg, bg          uint32
	bold, underline bool
}

func (t *Theme) look(c screen.Cell) cellLook {
	l := cellLook{r: c.R, underline: c.Attr&screen.Underline != 0}
	l.fg, l.bg = c.FG.ToRGB(t.FG, &t.NamedColors), c.BG.ToRGB(t.BG, &t.NamedColors)
	if c.Attr&screen.Reverse != 0 {
		l.fg, l.bg = l.bg, l.fg
	}
	if c.Attr&screen.Faint != 0 {
		l.fg = blend(l.bg, l.fg, 128)
	}
	if l.r == ' ' && !l.underline {
		l.fg = l.bg
	}
	l.bold = c.Attr&screen.Bold != 0 && l.r != ' '
	return l
}

// blend mixes two colours. The share of fg is coverage/255.
func blend(bg, fg uint32, coverage uint8) uint32 {
	a := uint32(coverage)
	mix := func(shift uint) uint32 {
		return ((bg>>shift&255)*(255-a) + (fg>>shift&255)*a + 127) / 255 << shift
	}
	return mix(16) | mix(8) | mix(0)
}

// draw calls put with the index and colour of each pixel. It rounds coverages to multiples of
// 255/steps, to limit the number of colours.
func (l *cellLook) draw(f *glyph.Face, steps int, put func(i int, rgb uint32)) {
	for i, cover := range f.Glyph(l.r, l.bold).Mask {
		put(i, blend(l.bg, l.fg, uint8((int(cover)*steps+127)/255*255/steps)))
	}
	if l.underline {
		y, n := f.Underline()
		for i := y * f.W; i < (y+n)*f.W; i++ {
			put(i, l.fg)
		}
	}
}
