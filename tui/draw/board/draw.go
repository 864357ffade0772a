package board

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// A Scene describes a board and everything drawn on it.
type Scene struct {
	Frame      *sim.Frame
	Skin       *Skin
	Port       Viewport
	Cursor     sim.Pos // drawn only if ShowCursor is set
	ShowCursor bool
	Front      int8  // highlighted seat plus one, or 0 for none; other seats' ground is dimmed
	Follow     int32 // ID of the followed unit, or sim.NoUnit
	Marks      *[sim.Seats][]sim.Mark
	Overlay    *Overlay
	Reserved   screen.Rect // part of the column ruler to leave blank
	Motion     *Motion
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
	focus := make([]sim.Pos, 0, 2) // positions of the followed unit and the cursor
	if at, ok := s.unitPlace(s.Follow); ok {
		focus = append(focus, at)
	}
	if s.ShowCursor {
		focus = append(focus, s.Cursor)
	}
	for _, at := range focus {
		s.drawFrame(g, at)
	}
	s.drawMarks(g)
	for _, at := range focus {
		if s.isEmpty(at) || s.Port.Zoom == OneColumn || !s.Skin.palette.HalfBlocks {
			s.highlight(g, at, s.Skin.palette.Cursor)
		}
	}
	s.drawRulers(g, focus)
}

func (s *Scene) unitPlace(id int32) (at sim.Pos, ok bool) {
	for i := range s.Frame.Units {
		if u := &s.Frame.Units[i]; u.ID == id {
			return u.At, u.OnBoard && u.At.In(s.Frame.Rows, s.Frame.Cols)
		}
	}
	return at, false
}

// edgeMarks is the number of cells highlighted at each end of a framed cell's row and column.
const edgeMarks = 3

