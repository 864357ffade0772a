package export

import (
	"image"
	"image/color"
	"image/png"
	"io"

	"game-tui/tui/export/glyph"
	"game-tui/tui/screen"
)

// PNG writes a screen as a picture. It has a palette, which makes it a quarter
// as large, with edges as smooth as its 256 colours allow; only where the screen
// itself has more, as hostile ones may, has it none.
func PNG(w io.Writer, g *screen.Grid, t *Theme, c Cell) error {
	f, err := c.face(g.W, g.H)
	if err != nil {
		return err
	}
	p := painter{theme: t, face: f}
	tidy(&p.grid, g)
	e := png.Encoder{CompressionLevel: png.BestCompression}
	for _, steps := range [...]int{5, 3, 1} { // that divide 255
		if m := p.indexed(steps); m != nil {
			return e.Encode(w, m)
		}
	}
	return e.Encode(w, p.full())
}

// painter draws a screen.
type painter struct {
	theme *Theme
	face  *glyph.Face
	grid  screen.Grid
}

// each gives the colour of every pixel to put, cell by cell, until it returns
// false. Covers are rounded to so many steps.
func (p *painter) each(steps int, put func(x, y int, rgb uint32) bool) bool {
	w, h := p.face.W, p.face.H
	for i, c := range p.grid.Cells {
		l := p.theme.look(c)
		x, y, ok := i%p.grid.W*w, i/p.grid.W*h, true
		l.cover(p.face, func(i int, cover uint8) {
			ok = ok && put(x+i%w, y+i/w, blend(l.bg, l.fg, step(cover, steps)))
		})
		if !ok {
			return false
		}
	}
	return true
}

func (p *painter) bounds() image.Rectangle {
	return image.Rect(0, 0, p.grid.W*p.face.W, p.grid.H*p.face.H)
}

// indexed draws with a palette; nil where the colours are too many.
func (p *painter) indexed(steps int) image.Image {
	m := image.NewPaletted(p.bounds(), nil)
	index := map[uint32]uint8{}
	fits := p.each(steps, func(x, y int, rgb uint32) bool {
		n, ok := index[rgb]
		if !ok {
			if len(index) == 256 {
				return false
			}
			n = uint8(len(index))
			index[rgb] = n
			m.Palette = append(m.Palette, opaque(rgb))
		}
		m.Pix[y*m.Stride+x] = n
		return true
	})
	if !fits {
		return nil
	}
	return m
}

// full draws with all colours.
func (p *painter) full() image.Image {
	m := image.NewRGBA(p.bounds())
	p.each(255, func(x, y int, rgb uint32) bool {
		m.SetRGBA(x, y, opaque(rgb))
		return true
	})
	return m
}

func opaque(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}
