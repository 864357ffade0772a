package board

import (
	"cmp"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// A LegendEntry explains one sign of the board in the legend.
type LegendEntry struct {
	Name, Brief string
	// SeatSigns holds the sign in each seat's colours, two cells per seat.
	Sign, SeatSigns []screen.Cell

	kinds kindSet
}

// NumberLegend lists the numbers that the board can show at a zoom, each with its meaning.
func (k *Skin) NumberLegend(z Zoom) (list [][2]string) {
	number := [2]string{"28", "next to a unit: its number"}
	switch z {
	case Shapes:
		return [][2]string{{"3", "next to a unit: rounds left or amount"}, {"+", "next to a unit: 10 or more"}}
	case Tiles:
		return [][2]string{number, {"3", "amount"}}
	case FourColumns:
		list = [][2]string{number, {"+3", "below: rounds left"}, {"3", "below: amount"}}
		if k.palette.Profile == theme.NoColor {
			list = append(list, [2]string{"♥3", "below: health"})
		}
	}
	return list
}

// A kindSet is a bit set of the kinds of units, items and ground in the legend.
type kindSet uint64

const (
	firstUnitKind kindSet = 1 << 0  // bit of the first kind of unit
	firstItemKind kindSet = 1 << 30 // bit of the first kind of item
	lostLifeKind  kindSet = 1 << 60
	ownedKind     kindSet = 1 << 61
	dangerKind    kindSet = 1 << 62
	wallKind      kindSet = 1 << 63
)

// Legend returns the legend entries for a zoom, by day (0) or night (1). Things that look the same
// share an entry.
func (k *Skin) Legend(z Zoom, nightIndex int) []LegendEntry {
	z = z.ForPalette(k.palette)
	if made := k.legends[nightIndex][z].Load(); made != nil {
		return *made
	}
	var list []LegendEntry
	for i := range k.legend.Units {
		list = k.addEntry(list, z, k.newEntry(z, nightIndex, &k.unitGlyphs[i], &k.legend.Units[i], firstUnitKind<<i), k.legend.Units, firstUnitKind)
	}
	for i := 1; i < len(k.legend.Items); i++ {
		list = k.addEntry(list, z, k.newEntry(z, nightIndex, &k.itemGlyphs[i], &k.legend.Items[i], firstItemKind<<i), k.legend.Items, firstItemKind)
	}
	if k.signStyle(z).bySeatDigits {
		list = append(list, LegendEntry{Name: "player", Brief: "player", Sign: textCells("0-3", k.palette.Text), SeatSigns: textCells("0-3", k.palette.Text)})
	}
	list = append(list, k.groundEntries(z, nightIndex)...)
	if i := slices.IndexFunc(k.unitGlyphs, func(t glyph) bool { return t.hasLife }); i >= 0 && k.fillsTile(z, &k.unitGlyphs[i], true) {
		list = k.addLostLife(list, k.unitGlyphs[i].sign(k.signStyle(z).byLetters))
	}
	k.legends[nightIndex][z].Store(&list)
	return list
}

// addLostLife adds a legend entry for lost life. It also changes the sign for owned ground to a unit's
// tile whose first column has the owner's colour.
func (k *Skin) addLostLife(list []LegendEntry, sign rune) []LegendEntry {
	dim := screen.Style{FG: k.palette.Page, BG: k.palette.Dim.FG}
	if dim.BG == 0 {
		dim = screen.Style{Attr: screen.Reverse | screen.Faint}
	}
	inside := LegendEntry{Sign: k.greyCells(string(sign) + " ")}
	inside.Sign[0].Style = dim
	lost := LegendEntry{Name: "lost life", Brief: "lost life", Sign: k.greyCells("  "), kinds: lostLifeKind}
	lost.Sign[1].Style = dim
	for s := range int8(sim.Seats) {
		whole, gone := k.palette.TileStyles(s)
		inside.SeatSigns = append(inside.SeatSigns, screen.Cell{R: sign, Style: k.palette.BlockStyle(s)}, screen.Cell{R: ' ', Style: whole})
		lost.SeatSigns = append(lost.SeatSigns, screen.Cell{R: ' ', Style: whole}, screen.Cell{R: ' ', Style: gone})
	}
	for i := range list {
		if e := &list[i]; e.kinds == ownedKind {
			e.Sign, e.SeatSigns = inside.Sign, inside.SeatSigns
		}
	}
	return append(list, lost)
}

func (k *Skin) greyCells(text string) []screen.Cell {
	p := k.palette
	st := screen.Style{FG: p.Page, BG: p.Text.FG}
	if st.BG == 0 { // 0 is the terminal's default background.
		st = screen.Style{Attr: screen.Reverse}
	}
	return textCells(text, st)
}

// signStyle reports how a zoom distinguishes kinds and seats: by colour, letters or seat digits.
func (k *Skin) signStyle(z Zoom) (s struct{ byColor, byLetters, bySeatDigits bool }) {
	s.byColor = z == HalfBlocks
	s.byLetters = !s.byColor && (z == Letters || k.palette.UseLetters)
	s.bySeatDigits = s.byLetters && z != OneColumn && z != Tiles
	return s
}

func (k *Skin) newEntry(z Zoom, nightIndex int, t *glyph, kind *sim.Kind, kinds kindSet) LegendEntry {
	e := LegendEntry{Name: kind.Name, Brief: cmp.Or(kind.ShortName, kind.Name), kinds: kinds}
	by := k.signStyle(z)
	ground := k.groundTables[0][nightIndex][0][0][0]
	fills := k.fillsTile(z, t, kinds < firstItemKind)
	style := func(o int) screen.Style {
		switch {
		case !fills:
			return k.palette.GlyphStyle(t.colors[o], ground, kinds < firstItemKind)
		case o == 0:
			return screen.Style{FG: ground, BG: t.colors[o]}
		case kinds < firstItemKind:
			whole, _ := k.palette.TileStyles(int8(o - 1))
			return whole
		}
		return k.palette.BlockStyle(int8(o - 1))
	}
	if !t.owned {
		e.Sign = k.signCells(z, t, 0, style(0))
		e.SeatSigns = e.Sign
		return e
	}
	for o := 1; o <= sim.Seats; o++ {
		e.SeatSigns = append(e.SeatSigns, k.signCells(z, t, o, style(o))...)
		if len(e.SeatSigns)&1 != 0 {
			blank := screen.Cell{R: ' ', Style: style(o)}
			if !fills {
				blank.BG = k.palette.Page
			}
			e.SeatSigns = append(e.SeatSigns, blank)
		}
	}
	switch {
	case fills && kinds >= firstItemKind: // Items filled with colour have only a number, no sign.
		e.Sign = nil
		for o := 1; o <= sim.Seats; o++ {
			e.SeatSigns[2*o-2].R = ' '
			e.Sign = append(e.Sign, e.SeatSigns[2*o-2])
		}
	case fills:
		e.Sign = k.greyCells(" " + string(t.sign(by.byLetters)) + " ")
	case by.byColor: // Two half blocks are enough to show the colours of all four seats.
		e.Sign = []screen.Cell{halfCell(t.colors[1], t.colors[2]), halfCell(t.colors[3], t.colors[4])}
	case by.byLetters && z == OneColumn:
		for o := 1; o <= sim.Seats; o++ {
			e.Sign = append(e.Sign, screen.Cell{R: t.oneLetter[o], Style: style(o)})
			if t.oneLetter[o] == t.oneLetter[1] && o > 1 {
				e.Sign = e.Sign[:1]
			}
		}
	default: // The entry applies to all seats, so omit the owner's colour and digit.
		e.Sign = k.signCells(z, t, 1, k.palette.Text)[:1]
	}
	return e
}

// signCells returns the cells that show a glyph at a zoom. The owner's seat is o-1.
func (k *Skin) signCells(z Zoom, t *glyph, o int, st screen.Style) []screen.Cell {
	by := k.signStyle(z)
	switch {
	case by.byColor:
		return blankCells(2, t.colors[o])
	case by.byLetters && z == OneColumn:
		return textCells(string(t.oneLetter[o]), st)
	case by.byLetters && z == Tiles && t.owned:
		return textCells(string(t.sign(true)), st)
	case by.byLetters:
		return textCells(string(t.twoLetters[o][:]), st)
	case t.wide && z != OneColumn:
		return textCells(string([]rune{t.shape, t.shape}), st)
	}
	return textCells(string(t.shape), st)
}

func blankCells(n int, c screen.Color) []screen.Cell {
	return slices.Repeat([]screen.Cell{{R: ' ', Style: screen.Style{BG: c}}}, n)
}

func textCells(text string, st screen.Style) (cells []screen.Cell) {
	for _, r := range text {
		cells = append(cells, screen.Cell{R: r, Style: st})
	}
	return cells
}

// addEntry appends an entry to the legend. At zooms where kinds may share a sign, it merges the
// entry into any existing one with the same sign.
func (k *Skin) addEntry(list []LegendEntry, z Zoom, e LegendEntry, allKinds []sim.Kind, firstKind kindSet) []LegendEntry {
	if z != HalfBlocks && z < Tiles {
		return append(list, e)
	}
	for i := range list {
		if slices.Equal(list[i].Sign, e.Sign) {
			list[i].kinds |= e.kinds
			list[i].Name = joinNames(list[i].kinds, allKinds, firstKind)
			list[i].Brief = list[i].Name
			return list
		}
	}
	return append(list, e)
}

// joinNames joins the names of several kinds, or returns their common last word if no other kind's
// name ends in it.
func joinNames(merged kindSet, allKinds []sim.Kind, firstKind kindSet) string {
	var names []string
	last, same, missed := "", true, false
	for i := range allKinds {
		if merged&(firstKind<<i) != 0 {
			w := allKinds[i].Name[strings.LastIndexByte(allKinds[i].Name, ' ')+1:]
			same = same && (last == "" || last == w)
			last = w
			names = append(names, allKinds[i].Name)
		}
	}
	for i := range allKinds {
		missed = missed || merged&(firstKind<<i) == 0 && strings.HasSuffix(allKinds[i].Name, last)
	}
	if same && !missed {
		return last
	}
	if same {
		for i := range names[:len(names)-1] {
			names[i] = strings.TrimSuffix(names[i], " "+last)
		}
	}
	return strings.Join(names, ", ")
}

func (k *Skin) groundEntries(z Zoom, nightIndex int) (list []LegendEntry) {
	p, floor, walls := k.palette, slices.Index(k.isWallGround, false), slices.Index(k.isWallGround, true)
	if name := k.legend.OwnedGround; name != "" && floor >= 0 {
		e := LegendEntry{Name: name, Brief: name, kinds: ownedKind}
		for s := range int8(sim.Seats) {
			e.SeatSigns = append(e.SeatSigns, k.groundSign(z, nightIndex, floor, s, false)...)
		}
		switch {
		case z == HalfBlocks:
			e.Sign = []screen.Cell{halfCell(e.SeatSigns[0].BG, e.SeatSigns[2].BG), halfCell(e.SeatSigns[4].BG, e.SeatSigns[6].BG)}
		case p.Profile == theme.NoColor:
			e.Sign = textCells("0-3", p.Text)
		default:
			e.Sign = []screen.Cell{e.SeatSigns[0], e.SeatSigns[2], e.SeatSigns[4], e.SeatSigns[6]}
		}
		list = append(list, e)
	}
	if name := k.legend.DangerGround; name != "" && floor >= 0 {
		sign := k.groundSign(z, nightIndex, floor, -1, true)
		list = append(list, LegendEntry{name, name, sign, sign, dangerKind})
	}
	if walls >= 0 && k.legend.Grounds[walls].Name != "" {
		name, sign := k.legend.Grounds[walls].Name, k.groundSign(z, nightIndex, walls, -1, false)
		list = append(list, LegendEntry{name, name, sign, sign, wallKind})
	}
	return list
}

func (k *Skin) groundSign(z Zoom, nightIndex, ground int, owner int8, dangerous bool) []screen.Cell {
	c := &sim.Cell{Ground: uint8(ground), Owner: owner, Dangerous: dangerous, Unit: -1}
	back := k.groundColor(c, k.groundTables[0][nightIndex])
	if z == HalfBlocks {
		return blankCells(2, back)
	}
	return slices.Repeat([]screen.Cell{k.emptyCell(c, back)}, 2)
}

func (s *Scene) kindsShown() (u kindSet) {
	for i := range s.Frame.Cells {
		c := &s.Frame.Cells[i]
		if uint(c.Unit) < uint(len(s.Frame.Units)) {
			unit := &s.Frame.Units[c.Unit]
			if u |= firstUnitKind << unit.Kind; unit.Life < unit.MaxLife {
				u |= lostLifeKind
			}
		} else if c.Item != 0 {
			u |= firstItemKind << c.Item
		}
		if c.Owner >= 0 && (c.Unit >= 0 || int(c.Item) < len(s.Skin.itemGlyphs) && !s.Skin.itemGlyphs[c.Item].owned) {
			u |= ownedKind
		}
		if s.Skin.isWall(c) {
			u |= wallKind
		} else if c.Dangerous {
			u |= dangerKind
		}
	}
	return u
}

const entryGap = 2

// DrawLegend draws the legend with full names if they fit. Otherwise it uses short names, and if
// necessary omits kinds that are not on the board.
func (s *Scene) DrawLegend(g *screen.Grid, r screen.Rect) {
	list := s.legendEntries()
	used := ^kindSet(0)
	brief := !placeEntries(list, r, false, used, nil)
	if brief && !placeEntries(list, r, true, used, nil) {
		used = s.kindsShown()
	}
	placeEntries(list, r, brief, used, func(e *LegendEntry, x, y int) {
		n := copy(g.Row(y)[x:], e.Sign)
		g.WriteText(x+n+1, y, r.W, e.name(brief), s.Skin.palette.Dim)
	})
}

func (s *Scene) legendEntries() []LegendEntry {
	if s.Overlay == nil {
		return s.Skin.Legend(s.Viewport.Zoom, nightIndex(s.Frame))
	}
	if s.Overlay.HeatMap != nil {
		return s.heatLegend()
	}
	return append(s.overlayLegend(), s.Skin.Legend(s.Viewport.Zoom, nightIndex(s.Frame))...)
}

// placeEntries lays out the entries with a kind in shownKinds or no kind at all, calls put for each
// that fits, and reports whether all fit.
func placeEntries(list []LegendEntry, r screen.Rect, brief bool, shownKinds kindSet, put func(e *LegendEntry, x, y int)) bool {
	x, y, allFit := r.X, r.Y, true
	for i := range list {
		e := &list[i]
		if e.kinds&shownKinds == 0 && e.kinds != 0 {
			continue
		}
		w := len(e.Sign) + 1 + screen.Width(e.name(brief))
		if x > r.X && x+w > r.X+r.W && y+1 < r.Y+r.H {
			x, y = r.X, y+1
		}
		if x+w > r.X+r.W || y >= r.Y+r.H {
			allFit = false
			continue
		}
		if put != nil {
			put(e, x, y)
		}
		x += w + entryGap
	}
	return allFit
}

func (e *LegendEntry) name(brief bool) string {
	if brief {
		return e.Brief
	}
	return e.Name
}
