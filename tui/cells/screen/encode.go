package screen

import (
	"cmp"
	"slices"
	"strconv"
	"unicode/utf8"
)

// AppendText appends the grid as lines of text with SGR sequences. It leaves the terminal in its
// default style.
func (g *Grid) AppendText(dst []byte) []byte {
	var pen Style
	for y := range g.H {
		if y > 0 {
			dst = append(dst, '\n')
		}
		row := g.Row(y)
		for i := range row {
			st := row[i].Style
			st.Attr &= visibleAttrs
			if st != pen {
				dst = appendSGR(dst, pen, st)
				pen = st
			}
			dst = utf8.AppendRune(dst, cmp.Or(row[i].R, ' '))
		}
	}
	if pen != (Style{}) {
		dst = appendSGR(dst, pen, Style{})
	}
	return dst
}

// AppendFull appends the bytes that clear a terminal, whatever its state, and then draw the grid.
func (g *Grid) AppendFull(dst []byte) []byte {
	dst = append(dst, "\x1b[m\x1b[2J"...)
	e := encoder{dst: dst, x: -1}
	for y := range g.H {
		e.move(0, y)
		for _, c := range g.Row(y) {
			e.write(c)
		}
	}
	return e.finish()
}

// AppendDiff appends the bytes that update a terminal from prev to next. If prev is nil or has
// another size, it redraws everything. The terminal must be in its default style and is left in
// that style.
func AppendDiff(dst []byte, prev, next *Grid) []byte {
	if prev == nil || prev.W != next.W || prev.H != next.H {
		return next.AppendFull(dst)
	}
	e := encoder{dst: dst, x: -1}
	var buf [maxDeferred]deferredCell
	deferred := buf[:0]
	for y := range next.H {
		deferred = e.writeRow(prev.Row(y), next.Row(y), y, deferred)
	}
	slices.SortFunc(deferred, func(a, b deferredCell) int { return cmp.Or(cmp.Compare(a.colors, b.colors), a.index-b.index) })
	for _, c := range deferred {
		e.move(c.index%next.W, c.index/next.W)
		e.write(next.Cells[c.index])
	}
	return e.finish()
}

const maxDeferred = 512

// A deferredCell shows colours but no text. Such cells are written last, sorted by colour, because
// moving the cursor takes fewer bytes than changing colours.
type deferredCell struct {
	colors uint64 // both colours of the cell, the larger value first
	index  int
}

func (e *encoder) deferrableColors(c Cell) (colors uint64, ok bool) {
	whole := c.Attr&Contiguous != 0
	if c = normalize(c); whole || c.Attr != 0 || c.R != ' ' && c.R != '▀' || e.fitsPen(e.swapHalf(c)) {
		return 0, false
	}
	if c.R == ' ' {
		c.FG = c.BG
	}
	return uint64(max(c.FG, c.BG))<<32 | uint64(min(c.FG, c.BG)), true
}

// normalize returns the cell without invisible properties, such as a blank's foreground.
func normalize(c Cell) Cell {
	c.Attr &= visibleAttrs
	if c.R == 0 {
		c.R = ' '
	}
	if c.R == ' ' && c.Attr&(Reverse|Underline) == 0 {
		c.FG, c.Attr = 0, 0
	}
	return c
}

type encoder struct {
	dst  []byte
	pen  Style
	x, y int // position of the cursor; x is -1 if unknown
}

func (e *encoder) writeRow(prev, next []Cell, y int, deferred []deferredCell) []deferredCell {
	for x := 0; x < len(next); {
		s := nextChange(prev, next, x)
		if s == len(next) {
			break
		}
		if pair, ok := e.deferrableColors(next[s]); ok && len(deferred) < cap(deferred) {
			deferred = append(deferred, deferredCell{pair, y*len(next) + s})
			x = s + 1
			continue
		}
		if e.x >= 0 && e.y == y && e.x <= s && e.canOverwrite(next[e.x:s]) {
			for _, c := range next[e.x:s] {
				e.write(c)
			}
		}
		e.move(s, y)
		x = s
		for x < len(next) && (x == s || normalize(prev[x]) != normalize(next[x]) || next[x-1].Attr&next[x].Attr&Contiguous != 0) {
			e.write(next[x])
			x++
		}
	}
	return deferred
}

// nextChange returns the column of the first changed cell at or after x, or len(next). If that cell
// belongs to a contiguous run, it returns the start of the run, but at least x.
func nextChange(prev, next []Cell, x int) int {
	s := x
	for s < len(next) && (prev[s] == next[s] || normalize(prev[s]) == normalize(next[s])) {
		s++
	}
	if s < len(next) && next[s].Attr&Contiguous != 0 {
		for s > x && next[s-1].Attr&Contiguous != 0 {
			s--
		}
	}
	return s
}

func (e *encoder) canOverwrite(cells []Cell) bool {
	if len(cells) > 5 {
		return false
	}
	n, jump := 0, 4
	if len(cells) == 1 {
		jump = 3
	}
	for _, c := range cells {
		if !e.fitsPen(normalize(c)) {
			return false
		}
		n += utf8.RuneLen(normalize(c).R)
	}
	return n <= jump
}

