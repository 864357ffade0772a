package board

import (
	"math"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Heat is a heat map: a count for every cell.
type Heat struct {
	Title  string  // what is counted: "visits of Seeker to round 60"
	Brief  string  // the same in short: "visits of Seeker"
	Counts []int32 // row by row
	Most   int32   // the greatest
}

// scale is the greatest count of every level, rising.
type scale [theme.Levels]int32

// newScale shares counts out to levels: few counts evenly, many by their size, since
// there are few cells of the greatest.
func newScale(most int32) (s scale) {
	for i := range s {
		if most <= theme.Levels {
			s[i] = int32(i+1) * most / theme.Levels
		} else {
			s[i] = max(int32(i+1), int32(math.Round(math.Pow(float64(most), float64(i+1)/theme.Levels))))
		}
	}
	s[theme.Levels-1] = most
	return s
}

// level is that of a count, from 1; of 0 it is 0.
func (s *scale) level(n int32) int {
	if n <= 0 {
		return 0
	}
	for i := range s {
		if n <= s[i] {
			return i + 1
		}
	}
	return theme.Levels
}

// heat draws the map: walls as they are, every other cell by its count.
func (s *Scene) heat(g *screen.Grid) {
	h, p := s.Over.Heat, &s.Port
	if len(h.Counts) < len(s.Frame.Cells) {
		return
	}
	levels, lit := newScale(h.Most), s.shade()
	w, high := p.Zoom.Size(1, 1)
	for r := range p.High {
		for q := range p.Wide {
			at := sim.Pos{Row: p.Top + r, Col: p.Left + q}
			c, _ := s.cell(at.Row, at.Col)
			x, y, ok := p.Place(at)
			if c == nil || !ok {
				continue
			}
			n := h.Counts[at.Row*s.Frame.Cols+at.Col]
			level := levels.level(n)
			bare := sim.Cell{Ground: c.Ground, Owner: -1, Unit: -1}
			back := s.Looks.back(&bare, lit)
			st := s.Looks.palette.Heat(level, back)
			if p.Zoom == Half {
				setHalf(g, x, y, at.Row&1 == 0, st.BG)
				continue
			}
			sign, wall := ' ', s.Looks.wall(c)
			switch {
			case wall && level == 0:
				sign, st = s.bare(&bare), s.bareStyle(&bare, back)
			case level > 0 && s.Looks.palette.Letters:
				sign = h.digit(n, level)
			}
			for i := range w * high {
				set(g, x+i%w, y+i/w, sign, st)
				if !wall || level > 0 {
					sign = ' '
				}
			}
			if p.Zoom == Four && n > 0 {
				s.heatNumber(g, x, y, n, st)
			}
		}
	}
}

// digit stands for a count where there are no colours: the count itself, where all are
// that small, or else its level.
func (h *Heat) digit(n int32, level int) rune {
	if h.Most <= theme.Levels {
		return '0' + n
	}
	return '0' + rune(level)
}

// heatNumber writes a count where there is room for it.
func (s *Scene) heatNumber(g *screen.Grid, x, y int, n int32, st screen.Style) {
	var buf [12]byte
	b := strconv.AppendInt(buf[:0], int64(n), 10)
	if len(b) > 4 {
		b = append(strconv.AppendInt(buf[:0], int64(n)/1000, 10), 'k')
	}
	g.Set(x, y, ' ', st)
	g.Bytes(x, y, 4, b, st)
}

// heatLegend lists the levels and their counts.
func (s *Scene) heatLegend() []Entry {
	h, p := s.Over.Heat, s.Looks.palette
	list := []Entry{{Name: h.Title, Brief: h.Brief}}
	levels := newScale(h.Most)
	low := int32(1)
	for i, high := range levels {
		if high < low {
			continue
		}
		name := strconv.Itoa(int(low))
		if high > low {
			name += "-" + strconv.Itoa(int(high))
		}
		low = high + 1
		st := p.Heat(i+1, p.Page)
		e := Entry{Name: name, Brief: name, Sign: blank(1, st.BG)}
		if p.Letters {
			e.Sign = []screen.Cell{{R: h.digit(high, i+1), Style: st}, {R: ':', Style: p.Dim}}
		}
		list = append(list, e)
	}
	return list
}
