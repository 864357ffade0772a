// Package screen is a grid of terminal cells: everything that the spectator
// shows is drawn into one, and leaves it as text for Bubble Tea (local
// terminal) or as the difference to what a terminal shows (SSH).
package screen

// Color is a terminal colour: the zero value is the terminal's own, others are made by
// RGB, Index and Basic. A palette holds the colours that its profile can show,
// so encoding never converts.
type Color uint32

const (
	colorBasic Color = 1 << 24 // 0 … 15
	colorIndex Color = 2 << 24 // 0 … 255
	colorRGB   Color = 3 << 24
	colorKind  Color = 0xff << 24
)

// RGB is a 24-bit colour, 0xRRGGBB.
func RGB(rgb uint32) Color { return colorRGB | Color(rgb&0xffffff) }

// Index is one of the 256 indexed colours.
func Index(i uint8) Color { return colorIndex | Color(i) }

// Basic is one of the 16 named colours.
func Basic(i uint8) Color { return colorBasic | Color(i&15) }

// Attr is a set of text attributes.
type Attr uint8

// The attributes in use.
const (
	Bold Attr = 1 << iota
	Faint
	Reverse
	Underline
	// Whole marks neighbouring cells that AppendDiff writes together or not at
	// all, so that a program that reads the bytes finds the words in one piece.
	// No terminal sees it.
	Whole

	seen = Bold | Faint | Reverse | Underline
)

// Style is how a cell is written.
type Style struct {
	FG, BG Color
	Attr   Attr
}

// On returns the style on another background.
func (s Style) On(bg Color) Style {
	s.BG = bg
	return s
}

// With returns the style with attributes added.
func (s Style) With(a Attr) Style {
	s.Attr |= a
	return s
}

// Cell is one column of one row. R is a rune of width one; 0 counts as a blank.
type Cell struct {
	R rune
	Style
}

// Grid is a screen of W×H cells, row-major.
type Grid struct {
	W, H  int
	Cells []Cell

	Check *Check // nil: nobody asks what had no room
}

// Rect is a part of a grid.
type Rect struct{ X, Y, W, H int }

// Has reports whether the cell is in the rectangle.
func (r Rect) Has(x, y int) bool {
	return uint(x-r.X) < uint(max(r.W, 0)) && uint(y-r.Y) < uint(max(r.H, 0))
}

// Empty reports whether the rectangle has no cell.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// cube are the six steps of the colour cube of the 256 colours.
var cube = [6]uint32{0, 95, 135, 175, 215, 255}

// IndexRGB is the 24-bit colour, 0xRRGGBB, of one of the 256 indexed colours;
// the first 16 are the user's own, for them it is black.
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

// In24 is the colour as 24 bits, 0xRRGGBB, in a terminal with these named
// colours; own is what the terminal shows for the zero value.
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
