package encode

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/lzw"
	"encoding/binary"
	"image/color"
	"io"
	"maps"
	"math/bits"
	"slices"

	"game-tui/tui/cells/screen"
	"game-tui/tui/export/glyph"
)

// GIF writes a film as an endless animation with a pause on the last screen. It iterates over the
// frames twice, and drops frames that are too short for browsers.
func GIF(w io.Writer, f *Film) error {
	face, err := f.newFace()
	if err != nil {
		return err
	}
	palette, err := choosePalette(f, face)
	if err != nil {
		return err
	}
	a := gifWriter{out: bufio.NewWriter(w), theme: &f.Theme, face: face, palette: palette, width: f.W * face.W}
	a.shownPixels = make([]byte, a.width*f.H*face.H)
	a.nextPixels = make([]byte, len(a.shownPixels))
	a.tiles = map[cellLook][]byte{}
	a.writeHeader(f.H * face.H)
	if err := f.eachFrame(a.add); err != nil {
		return err
	}
	if err := a.writeImage(&a.pendingScreen, lastDelay); err != nil {
		return err
	}
	a.out.WriteByte(0x3b)
	return a.out.Flush()
}

const (
	// Browsers treat delays below 2/100 of a second as 10/100.
	minDelay  = 2
	maxDelay  = 65535
	lastDelay = 300
	// gifSteps limits the number of edge shades, because pictures with few colours compress better.
	gifSteps = 2
)

type gifWriter struct {
	out     *bufio.Writer // Its first error is returned by Flush.
	theme   *Theme
	face    *glyph.Face
	palette *gifPalette
	tiles   map[cellLook][]byte

	width                   int
	shownPixels, nextPixels []byte      // pictures as indices into palette.table
	shownScreen             screen.Grid // screen drawn in shownPixels; empty before the first picture
	pendingScreen           screen.Grid // latest screen; written once its duration is known
	pendingSince            int64       // start of pendingScreen in hundredths of a second
}

func (a *gifWriter) writeHeader(height int) {
	head := append([]byte("GIF89a"), 0, 0, 0, 0, 0xf0|byte(a.palette.bits-1), 0, 0)
	binary.LittleEndian.PutUint16(head[6:], uint16(a.width))
	binary.LittleEndian.PutUint16(head[8:], uint16(height))
	for _, rgb := range a.palette.table {
		head = append(head, byte(rgb>>16), byte(rgb>>8), byte(rgb))
	}
	head = append(head, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...)
	a.out.Write(head)
}

// add makes s the pending screen. If the previous one looks different and has lasted long enough,
// add writes it first.
func (a *gifWriter) add(s *exportedFrame) error {
	at := s.atMS / 10
	looksAlike := func(c, d screen.Cell) bool { return c == d || a.theme.look(c) == a.theme.look(d) }
	var err error
	switch {
	case len(a.pendingScreen.Cells) == 0:
		a.pendingSince = at
	case at-a.pendingSince >= minDelay && !slices.EqualFunc(a.pendingScreen.Cells, s.Cells, looksAlike):
		err = a.writeImage(&a.pendingScreen, at-a.pendingSince)
		a.pendingSince = at
	}
	a.pendingScreen.CopyFrom(&s.Grid)
	return err
}

func (a *gifWriter) writeImage(g *screen.Grid, delay int64) error {
	r := a.draw(g)
	a.shownScreen.CopyFrom(g)
	w, h := a.face.W, a.face.H
	head := append(make([]byte, 0, 32), 0x21, 0xf9, 4, 1<<2|1, 0, 0, a.palette.transparent, 0, 0x2c)
	binary.LittleEndian.PutUint16(head[4:], uint16(min(delay, maxDelay)))
	for _, v := range [...]int{r.X * w, r.Y * h, r.W * w, r.H * h} {
		head = binary.LittleEndian.AppendUint16(head, uint16(v))
	}
	a.out.Write(append(head, 0, byte(a.palette.bits)))
	var compressed bytes.Buffer
	z := lzw.NewWriter(&compressed, lzw.LSB, a.palette.bits)
	row := make([]byte, r.W*w)
	for y := r.Y * h; y < (r.Y+r.H)*h; y++ {
		at := y*a.width + r.X*w
		shown, next := a.shownPixels[at:][:len(row)], a.nextPixels[at:][:len(row)]
		last := a.palette.transparent
		for i, c := range next {
			if c == shown[i] && c != last { // Unchanged pixels are transparent, except in runs of one colour.
				c = a.palette.transparent
			}
			row[i], last = c, c
		}
		z.Write(row) // Writing to memory cannot fail.
		copy(shown, next)
	}
	z.Close()
	for block := range slices.Chunk(compressed.Bytes(), 255) {
		a.out.WriteByte(byte(len(block)))
		a.out.Write(block)
	}
	return a.out.WriteByte(0)
}

