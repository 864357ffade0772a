// Package screen provides a grid of terminal cells. The spectator draws into a [Grid], which
// [Grid.AppendText] encodes for Bubble Tea and [AppendDiff] as a difference for SSH.
package screen

// A Color is a terminal colour. The zero value is the terminal's default. Palettes hold colours
// that the terminal supports, so encoding never converts.
type Color uint32

const (
	colorBasic Color = 1 << 24 // 0 … 15
	colorIndex Color = 2 << 24 // 0 … 255
	colorRGB   Color = 3 << 24
	colorKind  Color = 0xff << 24
)

// RGB returns a 24-bit colour, 0xRRGGBB.
func RGB(rgb uint32) Color { return colorRGB | Color(rgb&0xffffff) }

// Index returns one of the 256 indexed colours.
func Index(i uint8) Color { return colorIndex | Color(i) }

// Basic returns one of the 16 named colours.
func Basic(i uint8) Color { return colorBasic | Color(i&15) }

// Attr is a set of text attributes.
type Attr uint8

const (
	Bold Attr = 1 << iota
	Faint
	Reverse
	Underline
	// Whole marks cells that AppendDiff writes together, so that programs that read the bytes find
	// whole words. It is invisible.
	Whole

	seen = Bold | Faint | Reverse | Underline
)

// Style is the style of a cell.
type Style struct {
	FG, BG Color
	Attr   Attr
}

// On returns the style with another background.
func (s Style) On(bg Color) Style {
	s.BG = bg
	return s
}

// With returns the style with more attributes.
func (s Style) With(a Attr) Style {
	s.Attr |= a
	return s
}

// Cell is one character of the screen. R has width one; 0 is a blank.
type Cell struct {
	R rune
	Style
}

// Grid is a screen of W×H cells in row-major order.
type Grid struct {
	W, H  int
	Cells []Cell

	Check *Check // may be nil
}

// Rect is a rectangle of cells.
type Rect struct{ X, Y, W, H int }

// Has reports whether the cell (x,y) is in the rectangle.
func (r Rect) Has(x, y int) bool {
	return uint(x-r.X) < uint(max(r.W, 0)) && uint(y-r.Y) < uint(max(r.H, 0))
}

// Empty reports whether the rectangle has no cells.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// cube holds the six levels of the 256-colour cube.
var cube = [6]uint32{0, 95, 135, 175, 215, 255}

// IndexRGB returns an indexed colour as 0xRRGGBB. The first 16, which users define, are black.
func IndexRGB(i uint8) uint32 {
	switch {
	case i < 16:
		return 0
	case i >= 232:
		return (8 + 10*uint32(i-232)) * 0x010101
	}
	n := i - 16
	return cube[n/36]<<16 | cube[n/6%6]<<8 | cube[n%6]
}

// In24 returns the colour as 0xRRGGBB, given the terminal's default and named colours.
func (c Color) In24(own uint32, named *[16]uint32) uint32 {
	v := uint32(c &^ colorKind)
	switch {
	case c == 0:
		return own
	case c&colorKind == colorRGB:
		return v
	case v < 16:
		return named[v]
	}
	return IndexRGB(uint8(v))
}
