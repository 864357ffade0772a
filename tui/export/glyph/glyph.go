// Package glyph draws runes into the cells of pictures. Letters come from a subset of DejaVu Sans
// Mono. Blocks, lines and braille patterns are drawn as geometry, so that neighbouring cells meet
// at any size.
package glyph

import (
	_ "embed"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// font/make.sh creates the fonts: TTF for pictures, WOFF2 for pages.
var (
	//go:embed font/regular.ttf
	regularTTF []byte
	//go:embed font/bold.ttf
	boldTTF []byte

	// RegularWOFF2 is the font as WOFF2.
	//
	//go:embed font/regular.woff2
	RegularWOFF2 []byte
	// BoldWOFF2 is the bold font as WOFF2.
	//
	//go:embed font/bold.woff2
	BoldWOFF2 []byte
	// License is the text of the fonts' licence.
	//
	//go:embed font/LICENSE
	License string
)

var fontsByBold = sync.OnceValue(func() map[bool]*sfnt.Font {
	parsed := map[bool]*sfnt.Font{}
	for weight, data := range map[bool][]byte{false: regularTTF, true: boldTTF} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic(err)
		}
		parsed[weight] = f
	}
	return parsed
})

// These font metrics are relative to the font size. Advance is the width of a letter.
const (
	Advance = 1233.0 / 2048
	ascent  = 1901.0 / 2048
	descent = 483.0 / 2048
)

// MinSide and MaxSide limit the sides of a cell, in pixels.
const (
	MinSide = 4
	MaxSide = 64
)

// A Face draws runes into cells of one size and caches the results. It is not safe for concurrent
// use.
type Face struct {
	W, H int // size of a cell in pixels

	buf      sfnt.Buffer
	em       fixed.Int26_6
	leftEdge float32 // left edge of a letter in its cell
	baseline float32
	glyphs   map[key]*Glyph
}

type key struct {
	r    rune
	bold bool
}

// A Glyph is the drawing of a rune in a cell. Callers must not modify it.
type Glyph struct {
	// Mask is the coverage of each of the W×H pixels, row by row.
	Mask []byte
	// Path is the outline in pixels; y points down. It is empty if Uniform is set.
	Path []Segment
	// Uniform reports whether all covered pixels have the same coverage.
	Uniform bool
}

// NewFace returns a face for cells of w×h pixels. Both must be between MinSide and MaxSide.
func NewFace(w, h int) (*Face, error) {
	if w < MinSide || h < MinSide || w > MaxSide || h > MaxSide {
		return nil, fmt.Errorf("a cell of %d×%d pixels; expected sides of %d to %d", w, h, MinSide, MaxSide)
	}
	f := &Face{W: w, H: h, glyphs: map[key]*Glyph{}}
	size := min(float64(w)/Advance, float64(h)/(ascent+descent))
	f.em = fixed.Int26_6(size * 64)
	f.leftEdge = float32((float64(w) - size*Advance) / 2)
	f.baseline = float32(math.Round((float64(h)-size*(ascent+descent))/2 + size*ascent))
	return f, nil
}

// Underline returns the first row of an underline and its thickness, in pixels.
func (f *Face) Underline() (y, thickness int) {
	thickness = max(1, f.H/16)
	return min(int(f.baseline)+max(1, f.H/12), f.H-thickness), thickness
}

func (f *Face) Glyph(r rune, bold bool) *Glyph {
	k := key{r, bold && !isGeometric(r)}
	s := f.glyphs[k]
	if s == nil {
		s = f.draw(k)
		f.glyphs[k] = s
	}
	return s
}

func (f *Face) draw(k key) *Glyph {
	s := &Glyph{Mask: make([]byte, f.W*f.H)}
	if k.r == ' ' || k.r == 0xa0 {
		return s
	}
	coverage := uint8(255)
	if isGeometric(k.r) {
		s.Path, coverage = geometricPath(k.r, f.W, f.H)
	} else {
		s.Path = f.letterPath(k)
	}
	if len(s.Path) == 0 {
		return s
	}
	s.Mask = f.rasterize(s.Path, coverage)
	s.Uniform = true
	for _, a := range s.Mask {
		s.Uniform = s.Uniform && (a == 0 || a == coverage)
	}
	if s.Uniform {
		s.Path = nil
	}
	return s
}

func (f *Face) letterPath(k key) []Segment {
	font := fontsByBold()[k.bold]
	i, _ := font.GlyphIndex(&f.buf, k.r) // 0, the replacement glyph, if the rune is missing
	segs, err := font.LoadGlyph(&f.buf, i, f.em, nil)
	if err != nil && !errors.Is(err, sfnt.ErrNotFound) {
		return nil
	}
	path := make([]Segment, 0, len(segs)+4)
	for n, s := range segs {
		if s.Op == sfnt.SegmentOpMoveTo && n > 0 {
			path = append(path, Segment{op: closePath})
		}
		var p [3]point
		for j, a := range s.Args {
			p[j] = point{float32(a.X)/64 + f.leftEdge, float32(a.Y)/64 + f.baseline}
		}
		path = append(path, Segment{op(s.Op), p})
	}
	if len(path) > 0 {
		path = append(path, Segment{op: closePath})
	}
	return path
}

func (f *Face) rasterize(path []Segment, coverage uint8) []byte {
	z := vector.NewRasterizer(f.W, f.H)
	for _, s := range path {
		p := &s.points
		switch s.op {
		case moveTo:
			z.MoveTo(p[0].X, p[0].Y)
		case lineTo:
			z.LineTo(p[0].X, p[0].Y)
		case quadTo:
			z.QuadTo(p[0].X, p[0].Y, p[1].X, p[1].Y)
		case cubeTo:
			z.CubeTo(p[0].X, p[0].Y, p[1].X, p[1].Y, p[2].X, p[2].Y)
		case closePath:
			z.ClosePath()
		}
	}
	m := image.NewAlpha(image.Rect(0, 0, f.W, f.H))
	z.DrawOp = draw.Src
	z.Draw(m, m.Bounds(), image.Opaque, image.Point{})
	for i, a := range m.Pix {
		m.Pix[i] = uint8(int(a) * int(coverage) / 255)
	}
	return m.Pix
}
