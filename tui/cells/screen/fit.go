package screen

// A FitLog observes texts that are cut, wrapped or overwritten.
type FitLog interface {
	// LogShortened is called for a text that needs more columns than r has. If cut is set, part of the
	// text is missing.
	LogShortened(r Rect, width int, cut bool, s string)
	// LogWritten is called after n cells of text were written at (x,y).
	LogWritten(g *Grid, x, y, n int)
	// LogFilled is called after an area was filled with equal cells.
	LogFilled(g *Grid, r Rect)
}

// LogOmitted reports a text that was omitted because it did not fit into r.
func (g *Grid) LogOmitted(r Rect, s string) { g.logShortened(r, r.W+Width(s), true, s) }

func (g *Grid) logShortened(r Rect, width int, cut bool, s string) {
	if g.FitLog != nil {
		g.FitLog.LogShortened(r, width, cut, s)
	}
}

// Fit writes s in at most w columns, with an ellipsis if it must be shortened. It returns the
// number of columns used.
func (g *Grid) Fit(x, y, w int, s string, st Style) int {
	if w < 1 || Width(s) <= w {
		return g.WriteText(x, y, w, s, st)
	}
	g.WriteText(x, y, w-1, s, st)
	g.Set(x+w-1, y, '…', st)
	return w
}

// Wrap writes a text into a rectangle and returns the number of lines. It breaks lines at blanks
// and indents all except the first. If g is nil, it only counts the lines.
func (g *Grid) Wrap(r Rect, indent int, s string, st Style) (n int) {
	whole, x := s, 0
	for len(s) > 0 && n < r.H {
		end, next := LineEnd(s, 0, r.W-x)
		if g != nil {
			g.WriteText(r.X+x, r.Y+n, r.W-x, s[:end], st)
		}
		s, x = s[next:], min(indent, r.W/2)
		n++
	}
	if g != nil && (n > 1 || s != "") {
		g.logShortened(Rect{r.X, r.Y, r.W, n}, Width(whole), s != "", whole)
	}
	return n
}

// LineEnd returns the end of the line that starts at byte start and has at most n columns, and the
// start of the next line. It breaks at a blank if possible.
func LineEnd[T string | []byte](s T, start, n int) (end, next int) {
	used, blank := 0, -1
	for i := start; i < len(s); i++ {
		if s[i]&0xc0 == 0x80 {
			continue // Each rune takes one column, so skip continuation bytes.
		}
		if s[i] == ' ' {
			blank = i
		}
		if used++; used > n {
			if blank > start {
				return blank, blank + 1
			}
			end = max(i, start+1)
			return end, end
		}
	}
	return len(s), len(s)
}
