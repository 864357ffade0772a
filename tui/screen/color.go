package screen

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
