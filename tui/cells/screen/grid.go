package screen

const (
	MaxW = 500
	MaxH = 200
)

func ClampSize(w, h int) (int, int) {
	return min(max(w, 1), MaxW), min(max(h, 1), MaxH)
}

// Resize sets the size of the grid, limited to MaxW and MaxH. If the size changes, it clears the
// grid and returns true.
func (g *Grid) Resize(w, h int) bool {
	w, h = ClampSize(w, h)
	if w == g.W && h == g.H {
		return false
	}
	if n := w * h; cap(g.Cells) >= n {
		g.Cells = g.Cells[:n]
	} else {
		g.Cells = make([]Cell, n)
	}
	g.W, g.H = w, h
	g.Fill(g.Bounds(), Cell{})
	return true
}

func (g *Grid) Bounds() Rect { return Rect{0, 0, g.W, g.H} }

func (g *Grid) Clip(r Rect) Rect {
	x1, y1 := min(r.X+r.W, g.W), min(r.Y+r.H, g.H)
	r.X, r.Y = max(r.X, 0), max(r.Y, 0)
	r.W, r.H = max(x1-r.X, 0), max(y1-r.Y, 0)
	return r
}

func (g *Grid) Row(y int) []Cell { return g.Cells[y*g.W : (y+1)*g.W] }

// At returns a pointer to the cell at (x,y), or nil if the position is outside the grid.
func (g *Grid) At(x, y int) *Cell {
	if uint(x) >= uint(g.W) || uint(y) >= uint(g.H) {
		return nil
	}
	return &g.Cells[y*g.W+x]
}

// Set writes a cell, unless the position is outside the grid. The rune must be one column wide.
func (g *Grid) Set(x, y int, r rune, s Style) {
	if c := g.At(x, y); c != nil {
		*c = Cell{r, s}
	}
}

func (g *Grid) Fill(r Rect, c Cell) {
	r = g.Clip(r)
	for y := r.Y; y < r.Y+r.H; y++ {
		row := g.Cells[y*g.W+r.X:][:r.W]
		for x := range row {
			row[x] = c
		}
	}
	if g.FitLog != nil {
		g.FitLog.LogFilled(g, r)
	}
}

// Paste copies src into the grid so that its top left corner is at (x,y).
func (g *Grid) Paste(x, y int, src *Grid) {
	r := g.Clip(Rect{x, y, src.W, src.H})
	for row := range r.H {
		copy(g.Row(r.Y + row)[r.X:r.X+r.W], src.Row(r.Y + row - y)[r.X-x:])
	}
}

func (g *Grid) CopyFrom(src *Grid) {
	g.W, g.H = src.W, src.H
	g.Cells = append(g.Cells[:0], src.Cells...)
}

// WriteText writes at most w columns of s at (x,y) and returns the number of columns used. It replaces
// or drops unsafe runes (see PrintableRune), so s may be untrusted.
func (g *Grid) WriteText(x, y, w int, s string, st Style) int { return writeText(g, x, y, w, s, st) }

func (g *Grid) WriteBytes(x, y, w int, s []byte, st Style) int { return writeText(g, x, y, w, s, st) }

// WriteTextRight writes s right-aligned in w columns and returns the number of columns used.
func (g *Grid) WriteTextRight(x, y, w int, s string, st Style) int {
	n := min(Width(s), w)
	return g.WriteText(x+w-n, y, n, s, st)
}

func writeText[T string | []byte](g *Grid, x, y, w int, s T, st Style) int {
	if uint(y) >= uint(g.H) {
		return 0
	}
	row := g.Row(y)
	n := 0
	for _, r := range string(s) { // Ranging over this conversion does not allocate.
		if r = PrintableRune(r); r == 0 {
			continue
		}
		if n >= w {
			g.logShortened(Rect{x, y, w, 1}, Width(string(s)), true, string(s))
			break
		}
		if uint(x+n) < uint(len(row)) {
			row[x+n] = Cell{r, st}
		}
		n++
	}
	if g.FitLog != nil {
		g.FitLog.LogWritten(g, x, y, n)
	}
	return n
}

func Width(s string) int {
	n := 0
	for _, r := range s {
		if PrintableRune(r) != 0 {
			n++
		}
	}
	return n
}

func (g *Grid) Restyle(r Rect, change func(*Style)) {
	r = g.Clip(r)
	for y := r.Y; y < r.Y+r.H; y++ {
		row := g.Cells[y*g.W+r.X:][:r.W]
		for x := range row {
			change(&row[x].Style)
		}
	}
}
