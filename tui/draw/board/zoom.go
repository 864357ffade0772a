// Package board draws the board of a match at six zooms in a scrollable viewport. Create a [Skin]
// from the game's legend and a palette, and a [Viewport]; then call [Draw] with a [Scene].
package board

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// A Zoom determines the size at which board cells are drawn.
type Zoom uint8

// Auto selects the nearest zoom that shows the whole board, or most of it in large windows. The
// other zooms are ordered from the farthest to the nearest.
const (
	Auto       Zoom = iota
	HalfBlocks      // draws two board cells per character, using only colours
	OneColumn
	Shapes      // draws shapes two columns wide
	Letters     // draws letters two columns wide
	Tiles       // draws signs and numbers three columns wide
	FourColumns // draws signs and numbers in four columns and two rows
)

// zooms holds the name of each zoom and the size of a cell, in columns and half rows.
var zooms = [...]struct {
	name           string
	cols, halfRows int
}{{"automatic", 2, 2}, {"half blocks", 1, 1}, {"one character", 1, 2}, {"shapes", 2, 2}, {"letters", 2, 2}, {"tiles", 3, 2}, {"four columns", 4, 4}}

func (z Zoom) String() string { return zooms[z].name }

func (z Zoom) cellSize() (cols, halfRows int) { return zooms[z].cols, zooms[z].halfRows }

// Size returns the screen columns and rows needed for a board of the given size.
func (z Zoom) Size(rows, cols int) (w, h int) {
	c, half := z.cellSize()
	return cols * c, (rows*half + 1) / 2
}

func (z Zoom) cellsIn(w, h int) (rows, cols int) {
	c, half := z.cellSize()
	return 2 * h / half, w / c
}

// ForPalette returns z if the palette supports it, and otherwise a replacement. Half blocks and tiles
// need colours, and some palettes have no shapes.
func (z Zoom) ForPalette(p *theme.Palette) Zoom {
	switch {
	case z == HalfBlocks && !p.HasHalfBlocks:
		return OneColumn
	case z == Shapes && p.UseLetters, z == Tiles && p.Profile == theme.NoColor:
		return Letters
	}
	return z
}

// Step returns the zoom n steps nearer than z, or farther if n is negative. It skips zooms that the
// palette does not support and stops at the last one.
func (z Zoom) Step(n int, p *theme.Palette) Zoom {
	var order []Zoom
	for o := HalfBlocks; o <= FourColumns; o++ {
		if o.ForPalette(p) == o {
			order = append(order, o)
		}
	}
	i := max(slices.Index(order, z.ForPalette(p)), 0)
	return order[min(max(i+n, 0), len(order)-1)]
}

// NearestZoom returns the nearest zoom that satisfies fits, or the farthest zoom and false.
func NearestZoom(p *theme.Palette, fits func(Zoom) bool) (Zoom, bool) {
	for _, z := range []Zoom{FourColumns, Tiles, Shapes, OneColumn, HalfBlocks} {
		if z = z.ForPalette(p); fits(z) {
			return z, true
		}
	}
	return HalfBlocks.ForPalette(p), false
}

// FillZoom returns the nearest zoom that shows all columns and at least three quarters of the rows
// in w×h characters, or Auto if none does.
func FillZoom(p *theme.Palette, rows, cols, w, h int) Zoom {
	for _, z := range []Zoom{FourColumns, Shapes} { // Skip Tiles, which are not square.
		z = z.ForPalette(p)
		if high, wide := z.cellsIn(w, h); wide >= cols && 4*high >= 3*rows {
			return z
		}
	}
	return Auto
}

// A Viewport is the visible part of a board and its position on the screen.
type Viewport struct {
	Zoom                     Zoom
	CellArea                 screen.Rect // screen area of the visible cells
	RulerW                   int         // width of the row numbers
	Rows, Cols               int         // board size in cells
	Top, Left                int         // first visible row and column
	VisibleRows, VisibleCols int
}

// RulerWidth returns the width of the row numbers. Without colours, it includes a blank after them.
func RulerWidth(rows int, p *theme.Palette) int {
	w := digitCount(rows)
	if p.Profile == theme.NoColor {
		w++
	}
	return w
}

func digitCount(n int) int {
	if n > 100 {
		return 3
	}
	return 2
}

// SizeWithRulers returns the size of a board on the screen, including rulers; rulerW is the width of
// the row numbers.
func (z Zoom) SizeWithRulers(rulerW, rows, cols int) (w, h int) {
	w, h = z.Size(rows, cols)
	return w + rulerW, h + 1
}

// NewViewport returns a viewport for an area and a zoom, which must not be Auto. Its first row and
// column are as close as possible to top and left.
func NewViewport(area screen.Rect, rulerW int, z Zoom, rows, cols, top, left int) Viewport {
	p := Viewport{Zoom: z, RulerW: rulerW, Rows: rows, Cols: cols}
	w, h := z.Size(rows, cols)
	p.CellArea = screen.Rect{
		X: area.X + p.RulerW, Y: area.Y + 1,
		W: max(min(area.W-p.RulerW, w), 0), H: max(min(area.H-1, h), 0),
	}
	p.VisibleRows, p.VisibleCols = z.cellsIn(p.CellArea.W, p.CellArea.H)
	p.VisibleRows, p.VisibleCols = min(p.VisibleRows, rows), min(p.VisibleCols, cols)
	p.Move(top, left)
	return p
}

// Move makes the given row and column the first visible ones, as far as the board's size allows.
func (p *Viewport) Move(top, left int) {
	p.Top = min(max(top, 0), p.Rows-p.VisibleRows)
	p.Left = min(max(left, 0), p.Cols-p.VisibleCols)
	if p.Zoom == HalfBlocks {
		p.Top = (p.Top + 1) &^ 1 // Each character shows two board rows, so Top must be even.
	}
}

