package board

import (
	"math"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/trace"
)

// An Overlay holds extra information to draw over the board, such as a heat map.
type Overlay struct {
	HeatMap        *HeatMap // heat map drawn in place of the board's contents, or nil
	Trails         []Trail
	Moves          []trace.Move // units' latest moves, drawn as arrows
	OwnerChanges   []sim.Pos    // cells that changed owner
	DifferentCells []sim.Pos    // cells that differ from the compared match
}

// A Trail is the path of a unit. The oldest cell comes first.
type Trail struct {
	Path []sim.Pos
	Seat int8 // seat of the unit's player, or -1 for neutral units
}

// recentSteps is the number of recent steps that trails show as larger dots.
const recentSteps = 5

func (s *Scene) drawOverlay(g *screen.Grid) {
	o := s.Overlay
	if o == nil {
		return
	}
	for _, t := range o.Trails {
		for i, at := range t.Path {
			sign := '·'
			if i >= len(t.Path)-recentSteps {
				sign = '•'
			}
			s.drawStep(g, at, sign, s.trailColor(t.Seat))
		}
	}
	for i := range o.Moves {
		m := &o.Moves[i]
		s.drawStep(g, m.From, arrow(m.From, m.To), s.stepColor(m.Seat))
	}
	for _, cells := range [...][]sim.Pos{o.OwnerChanges, o.DifferentCells} {
		for _, at := range cells {
			if s.isEmpty(at) || s.Viewport.Zoom == HalfBlocks {
				s.highlight(g, at, s.Skin.palette.Flash)
			} else {
				s.underline(g, at)
			}
		}
	}
}

func (s *Scene) stepColor(seat int8) screen.Color {
	switch p := s.Skin.palette; {
	case seat < 0:
		return p.RoleColor(sim.RoleBoss)
	case s.Viewport.Zoom == HalfBlocks:
		return p.ItemColor(sim.RoleOwner, seat)
	default:
		return p.SeatColor(seat)
	}
}

func (s *Scene) trailColor(seat int8) screen.Color {
	switch p := s.Skin.palette; {
	case s.Viewport.Zoom == HalfBlocks:
		return p.TrailColor(seat)
	case seat < 0:
		return p.RoleColor(sim.RoleBoss)
	default:
		return p.Strong.FG
	}
}

// drawStep draws one step of a path on the cell at, if that is empty. At the zoom HalfBlocks, it
// only colours the cell.
func (s *Scene) drawStep(g *screen.Grid, at sim.Pos, sign rune, c screen.Color) {
	x, y, ok := s.Viewport.ScreenPos(at)
	if !ok || !s.isEmpty(at) {
		return
	}
	if s.Viewport.Zoom == HalfBlocks {
		setHalf(g, x, y, at.Row&1 == 0, c)
		return
	}
	w, h := s.Viewport.Zoom.Size(1, 1)
	if cell := g.At(x+(w-1)/2, y+(h-1)/2); cell != nil {
		cell.R, cell.FG = sign, c
	}
}

// arrow returns an arrow for a step to a neighbouring cell, or a dot for longer moves.
func arrow(from, to sim.Pos) rune {
	const signs = "↖↑↗←·→↙↓↘"
	r, c := to.Row-from.Row+1, to.Col-from.Col+1
	if uint(r) > 2 || uint(c) > 2 {
		return '·'
	}
	return []rune(signs)[3*r+c]
}

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

func (s *Scene) overlayLegend() (list []LegendEntry) {
	o, p := s.Overlay, s.Skin.palette
	add := func(name string, sign screen.Cell) {
		list = append(list, LegendEntry{Name: name, Brief: name, Sign: []screen.Cell{sign}})
	}
	path := func(name string, sign rune, c screen.Color) {
		if s.Viewport.Zoom == HalfBlocks {
			add(name, screen.Cell{R: ' ', Style: screen.Style{BG: c}})
		} else {
			add(name, screen.Cell{R: sign, Style: p.Text})
		}
	}
	if len(o.Trails) > 0 {
		path("trail", '•', s.trailColor(o.Trails[0].Seat))
	}
	if len(o.Moves) > 0 {
		path("previous cell", '→', s.stepColor(o.Moves[0].Seat))
	}
	if len(o.OwnerChanges) > 0 {
		add("new owner", screen.Cell{R: ' ', Style: p.HighlightStyle(p.Flash)})
	}
	if len(o.DifferentCells) > 0 {
		add("differs", screen.Cell{R: ' ', Style: p.HighlightStyle(p.Flash)})
	}
	return list
}

// Motion holds the effects that are drawn only during playback.
type Motion struct {
	Trails       []Trail   // recent paths of units; older steps are fainter
	OwnerChanges []sim.Pos // cells that changed owner
	Hits         []sim.Pos // cells where units were hit or lost
}

