package board

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// A Scene describes a board and everything drawn on it.
type Scene struct {
	Frame        *sim.Frame
	Skin         *Skin
	Viewport     Viewport
	Cursor       sim.Pos // drawn only if ShowCursor is set
	ShowCursor   bool
	Front        int8  // highlighted seat plus one, or 0 for none; other seats' ground is dimmed
	FollowedUnit int32 // ID of the followed unit, or sim.NoUnit
	Marks        *[sim.Seats][]sim.Mark
	Overlay      *Overlay
	ReservedArea screen.Rect // part of the column ruler to leave blank
	Motion       *Motion
}

// Draw draws the board with its rulers and scroll bar.
func Draw(g *screen.Grid, s *Scene) {
	if s.Viewport.CellArea.Empty() || len(s.Frame.Cells) < s.Frame.Rows*s.Frame.Cols {
		return
	}
	switch {
	case s.Overlay != nil && s.Overlay.HeatMap != nil:
		s.drawHeatMap(g)
	case s.Viewport.Zoom == HalfBlocks:
		s.drawHalfBlocks(g)
	default:
		s.drawGlyphs(g)
	}
	s.drawMotion(g)
	s.drawOverlay(g)
	focus := make([]sim.Pos, 0, 2) // positions of the followed unit and the cursor
	if at, ok := s.unitPos(s.FollowedUnit); ok {
		focus = append(focus, at)
	}
	if s.ShowCursor {
		focus = append(focus, s.Cursor)
	}
	for _, at := range focus {
		s.drawFocus(g, at)
	}
	s.drawMarks(g)
	for _, at := range focus {
		if s.isEmpty(at) || s.Viewport.Zoom == OneColumn || !s.Skin.palette.HasHalfBlocks {
			s.highlight(g, at, s.Skin.palette.Cursor)
		}
	}
	s.drawRulers(g, focus)
}

func (s *Scene) unitPos(id int32) (at sim.Pos, ok bool) {
	for i := range s.Frame.Units {
		if u := &s.Frame.Units[i]; u.ID == id {
			return u.At, u.OnBoard && u.At.In(s.Frame.Rows, s.Frame.Cols)
		}
	}
	return at, false
}

// edgeLength is the number of cells highlighted at each end of a framed cell's row and column.
const edgeLength = 3