// drawFrame draws a frame around a cell. At small zooms, the frame is two cells away from the cell,
// and the ends of the cell's row and column are highlighted.
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
		for _, col := range [...]int{p.Left + i, p.Left + p.VisibleCols - 1 - i} {
			if col < at.Col-2 || col > at.Col+2 {
				mark(at.Row, col)
			}
		}
		for _, row := range [...]int{p.Top + i, p.Top + p.VisibleRows - 1 - i} {
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
	if c, _ := s.cell(row, col); c != nil {
		return s.colorOf(c, s.groundColors())
	}
	return s.Skin.palette.Page
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

func (s *Scene) groundColors() groundColors { return s.Skin.groundTables[s.Front][nightIndex(s.Frame)] }

// drawHalves draws the board in half blocks. It takes most of the drawing time.
func (s *Scene) drawHalves(g *screen.Grid) {
	p, f, lit := &s.Port, s.Frame, s.groundColors()
	for y := range p.Cells.H {
		row := p.Top + 2*y
		if p.Cells.Y+y >= g.H || row < 0 || row+1 >= f.Rows || p.Left < 0 || p.Left+p.Cells.W > f.Cols || p.Cells.X+p.Cells.W > g.W {
			for x := range p.Cells.W { // The row is partly outside the board or grid, so check every cell.
				if c := g.At(p.Cells.X+x, p.Cells.Y+y); c != nil {
					*c = halfCell(s.color(row, p.Left+x), s.color(row+1, p.Left+x))
				}
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

// halfCell returns a half block in two colours, or a blank if they are equal. A blank takes fewer
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
	for row := range p.VisibleRows {
		for col := range p.VisibleCols {
			c, u := s.cell(p.Top+row, p.Left+col)
			if c == nil {
				continue
			}
			r := screen.Rect{X: p.Cells.X + col*w, Y: p.Cells.Y + row*h, W: w, H: h}
			back := s.Skin.groundAt(c, lit)
			switch t, o, unit := s.Skin.glyphAt(c, u); {
			case t == nil:
				s.drawEmpty(g, r, c, back)
			case w == 1 && letters:
				g.Set(r.X, r.Y, t.oneLetter[o], s.Skin.palette.OnGround(t.color[o], back, unit))
			case w == 1:
				g.Set(r.X, r.Y, t.shape, s.Skin.palette.OnGround(t.color[o], back, unit))
			case w == 2:
				s.drawTwoColumns(g, r.X, r.Y, t, o, c, u, back, letters)
			case unit:
				s.drawUnit(g, r, t, o, c, u, back, letters)
			default:
				s.drawItem(g, r, t, o, c, back, letters)
			}
		}
	}
}

func (s *Scene) drawEmpty(g *screen.Grid, r screen.Rect, c *sim.Cell, back screen.Color) {
	cell := s.Skin.emptyCell(c, back)
	for y := range r.H {
		for x := range r.W {
			g.Set(r.X+x, r.Y+y, cell.R, cell.Style)
			if cell.R >= '0' && cell.R <= '9' {
				cell.R = ' '
			}
		}
	}
}

// emptyCell returns the screen cell for ground without a unit or item. Dangerous ground has a
// character; without colours, so do walls and owned ground.
func (k *Skin) emptyCell(c *sim.Cell, back screen.Color) screen.Cell {
	sign := ' '
	switch {
	case k.isWall(c):
		return k.palette.Wall(back)
	case c.Dangerous && k.palette.ASCII:
		sign = '%'
	case c.Dangerous:
		sign = '╱'
	case c.Owner >= 0 && k.palette.Profile == theme.NoColor:
		sign = rune('0' + c.Owner)
	default:
		return screen.Cell{R: ' ', Style: screen.Style{BG: back}}
	}
	return screen.Cell{R: sign, Style: screen.Style{FG: k.palette.RoleColor(sim.RoleBoss), BG: back}}
}

// drawTwoColumns draws a unit or item in two columns. A narrow shape leaves the second column for a
// digit, or for a + in place of a larger value.
func (s *Scene) drawTwoColumns(g *screen.Grid, x, y int, t *glyph, o int, c *sim.Cell, u *sim.Unit, back screen.Color, letters bool) {
	n := c.Amount
	if u != nil {
		n = u.Timer
	}
	signs := [2]rune{t.shape, ' '}
	switch {
	case letters:
		signs = t.twoLetters[o]
	case t.wide:
		signs[1] = t.shape
	case n > 0 && n < 10:
		signs[1] = '0' + n
	case n > 9 && u == nil && t.showsValue: // There is no room for two digits.
		signs[1] = '+'
	}
	st := s.Skin.palette.OnGround(t.color[o], back, u != nil)
	set(g, x, y, signs[0], st)
	set(g, x+1, y, signs[1], st)
}

// set writes a cell. Blanks get no foreground colour, so that cells that look the same compare
// equal.
func set(g *screen.Grid, x, y int, r rune, st screen.Style) {
	if r == ' ' {
		st.FG = 0
	}
	g.Set(x, y, r, st)
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

// drawMarks highlights empty cells marked by players and underlines occupied ones. Where there is
// room, it draws the start of the mark's text.
func (s *Scene) drawMarks(g *screen.Grid) {
	if s.Marks == nil {
		return
	}
	w, h := s.Port.Zoom.Size(1, 1)
	st := s.Skin.palette.Highlight(s.Skin.palette.Mark)
	for seat := range s.Marks {
		for i := range s.Marks[seat] {
			m := &s.Marks[seat][i]
			at, ok := m.At, m.At.In(s.Frame.Rows, s.Frame.Cols)
			if m.Unit >= 0 {
				at, ok = s.unitPlace(m.Unit)
			}
			x, y, visible := s.Port.Place(at)
			empty := s.isEmpty(at)
			switch {
			case !ok || !visible:
				continue
			case empty:
				s.highlight(g, at, s.Skin.palette.Mark)
			default:
				s.underline(g, at)
			}
			switch {
			case s.Port.Zoom == HalfBlocks:
			case h > 1:
				g.Text(x, y+1, w, m.Text, st)
			case empty:
				g.Text(x, y, w, m.Text, st)
			}
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

func (s *Scene) underline(g *screen.Grid, at sim.Pos) {
	x, y, ok := s.Port.Place(at)
	if !ok || s.Port.Zoom == HalfBlocks {
		return
	}
	w, h := s.Port.Zoom.Size(1, 1)
	t, _, unit := s.Skin.glyphAt(s.cell(at.Row, at.Col))
	own := s.Skin.fillsTile(s.Port.Zoom, t, unit)
	g.Restyle(screen.Rect{X: x, Y: y, W: w, H: h}, func(st *screen.Style) { *st = s.Skin.palette.MarkedStyle(*st, own) })
}
