// Package encode writes screens as files: HTML, asciicast, GIF, PNG, SVG and text. HTML, Cast and
// GIF write a Film; PNG, SVG and Text its first screen.
//
// Its input is untrusted: output has printable characters only, escaped for each format. The same
// film gives the same bytes. Memory depends on the size of a screen, not on their number.
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
	Title string
	W, H  int // columns and rows
	Theme Theme
	Cell  Cell // for pictures
	Cast3 bool // write casts in version 3
	// SharedFiles makes pages refer to the files of the function SharedFiles.
	SharedFiles bool
	// Frames yields the screens. It can be iterated several times with the same result.
	Frames iter.Seq[Frame]
}

// A Frame is a screen of a film.
type Frame struct {
	At     time.Duration // time since the first frame, not decreasing; written in milliseconds
	Screen *screen.Grid  // not retained
	Round  int           // distinct for each frame
	Moment string        // text of a marker, or ""
}

// A Theme holds the colours that replace the terminal's own, 0xRRGGBB.
type Theme struct {
	FG, BG uint32
	Named  [16]uint32
}

// NewTheme returns the theme of a palette. The terminal's own colours become light on dark.
func NewTheme(text, page screen.Color) Theme {
	t := Theme{Named: [16]uint32{
		0x121214, 0xcd3131, 0x0dbc4f, 0xb58900, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xc8c8cc,
		0x66666e, 0xff5f5f, 0x5fff87, 0xffd740, 0x6fafff, 0xff6fff, 0x5fffff, 0xffffff,
	}}
	t.FG, t.BG = text.ToRGB(0xd0d0d4, &t.Named), page.ToRGB(0x121214, &t.Named)
	return t
}

// Cell is the size of a cell in pixels.
type Cell struct{ W, H int }

// maxPixels is the maximum size of a picture, which needs a few bytes per pixel.
const maxPixels = 32 << 20

func (f *Film) face() (*glyph.Face, error) {
	face, err := glyph.NewFace(f.Cell.W, f.Cell.H)
	if w, h := f.W*f.Cell.W, f.H*f.Cell.H; err == nil && w*h > maxPixels {
		err = fmt.Errorf("a picture of %d×%d pixels is too large; expected at most %d million: use smaller cells or a smaller screen",
			w, h, maxPixels>>20)
	}
	return face, err
}

// exportedFrame is a sanitized copy of a frame.
type exportedFrame struct {
	screen.Grid
	at     int64 // milliseconds
	moment string
}

var errNoScreen = errors.New("no screen to export")

// eachFrame calls show with every frame, which is valid until the next call.
func (f *Film) eachFrame(show func(*exportedFrame) error) error {
	var s exportedFrame
	err := errNoScreen
	for frame := range f.Frames {
		s.at, s.moment = frame.At.Milliseconds(), printable(frame.Moment)
		copyPrintable(&s.Grid, frame.Screen)
		if err = show(&s); err != nil {
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

// copyPrintable copies a grid, replacing runes that are not one column wide.
func copyPrintable(dst, src *screen.Grid) {
	dst.CopyFrom(src)
	for i := range dst.Cells {
		dst.Cells[i].R = max(screen.Printable(dst.Cells[i].R), ' ')
	}
}

func printable(s string) string { return sanitize.Truncate(s, 200) }

func hex(rgb uint32) string { return fmt.Sprintf("#%06x", rgb&0xffffff) }

// cellLook is the appearance of a cell. Cells that look the same have equal looks.
type cellLook struct {
	r               rune
	fg, bg          uint32
	bold, underline bool
}

func (t *Theme) look(c screen.Cell) cellLook {
	l := cellLook{r: c.R, underline: c.Attr&screen.Underline != 0}
	l.fg, l.bg = c.FG.ToRGB(t.FG, &t.Named), c.BG.ToRGB(t.BG, &t.Named)
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

// blend mixes two colours; cover is the share of fg, out of 255.
func blend(bg, fg uint32, cover uint8) uint32 {
	a := uint32(cover)
	mix := func(shift uint) uint32 {
		return ((bg>>shift&255)*(255-a) + (fg>>shift&255)*a + 127) / 255 << shift
	}
	return mix(16) | mix(8) | mix(0)
}

// draw calls put with the colour of each pixel. Coverages are rounded to a number of steps, except 0 and
// 255, so that equal colours of neighbouring cells stay equal.
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
