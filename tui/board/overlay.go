package board

import (
	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/trace"
)

// Overlay is what a watcher wants to see over the board, beside what stands on it.
type Overlay struct {
	Heat   *Heat        // in place of grounds, items and units; nil: none
	Trails []Trail      // paths that led to where units are
	Moves  []trace.Move // arrows from where units went
	Flash  []sim.Pos    // cells that got another owner
	Unlike []sim.Pos    // cells that are not as in the match that this one is compared with
}

// Trail is the path of a unit, oldest cell first.
type Trail struct {
	Path []sim.Pos
	Seat int8 // whose the unit is, -1 nobody's
}

// fresh is how many of the newest cells of a trail have a bolder sign.
const fresh = 5

// overlay draws what lies over the board, below marks and cursor.
func (s *Scene) overlay(g *screen.Grid) {
	o := s.Over
	if o == nil {
		return
	}
	for i := range o.Trails {
		s.trail(g, &o.Trails[i])
	}
	for i := range o.Moves {
		m := &o.Moves[i]
		s.trace(g, m.From, arrow(m.From, m.To), s.wayColor(m.Seat))
	}
	for _, cells := range [...][]sim.Pos{o.Flash, o.Unlike} {
		for _, at := range cells {
			s.flash(g, at)
		}
	}
}

// flash makes a cell stand out, and leaves what stands on it to be seen.
func (s *Scene) flash(g *screen.Grid, at sim.Pos) {
	if s.free(at) || s.Port.Zoom == Half {
		s.point(g, at, s.Looks.palette.Flash)
	} else {
		s.under(g, at)
	}
}

// wayColor is that of a unit's last step: of the sign, or of the cell in half blocks.
func (s *Scene) wayColor(seat int8) screen.Color {
	switch p := s.Looks.palette; {
	case seat < 0:
		return p.Role(sim.RoleBoss)
	case s.Port.Zoom == Half:
		return p.Later(seat)
	default:
		return p.Seat(seat)
	}
}

// trailColor is that of a longer way.
func (s *Scene) trailColor(seat int8) screen.Color {
	switch p := s.Looks.palette; {
	case s.Port.Zoom == Half:
		return p.Trail(seat)
	case seat < 0:
		return p.Role(sim.RoleBoss)
	default:
		return p.Strong.FG
	}
}

func (s *Scene) trail(g *screen.Grid, t *Trail) {
	for i, at := range t.Path {
		sign := '·'
		if i >= len(t.Path)-fresh {
			sign = '•'
		}
		s.trace(g, at, sign, s.trailColor(t.Seat))
	}
}

// trace puts a sign on a cell on which nothing stands; in half blocks, the colour alone.
func (s *Scene) trace(g *screen.Grid, at sim.Pos, sign rune, c screen.Color) {
	x, y, ok := s.Port.Place(at)
	if !ok || !s.free(at) {
		return
	}
	if s.Port.Zoom == Half {
		setHalf(g, x, y, at.Row&1 == 0, c)
		return
	}
	w, h := s.Port.Zoom.Size(1, 1)
	if cell := g.At(x+(w-1)/2, y+(h-1)/2); cell != nil {
		cell.R, cell.FG = sign, c
	}
}

// arrow is the sign of a step; longer ways have none of their own.
func arrow(from, to sim.Pos) rune {
	const signs = "↖↑↗←·→↙↓↘"
	r, c := to.Row-from.Row+1, to.Col-from.Col+1
	if uint(r) > 2 || uint(c) > 2 {
		return '·'
	}
	return []rune(signs)[3*r+c]
}

// setHalf gives one half of a cell of half blocks a colour.
func setHalf(g *screen.Grid, x, y int, upper bool, c screen.Color) {
	cell := g.At(x, y)
	if cell == nil {
		return
	}
	up, low := cell.BG, cell.BG
	if cell.R == '▀' {
		up = cell.FG
	}
	if upper {
		up = c
	} else {
		low = c
	}
	*cell = halfCell(up, low)
}

// overlayLegend explains what lies over the board.
func (s *Scene) overlayLegend() (list []Entry) {
	o, p := s.Over, s.Looks.palette
	add := func(name string, sign rune, c screen.Color) {
		e := Entry{Name: name, Brief: name, Sign: []screen.Cell{{R: sign, Style: p.Text}}}
		if s.Port.Zoom == Half {
			e.Sign = blank(1, c)
		}
		list = append(list, e)
	}
	if len(o.Trails) > 0 {
		add("path", '•', s.trailColor(o.Trails[0].Seat))
	}
	if len(o.Moves) > 0 {
		add("came from", '→', s.wayColor(o.Moves[0].Seat))
	}
	flash := func(name string, cells []sim.Pos) {
		if len(cells) > 0 {
			add(name, ' ', p.Flash)
			list[len(list)-1].Sign = []screen.Cell{{R: ' ', Style: p.Point(p.Flash)}}
		}
	}
	flash("new owner", o.Flash)
	flash("differs", o.Unlike)
	return list
}
