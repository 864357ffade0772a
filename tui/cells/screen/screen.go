// Package screen provides a grid of terminal cells. Draw into a [Grid], then encode it with
// [Grid.AppendText] for Bubble Tea, or with [AppendDiff] to send only the changes.
package screen

// A Color is a terminal colour. The zero value is the terminal's default colour. The encoder does
// not convert colours, so use only colours that the terminal supports.
type Color uint32

const (
	colorBasic    Color = 1 << 24
	colorIndex    Color = 2 << 24
	colorRGB      Color = 3 << 24
	colorKindMask Color = 0xff << 24
)

// RGB returns the 24-bit colour 0xRRGGBB.
func RGB(rgb uint32) Color { return colorRGB | Color(rgb&0xffffff) }

func IndexedColor(i uint8) Color { return colorIndex | Color(i) }

func BasicColor(i uint8) Color { return colorBasic | Color(i&15) }

type Attr uint8

const (
	Bold Attr = 1 << iota
	Faint
	Reverse
	Underline
	// Contiguous marks cells that AppendDiff writes as one run, so that programs reading the output
	// find whole words.
	Contiguous

	visibleAttrs = Bold | Faint | Reverse | Underline
)

type Style struct {
	FG, BG Color
	Attr   Attr
}

func (s Style) WithBG(bg Color) Style {
	s.BG = bg
	return s
}

func (s Style) WithAttr(a Attr) Style {
	s.Attr |= a
	return s
}

// A Cell is one character of the screen. R must be one column wide, or 0 for a blank.
type Cell struct {
	R rune
	Style
}

// A Grid is a screen of W×H cells, stored row by row.
type Grid struct {
	W, H  int
	Cells []Cell

	FitLog FitLog // optional observer of drawn texts, for tests
}

type Rect struct{ X, Y, W, H int }

func (r Rect) Contains(x, y int) bool {
	return uint(x-r.X) < uint(max(r.W, 0)) && uint(y-r.Y) < uint(max(r.H, 0))
}

func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

var cubeLevels = [6]uint32{0, 95, 135, 175, 215, 255}

// IndexRGB returns indexed colour i as 0xRRGGBB. The first 16 colours are returned as black,
// because users may redefine them.
func IndexRGB(i uint8) uint32 {
	switch {
	case i < 16:
		return 0
	case i >= 232:
		return (8 + 10*uint32(i-232)) * 0x010101
	}
	n := i - 16
	return cubeLevels[n/36]<<16 | cubeLevels[n/6%6]<<8 | cubeLevels[n%6]
}

// ToRGB returns the colour as 0xRRGGBB, where defaultRGB is the terminal's default colour and
// basicRGB holds its basic colours.
func (c Color) ToRGB(defaultRGB uint32, basicRGB *[16]uint32) uint32 {
	v := uint32(c &^ colorKindMask)
	switch {
	case c == 0:
		return defaultRGB
	case c&colorKindMask == colorRGB:
		return v
	case v < 16:
		return basicRGB[v]
	}
	return IndexRGB(uint8(v))
}