func (p *Viewport) ShowsAll() bool { return p.VisibleRows >= p.Rows && p.VisibleCols >= p.Cols }

// Describe describes the position of a cell in words, such as "upper left".
func (p *Viewport) Describe(at sim.Pos) string {
	up := [...]string{"upper ", "", "lower "}[min(3*max(at.Row, 0)/p.Rows, 2)]
	side := [...]string{"left", "middle", "right"}[min(3*max(at.Col, 0)/p.Cols, 2)]
	return up + side
}

func (p *Viewport) Shows(at sim.Pos) bool {
	_, _, ok := p.ScreenPos(at)
	return ok
}

// Reveal scrolls as little as necessary to show a cell with some margin. If the cell is far away,
// Reveal centres it.
func (p *Viewport) Reveal(at sim.Pos) {
	p.Move(firstVisible(p.Top, p.VisibleRows, at.Row), firstVisible(p.Left, p.VisibleCols, at.Col))
}

func firstVisible(first, n, at int) int {
	margin := n / 4
	switch {
	case at < first-n || at > first+2*n: // centre the cell
		return at - n/2
	case at < first+margin:
		return at - margin
	case at >= first+n-margin:
		return at - n + margin + 1
	}
	return first
}

// At returns the board cell at a screen position and reports whether there is one.
func (p *Viewport) At(x, y int) (sim.Pos, bool) {
	if !p.CellArea.Contains(x, y) {
		return sim.Pos{}, false
	}
	cols, halves := p.Zoom.cellSize()
	at := sim.Pos{Row: p.Top + 2*(y-p.CellArea.Y)/halves, Col: p.Left + (x-p.CellArea.X)/cols}
	return at, at.In(p.Rows, p.Cols)
}

// ScreenPos returns the screen position of a cell and reports whether it is visible.
func (p *Viewport) ScreenPos(at sim.Pos) (x, y int, ok bool) {
	cols, halves := p.Zoom.cellSize()
	x, y = p.CellArea.X+(at.Col-p.Left)*cols, p.CellArea.Y+(at.Row-p.Top)*halves/2
	return x, y, at.Row >= p.Top && at.Col >= p.Left && p.CellArea.Contains(x, y)
}

// drawRulers draws row and column numbers and highlights the row and column of the last position in
// focus. If rows are hidden, it also draws a scroll bar.
func (s *Scene) drawRulers(g *screen.Grid, focus []sim.Pos) {
	p, pal := &s.Viewport, s.Skin.palette
	if p.RulerW == 0 {
		return
	}
	w, _ := p.Zoom.Size(1, 1)
	step := 10
	if p.VisibleCols <= 30 {
		step = 5
	}
	at := -100 // screen column of the highlighted number on the ruler
	for _, cell := range focus[max(len(focus)-1, 0):] {
		if x, _, ok := p.ScreenPos(cell); ok {
			at = x
			s.drawColumnNumber(g, x, p.CellArea.Y-1, cell.Col, g.W, pal.HighlightStyle(pal.Cursor))
		}
	}
	for c := p.Left; c < p.Left+p.VisibleCols; c++ {
		if x := p.CellArea.X + (c-p.Left)*w; c%step == 0 && (x < at-3 || x > at+3) {
			s.drawColumnNumber(g, x, p.CellArea.Y-1, c, p.CellArea.X+p.CellArea.W, pal.Dim)
		}
	}
	for r := p.Top; r < min(p.Top+p.VisibleRows, p.Rows); r++ {
		if r%step == 0 {
			s.drawRowNumber(g, r, pal.Dim)
		}
	}
	if at >= 0 {
		s.drawRowNumber(g, focus[len(focus)-1].Row, pal.HighlightStyle(pal.Cursor))
	}
	if p.VisibleRows < p.Rows {
		n := p.CellArea.H
		size := max(n*p.VisibleRows/p.Rows, 1)
		from := (n - size) * p.Top / (p.Rows - p.VisibleRows)
		for y := range n {
			r, st := '│', pal.Line
			if y >= from && y < from+size {
				r, st = '┃', pal.Dim
			}
			g.Set(p.CellArea.X+p.CellArea.W, p.CellArea.Y+y, r, st)
		}
	}
	if p.Left > 0 {
		g.Set(p.CellArea.X-1, p.CellArea.Y-1, '◀', pal.Dim)
	}
	if p.Left+p.VisibleCols < p.Cols && at < p.CellArea.X+p.CellArea.W-digitCount(p.Cols) {
		g.Set(p.CellArea.X+p.CellArea.W, p.CellArea.Y-1, '▶', pal.Dim)
	}
}

func (s *Scene) drawColumnNumber(g *screen.Grid, x, y, n, end int, st screen.Style) {
	var buf [8]byte
	b := strconv.AppendInt(buf[:0], int64(n), 10)
	if x+len(b) <= end && !s.ReservedArea.Contains(x-1, y) && !s.ReservedArea.Contains(x+len(b), y) {
		g.WriteBytes(x, y, len(b), b, st)
	}
}

func (s *Scene) drawRowNumber(g *screen.Grid, row int, st screen.Style) {
	p := &s.Viewport
	_, y, ok := p.ScreenPos(sim.Pos{Row: row, Col: p.Left})
	if !ok {
		return
	}
	var buf [8]byte
	b := strconv.AppendInt(buf[:0], int64(row), 10)
	x := p.CellArea.X - p.RulerW
	g.Fill(screen.Rect{X: x, Y: y, W: digitCount(p.Rows), H: 1}, screen.Cell{R: ' ', Style: st})
	g.WriteBytes(x+digitCount(p.Rows)-len(b), y, len(b), b, st)
}
