package panel

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

const (
	maxSingleUnits = 8  // maximum number of units per player to show singly
	unitsMinWidth  = 20 // minimum width of a line that shows units singly
)

// ShowsUnitsSingly reports whether cards can show each unit's life. This requires that all kinds of
// units have life points.
func ShowsUnitsSingly(l *sim.Legend) bool {
	return len(l.Units) > 0 && !slices.ContainsFunc(l.Units, func(k sim.Kind) bool { return !k.HasLife })
}

func (c *Cards) gatherUnits() {
	most := 0
	c.maxUnits = 0
	if !ShowsUnitsSingly(c.in.Legend) {
		return
	}
	for seat := range c.units {
		c.units[seat] = c.units[seat][:0]
	}
	for i := range c.in.Frame.Units {
		if u := &c.in.Frame.Units[i]; u.Seat >= 0 {
			c.units[u.Seat] = append(c.units[u.Seat], u)
			most = max(most, len(c.units[u.Seat]))
		}
	}
	for _, list := range c.units {
		slices.SortStableFunc(list, func(a, b *sim.Unit) int { return cmp.Compare(a.Kind, b.Kind) })
	}
	if most <= maxSingleUnits {
		c.maxUnits = most
	}
}

// unitWidth returns the width of each unit on a card w columns wide, or 0 if the card does not show
// single units.
func (c *Cards) unitWidth(w int) int {
	switch n := c.maxUnits; {
	case n == 0 || w < unitsMinWidth:
		return 0
	case 3*n-1 > w:
		return 2
	}
	return 3
}

func (c *Cards) drawUnits(w *Writer, seat int) bool {
	each := c.unitWidth(w.r.W)
	if each == 0 || w.FreeLines() == 0 {
		return false
	}
	for i, u := range c.units[seat] {
		DrawUnit(w.g, w.r.X+i*each, w.y, u, c.in.Legend, c.in.Palette)
	}
	w.Skip(1)
	return true
}

// DrawUnit draws a unit's sign and life in two columns. The life is drawn as a block or as a digit
// from 1 to 9.
func DrawUnit(g *screen.Grid, x, y int, u *sim.Unit, l *sim.Legend, p *theme.Palette) {
	sign := l.Units[u.Kind].Symbol
	if p.UseLetters {
		sign = l.Units[u.Kind].Letters[:1]
	}
	g.WriteText(x, y, 1, sign, p.SeatStyle(u.Seat))
	// Units with any life left show at least the lowest level.
	part := func(of int) rune { return rune(max(int(u.Life)*of/int(u.MaxLife), 1)) }
	if p.UseASCII {
		g.Set(x+1, y, '0'+part(9), p.Text)
		return
	}
	whole, lost := p.TileStyles(u.Seat)
	g.Set(x+1, y, '▁'-1+part(8), screen.Style{FG: whole.BG, BG: lost.BG})
}
