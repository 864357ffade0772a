package board

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// A Scene describes the board and everything drawn on it.
type Scene struct {
	Frame      *sim.Frame
	Skin       *Skin
	Port       Viewport
	Cursor     sim.Pos // cursor position; drawn only if ShowCursor is set
	ShowCursor bool
	Front      int8  // highlighted seat plus one, or 0; ground of other seats is dimmed
	Follow     int32 // ID of the followed unit, or sim.NoUnit
	Marks      *[sim.Seats][]sim.Mark
	Overlay    *Overlay    // may be nil
	Reserved   screen.Rect // part of the column ruler to leave blank
	Motion     *Motion     // may be nil
}

// Draw draws the board with its rulers and scroll bar.
func Draw(g *screen.Grid, s *Scene) {
	if s.Port.Cells.Empty() || len(s.Frame.Cells) < s.Frame.Rows*s.Frame.Cols {
		return
	}
	switch {
	case s.Overlay != nil && s.Overlay.Heat != nil:
		s.drawHeat(g)
	case s.Port.Zoom == HalfBlocks:
		s.drawHalves(g)
	default:
		s.drawCells(g)
	}
	s.drawMotion(g)
	s.drawOverlay(g)
	at, ok := s.followed()
	if ok {
		s.drawFrame(g, at)
	}
	if s.ShowCursor {
		s.drawFrame(g, s.Cursor)
	}
	s.drawMarks(g)
	if ok {
		s.drawCursor(g, at)
	}
	if s.ShowCursor {
		s.drawCursor(g, s.Cursor)
	}
	s.drawRulers(g)
}

func (s *Scene) followed() (at sim.Pos, ok bool) {
	return s.unitPlace(s.Follow)
}

func (s *Scene) unitPlace(id int32) (at sim.Pos, ok bool) {
	for i := range s.Frame.Units {
		if u := &s.Frame.Units[i]; u.ID == id {
			return u.At, u.OnBoard && u.At.In(s.Frame.Rows, s.Frame.Cols)
		}
	}
	return at, false
}

// markedCell returns the cell to highlight in the rulers: the cursor or the followed unit.
func (s *Scene) markedCell() (at sim.Pos, ok bool) {
	if s.ShowCursor {
		return s.Cursor, true
	}
	return s.followed()
}

func (s *Scene) drawCursor(g *screen.Grid, at sim.Pos) {
	if s.isEmpty(at) || s.Port.Zoom == OneColumn || !s.Skin.palette.HalfBlocks {
		s.highlight(g, at, s.Skin.palette.Cursor)
	}
}

// edgeMarks is the number of cells marked at each edge of the board, in the row and column of a
// framed cell.
const edgeMarks = 3

// drawFrame draws a frame around a cell. At small zooms, the frame is two cells away and the edges
// of the board are marked, too.
func (s *Scene) drawFrame(g *screen.Grid, at sim.Pos) {
	p := &s.Port
	if p.Zoom > OneColumn {
		s.drawBox(g, at)
		return
	}
	mark := func(row, col int) {
		if to := (sim.Pos{Row: row, Col: col}); s.isEmpty(to) {
			s.highlight(g, to, s.Skin.palette.Cursor)
		}
	}
	for i := -2; i <= 2; i++ {
		mark(at.Row-2, at.Col+i)
		mark(at.Row+2, at.Col+i)
		mark(at.Row+i, at.Col-2)
		mark(at.Row+i, at.Col+2)
	}
	for i := range edgeMarks {
		for _, col := range [...]int{p.Left + i, p.Left + p.Wide - 1 - i} {
			if col < at.Col-2 || col > at.Col+2 {
				mark(at.Row, col)
			}
		}
		for _, row := range [...]int{p.Top + i, p.Top + p.High - 1 - i} {
			if row < at.Row-2 || row > at.Row+2 {
				mark(row, at.Col)
			}
		}
	}
}