// fitsPen reports whether a cell can be written without changing the pen.
func (e *encoder) fitsPen(c Cell) bool {
	if c.R == ' ' && c.Attr&(Reverse|Underline) == 0 {
		return c.BG == e.pen.BG && e.pen.Attr&(Reverse|Underline) == 0
	}
	return c.Style == e.pen
}

// swapHalf replaces an upper half block with a lower one if that needs fewer style changes.
func (e *encoder) swapHalf(c Cell) Cell {
	if c.R != '▀' || c.FG == 0 || c.BG == 0 || c.Attr&(Reverse|Underline) != 0 {
		return c // The terminal's default colours cannot be swapped.
	}
	if countEqual(e.pen.FG, c.BG)+countEqual(e.pen.BG, c.FG) > countEqual(e.pen.FG, c.FG)+countEqual(e.pen.BG, c.BG) {
		c.R, c.FG, c.BG = '▄', c.BG, c.FG
	}
	return c
}

func countEqual(a, b Color) int {
	if a == b {
		return 1
	}
	return 0
}

func (e *encoder) write(c Cell) {
	c = e.swapHalf(normalize(c))
	if !e.fitsPen(c) {
		st := c.Style
		if c.R == ' ' && c.Attr&(Reverse|Underline) == 0 && e.pen.Attr&(Reverse|Underline) == 0 {
			st = e.pen.WithBG(c.BG) // A blank has no foreground, so keep the pen's for the next character.
		}
		e.dst = appendSGR(e.dst, e.pen, st)
		e.pen = st
	}
	e.dst = utf8.AppendRune(e.dst, c.R)
	e.x++
}

func (e *encoder) move(x, y int) {
	if e.x == x && e.y == y {
		return
	}
	e.dst = append(e.dst, "\x1b["...)
	if e.x >= 0 && e.y == y && x > e.x {
		if d := x - e.x; d > 1 {
			e.dst = strconv.AppendInt(e.dst, int64(d), 10)
		}
		e.dst = append(e.dst, 'C')
	} else {
		e.dst = strconv.AppendInt(e.dst, int64(y+1), 10)
		if x > 0 {
			e.dst = append(e.dst, ';')
			e.dst = strconv.AppendInt(e.dst, int64(x+1), 10)
		}
		e.dst = append(e.dst, 'H')
	}
	e.x, e.y = x, y
}

func (e *encoder) finish() []byte {
	if e.pen != (Style{}) {
		e.dst = append(e.dst, "\x1b[m"...)
	}
	return e.dst
}

func appendSGR(dst []byte, from, to Style) []byte {
	dst = append(dst, "\x1b["...)
	if to == (Style{}) {
		return append(dst, 'm')
	}
	start := len(dst)
	off, on := from.Attr&^to.Attr, to.Attr&^from.Attr
	if off&(Bold|Faint) != 0 {
		on |= to.Attr & (Bold | Faint) // SGR 22 resets both bold and faint, so set the one that remains again.
	}
	for i, attr := range [...]Attr{Bold | Faint, Underline, Reverse} {
		if off&attr != 0 {
			dst = append(dst, '2', "247"[i], ';')
		}
	}
	for i, attr := range [...]Attr{Bold, Faint, Underline, Reverse} {
		if on&attr != 0 {
			dst = append(dst, "1247"[i], ';')
		}
	}
	if to.FG != from.FG {
		dst = append(appendColor(dst, to.FG, 30), ';')
	}
	if to.BG != from.BG {
		dst = append(appendColor(dst, to.BG, 40), ';')
	}
	if len(dst) == start { // The styles differ only in invisible attributes.
		return dst[:start-2]
	}
	dst[len(dst)-1] = 'm'
	return dst
}

func appendColor(dst []byte, c Color, base uint8) []byte {
	v := uint32(c &^ colorKindMask)
	switch c & colorKindMask {
	case colorBasic:
		if v >= 8 {
			v += 60 - 8
		}
		return appendDecimal(dst, base+uint8(v))
	case colorIndex:
		dst = appendDecimal(dst, base+8)
		dst = append(dst, ";5;"...)
		return appendDecimal(dst, uint8(v))
	case colorRGB:
		dst = appendDecimal(dst, base+8)
		dst = append(dst, ";2;"...)
		dst = appendDecimal(dst, uint8(v>>16))
		dst = append(dst, ';')
		dst = appendDecimal(dst, uint8(v>>8))
		dst = append(dst, ';')
		return appendDecimal(dst, uint8(v))
	}
	return appendDecimal(dst, base+9)
}

func appendDecimal(dst []byte, v uint8) []byte {
	switch {
	case v >= 100:
		return append(dst, '0'+v/100, '0'+v/10%10, '0'+v%10)
	case v >= 10:
		return append(dst, '0'+v/10, '0'+v%10)
	}
	return append(dst, '0'+v)
}
