package board

import (
	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// A Scene is a board to be drawn.
type Scene struct {
	Frame   *sim.Frame
	Looks   *Looks
	Port    Port
	Cursor  sim.Pos // shown if Pointed
	Pointed bool
	Front   int8  // highlighted seat plus one, or 0; ground of other seats is dimmed
	Follow  int32 // unit that the viewer follows, or sim.NoUnit
	Marks   *[sim.Seats][]sim.Mark
	Over    *Overlay    // may be nil
	Taken   screen.Rect // part of the upper ruler used for something else; see Beside
	Motion  *Motion     // may be nil
}

// Draw draws the board with rulers and scroll bar.
func Draw(g *screen.Grid, s *Scene) {
	if s.Port.Cells.Empty() || len(s.Frame.Cells) < s.Frame.Rows*s.Frame.Cols {
		return
	}
	switch {
	case s.Over != nil && s.Over.Heat != nil:
		s.heat(g)
	case s.Port.Zoom == Half:
		s.halves(g)
	default:
		s.cells(g)
	}
	s.motion(g)
	s.overlay(g)
	at, ok := s.followed()
	if ok {
		s.frame(g, at)
	}
	if s.Pointed {
		s.frame(g, s.Cursor)
	}
	s.marks(g)
	if ok {
		s.middle(g, at)
	}
	if s.Pointed {
		s.middle(g, s.Cursor)
	}
	s.rulers(g)
}

// followed returns the cell of the followed unit.
func (s *Scene) followed() (at sim.Pos, ok bool) {
	for i := range s.Frame.Units {
		if u := &s.Frame.Units[i]; s.Follow != sim.NoUnit && u.ID == s.Follow {
			return u.At, u.OnBoard
		}
	}
	return at, false
}

// looked returns the cell marked on the rulers: that of the cursor, or of the followed unit.
func (s *Scene) looked() (at sim.Pos, ok bool) {
	if s.Pointed {
		return s.Cursor, true
	}
	return s.followed()
}

// middle draws the cursor. If there is a frame around it, the cell keeps its colours.
func (s *Scene) middle(g *screen.Grid, at sim.Pos) {
	if s.free(at) || s.Port.Zoom == One || !s.Looks.palette.HalfBlocks {
		s.point(g, at, s.Looks.palette.Cursor)
	}
}

// edge is the number of cells at each edge of the board that point at a row or column.
const edge = 3

// frame makes a cell easy to find. At small zooms the frame is two cells away, and row and column
// are marked at the edges.
func (s *Scene) frame(g *screen.Grid, at sim.Pos) {
	p := &s.Port
	if p.Zoom > One {
		s.box(g, at)
		return
	}
	mark := func(row, col int) {
		if to := (sim.Pos{Row: row, Col: col}); s.free(to) {
			s.point(g, to, s.Looks.palette.Cursor)
		}
	}
	for i := -2; i <= 2; i++ {
		mark(at.Row-2, at.Col+i)
		mark(at.Row+2, at.Col+i)
		mark(at.Row+i, at.Col-2)
		mark(at.Row+i, at.Col+2)
	}
	for i := range edge {
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

// box draws a frame around a cell of several characters in the adjacent halves of characters.
// Occupied cells are kept. Without half blocks it has sides only.
func (s *Scene) box(g *screen.Grid, at sim.Pos) {
	x, y, ok := s.Port.Place(at)
	if !ok {
		return
	}
	w, h := s.Port.Zoom.Size(1, 1)
	pal := s.Looks.palette
	for r := -1; r <= h; r++ {
		for c := -1; c <= w; c++ {
			to, ok := s.Port.At(x+c, y+r)
			if !ok || to == at || !s.free(to) {
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

// cell returns a cell and its unit, or nil off the board.
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

func (s *Scene) night() int {
	if s.Frame.Dark {
		return 1
	}
	return 0
}

// color returns the colour of a cell without a character.
func (s *Scene) color(row, col int) screen.Color {
	if uint(row) >= uint(s.Frame.Rows) || uint(col) >= uint(s.Frame.Cols) {
		return s.Looks.palette.Page
	}
	return s.colorOf(&s.Frame.Cells[row*s.Frame.Cols+col], s.shade())
}

// colorOf returns the colour of a cell's unit, item or ground.
func (s *Scene) colorOf(c *sim.Cell, lit shade) screen.Color {
	if uint(c.Unit) < uint(len(s.Frame.Units)) {
		if t, o := s.Looks.unit(&s.Frame.Units[c.Unit]); t != nil {
			return t.color[o]
		}
	}
	if c.Item != 0 {
		if t, o := s.Looks.item(c); t != nil {
			return t.color[o]
		}
	}
	return s.Looks.back(c, lit)
}

// shade returns the backgrounds of the scene.
func (s *Scene) shade() shade { return s.Looks.shade(s.night(), s.Front) }

// halves draws the board in half blocks. It takes most of the time of a frame.
func (s *Scene) halves(g *screen.Grid) {
	p, f, lit := &s.Port, s.Frame, s.shade()
	for y := range p.Cells.H {
		row := p.Top + 2*y
		if p.Cells.Y+y >= g.H || row < 0 || row+1 >= f.Rows || p.Left < 0 || p.Left+p.Cells.W > f.Cols || p.Cells.X+p.Cells.W > g.W {
			for x := range p.Cells.W { // edge of the board or grid
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

// setHalves draws two colours in one cell.
func setHalves(g *screen.Grid, x, y int, up, low screen.Color) {
	if c := g.At(x, y); c != nil {
		*c = halfCell(up, low)
	}
}

// halfCell returns a cell of two colours. If they are equal it is a blank, which takes fewer bytes
// and has no seam.
func halfCell(up, low screen.Color) screen.Cell {
	if up == low {
		return screen.Cell{R: ' ', Style: screen.Style{BG: low}}
	}
	return screen.Cell{R: '▀', Style: screen.Style{FG: up, BG: low}}
}

func (s *Scene) cells(g *screen.Grid) {
	p := &s.Port
	w, h := p.Zoom.Size(1, 1)
	letters := p.Zoom == Letters || s.Looks.palette.Letters
	lit := s.shade()
	for r := range p.High {
		for q := range p.Wide {
			c, u := s.cell(p.Top+r, p.Left+q)
			if c == nil {
				continue
			}
			x, y := p.Cells.X+q*w, p.Cells.Y+r*h
			switch p.Zoom {
			case One:
				s.one(g, x, y, c, u, s.Looks.back(c, lit), letters)
			case Tiles, Four:
				s.large(g, screen.Rect{X: x, Y: y, W: w, H: h}, c, u, s.Looks.back(c, lit), letters)
			default:
				s.pair(g, x, y, c, u, s.Looks.back(c, lit), letters)
			}
		}
	}
}

// bare returns the character of an empty cell. Without colours, walls and owners need one.
func (s *Scene) bare(c *sim.Cell) rune {
	switch {
	case s.Looks.wall(c) && s.Looks.palette.WallsNeedSign():
		return '#'
	case s.Looks.wall(c):
		return ' '
	case c.Dangerous && s.Looks.palette.ASCII:
		return '%'
	case c.Dangerous:
		return '╱'
	case c.Owner >= 0 && s.Looks.palette.Profile == theme.NoColor:
		return rune('0' + c.Owner)
	}
	return ' '
}

func (s *Scene) bareStyle(c *sim.Cell, back screen.Color) screen.Style {
	if s.Looks.wall(c) {
		return s.Looks.palette.WallStyle(back)
	}
	return screen.Style{FG: s.Looks.palette.RoleColor(sim.RoleBoss), BG: back}
}

func (s *Scene) one(g *screen.Grid, x, y int, c *sim.Cell, u *sim.Unit, back screen.Color, letters bool) {
	t, o, unit := s.Looks.on(c, u)
	if t == nil {
		set(g, x, y, s.bare(c), s.bareStyle(c, back))
		return
	}
	r := t.shape
	if letters {
		r = t.one[o]
	}
	g.Set(x, y, r, s.Looks.palette.OnGround(t.color[o], back, unit))
}

func (s *Scene) pair(g *screen.Grid, x, y int, c *sim.Cell, u *sim.Unit, back screen.Color, letters bool) {
	t, o, unit := s.Looks.on(c, u)
	switch {
	case t == nil:
		r, st := s.bare(c), s.bareStyle(c, back)
		set(g, x, y, r, st)
		if r >= '0' && r <= '9' {
			r = ' '
		}
		set(g, x+1, y, r, st)
	case unit:
		s.Looks.two(g, x, y, t, o, back, letters, true, digit(u.Timer))
	default:
		extra := digit(c.Amount)
		if t.money && c.Amount > 9 { // a number alone would look like a unit's
			extra = '+'
		}
		s.Looks.two(g, x, y, t, o, back, letters, false, extra)
	}
}

// two draws a kind in two columns. Extra is drawn beside a shape.
func (k *Looks) two(g *screen.Grid, x, y int, t *thing, o int, back screen.Color, letters, unit bool, extra rune) {
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

// set draws a cell. Blanks have no foreground, so that equal looking cells are equal.
func set(g *screen.Grid, x, y int, r rune, st screen.Style) {
	if r == ' ' {
		st.FG = 0
	}
	g.Set(x, y, r, st)
}

// digit returns a small number as one character, or a blank.
func digit(n int32) rune {
	if n > 0 && n < 10 {
		return '0' + n
	}
	return ' '
}

// point sets the background of a cell.
func (s *Scene) point(g *screen.Grid, at sim.Pos, c screen.Color) {
	p := &s.Port
	x, y, ok := p.Place(at)
	if !ok {
		return
	}
	if p.Zoom == Half {
		setHalf(g, x, y, at.Row&1 == 0, c)
		return
	}
	w, h := p.Zoom.Size(1, 1)
	pal := s.Looks.palette
	g.Restyle(screen.Rect{X: x, Y: y, W: w, H: h}, func(st *screen.Style) {
		*st = pal.Highlight(c)
	})
}

// marks draws the players' marks: empty cells show the start of the text, and occupied cells are
// marked below.
func (s *Scene) marks(g *screen.Grid) {
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
			if s.free(at) {
				s.point(g, at, s.Looks.palette.Mark)
			} else {
				s.under(g, at)
			}
			s.markText(g, at, m.Text)
		}
	}
}

// free reports whether a cell shows only its ground.
func (s *Scene) free(at sim.Pos) bool {
	if s.Over != nil && s.Over.Heat != nil {
		return true
	}
	c, u := s.cell(at.Row, at.Col)
	if c == nil {
		return false
	}
	t, _, _ := s.Looks.on(c, u)
	return t == nil
}

// under marks an occupied cell. With half blocks there is no space for that.
func (s *Scene) under(g *screen.Grid, at sim.Pos) {
	x, y, ok := s.Port.Place(at)
	if !ok || s.Port.Zoom == Half {
		return
	}
	w, h := s.Port.Zoom.Size(1, 1)
	t, _, unit := s.Looks.on(s.cell(at.Row, at.Col))
	own := s.Looks.fills(s.Port.Zoom, t, unit)
	g.Restyle(screen.Rect{X: x, Y: y, W: w, H: h}, func(st *screen.Style) { *st = s.Looks.palette.Marked(*st, own) })
}

func (s *Scene) markPlace(m *sim.Mark) (sim.Pos, bool) {
	if m.Unit < 0 {
		return m.At, m.At.In(s.Frame.Rows, s.Frame.Cols)
	}
	for i := range s.Frame.Units {
		if u := &s.Frame.Units[i]; u.ID == m.Unit {
			return u.At, u.OnBoard && u.At.In(s.Frame.Rows, s.Frame.Cols)
		}
	}
	return sim.Pos{}, false
}

func (s *Scene) markText(g *screen.Grid, at sim.Pos, text string) {
	x, y, ok := s.Port.Place(at)
	if !ok || s.Port.Zoom == Half {
		return
	}
	st := s.Looks.palette.Highlight(s.Looks.palette.Mark)
	w, h := s.Port.Zoom.Size(1, 1)
	switch {
	case h > 1:
		g.Text(x, y+1, w, text, st)
	case s.free(at):
		g.Text(x, y, w, text, st)
	}
}
