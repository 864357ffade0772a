package glyph

// geometric reports whether a rune is drawn as geometry: box lines but for
// double ones, blocks, braille.
func geometric(r rune) bool {
	return r >= 0x2500 && r < 0x2550 || r > 0x256c && r < 0x25a0 || r >= 0x2800 && r < 0x2900
}

// geometry is the path of a geometric rune in a cell of w×h pixels, and how much
// of what is inside it covers.
func geometry(r rune, w, h int) (path []Segment, cover uint8) {
	p := &pen{}
	cover = 255
	switch {
	case r >= 0x2800:
		p.braille(int(r-0x2800), float32(w), float32(h))
	case r >= 0x2591 && r <= 0x2593:
		cover = [...]uint8{64, 128, 191}[r-0x2591]
		p.rect(0, 0, w, h)
	case r >= 0x2580:
		p.block(r, w, h)
	default:
		p.box(r, w, h)
	}
	return p.path, cover
}

// eighths are n eighths of a side, at least a pixel.
func eighths(side, n int) int { return max(1, (side*n+4)/8) }

// quadrants are the corners that U+2596 to U+259F fill: upper left 1, upper
// right 2, lower left 4, lower right 8.
var quadrants = [...]uint8{4, 8, 1, 13, 9, 7, 11, 2, 6, 14}

func (p *pen) block(r rune, w, h int) {
	switch {
	case r == 0x2580:
		p.rect(0, 0, w, h/2)
	case r == 0x2584:
		p.rect(0, h/2, w, h) // meets its counterpart where the height is odd
	case r <= 0x2588:
		p.rect(0, h-eighths(h, int(r-0x2580)), w, h)
	case r == 0x258c:
		p.rect(0, 0, w/2, h)
	case r <= 0x258f:
		p.rect(0, 0, eighths(w, int(0x2590-r)), h)
	case r == 0x2590:
		p.rect(w/2, 0, w, h)
	case r == 0x2594:
		p.rect(0, 0, w, eighths(h, 1))
	case r == 0x2595:
		p.rect(w-eighths(w, 1), 0, w, h)
	default:
		q := quadrants[r-0x2596]
		for i := range 4 {
			if q>>i&1 != 0 {
				x, y := i&1, i>>1
				p.rect(x*(w/2), y*(h/2), w/2+x*(w-w/2), h/2+y*(h-h/2))
			}
		}
	}
}