// drawBox draws a frame around a cell with half-block characters. It skips occupied cells. If the
// palette has no half blocks, it draws only the left and right sides.
func (s *Scene) drawBox(g *screen.Grid, at sim.Pos) {
	x, y, ok := s.Port.Place(at)
	if !ok {
		return
	}
	w, h := s.Port.Zoom.Size(1, 1)
	pal := s.Skin.palette
	for r := -1; r <= h; r++ {
		for c := -1; c <= w; c++ {
			to, ok := s.Port.At(x+c, y+r)
			if !ok || to == at || !s.isEmpty(to) {
				continue
			}
			cell := g.At(x+c, y+r)
			switch side := r >= 0 && r < h; {
			case cell == nil:
			case side:
				*cell = screen.Cell{R: ' ', Style: pal.Highlight(pal.Cursor)}
			case !pal.HalfBlocks:
			case r < 0:
				*cell = screen.Cell{R: '▄', Style: screen.Style{FG: pal.Cursor, BG: cell.BG}}
			default:
				*cell = screen.Cell{R: '▀', Style: screen.Style{FG: pal.Cursor, BG: cell.BG}}
			}
		}
	}
}

func (s *Scene) cell(row, col int) (*sim.Cell, *sim.Unit) {
	if uint(row) >= uint(s.Frame.Rows) || uint(col) >= uint(s.Frame.Cols) {
		return nil, nil
	}
	c := &s.Frame.Cells[row*s.Frame.Cols+col]
	if uint(c.Unit) < uint(len(s.Frame.Units)) {
		return c, &s.Frame.Units[c.Unit]
	}
	return c, nil
}

func nightIndex(f *sim.Frame) int {
	if f.Dark {
		return 1
	}
	return 0
}

func (s *Scene) color(row, col int) screen.Color {
	if uint(row) >= uint(s.Frame.Rows) || uint(col) >= uint(s.Frame.Cols) {
		return s.Skin.palette.Page
	}
	return s.colorOf(&s.Frame.Cells[row*s.Frame.Cols+col], s.groundColors())
}

func (s *Scene) colorOf(c *sim.Cell, lit groundColors) screen.Color {
	if uint(c.Unit) < uint(len(s.Frame.Units)) {
		if t, o := s.Skin.unitGlyph(&s.Frame.Units[c.Unit]); t != nil {
			return t.color[o]
		}
	}
	if c.Item != 0 {
		if t, o := s.Skin.itemGlyph(c); t != nil {
			return t.color[o]
		}
	}
	return s.Skin.groundAt(c, lit)
}

func (s *Scene) groundColors() groundColors { return s.Skin.groundColors(nightIndex(s.Frame), s.Front) }

// drawHalves draws the board in half blocks. It dominates the drawing time.
func (s *Scene) drawHalves(g *screen.Grid) {
	p, f, lit := &s.Port, s.Frame, s.groundColors()
	for y := range p.Cells.H {
		row := p.Top + 2*y
		if p.Cells.Y+y >= g.H || row < 0 || row+1 >= f.Rows || p.Left < 0 || p.Left+p.Cells.W > f.Cols || p.Cells.X+p.Cells.W > g.W {
			for x := range p.Cells.W { // skip cells outside the board or grid
				setHalves(g, p.Cells.X+x, p.Cells.Y+y, s.color(row, p.Left+x), s.color(row+1, p.Left+x))
			}
			continue
		}
		out := g.Row(p.Cells.Y + y)[p.Cells.X:][:p.Cells.W]
		up := f.Cells[row*f.Cols+p.Left:][:len(out)]
		low := f.Cells[(row+1)*f.Cols+p.Left:][:len(out)]
		for x := range out {
			out[x] = halfCell(s.colorOf(&up[x], lit), s.colorOf(&low[x], lit))
		}
	}
}