// drawFocus draws a frame around a cell. At small zooms, the frame is two cells away from the cell,
// and the ends of the cell's row and column are highlighted.
func (s *Scene) drawFocus(g *screen.Grid, at sim.Pos) {
	p := &s.Viewport
	if p.Zoom > OneColumn {
		s.drawFocusFrame(g, at)
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
	for i := range edgeLength {
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

// drawFocusFrame draws a frame around a cell with half-block characters. It skips occupied cells.
// If the palette has no half blocks, it draws only the left and right sides.
func (s *Scene) drawFocusFrame(g *screen.Grid, at sim.Pos) {
	x, y, ok := s.Viewport.ScreenPos(at)
	if !ok {
		return
	}
	w, h := s.Viewport.Zoom.Size(1, 1)
	pal := s.Skin.palette
	for r := -1; r <= h; r++ {
		for c := -1; c <= w; c++ {
			to, ok := s.Viewport.At(x+c, y+r)
			if !ok || to == at || !s.isEmpty(to) {
				continue
			}
			cell := g.At(x+c, y+r)
			switch side := r >= 0 && r < h; {
			case cell == nil:
			case side:
				*cell = screen.Cell{R: ' ', Style: pal.HighlightStyle(pal.Cursor)}
			case !pal.HasHalfBlocks:
			case r < 0:
				*cell = screen.Cell{R: '▄', Style: screen.Style{FG: pal.Cursor, BG: cell.BG}}
			default:
				*cell = screen.Cell{R: '▀', Style: screen.Style{FG: pal.Cursor, BG: cell.BG}}
			}
		}
	}
}

func (s *Scene) cellAndUnit(row, col int) (*sim.Cell, *sim.Unit) {
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

func (s *Scene) colorAt(row, col int) screen.Color {
	if c, _ := s.cellAndUnit(row, col); c != nil {
		return s.colorOf(c, s.groundColors())
	}
	return s.Skin.palette.Page
}

func (s *Scene) colorOf(c *sim.Cell, colors groundColors) screen.Color {
	if uint(c.Unit) < uint(len(s.Frame.Units)) {
		if t, o := s.Skin.unitGlyph(&s.Frame.Units[c.Unit]); t != nil {
			return t.colors[o]
		}
	}
	if c.Item != 0 {
		if t, o := s.Skin.itemGlyph(c); t != nil {
			return t.colors[o]
		}
	}
	return s.Skin.groundColor(c, colors)
}

func (s *Scene) groundColors() groundColors { return s.Skin.groundTables[s.Front][nightIndex(s.Frame)] }

// drawHalfBlocks draws the board in half blocks. It takes most of the drawing time.
func (s *Scene) drawHalfBlocks(g *screen.Grid) {
	p, f, colors := &s.Viewport, s.Frame, s.groundColors()
	for y := range p.CellArea.H {
		row := p.Top + 2*y
		if p.CellArea.Y+y >= g.H || row < 0 || row+1 >= f.Rows || p.Left < 0 || p.Left+p.CellArea.W > f.Cols || p.CellArea.X+p.CellArea.W > g.W {
			for x := range p.CellArea.W { // The row is partly outside the board or grid, so check every cell.
				if c := g.At(p.CellArea.X+x, p.CellArea.Y+y); c != nil {
					*c = halfCell(s.colorAt(row, p.Left+x), s.colorAt(row+1, p.Left+x))
				}
			}
			continue
		}
		out := g.Row(p.CellArea.Y + y)[p.CellArea.X:][:p.CellArea.W]
		up := f.Cells[row*f.Cols+p.Left:][:len(out)]
		low := f.Cells[(row+1)*f.Cols+p.Left:][:len(out)]
		for x := range out {
			out[x] = halfCell(s.colorOf(&up[x], colors), s.colorOf(&low[x], colors))
		}
	}
}

// halfCell returns a half block in two colours, or a blank if they are equal. A blank takes fewer
// bytes and shows no seam.
func halfCell(upper, lower screen.Color) screen.Cell {
	if upper == lower {
		return screen.Cell{R: ' ', Style: screen.Style{BG: lower}}
	}
	return screen.Cell{R: '▀', Style: screen.Style{FG: upper, BG: lower}}
}

func (s *Scene) drawGlyphs(g *screen.Grid) {
	p := &s.Viewport
	w, h := p.Zoom.Size(1, 1)
	letters := p.Zoom == Letters || s.Skin.palette.UseLetters
	colors := s.groundColors()
	for row := range p.VisibleRows {
		for col := range p.VisibleCols {
			c, u := s.cellAndUnit(p.Top+row, p.Left+col)
			if c == nil {
				continue
			}
			r := screen.Rect{X: p.CellArea.X + col*w, Y: p.CellArea.Y + row*h, W: w, H: h}
			back := s.Skin.groundColor(c, colors)
			switch t, o, unit := s.Skin.cellGlyph(c, u); {
			case t == nil:
				s.drawEmptyCell(g, r, c, back)
			case w == 1 && letters:
				g.Set(r.X, r.Y, t.oneLetter[o], s.Skin.palette.GlyphStyle(t.colors[o], back, unit))
			case w == 1:
				g.Set(r.X, r.Y, t.shape, s.Skin.palette.GlyphStyle(t.colors[o], back, unit))
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

func (s *Scene) drawEmptyCell(g *screen.Grid, r screen.Rect, c *sim.Cell, background screen.Color) {
	cell := s.Skin.emptyCell(c, background)
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
func (k *Skin) emptyCell(c *sim.Cell, background screen.Color) screen.Cell {
	sign := ' '
	switch {
	case k.isWall(c):
		return k.palette.WallCell(background)
	case c.Dangerous && k.palette.UseASCII:
		sign = '%'
	case c.Dangerous:
		sign = '╱'
	case c.Owner >= 0 && k.palette.Profile == theme.NoColor:
		sign = rune('0' + c.Owner)
	default:
		return screen.Cell{R: ' ', Style: screen.Style{BG: background}}
	}
	return screen.Cell{R: sign, Style: screen.Style{FG: k.palette.RoleColor(sim.RoleBoss), BG: background}}
}

// drawTwoColumns draws a unit or item in two columns. A narrow shape leaves the second column for a
// digit, or for a + in place of a larger value.
func (s *Scene) drawTwoColumns(g *screen.Grid, x, y int, t *glyph, o int, c *sim.Cell, u *sim.Unit, background screen.Color, useLetters bool) {
	n := c.Amount
	if u != nil {
		n = u.Timer
	}
	signs := [2]rune{t.shape, ' '}
	switch {
	case useLetters:
		signs = t.twoLetters[o]
	case t.wide:
		signs[1] = t.shape
	case n > 0 && n < 10:
		signs[1] = '0' + n
	case n > 9 && u == nil && t.showsValue: // There is no room for two digits.
		signs[1] = '+'
	}
	st := s.Skin.palette.GlyphStyle(t.colors[o], background, u != nil)
	setCell(g, x, y, signs[0], st)
	setCell(g, x+1, y, signs[1], st)
}

// setCell writes a cell. Blanks get no foreground colour, so that cells that look the same compare
// equal.
func setCell(g *screen.Grid, x, y int, r rune, st screen.Style) {
	if r == ' ' {
		st.FG = 0
	}
	g.Set(x, y, r, st)
}

func (s *Scene) highlight(g *screen.Grid, at sim.Pos, c screen.Color) {
	p := &s.Viewport
	x, y, ok := p.ScreenPos(at)
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
		*st = pal.HighlightStyle(c)
	})
}

// drawMarks highlights empty cells marked by players and underlines occupied ones. Where there is
// room, it draws the start of the mark's text.
func (s *Scene) drawMarks(g *screen.Grid) {
	if s.Marks == nil {
		return
	}
	w, h := s.Viewport.Zoom.Size(1, 1)
	st := s.Skin.palette.HighlightStyle(s.Skin.palette.Mark)
	for seat := range s.Marks {
		for i := range s.Marks[seat] {
			m := &s.Marks[seat][i]
			at, ok := m.At, m.At.In(s.Frame.Rows, s.Frame.Cols)
			if m.Unit >= 0 {
				at, ok = s.unitPos(m.Unit)
			}
			x, y, visible := s.Viewport.ScreenPos(at)
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
			case s.Viewport.Zoom == HalfBlocks:
			case h > 1:
				g.WriteText(x, y+1, w, m.Text, st)
			case empty:
				g.WriteText(x, y, w, m.Text, st)
			}
		}
	}
}

// isEmpty reports whether a cell shows neither a unit nor an item.
func (s *Scene) isEmpty(at sim.Pos) bool {
	if s.Overlay != nil && s.Overlay.HeatMap != nil {
		return true
	}
	c, u := s.cellAndUnit(at.Row, at.Col)
	if c == nil {
		return false
	}
	t, _, _ := s.Skin.cellGlyph(c, u)
	return t == nil
}

func (s *Scene) underline(g *screen.Grid, at sim.Pos) {
	x, y, ok := s.Viewport.ScreenPos(at)
	if !ok || s.Viewport.Zoom == HalfBlocks {
		return
	}
	w, h := s.Viewport.Zoom.Size(1, 1)
	t, _, unit := s.Skin.cellGlyph(s.cellAndUnit(at.Row, at.Col))
	own := s.Skin.fillsTile(s.Viewport.Zoom, t, unit)
	g.Restyle(screen.Rect{X: x, Y: y, W: w, H: h}, func(st *screen.Style) { *st = s.Skin.palette.MarkedStyle(*st, own) })
}