// draw draws g into nextPixels and returns the area of changed cells. The area contains at least one
// cell, because a GIF picture cannot be empty.
func (a *gifWriter) draw(g *screen.Grid) screen.Rect {
	first := len(a.shownScreen.Cells) == 0
	if first {
		for i := range a.shownPixels {
			a.shownPixels[i] = a.palette.transparent
		}
	}
	x0, y0, x1, y1 := g.W, g.H, 0, 0
	for y := range g.H {
		for x, c := range g.Row(y) {
			if !first && c == a.shownScreen.Row(y)[x] {
				continue
			}
			x0, x1, y0, y1 = min(x0, x), max(x1, x+1), min(y0, y), y+1
			tile, at := a.tile(a.theme.look(c)), y*a.face.H*a.width+x*a.face.W
			for i := range a.face.H {
				copy(a.nextPixels[at+i*a.width:][:a.face.W], tile[i*a.face.W:])
			}
		}
	}
	if x1 == 0 {
		return screen.Rect{W: 1, H: 1}
	}
	return screen.Rect{X: x0, Y: y0, W: x1 - x0, H: y1 - y0}
}

func (a *gifWriter) tile(l cellLook) []byte {
	if t, ok := a.tiles[l]; ok {
		return t
	}
	t := make([]byte, a.face.W*a.face.H)
	l.draw(a.face, gifSteps, func(i int, rgb uint32) { t[i] = a.palette.index(rgb) })
	a.tiles[l] = t
	return t
}

type gifPalette struct {
	table        []uint32      // all colours, padded to a power of two
	colors       color.Palette // colours of table without padding
	bits         int           // bits per index, at least 2
	transparent  uint8         // index of the transparent colour
	indexByColor map[uint32]uint8
}

// choosePalette returns a palette of at most 255 colours. It prefers colours that cover many pixels
// of the film.
func choosePalette(f *Film, face *glyph.Face) (*gifPalette, error) {
	looks := map[cellLook]int{}
	var seen screen.Grid
	err := f.eachFrame(func(s *exportedFrame) error {
		for i, c := range s.Cells {
			if len(seen.Cells) == 0 || c != seen.Cells[i] {
				looks[f.Theme.look(c)]++
			}
		}
		seen.CopyFrom(&s.Grid)
		return nil
	})
	if err != nil {
		return nil, err
	}
	weight := map[uint32]int{}
	for l, n := range looks {
		l.draw(face, gifSteps, func(_ int, rgb uint32) { weight[rgb] += n })
		// Text and background colours matter more than the antialiased edges of letters.
		weight[l.fg] += n * 100
		weight[l.bg] += n * 100
	}
	list := slices.SortedFunc(maps.Keys(weight), func(a, b uint32) int {
		return cmp.Or(weight[b]-weight[a], cmp.Compare(a, b))
	})
	list = list[:min(len(list), 255)]
	c := &gifPalette{bits: max(bits.Len(uint(len(list))), 2), transparent: uint8(len(list)), indexByColor: map[uint32]uint8{}}
	for _, rgb := range list {
		c.colors = append(c.colors, opaqueColor(rgb))
	}
	c.table = append(list, make([]uint32, 1<<c.bits-len(list))...)
	return c, nil
}

func (c *gifPalette) index(rgb uint32) uint8 {
	i, ok := c.indexByColor[rgb]
	if !ok {
		i = uint8(c.colors.Index(opaqueColor(rgb)))
		c.indexByColor[rgb] = i
	}
	return i
}