func setHalves(g *screen.Grid, x, y int, up, low screen.Color) {
	if c := g.At(x, y); c != nil {
		*c = halfCell(up, low)
	}
}

// halfCell returns a half block of two colours, or a blank if they are equal. A blank takes fewer
// bytes and shows no seam.
func halfCell(up, low screen.Color) screen.Cell {
	if up == low {
		return screen.Cell{R: ' ', Style: screen.Style{BG: low}}
	}
	return screen.Cell{R: '▀', Style: screen.Style{FG: up, BG: low}}
}

func (s *Scene) drawCells(g *screen.Grid) {
	p := &s.Port
	w, h := p.Zoom.Size(1, 1)
	letters := p.Zoom == Letters || s.Skin.palette.Letters
	lit := s.groundColors()
	for r := range p.High {
		for q := range p.Wide {
			c, u := s.cell(p.Top+r, p.Left+q)
			if c == nil {
				continue
			}
			x, y := p.Cells.X+q*w, p.Cells.Y+r*h
			switch p.Zoom {
			case OneColumn:
				s.drawOneColumn(g, x, y, c, u, s.Skin.groundAt(c, lit), letters)
			case Tiles, FourColumns:
				s.drawLarge(g, screen.Rect{X: x, Y: y, W: w, H: h}, c, u, s.Skin.groundAt(c, lit), letters)
			default:
				s.drawTwoColumns(g, x, y, c, u, s.Skin.groundAt(c, lit), letters)
			}
		}
	}
}

// emptySign returns the character for an empty cell. Without colours, walls and owned ground need a
// character.
func (s *Scene) emptySign(c *sim.Cell) rune {
	switch {
	case s.Skin.isWall(c) && s.Skin.palette.WallsNeedSign():
		return '#'
	case s.Skin.isWall(c):
		return ' '
	case c.Dangerous && s.Skin.palette.ASCII:
		return '%'
	case c.Dangerous:
		return '╱'
	case c.Owner >= 0 && s.Skin.palette.Profile == theme.NoColor:
		return rune('0' + c.Owner)
	}
	return ' '
}

func (s *Scene) emptyStyle(c *sim.Cell, back screen.Color) screen.Style {
	if s.Skin.isWall(c) {
		return s.Skin.palette.WallStyle(back)
	}
	return screen.Style{FG: s.Skin.palette.RoleColor(sim.RoleBoss), BG: back}
}

func (s *Scene) drawOneColumn(g *screen.Grid, x, y int, c *sim.Cell, u *sim.Unit, back screen.Color, letters bool) {
	t, o, unit := s.Skin.glyphAt(c, u)
	if t == nil {
		set(g, x, y, s.emptySign(c), s.emptyStyle(c, back))
		return
	}
	r := t.shape
	if letters {
		r = t.one[o]
	}
	g.Set(x, y, r, s.Skin.palette.OnGround(t.color[o], back, unit))
}

func (s *Scene) drawTwoColumns(g *screen.Grid, x, y int, c *sim.Cell, u *sim.Unit, back screen.Color, letters bool) {
	t, o, unit := s.Skin.glyphAt(c, u)
	switch {
	case t == nil:
		r, st := s.emptySign(c), s.emptyStyle(c, back)
		set(g, x, y, r, st)
		if r >= '0' && r <= '9' {
			r = ' '
		}
		set(g, x+1, y, r, st)
	case unit:
		s.Skin.drawTwo(g, x, y, t, o, back, letters, true, digit(u.Timer))
	default:
		extra := digit(c.Amount)
		if t.money && c.Amount > 9 { // a bare number could be mistaken for a unit's number
			extra = '+'
		}
		s.Skin.drawTwo(g, x, y, t, o, back, letters, false, extra)
	}
}

