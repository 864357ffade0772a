package glyph

import (
	"strconv"
)

// op is the operation of a path segment.
type op uint8

// Operations, as in package sfnt and a closing one. They have one, one, two, three and no points.
const (
	moveTo op = iota
	lineTo
	quadTo
	cubeTo
	closePath
)

// point is a position in a cell, in pixels from its upper left corner.
type point struct{ X, Y float32 }

// A Segment is a part of a path.
type Segment struct {
	op     op
	points [3]point
}

// AppendSVG appends a path as the d attribute of an SVG path, in hundredths of a pixel.
func AppendSVG(dst []byte, path []Segment) []byte {
	for _, s := range path {
		dst = append(dst, "MLQCZ"[s.op])
		for i := range [...]int{1, 1, 2, 3, 0}[s.op] {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = appendNumber(dst, s.points[i].X)
			dst = append(dst, ' ')
			dst = appendNumber(dst, s.points[i].Y)
		}
	}
	return dst
}

// appendNumber appends hundredths without redundant digits: "2.5".
func appendNumber(dst []byte, v float32) []byte {
	n := int(v*100 + 0.5)
	if v < 0 {
		n = -int(-v*100 + 0.5)
	}
	return strconv.AppendFloat(dst, float64(n)/100, 'f', -1, 64)
}

type pen struct{ path []Segment }

func (p *pen) move(x, y float32) { p.path = append(p.path, Segment{moveTo, [3]point{{x, y}}}) }
func (p *pen) line(x, y float32) { p.path = append(p.path, Segment{lineTo, [3]point{{x, y}}}) }
func (p *pen) cube(a, b, c point) {
	p.path = append(p.path, Segment{cubeTo, [3]point{a, b, c}})
}
func (p *pen) close() { p.path = append(p.path, Segment{op: closePath}) }

// rect adds a rectangle unless it is empty.
func (p *pen) rect(x0, y0, x1, y1 int) {
	if x0 >= x1 || y0 >= y1 {
		return
	}
	p.move(float32(x0), float32(y0))
	p.line(float32(x1), float32(y0))
	p.line(float32(x1), float32(y1))
	p.line(float32(x0), float32(y1))
	p.close()
}

// kappa makes a cubic curve a quarter of a circle.
const kappa = 0.5522848

func (p *pen) circle(x, y, r float32) {
	k := r * kappa
	p.move(x+r, y)
	p.cube(point{x + r, y + k}, point{x + k, y + r}, point{x, y + r})
	p.cube(point{x - k, y + r}, point{x - r, y + k}, point{x - r, y})
	p.cube(point{x - r, y - k}, point{x - k, y - r}, point{x, y - r})
	p.cube(point{x + k, y - r}, point{x + r, y - k}, point{x + r, y})
	p.close()
}

// isGeometric reports whether a rune is drawn as geometry: blocks, braille and common lines. The font
// has the others.
func isGeometric(r rune) bool {
	_, line := lines[r]
	return line || r >= '╭' && r <= '╱' || r == '┄' || r >= 0x2580 && r < 0x25a0 || r >= 0x2800 && r < 0x2900
}

