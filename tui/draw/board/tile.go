package board

import (
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// fillsTile reports whether a glyph fills its whole cell with colour. At large zooms, units with
// life points, bosses and owned items do if the palette has colours.
func (k *Skin) fillsTile(z Zoom, t *glyph, isUnit bool) bool {
	switch {
	case z < Tiles || k.palette.Profile == theme.NoColor:
		return false
	case isUnit:
		return t.hasLife || t.wide
	}
	return t.owned
}

func (s *Scene) drawUnit(g *screen.Grid, r screen.Rect, t *glyph, o int, c *sim.Cell, u *sim.Unit, background screen.Color, useLetters bool) {
	p := s.Skin.palette
	st, fills := p.GlyphStyle(t.colors[o], background, true), s.Skin.fillsTile(s.Viewport.Zoom, t, true)
	tile := fills && t.hasLife
	switch {
	case tile:
		st, _ = p.TileStyles(int8(o - 1))
	case fills:
		st = screen.Style{FG: background, BG: t.colors[o]}
	}
	g.Fill(r, screen.Cell{R: ' ', Style: screen.Style{BG: st.BG}})
	signs := [2]rune{t.sign(useLetters)}
	switch {
	case useLetters && (r.W > 3 || !t.owned):
		signs = t.twoLetters[o]
	case t.wide && !useLetters && r.W > 3:
		signs[1] = t.shape
	}
	var buf [16]byte
	num := buf[:0]
	if u.ID >= 0 {
		num = strconv.AppendInt(num, int64(u.ID), 10)
	}
	n := 2 // number of columns taken by the unit's sign
	if signs[1] == 0 || len(num) > r.W-2 {
		n = 1
	}
	if len(num) >= r.W {
		n = 0
	}
	x, inside := r.X+max(r.W-n-len(num), 0)/2, -1
	if item, owner := s.Skin.itemGlyph(c); tile && item != nil && item.owned {
		x, inside = r.X, owner-1
	}
	for i := range n {
		g.Set(x+i, r.Y, signs[i], st)
	}
	g.WriteBytes(x+n, r.Y, r.W-n, num, st.WithAttr(screen.Bold))
	if tile {
		s.drawOwnerAndLife(g, r, o, int8(inside), u)
	}
	switch num = num[:0]; {
	case r.H == 1:
		return
	case u.Timer >= 0:
		num = strconv.AppendInt(append(num, '+'), int64(u.Timer), 10)
	case u.Life >= 0 && !fills:
		num = strconv.AppendInt(append(num, "♥"...), int64(u.Life), 10)
	}
	g.WriteBytes(r.X, r.Y+1, r.W, num, st)
}

// drawOwnerAndLife colours the first column for the owner of the item below a unit, if any, and
// draws the unit's lost life in the last row. If life is lost, both the lost and the remaining part
// are always visible.
func (s *Scene) drawOwnerAndLife(g *screen.Grid, r screen.Rect, o int, itemOwner int8, u *sim.Unit) {
	p := s.Skin.palette
	paint := func(x, y int, st screen.Style) {
		if cell := g.At(x, y); cell != nil {
			setCell(g, x, y, cell.R, st.WithAttr(cell.Attr))
		}
	}
	if itemOwner >= 0 {
		for y := range r.H {
			paint(r.X, r.Y+y, p.BlockStyle(itemOwner))
		}
		r.X, r.W = r.X+1, r.W-1
	}
	if u.MaxLife < 1 || u.Life >= u.MaxLife {
		return
	}
	part := 1 // steps of the life bar per column
	if r.H > 1 && !p.UseLetters {
		part = 8
	}
	left := (int(u.Life)*r.W*part + int(u.MaxLife)/2) / int(u.MaxLife)
	left = min(max(left, part), r.W*part-1)
	whole, lost := p.TileStyles(int8(o - 1))
	y := r.Y + r.H - 1
	for i := left / part; i < r.W; i++ {
		if n := left - i*part; n > 0 {
			g.Set(r.X+i, y, '▐'-rune(n), screen.Style{FG: whole.BG, BG: lost.BG}) // a block n eighths wide
		} else {
			paint(r.X+i, y, lost)
		}
	}
}

func (s *Scene) drawItem(g *screen.Grid, r screen.Rect, t *glyph, o int, c *sim.Cell, background screen.Color, useLetters bool) {
	p := s.Skin.palette
	st := p.GlyphStyle(t.colors[o], background, false)
	var buf [16]byte
	num := buf[:0]
	if c.Amount > 0 {
		num = strconv.AppendInt(num, int64(c.Amount), 10)
	}
	fills := s.Skin.fillsTile(s.Viewport.Zoom, t, false)
	if fills {
		st = p.BlockStyle(int8(o - 1))
	}
	g.Fill(r, screen.Cell{R: ' ', Style: screen.Style{BG: st.BG}})
	x := r.X + 1
	switch {
	case fills:
		if len(num) == 0 {
			g.Set(x, r.Y, t.shape, st)
		}
		g.WriteBytes(r.X+max(r.W-len(num), 0)/2, r.Y, r.W, num, st.WithAttr(screen.Bold))
		return
	case useLetters:
		g.Set(x, r.Y, t.twoLetters[o][0], st)
		g.Set(x+1, r.Y, t.twoLetters[o][1], st)
	case t.wide:
		g.Fill(r, screen.Cell{R: t.shape, Style: st})
	case r.H == 1 && t.showsValue && len(num) > 0:
		if len(num) >= r.W {
			num = append(num[:0], '+') // Without the shape, a plain number could be mistaken for a unit's number.
		}
		x = r.X + r.W - len(num)
		g.Set(x-1, r.Y, t.shape, st)
		g.WriteBytes(x, r.Y, r.W, num, st)
	default:
		g.Set(x, r.Y, t.shape, st)
	}
	if r.H > 1 {
		g.WriteBytes(r.X+max(r.W-len(num), 0)/2, r.Y+1, r.W, num, st)
	}
}
