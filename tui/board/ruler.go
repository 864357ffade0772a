package board

import (
	"strconv"

	"game-tui/tui/screen"
)

// rulers draws the numbers of rows and columns, every ten (on small boards
// every five) and those of the cursor, and a scroll bar where rows are hidden.
func (s *Scene) rulers(g *screen.Grid) {
	p, pal := &s.Port, s.Looks.palette
	w, h := p.Zoom.Size(1, 1)
	step := 10
	if max(p.Rows, p.Cols) <= 30 {
		step = 5
	}
	at := -100 // column of the cursor's number
	if x, _, ok := p.Place(s.Cursor); ok && s.Pointed {
		at = x
		s.number(g, x, p.Cells.Y-1, s.Cursor.Col, g.W, pal.Strong)
	}
	for c := p.Left; c < p.Left+p.Wide; c++ {
		if x := p.Cells.X + (c-p.Left)*w; c%step == 0 && (x < at-3 || x > at+3) {
			s.number(g, x, p.Cells.Y-1, c, p.Cells.X+p.Cells.W, pal.Dim)
		}
	}
	for r := p.Top; r < min(p.Top+p.High, p.Rows); r++ {
		if r%step == 0 {
			s.rowNumber(g, r, pal.Dim)
		}
	}
	if at >= 0 {
		s.rowNumber(g, s.Cursor.Row, pal.Strong)
	}
	if p.High < p.Rows {
		s.scroll(g, h)
	}
	if p.Left > 0 {
		g.Set(p.Cells.X-1, p.Cells.Y-1, '◀', pal.Dim)
	}
	if p.Left+p.Wide < p.Cols {
		g.Set(p.Cells.X+p.Cells.W, p.Cells.Y-1, '▶', pal.Dim)
	}
}

func (s *Scene) number(g *screen.Grid, x, y, n, end int, st screen.Style) {
	var buf [8]byte
	b := strconv.AppendInt(buf[:0], int64(n), 10)
	if x+len(b) <= end {
		g.Bytes(x, y, len(b), b, st)
	}
}

func (s *Scene) rowNumber(g *screen.Grid, row int, st screen.Style) {
	p := &s.Port
	_, halves := p.Zoom.size()
	y := p.Cells.Y + (row-p.Top)*halves/2
	if y >= p.Cells.Y+p.Cells.H {
		return
	}
	var buf [8]byte
	b := strconv.AppendInt(buf[:0], int64(row), 10)
	x := p.Cells.X - p.RulerW
	g.Fill(screen.Rect{X: x, Y: y, W: p.RulerW, H: 1}, screen.Cell{R: ' ', Style: st})
	g.Bytes(x+digits(p.Rows)-len(b), y, len(b), b, st)
}

func (s *Scene) scroll(g *screen.Grid, h int) {
	p, pal := &s.Port, s.Looks.palette
	x := p.Cells.X + p.Cells.W
	n := p.Cells.H
	size := max(n*p.High/p.Rows, 1)
	from := 0
	if p.Rows > p.High {
		from = (n - size) * p.Top / (p.Rows - p.High)
	}
	for y := range n {
		r, st := '│', pal.Line
		if y >= from && y < from+size {
			r, st = '┃', pal.Dim
		}
		g.Set(x, p.Cells.Y+y, r, st)
	}
}