// geometricPath returns the path of a geometric rune in a cell, and its coverage.
func geometricPath(r rune, w, h int) (path []Segment, cover uint8) {
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

// eighthsOf returns n eighths of a side, at least 1.
func eighthsOf(side, n int) int { return max(1, (side*n+4)/8) }

// quadrants are the corners filled by U+2596 to U+259F: upper left 1, upper right 2, lower left 4,
// lower right 8.
var quadrants = [...]uint8{4, 8, 1, 13, 9, 7, 11, 2, 6, 14}

func (p *pen) block(r rune, w, h int) {
	switch {
	case r == 0x2580:
		p.rect(0, 0, w, h/2)
	case r == 0x2584:
		p.rect(0, h/2, w, h) // meets its counterpart if the height is odd
	case r <= 0x2588:
		p.rect(0, h-eighthsOf(h, int(r-0x2580)), w, h)
	case r == 0x258c:
		p.rect(0, 0, w/2, h)
	case r <= 0x258f:
		p.rect(0, 0, eighthsOf(w, int(0x2590-r)), h)
	case r == 0x2590:
		p.rect(w/2, 0, w, h)
	case r == 0x2594:
		p.rect(0, 0, w, eighthsOf(h, 1))
	case r == 0x2595:
		p.rect(w-eighthsOf(w, 1), 0, w, h)
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

// dots are the column and row of each bit of a braille rune.
var dots = [8][2]float32{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

func (p *pen) braille(bits int, w, h float32) {
	for i, d := range dots {
		if bits>>i&1 != 0 {
			p.circle(w*(2*d[0]+1)/4, h*(2*d[1]+1)/8, 0.36*min(w/2, h/4))
		}
	}
}

// arms are the lines from the centre of a cell: up, right, down, left; 0 none, 1 light, 2 heavy.
type arms [4]uint8

// lines are the runes that consist of arms.
var lines = map[rune]arms{
	'─': {0, 1, 0, 1}, '━': {0, 2, 0, 2}, '│': {1, 0, 1, 0}, '┃': {2, 0, 2, 0},
	'┌': {0, 1, 1, 0}, '┐': {0, 0, 1, 1}, '└': {1, 1, 0, 0}, '┘': {1, 0, 0, 1},
	'├': {1, 1, 1, 0}, '┤': {1, 0, 1, 1}, '┬': {0, 1, 1, 1}, '┴': {1, 1, 0, 1}, '┼': {1, 1, 1, 1},
	'╴': {0, 0, 0, 1}, '╵': {1, 0, 0, 0}, '╶': {0, 1, 0, 0}, '╷': {0, 0, 1, 0}, '╸': {0, 0, 0, 2},
}

func (p *pen) box(r rune, w, h int) {
	light := max(1, (w+4)/8)
	switch r {
	case '┄':
		p.dashes(light, w, h)
	case '╭', '╮', '╯', '╰':
		p.corner(r == '╭' || r == '╰', r == '╭' || r == '╮', float32(light), w, h)
	case '╱':
		d := float32(light) * 0.6 // as wide as the others
		p.move(float32(w)-d, 0)
		p.line(float32(w)+d, 0)
		p.line(d, float32(h))
		p.line(-d, float32(h))
		p.close()
	default:
		p.cross(lines[r], light, w, h)
	}
}

// cross draws arms, each through the lines that cross it.
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

// dashes draws three dashes across the cell.
func (p *pen) dashes(t, w, h int) {
	const n = 3
	gap := max(1, w/(3*n))
	for i := range n {
		p.rect(i*w/n, (h-t)/2, (i+1)*w/n-gap, (h-t)/2+t)
	}
}

// corner draws a rounded corner between the centres of two edges.
func (p *pen) corner(right, down bool, t float32, w, h int) {
	// The adjacent lines begin at whole pixels.
	x, y := float32((w-int(t))/2)+t/2, float32((h-int(t))/2)+t/2
	sx, sy, ex, ey := float32(1), float32(1), float32(w), float32(h)
	if !right {
		sx, ex = -1, 0
	}
	if !down {
		sy, ey = -1, 0
	}
	r := max(min(x, y, float32(w)-x, float32(h)-y)-t, 0) // straight at the edges
	cx, cy := x+sx*r, y+sy*r                             // centre of the circle
	out, in := r+t/2, max(r-t/2, 0)
	p.move(cx-sx*out, ey)
	p.line(cx-sx*out, cy)
	p.cube(point{cx - sx*out, cy - sy*out*kappa}, point{cx - sx*out*kappa, cy - sy*out}, point{cx, cy - sy*out})
	p.line(ex, cy-sy*out)
	p.line(ex, cy-sy*in)
	p.line(cx, cy-sy*in)
	p.cube(point{cx - sx*in*kappa, cy - sy*in}, point{cx - sx*in, cy - sy*in*kappa}, point{cx - sx*in, cy})
	p.line(cx-sx*in, ey)
	p.close()
}
