package glyph

import (
	"math"
	"strconv"
	"strings"
)

type op uint8

// The values up to cubeTo must match the SegmentOp constants of package sfnt.
const (
	moveTo op = iota
	lineTo
	quadTo
	cubeTo
	closePath
)

type point struct{ X, Y float32 }

// A Segment is one line or curve of a path.
type Segment struct {
	op     op
	points [3]point
}

// AppendSVG appends a path in SVG syntax, in pixels with two decimals.
func AppendSVG(dst []byte, path []Segment) []byte {
	for _, s := range path {
		dst = append(dst, "MLQCZ"[s.op])
		for i := range [...]int{1, 1, 2, 3, 0}[s.op] {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = strconv.AppendFloat(dst, roundToHundredths(s.points[i].X), 'f', -1, 64)
			dst = append(dst, ' ')
			dst = strconv.AppendFloat(dst, roundToHundredths(s.points[i].Y), 'f', -1, 64)
		}
	}
	return dst
}

// roundToHundredths rounds to two decimals. Adding 0 turns -0 into 0.
func roundToHundredths(v float32) float64 { return math.Round(float64(v)*100)/100 + 0 }

type pen struct{ path []Segment }

func (p *pen) moveTo(x, y float32) { p.path = append(p.path, Segment{moveTo, [3]point{{x, y}}}) }
func (p *pen) lineTo(x, y float32) { p.path = append(p.path, Segment{lineTo, [3]point{{x, y}}}) }
func (p *pen) cubeTo(a, b, c point) {
	p.path = append(p.path, Segment{cubeTo, [3]point{a, b, c}})
}
func (p *pen) closePath() { p.path = append(p.path, Segment{op: closePath}) }

func (p *pen) addRect(x0, y0, x1, y1 int) {
	if x0 >= x1 || y0 >= y1 {
		return
	}
	p.moveTo(float32(x0), float32(y0))
	p.lineTo(float32(x1), float32(y0))
	p.lineTo(float32(x1), float32(y1))
	p.lineTo(float32(x0), float32(y1))
	p.closePath()
}

// kappa places the control points of a cubic curve that approximates a quarter circle of radius 1.
const kappa = 0.5522848

func (p *pen) addCircle(x, y, r float32) {
	k := r * kappa
	p.moveTo(x+r, y)
	p.cubeTo(point{x + r, y + k}, point{x + k, y + r}, point{x, y + r})
	p.cubeTo(point{x - k, y + r}, point{x - r, y + k}, point{x - r, y})
	p.cubeTo(point{x - r, y - k}, point{x - k, y - r}, point{x, y - r})
	p.cubeTo(point{x + k, y - r}, point{x + r, y - k}, point{x + r, y})
	p.closePath()
}

// isGeometric reports whether a rune is a block, line or braille pattern. The font draws all other
// runes.
func isGeometric(r rune) bool {
	return strings.ContainsRune("─━│┃┄╱", r) || r >= 0x2580 && r <= 0x2593 || r >= 0x2800 && r < 0x2900
}

// geometricPath returns the path of a block, line or braille pattern in a cell, and the pattern's
// coverage.
func geometricPath(r rune, w, h int) (path []Segment, coverage uint8) {
	p := &pen{}
	coverage = 255
	switch {
	case r >= 0x2800:
		p.addBraille(int(r-0x2800), float32(w), float32(h))
	case r >= 0x2591:
		coverage = [...]uint8{64, 128, 191}[r-0x2591]
		p.addRect(0, 0, w, h)
	case r >= 0x2580:
		p.addBlock(r, w, h)
	default:
		p.addLineRune(r, w, h)
	}
	return p.path, coverage
}

func eighthsOf(side, n int) int { return max(1, (side*n+4)/8) }

func (p *pen) addBlock(r rune, w, h int) {
	switch {
	case r == 0x2580:
		p.addRect(0, 0, w, h/2)
	case r == 0x2584:
		p.addRect(0, h/2, w, h) // The two half blocks must meet even if the height is odd.
	case r <= 0x2588:
		p.addRect(0, h-eighthsOf(h, int(r-0x2580)), w, h)
	case r == 0x258c:
		p.addRect(0, 0, w/2, h)
	case r <= 0x258f:
		p.addRect(0, 0, eighthsOf(w, int(0x2590-r)), h)
	default:
		p.addRect(w/2, 0, w, h)
	}
}

// brailleDots holds the column and row of each bit of a braille pattern.
var brailleDots = [8][2]float32{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

func (p *pen) addBraille(bits int, w, h float32) {
	for i, d := range brailleDots {
		if bits>>i&1 != 0 {
			p.addCircle(w*(2*d[0]+1)/4, h*(2*d[1]+1)/8, 0.36*min(w/2, h/4))
		}
	}
}

func (p *pen) addLineRune(r rune, w, h int) {
	light := max(1, (w+4)/8)
	thick := light
	if r == '━' || r == '┃' {
		thick *= 2
	}
	x, y := (w-thick)/2, (h-thick)/2
	switch r {
	case '─', '━':
		p.addRect(0, y, w, y+thick)
	case '│', '┃':
		p.addRect(x, 0, x+thick, h)
	case '┄':
		gap := max(1, w/9)
		for i := range 3 {
			p.addRect(i*w/3, y, (i+1)*w/3-gap, y+light)
		}
	case '╱':
		d := float32(light) * 0.6 // The diagonal must look as thick as other lines.
		p.moveTo(float32(w)-d, 0)
		p.lineTo(float32(w)+d, 0)
		p.lineTo(d, float32(h))
		p.lineTo(-d, float32(h))
		p.closePath()
	}
}
