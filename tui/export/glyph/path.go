package glyph

import "strconv"

// Op is what a segment of a path does.
type Op uint8

// The operations, with the number of points that each has: one, one, two,
// three, none.
const (
	Move Op = iota
	Line
	Quad
	Cube
	Close
)

// Point is a place in a cell, in pixels from its upper left corner.
type Point struct{ X, Y float32 }

// Segment is a part of a path; its points are as many as Op has.
type Segment struct {
	Op Op
	P  [3]Point
}

// AppendSVG writes a path as the d of an SVG path, in hundredths of a pixel.
func AppendSVG(dst []byte, path []Segment) []byte {
	for _, s := range path {
		dst = append(dst, "MLQCZ"[s.Op])
		for i := range [...]int{1, 1, 2, 3, 0}[s.Op] {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = appendNumber(dst, s.P[i].X)
			dst = append(dst, ' ')
			dst = appendNumber(dst, s.P[i].Y)
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

func (p *pen) move(x, y float32) { p.path = append(p.path, Segment{Move, [3]Point{{x, y}}}) }
func (p *pen) line(x, y float32) { p.path = append(p.path, Segment{Line, [3]Point{{x, y}}}) }
func (p *pen) cube(a, b, c Point) {
	p.path = append(p.path, Segment{Cube, [3]Point{a, b, c}})
}
func (p *pen) close() { p.path = append(p.path, Segment{Op: Close}) }

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
	p.cube(Point{x + r, y + k}, Point{x + k, y + r}, Point{x, y + r})
	p.cube(Point{x - k, y + r}, Point{x - r, y + k}, Point{x - r, y})
	p.cube(Point{x - r, y - k}, Point{x - k, y - r}, Point{x, y - r})
	p.cube(Point{x + k, y - r}, Point{x + r, y - k}, Point{x + r, y})
	p.close()
}
