package encode

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"unicode/utf8"

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
	"game-tui/tui/export/glyph"
)

// PNG writes the first screen as a picture with at most 256 colours.
func PNG(w io.Writer, f *Film) error {
	face, err := f.newFace()
	if err != nil {
		return err
	}
	g, err := f.firstScreen()
	if err != nil {
		return err
	}
	e := png.Encoder{CompressionLevel: png.BestCompression}
	for _, steps := range [...]int{5, 3, 1} { // Each number of steps must divide 255.
		if m := drawIndexed(&g, &f.Theme, face, steps); m != nil {
			return e.Encode(w, m)
		}
	}
	return errors.New("the screen has more than 256 colours")
}

// drawIndexed draws a screen as a paletted image. It returns nil if the screen needs more than 256
// colours.
func drawIndexed(g *screen.Grid, t *Theme, f *glyph.Face, steps int) image.Image {
	m := image.NewPaletted(image.Rect(0, 0, g.W*f.W, g.H*f.H), nil)
	index := map[uint32]uint8{}
	for i, c := range g.Cells {
		l := t.look(c)
		at := i/g.W*f.H*m.Stride + i%g.W*f.W
		l.draw(f, steps, func(i int, rgb uint32) {
			n, ok := index[rgb]
			if !ok {
				n = uint8(len(index))
				index[rgb] = n
				m.Palette = append(m.Palette, opaqueColor(rgb))
			}
			m.Pix[at+i/f.W*m.Stride+i%f.W] = n
		})
	}
	if len(index) > 256 {
		return nil
	}
	return m
}

func opaqueColor(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// SVG writes the first screen as a vector drawing. Letters are outlines; backgrounds and blocks are
// merged into large rectangles.
func SVG(w io.Writer, f *Film) error {
	face, err := f.newFace()
	if err != nil {
		return err
	}
	d := svgDrawing{theme: &f.Theme, face: face, ids: map[*glyph.Glyph]int{}}
	if d.grid, err = f.firstScreen(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	width, height := f.W*face.W, f.H*face.H
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n",
		width, height, width, height)
	fmt.Fprintf(out, "<title>%s</title>\n", sanitize.HTMLAttr(toPrintable(f.Title)))
	fmt.Fprintf(out, `<path fill="%s" d="M0 0h%dv%dh-%dz"/>`+"\n", hex(f.Theme.BG), width, height, width)
	d.writeRectangles(out)
	d.writeLetters(out)
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

type svgDrawing struct {
	theme *Theme
	face  *glyph.Face
	grid  screen.Grid
	ids   map[*glyph.Glyph]int
}

// colorLayers collects the parts of a drawing by colour, in order of first use.
type colorLayers struct {
	index  map[uint32]int
	colors []uint32
	parts  [][]byte
}

func (l *colorLayers) part(rgb uint32) *[]byte {
	i, ok := l.index[rgb]
	if !ok {
		i = len(l.parts)
		l.index[rgb] = i
		l.colors, l.parts = append(l.colors, rgb), append(l.parts, nil)
	}
	return &l.parts[i]
}

type colorRun struct {
	x0, x1 int
	rgb    uint32
}

// writeRectangles draws backgrounds and blocks. Equal runs in consecutive rows become one
// rectangle.
func (d *svgDrawing) writeRectangles(out io.Writer) {
	l := colorLayers{index: map[uint32]int{}}
	began := map[colorRun]int{} // row in which each run of the previous row began
	var before []colorRun
	for y := range d.grid.H*d.face.H + 1 {
		begins := map[colorRun]int{}
		var now []colorRun
		if y < d.grid.H*d.face.H {
			now = d.runs(y)
		}
		for _, r := range now {
			begins[r] = y
			if from, on := began[r]; on {
				begins[r] = from
			}
		}
		for _, r := range before {
			if _, on := begins[r]; !on {
				p := l.part(r.rgb)
				*p = fmt.Appendf(*p, "M%d %dh%dv%dh-%dz", r.x0, began[r], r.x1-r.x0, y-began[r], r.x1-r.x0)
			}
		}
		before, began = now, begins
	}
	for i, p := range l.parts {
		fmt.Fprintf(out, `<path fill="%s" d="%s"/>`+"\n", hex(l.colors[i]), p)
	}
}

// runs returns the runs of pixels in row y that differ from the page colour. It ignores letters.
func (d *svgDrawing) runs(y int) (runs []colorRun) {
	line, thick := d.face.Underline()
	cellY := y % d.face.H
	add := func(x int, rgb uint32) {
		if last := len(runs) - 1; last >= 0 && runs[last].rgb == rgb && runs[last].x1 == x {
			runs[last].x1++
		} else if rgb != d.theme.BG {
			runs = append(runs, colorRun{x, x + 1, rgb})
		}
	}
	for x, c := range d.grid.Row(y / d.face.H) {
		l := d.theme.look(c)
		s := d.face.Glyph(l.r, l.bold)
		for i := range d.face.W {
			switch {
			case l.underline && cellY >= line && cellY < line+thick:
				add(x*d.face.W+i, l.fg)
			case s.Uniform:
				add(x*d.face.W+i, blend(l.bg, l.fg, s.Mask[cellY*d.face.W+i]))
			default:
				add(x*d.face.W+i, l.bg)
			}
		}
	}
	return runs
}

// writeLetters draws the letters. Each outline is written once and then referenced.
func (d *svgDrawing) writeLetters(out io.Writer) {
	l := colorLayers{index: map[uint32]int{}}
	var outlines []byte
	for y := range d.grid.H {
		for x, c := range d.grid.Row(y) {
			k := d.theme.look(c)
			s := d.face.Glyph(k.r, k.bold)
			if len(s.Path) == 0 || k.fg == k.bg {
				continue
			}
			id, ok := d.ids[s]
			if !ok {
				id = len(d.ids)
				d.ids[s] = id
				outlines = fmt.Appendf(outlines, `<path id="s%d" d="`, id)
				outlines = append(glyph.AppendSVG(outlines, s.Path), "\"/>\n"...)
			}
			p := l.part(k.fg)
			*p = fmt.Appendf(*p, `<use href="#s%d" x="%d" y="%d"/>`, id, x*d.face.W, y*d.face.H)
		}
	}
	fmt.Fprintf(out, "<defs>\n%s</defs>\n", outlines)
	for i, p := range l.parts {
		fmt.Fprintf(out, "<g fill=\"%s\">%s</g>\n", hex(l.colors[i]), p)
	}
}

func Text(w io.Writer, f *Film) error {
	c, err := f.firstScreen()
	if err != nil {
		return err
	}
	var out []byte
	for y := range c.H {
		start := len(out)
		for _, cell := range c.Row(y) {
			out = utf8.AppendRune(out, cell.R)
		}
		out = append(out[:start+len(bytes.TrimRight(out[start:], " "))], '\n')
	}
	_, err = w.Write(out)
	return err
}
