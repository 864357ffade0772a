package screen

import "slices"

// A FitLog records texts that were cut, wrapped or overwritten. It is used by tests.
type FitLog struct {
	Shortened   []CutText
	Overwritten []Rect
	textCells   map[int]bool
}

type CutText struct {
	Rect  // area available to the text
	Needs int
	Cut   bool
	Text  string
}

func (g *Grid) logShortened(r Rect, needs int, cut bool, s string) {
	if g.FitLog != nil {
		g.FitLog.Shortened = append(g.FitLog.Shortened, CutText{r, needs, cut, s})
	}
}

// LogOmitted records a text that was omitted because it did not fit.
func (g *Grid) LogOmitted(r Rect, s string) { g.logShortened(r, r.W+Width(s), true, s) }

func (c *FitLog) addText(g *Grid, x, y, n int) {
	if c.textCells == nil {
		c.textCells = map[int]bool{}
	}
	over := false
	for i := y*g.W + max(x, 0); i < y*g.W+min(x+n, g.W); i++ {
		blank := g.Cells[i].R == ' '
		over = over || !blank && c.textCells[i]
		c.textCells[i] = !blank
	}
	if over {
		c.Overwritten = append(c.Overwritten, Rect{x, y, n, 1})
	}
}

func (c *FitLog) removeTexts(g *Grid, r Rect) {
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			delete(c.textCells, y*g.W+x)
		}
	}
	c.Shortened = slices.DeleteFunc(c.Shortened, func(s CutText) bool { return r.Contains(s.X, s.Y) })
}

// Fit writes s in at most w columns, shortened with an ellipsis if necessary. It returns the number
// of columns used.
func (g *Grid) Fit(x, y, w int, s string, st Style) int {
	if w < 1 || Width(s) <= w {
		return g.Text(x, y, w, s, st)
	}
	g.Text(x, y, w-1, s, st)
	g.Set(x+w-1, y, '…', st)
	return w
}

// Wrap writes a text into a rectangle, breaking lines at blanks and indenting all but the first. It
// returns the number of lines. On a nil grid it only counts them.
func (g *Grid) Wrap(r Rect, indent int, s string, st Style) (n int) {
	whole, x := s, 0
	for len(s) > 0 && n < r.H {
		end, next := LineEnd(s, 0, r.W-x)
		if g != nil {
			g.Text(r.X+x, r.Y+n, r.W-x, s[:end], st)
		}
		s, x = s[next:], min(indent, r.W/2)
		n++
	}
	if g != nil && (n > 1 || s != "") {
		g.logShortened(Rect{r.X, r.Y, r.W, n}, Width(whole), s != "", whole)
	}
	return n
}

// LineEnd finds the line of at most n columns that starts at byte from. It returns the end of that
// line and the start of the next, and breaks at a blank if possible.
func LineEnd[T string | []byte](s T, from, n int) (end, next int) {
	used, blank := 0, -1
	for i := from; i < len(s); i++ {
		if s[i]&0xc0 == 0x80 {
			continue // skip continuation bytes; each rune counts as one column
		}
		if s[i] == ' ' {
			blank = i
		}
		if used++; used > n {
			if blank > from {
				return blank, blank + 1
			}
			end = max(i, from+1)
			return end, end
		}
	}
	return len(s), len(s)
}
