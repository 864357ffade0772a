package glyph

import "strconv"

// op is what a segment of a path does.
type op uint8

// The operations, with the number of points that each has: one, one, two,
// three, none. They are those of the package that reads fonts, and one more.
const (
	moveTo op = iota
	lineTo
	quadTo
	cubeTo
	closePath
)

// point is a place in a cell, in pixels from its upper left corner.
type point struct{ X, Y float32 }

// Segment is a part of a path; its points are as many as its operation has.
type Segment struct {
	op     op
	points [3]point
}

// AppendSVG writes a path as the d of an SVG path, in hundredths of a pixel.
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

// appendNumber writes hundredths without what a reader need not have: "2.5".
func appendNumber(dst []byte, v float32) []byte {
	n := int(v*100 + 0.5)
	if v < 0 {
		n = -int(-v*100 + 0.5)
	}
	return strconv.AppendFloat(dst, float64(n)/100, 'f', -1, 64)
}

// pen collects a path.
type pen struct{ path []Segment }

func (p *pen) move(x, y float32) { p.path = append(p.path, Segment{moveTo, [3]point{{x, y}}}) }
func (p *pen) line(x, y float32) { p.path = append(p.path, Segment{lineTo, [3]point{{x, y}}}) }
func (p *pen) cube(a, b, c point) {
	p.path = append(p.path, Segment{cubeTo, [3]point{a, b, c}})
}
func (p *pen) close() { p.path = append(p.path, Segment{op: closePath}) }

// rect adds a rectangle from (x0,y0) to (x1,y1); an empty one adds nothing.
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

// circle adds a circle.
func (p *pen) circle(x, y, r float32) {
	k := r * kappa
	p.move(x+r, y)
	p.cube(point{x + r, y + k}, point{x + k, y + r}, point{x, y + r})
	p.cube(point{x - k, y + r}, point{x - r, y + k}, point{x - r, y})
	p.cube(point{x - r, y - k}, point{x - k, y - r}, point{x, y - r})
	p.cube(point{x + k, y - r}, point{x + r, y - k}, point{x + r, y})
	p.close()
}
