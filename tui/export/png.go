package export

import (
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"

	"game-tui/tui/export/glyph"
	"game-tui/tui/screen"
)

// PNG writes a screen of at most 256 colours as a picture. It has a palette, which
// makes it a quarter as large, with edges as smooth as the palette allows.
func PNG(w io.Writer, g *screen.Grid, t *Theme, c Cell) error {
	f, err := c.face(g.W, g.H)
	if err != nil {
		return err
	}
	var clean screen.Grid
	tidy(&clean, g)
	e := png.Encoder{CompressionLevel: png.BestCompression}
	for _, steps := range [...]int{5, 3, 1} { // that divide 255
		if m := indexed(&clean, t, f, steps); m != nil {
			return e.Encode(w, m)
		}
	}
	return errors.New("the screen has more than 256 colours")
}

// indexed draws a screen with a palette, covers rounded to so many steps; nil where the colours are
// too many.
func indexed(g *screen.Grid, t *Theme, f *glyph.Face, steps int) image.Image {
	m := image.NewPaletted(image.Rect(0, 0, g.W*f.W, g.H*f.H), nil)
	index := map[uint32]uint8{}
	for i, c := range g.Cells {
		l := t.look(c)
		at := i/g.W*f.H*m.Stride + i%g.W*f.W
		l.cover(f, func(i int, cover uint8) {
			rgb := blend(l.bg, l.fg, step(cover, steps))
			n, ok := index[rgb]
			if !ok {
				n = uint8(len(index))
				index[rgb] = n
				m.Palette = append(m.Palette, opaque(rgb))
			}
			m.Pix[at+i/f.W*m.Stride+i%f.W] = n
		})
	}
	if len(index) > 256 {
		return nil
	}
	return m
}

func opaque(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}