// drawTwo draws a glyph in two columns. If the glyph is a shape, the second column shows extra.
func (k *Skin) drawTwo(g *screen.Grid, x, y int, t *glyph, o int, back screen.Color, letters, unit bool, extra rune) {
	st := k.palette.OnGround(t.color[o], back, unit)
	a, b := t.shape, extra
	switch {
	case letters:
		a, b = t.two[o][0], t.two[o][1]
	case t.wide:
		b = t.shape
	}
	set(g, x, y, a, st)
	set(g, x+1, y, b, st)
}

// set writes a cell. Blanks get no foreground colour, so cells that look the same compare equal.
func set(g *screen.Grid, x, y int, r rune, st screen.Style) {
	if r == ' ' {
		st.FG = 0
	}
	g.Set(x, y, r, st)
}

// digit returns the digit for a number from 1 to 9, or a blank for other numbers.
func digit(n int32) rune {
	if n > 0 && n < 10 {
		return '0' + n
	}
	return ' '
}

func (s *Scene) highlight(g *screen.Grid, at sim.Pos, c screen.Color) {
	p := &s.Port
	x, y, ok := p.Place(at)
	if !ok {
		return
	}
	if p.Zoom == HalfBlocks {
		setHalf(g, x, y, at.Row&1 == 0, c)
		return
	}
	w, h := p.Zoom.Size(1, 1)
	pal := s.Skin.palette
	g.Restyle(screen.Rect{X: x, Y: y, W: w, H: h}, func(st *screen.Style) {
		*st = pal.Highlight(c)
	})
}

// drawMarks draws the marks set by players. Empty cells show the start of the mark's text; occupied
// cells are underlined.
func (s *Scene) drawMarks(g *screen.Grid) {
	if s.Marks == nil {
		return
	}
	for seat := range s.Marks {
		for i := range s.Marks[seat] {
			m := &s.Marks[seat][i]
			at, ok := s.markPlace(m)
			if !ok {
				continue
			}
			if s.isEmpty(at) {
				s.highlight(g, at, s.Skin.palette.Mark)
			} else {
				s.underline(g, at)
			}
			s.drawMarkText(g, at, m.Text)
		}
	}
}

// isEmpty reports whether a cell shows neither a unit nor an item.
func (s *Scene) isEmpty(at sim.Pos) bool {
	if s.Overlay != nil && s.Overlay.Heat != nil {
		return true
	}
	c, u := s.cell(at.Row, at.Col)
	if c == nil {
		return false
	}
	t, _, _ := s.Skin.glyphAt(c, u)
	return t == nil
}

// underline underlines an occupied cell. It does nothing at the zoom HalfBlocks.
func (s *Scene) underline(g *screen.Grid, at sim.Pos) {
	x, y, ok := s.Port.Place(at)
	if !ok || s.Port.Zoom == HalfBlocks {
		return
	}
	w, h := s.Port.Zoom.Size(1, 1)
	t, _, unit := s.Skin.glyphAt(s.cell(at.Row, at.Col))
	own := s.Skin.fills(s.Port.Zoom, t, unit)
	g.Restyle(screen.Rect{X: x, Y: y, W: w, H: h}, func(st *screen.Style) { *st = s.Skin.palette.Marked(*st, own) })
}

func (s *Scene) markPlace(m *sim.Mark) (sim.Pos, bool) {
	if m.Unit < 0 {
		return m.At, m.At.In(s.Frame.Rows, s.Frame.Cols)
	}
	return s.unitPlace(m.Unit)
}

func (s *Scene) drawMarkText(g *screen.Grid, at sim.Pos, text string) {
	x, y, ok := s.Port.Place(at)
	if !ok || s.Port.Zoom == HalfBlocks {
		return
	}
	st := s.Skin.palette.Highlight(s.Skin.palette.Mark)
	w, h := s.Port.Zoom.Size(1, 1)
	switch {
	case h > 1:
		g.Text(x, y+1, w, text, st)
	case s.isEmpty(at):
		g.Text(x, y, w, text, st)
	}
}
