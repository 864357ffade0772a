package screen

import "slices"

// A FitLog records texts that were cut, wrapped or overwritten. Tests use it.
type Check struct {
	Short []Shortened
	Over  []Rect // areas of the later texts
	texts map[int]bool
}

// A CutText is a text that did not fit in one line.
type Shortened struct {
	Rect       // available area
	Needs int  // columns needed for one line
	Cut   bool // part of it is missing
	Text  string
}

func (g *Grid) shortened(r Rect, needs int, cut bool, s string) {
	if g.Check != nil {
		g.Check.Short = append(g.Check.Short, Shortened{r, needs, cut, s})
	}
}

// LogOmitted records a text that was not written for lack of space.
func (g *Grid) LeftOut(r Rect, s string) { g.shortened(r, r.W+Width(s), true, s) }

// addText records a text of n columns and whether it overwrites another.
func (c *Check) written(g *Grid, x, y, n int) {
	if c.texts == nil {
		c.texts = map[int]bool{}
	}
	over := false
	for i := y*g.W + max(x, 0); i < y*g.W+min(x+n, g.W); i++ {
		blank := g.Cells[i].R == ' '
		over = over || !blank && c.texts[i]
		c.texts[i] = !blank
	}
	if over {
		c.Over = append(c.Over, Rect{x, y, n, 1})
	}
}

// removeTexts removes the texts in a rectangle.
func (c *Check) cleared(g *Grid, r Rect) {
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			delete(c.texts, y*g.W+x)
		}
	}
	c.Short = slices.DeleteFunc(c.Short, func(s Shortened) bool { return r.Has(s.X, s.Y) })
}

// Fit writes s in w columns, shortened with an ellipsis, and returns the columns used.
func (g *Grid) Fit(x, y, w int, s string, st Style) int {
	if w < 1 || Width(s) <= w {
		return g.Text(x, y, w, s, st)
	}
	g.Text(x, y, w-1, s, st)
	g.Set(x+w-1, y, '…', st)
	return w
}

// Wrap writes a text into a rectangle, breaks it at blanks, indents all lines but the first, and
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
		g.shortened(Rect{r.X, r.Y, r.W, n}, Width(whole), s != "", whole)
	}
	return n
}

// LineEnd returns the end of a line of at most n columns that starts at from, and the start of the
// next line. It prefers to break at a blank.
func LineEnd[T string | []byte](s T, from, n int) (end, next int) {
	used, blank := 0, -1
	for i := from; i < len(s); i++ {
		if s[i]&0xc0 == 0x80 {
			continue // inside a rune; counting it as a column is safe
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