func (s *Scene) drawMotion(g *screen.Grid) {
	m, p := s.Motion, s.Skin.palette
	if m == nil {
		return
	}
	for i := range m.Trails {
		t := &m.Trails[i]
		for k, at := range t.Path {
			color := s.stepColor(t.Seat)
			cell, _ := s.cellAndUnit(at.Row, at.Col)
			for range len(t.Path) - 2 - k { // Fade the colour more for older steps.
				if cell != nil {
					color = p.DimmedGround(color, s.Skin.groundColor(cell, s.groundColors()))
				}
			}
			s.drawStep(g, at, '·', color)
		}
	}
	for _, at := range m.OwnerChanges {
		if c, _ := s.cellAndUnit(at.Row, at.Col); c != nil && (s.Viewport.Zoom != HalfBlocks || s.isEmpty(at)) {
			s.highlight(g, at, p.ItemColor(sim.RoleOwner, c.Owner))
		}
	}
	for _, at := range m.Hits {
		s.highlight(g, at, p.Flash)
	}
}

// HeatMap is a heat map with one count per board cell.
type HeatMap struct {
	Title  string  // full title, such as "visits, Seeker, up to round 60"
	Brief  string  // short title, such as "visits, Seeker"
	Counts []int32 // counts of all cells, row by row
	Max    int32   // largest count
}

// A heatScale holds the largest count for each colour level of a heat map.
type heatScale [theme.NumHeatLevels]int32

// newHeatScale divides the counts from 1 to maxCount into colour levels. Large ranges are divided
// geometrically, because few cells have high counts.
func newHeatScale(maxCount int32) (s heatScale) {
	for i := range s {
		if maxCount <= theme.NumHeatLevels {
			s[i] = int32(i+1) * maxCount / theme.NumHeatLevels
		} else {
			s[i] = max(int32(i+1), int32(math.Round(math.Pow(float64(maxCount), float64(i+1)/theme.NumHeatLevels))))
		}
	}
	s[theme.NumHeatLevels-1] = maxCount
	return s
}

// level returns the colour level of a count. A count of 0 has level 0; other levels start at 1.
func (s *heatScale) level(n int32) int {
	if n <= 0 {
		return 0
	}
	for i := range s {
		if n <= s[i] {
			return i + 1
		}
	}
	return theme.NumHeatLevels
}

func (s *Scene) drawHeatMap(g *screen.Grid) {
	h, p := s.Overlay.HeatMap, &s.Viewport
	if len(h.Counts) < len(s.Frame.Cells) {
		return
	}
	var buf [12]byte
	levels, colors := newHeatScale(h.Max), s.groundColors()
	w, high := p.Zoom.Size(1, 1)
	for r := range p.VisibleRows {
		for q := range p.VisibleCols {
			at := sim.Pos{Row: p.Top + r, Col: p.Left + q}
			c, _ := s.cellAndUnit(at.Row, at.Col)
			x, y, ok := p.ScreenPos(at)
			if c == nil || !ok {
				continue
			}
			n := h.Counts[at.Row*s.Frame.Cols+at.Col]
			level := levels.level(n)
			bare := sim.Cell{Ground: c.Ground, Owner: -1, Unit: -1}
			back := s.Skin.groundColor(&bare, colors)
			st := s.Skin.palette.HeatStyle(level, back)
			if p.Zoom == HalfBlocks {
				setHalf(g, x, y, at.Row&1 == 0, st.BG)
				continue
			}
			cell := screen.Cell{R: ' ', Style: screen.Style{BG: st.BG, Attr: st.Attr}}
			if level == 0 && s.Skin.isWall(c) {
				cell = s.Skin.emptyCell(&bare, back)
			}
			g.Fill(screen.Rect{X: x, Y: y, W: w, H: high}, cell)
			if level > 0 && s.Skin.palette.UseLetters {
				g.Set(x, y, h.digit(n, level), st)
			}
			if p.Zoom == FourColumns && n > 0 {
				num := strconv.AppendInt(buf[:0], int64(n), 10)
				if len(num) > 4 {
					num = append(strconv.AppendInt(buf[:0], int64(n)/1000, 10), 'k')
				}
				g.Set(x, y, ' ', st)
				g.WriteBytes(x, y, 4, num, st)
			}
		}
	}
}

// digit returns the count as a digit if all counts have one digit. Otherwise it returns the level
// as a digit.
func (h *HeatMap) digit(n int32, level int) rune {
	if h.Max <= theme.NumHeatLevels {
		return '0' + n
	}
	return '0' + rune(level)
}

func (s *Scene) heatLegend() []LegendEntry {
	h, p := s.Overlay.HeatMap, s.Skin.palette
	list := []LegendEntry{{Name: h.Title, Brief: h.Brief}}
	levels := newHeatScale(h.Max)
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
		st := p.HeatStyle(i+1, p.Page)
		e := LegendEntry{Name: name, Brief: name, Sign: blankCells(1, st.BG)}
		if p.UseLetters {
			e.Sign = []screen.Cell{{R: h.digit(high, i+1), Style: st}, {R: ':', Style: p.Dim}}
		}
		list = append(list, e)
	}
	return list
}
