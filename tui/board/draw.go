package board

import (
	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Scene is what is to be drawn.
type Scene struct {
	Frame   *sim.Frame
	Looks   *Looks
	Port    Port
	Cursor  sim.Pos // shown when Pointed
	Pointed bool
	Front   int8  // the player in front, by its seat plus one: the ground of the others is paler; 0: none is
	Follow  int32 // id of the unit that the watcher follows, sim.NoUnit: none
	Marks   *[sim.Seats][]sim.Mark
	Over    *Overlay    // nil: nothing
	Taken   screen.Rect // of the upper ruler, for something else; see Beside
	Motion  *Motion     // nil: nothing
}

// Draw draws the board with its rulers and scroll bar.
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

// followed is where the unit is that the watcher follows.
func (s *Scene) followed() (at sim.Pos, ok bool) {
	for i := range s.Frame.Units {
		if u := &s.Frame.Units[i]; s.Follow != sim.NoUnit && u.ID == s.Follow {
			return u.At, u.On
		}
	}
	return at, false
}

// looked is the cell whose row and column the rulers mark: the cursor's, or else that of the
// followed unit.
func (s *Scene) looked() (at sim.Pos, ok bool) {
	if s.Pointed {
		return s.Cursor, true
	}
	return s.followed()
}

// middle shows the cell that is looked at. What stands there keeps its colours where a frame
// is all around it.
func (s *Scene) middle(g *screen.Grid, at sim.Pos) {
	if s.free(at) || s.Port.Zoom == One || !s.Looks.palette.HalfBlocks {
		s.point(g, at, s.Looks.palette.Cursor)
	}
}

// edge is how many cells at each edge of the board point at a row or a column.
const edge = 3

// frame makes a cell plain to see from afar. Where a cell of the board is a character at
// most, the frame stands two cells around it, and its row and its column are marked at the
// edges. What stands there stays.
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

// box draws a frame around a cell of several characters, in the halves of characters that
// touch it; those stay in which something stands, and where there are no half blocks the
// frame has sides only.
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
				*cell = screen.Cell{R: ' ', Style: pal.Point(pal.Cursor)}
			case !pal.HalfBlocks:
			case r < 0:
				*cell = screen.Cell{R: '▄', Style: screen.Style{FG: pal.Cursor, BG: cell.BG}}
			default:
				*cell = screen.Cell{R: '▀', Style: screen.Style{FG: pal.Cursor, BG: cell.BG}}
			}
		}
	}
}

// cell returns a cell of the board and the unit on it, or nil off the board.
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

// color is the one colour of a cell where it has no character of its own.
func (s *Scene) color(row, col int) screen.Color {
	if uint(row) >= uint(s.Frame.Rows) || uint(col) >= uint(s.Frame.Cols) {
		return s.Looks.palette.Page
	}
	return s.colorOf(&s.Frame.Cells[row*s.Frame.Cols+col], s.shade())
}

// colorOf is the colour of a cell: its unit's, or its item's, or the ground's.
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

// shade is the backgrounds that the scene has.
func (s *Scene) shade() shade { return s.Looks.shade(s.night(), s.Front) }

// halves is most of what a round costs everybody who draws it.
func (s *Scene) halves(g *screen.Grid) {
	p, f, lit := &s.Port, s.Frame, s.shade()
	for y := range p.Cells.H {
		row := p.Top + 2*y
		if p.Cells.Y+y >= g.H || row < 0 || row+1 >= f.Rows || p.Left < 0 || p.Left+p.Cells.W > f.Cols || p.Cells.X+p.Cells.W > g.W {
			for x := range p.Cells.W { // the edge of the board or of the grid
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

// setHalves writes two colours into one cell.
func setHalves(g *screen.Grid, x, y int, up, low screen.Color) {
	if c := g.At(x, y); c != nil {
		*c = halfCell(up, low)
	}
}

// halfCell is a cell of two colours. Where they are equal it is a blank: fewer
// bytes, and no seam in any font.
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

// bare is the character of a cell with nothing on it. Without colours walls
// and owners need one.
func (s *Scene) bare(c *sim.Cell) rune {
	switch {
	case s.Looks.wall(c) && s.Looks.palette.WallSign():
		return '#'
	case s.Looks.wall(c):
		return ' '
	case c.Hatch && s.Looks.palette.ASCII:
		return '%'
	case c.Hatch:
		return '╱'
	case c.Owner >= 0 && s.Looks.palette.Profile == theme.NoColor:
		return rune('0' + c.Owner)
	}
	return ' '
}

func (s *Scene) bareStyle(c *sim.Cell, back screen.Color) screen.Style {
	if s.Looks.wall(c) {
		return s.Looks.palette.Wall(back)
	}
	return screen.Style{FG: s.Looks.palette.Role(sim.RoleBoss), BG: back}
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
		if t.money && c.Amount > 9 { // digits alone would read as the number of a unit
			extra = '+'
		}
		s.Looks.two(g, x, y, t, o, back, letters, false, extra)
	}
}

// two writes a kind in two columns; beside a shape stands extra.
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

// set writes a cell; a blank has no foreground, so that a renderer which
// compares cells finds no difference that nobody can see.
func set(g *screen.Grid, x, y int, r rune, st screen.Style) {
	if r == ' ' {
		st.FG = 0
	}
	g.Set(x, y, r, st)
}

// digit is a small number in one column, blank where it has none.
func digit(n int32) rune {
	if n > 0 && n < 10 {
		return '0' + n
	}
	return ' '
}

// point puts a colour under a cell, keeping what is on it.
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
	g.Shade(screen.Rect{X: x, Y: y, W: w, H: h}, func(st *screen.Style) {
		*st = pal.Point(c)
	})
}

// marks draws what the players marked: a free cell in the colour of marks with the
// first letters of the text; what stands on a cell keeps its look, which says
// whose it is, and has the mark beneath.
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

// free reports whether nothing is drawn on a cell but its ground.
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

// under marks an occupied cell. In half blocks there is no room beneath a unit.
func (s *Scene) under(g *screen.Grid, at sim.Pos) {
	x, y, ok := s.Port.Place(at)
	if !ok || s.Port.Zoom == Half {
		return
	}
	w, h := s.Port.Zoom.Size(1, 1)
	t, _, unit := s.Looks.on(s.cell(at.Row, at.Col))
	own := s.Looks.fills(s.Port.Zoom, t, unit)
	g.Shade(screen.Rect{X: x, Y: y, W: w, H: h}, func(st *screen.Style) { *st = s.Looks.palette.Marked(*st, own) })
}

func (s *Scene) markPlace(m *sim.Mark) (sim.Pos, bool) {
	if m.Unit < 0 {
		return m.At, m.At.In(s.Frame.Rows, s.Frame.Cols)
	}
	for i := range s.Frame.Units {
		if u := &s.Frame.Units[i]; u.ID == m.Unit {
			return u.At, u.On && u.At.In(s.Frame.Rows, s.Frame.Cols)
		}
	}
	return sim.Pos{}, false
}

func (s *Scene) markText(g *screen.Grid, at sim.Pos, text string) {
	x, y, ok := s.Port.Place(at)
	if !ok || s.Port.Zoom == Half {
		return
	}
	st := s.Looks.palette.Point(s.Looks.palette.Mark)
	w, h := s.Port.Zoom.Size(1, 1)
	switch {
	case h > 1:
		g.Text(x, y+1, w, text, st)
	case s.free(at):
		g.Text(x, y, w, text, st)
	}
}