// dots are the places of the bits of a braille sign: column and row.
var dots = [8][2]float32{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

func (p *pen) braille(bits int, w, h float32) {
	for i, d := range dots {
		if bits>>i&1 != 0 {
			p.circle(w*(2*d[0]+1)/4, h*(2*d[1]+1)/8, 0.36*min(w/2, h/4))
		}
	}
}

// arms are the lines of a sign from the middle of its cell: up, right, down,
// left; 0 none, 1 light, 2 heavy.
type arms [4]uint8

// lines are the signs that consist of arms, by their distance from U+2500.
// The groups of a tee or a cross follow the order in Unicode.
var lines = [0x80]arms{
	0x00: {0, 1, 0, 1}, 0x01: {0, 2, 0, 2}, 0x02: {1, 0, 1, 0}, 0x03: {2, 0, 2, 0},
	0x0c: {0, 1, 1, 0}, 0x0d: {0, 2, 1, 0}, 0x0e: {0, 1, 2, 0}, 0x0f: {0, 2, 2, 0},
	0x10: {0, 0, 1, 1}, 0x11: {0, 0, 1, 2}, 0x12: {0, 0, 2, 1}, 0x13: {0, 0, 2, 2},
	0x14: {1, 1, 0, 0}, 0x15: {1, 2, 0, 0}, 0x16: {2, 1, 0, 0}, 0x17: {2, 2, 0, 0},
	0x18: {1, 0, 0, 1}, 0x19: {1, 0, 0, 2}, 0x1a: {2, 0, 0, 1}, 0x1b: {2, 0, 0, 2},
	0x1c: {1, 1, 1, 0}, 0x1d: {1, 2, 1, 0}, 0x1e: {2, 1, 1, 0}, 0x1f: {1, 1, 2, 0},
	0x20: {2, 1, 2, 0}, 0x21: {2, 2, 1, 0}, 0x22: {1, 2, 2, 0}, 0x23: {2, 2, 2, 0},
	0x24: {1, 0, 1, 1}, 0x25: {1, 0, 1, 2}, 0x26: {2, 0, 1, 1}, 0x27: {1, 0, 2, 1},
	0x28: {2, 0, 2, 1}, 0x29: {2, 0, 1, 2}, 0x2a: {1, 0, 2, 2}, 0x2b: {2, 0, 2, 2},
	0x2c: {0, 1, 1, 1}, 0x2d: {0, 1, 1, 2}, 0x2e: {0, 2, 1, 1}, 0x2f: {0, 2, 1, 2},
	0x30: {0, 1, 2, 1}, 0x31: {0, 1, 2, 2}, 0x32: {0, 2, 2, 1}, 0x33: {0, 2, 2, 2},
	0x34: {1, 1, 0, 1}, 0x35: {1, 1, 0, 2}, 0x36: {1, 2, 0, 1}, 0x37: {1, 2, 0, 2},
	0x38: {2, 1, 0, 1}, 0x39: {2, 1, 0, 2}, 0x3a: {2, 2, 0, 1}, 0x3b: {2, 2, 0, 2},
	0x3c: {1, 1, 1, 1}, 0x3d: {1, 1, 1, 2}, 0x3e: {1, 2, 1, 1}, 0x3f: {1, 2, 1, 2},
	0x40: {2, 1, 1, 1}, 0x41: {1, 1, 2, 1}, 0x42: {2, 1, 2, 1}, 0x43: {2, 1, 1, 2},
	0x44: {2, 2, 1, 1}, 0x45: {1, 1, 2, 2}, 0x46: {1, 2, 2, 1}, 0x47: {2, 2, 1, 2},
	0x48: {1, 2, 2, 2}, 0x49: {2, 1, 2, 2}, 0x4a: {2, 2, 2, 1}, 0x4b: {2, 2, 2, 2},
	0x74: {0, 0, 0, 1}, 0x75: {1, 0, 0, 0}, 0x76: {0, 1, 0, 0}, 0x77: {0, 0, 1, 0},
	0x78: {0, 0, 0, 2}, 0x79: {2, 0, 0, 0}, 0x7a: {0, 2, 0, 0}, 0x7b: {0, 0, 2, 0},
	0x7c: {0, 2, 0, 1}, 0x7d: {1, 0, 2, 0}, 0x7e: {0, 1, 0, 2}, 0x7f: {2, 0, 1, 0},
}

func (p *pen) box(r rune, w, h int) {
	n := int(r - 0x2500)
	light := max(1, (w+4)/8)
	switch {
	case n >= 0x04 && n < 0x0c:
		p.dashes(3+(n-4)/4, n&2 != 0, light<<(n&1), w, h)
	case n >= 0x4c && n < 0x50:
		p.dashes(2, n&2 != 0, light<<(n&1), w, h)
	case n >= 0x6d && n < 0x71:
		right, down := n == 0x6d || n == 0x70, n < 0x6f
		p.corner(right, down, float32(light), w, h)
	case n == 0x71:
		p.diagonal(float32(w), 0, 0, float32(h), float32(light))
	case n == 0x72:
		p.diagonal(0, 0, float32(w), float32(h), float32(light))
	case n == 0x73:
		p.diagonal(float32(w), 0, 0, float32(h), float32(light))
		p.diagonal(0, 0, float32(w), float32(h), float32(light))
	default:
		p.cross(lines[n], light, w, h)
	}
}

// cross draws arms. Each reaches through what crosses it.
func (p *pen) cross(a arms, light, w, h int) {
	thick := func(n uint8) int { return light * int(n) }
	upright, level := max(thick(a[0]), thick(a[2])), max(thick(a[1]), thick(a[3]))
	for i, n := range a {
		t := thick(n)
		x, y := (w-t)/2, (h-t)/2
		switch {
		case n == 0:
		case i == 0:
			p.rect(x, 0, x+t, (h-level)/2+level)
		case i == 1:
			p.rect((w-upright)/2, y, w, y+t)
		case i == 2:
			p.rect(x, (h-level)/2, x+t, h)
		default:
			p.rect(0, y, (w-upright)/2+upright, y+t)
		}
	}
}

// dashes draws n dashes across the cell.
func (p *pen) dashes(n int, upright bool, t, w, h int) {
	side := w
	if upright {
		side = h
	}
	gap := max(1, side/(3*n))
	for i := range n {
		from, to := i*side/n, (i+1)*side/n-gap
		if upright {
			p.rect((w-t)/2, from, (w-t)/2+t, to)
		} else {
			p.rect(from, (h-t)/2, to, (h-t)/2+t)
		}
	}
}

// corner draws a rounded corner from the middle of one edge to that of another.
func (p *pen) corner(right, down bool, t float32, w, h int) {
	// The lines that it joins begin at whole pixels.
	x, y := float32((w-int(t))/2)+t/2, float32((h-int(t))/2)+t/2
	sx, sy, ex, ey := float32(1), float32(1), float32(w), float32(h)
	if !right {
		sx, ex = -1, 0
	}
	if !down {
		sy, ey = -1, 0
	}
	r := max(min(x, y, float32(w)-x, float32(h)-y)-t, 0) // straight at the edges
	cx, cy := x+sx*r, y+sy*r                             // the circle's centre
	out, in := r+t/2, max(r-t/2, 0)
	p.move(cx-sx*out, ey)
	p.line(cx-sx*out, cy)
	p.cube(Point{cx - sx*out, cy - sy*out*kappa}, Point{cx - sx*out*kappa, cy - sy*out}, Point{cx, cy - sy*out})
	p.line(ex, cy-sy*out)
	p.line(ex, cy-sy*in)
	p.line(cx, cy-sy*in)
	p.cube(Point{cx - sx*in*kappa, cy - sy*in}, Point{cx - sx*in, cy - sy*in*kappa}, Point{cx - sx*in, cy})
	p.line(cx-sx*in, ey)
	p.close()
}

// diagonal draws a line from one corner to another, as wide as others.
func (p *pen) diagonal(x0, y0, x1, y1, t float32) {
	d := t * 0.6
	p.move(x0-d, y0)
	p.line(x0+d, y0)
	p.line(x1+d, y1)
	p.line(x1-d, y1)
	p.close()
}
