package board

import (
	"cmp"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// An Entry explains one sign of the board in the legend.
type Entry struct {
	Name, Brief string
	// Seats holds the sign in each seat's colours, two cells per seat.
	Sign, Seats []screen.Cell

	used kindSet
}

// Numbers lists the numbers that the board can show at a zoom, each with its meaning.
func (k *Skin) Numbers(z Zoom) (list [][2]string) {
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
	unitKind   kindSet = 1 << 0  // bit of the first kind of unit
	itemKind   kindSet = 1 << 30 // bit of the first kind of item
	lossKind   kindSet = 1 << 60
	ownKind    kindSet = 1 << 61
	dangerKind kindSet = 1 << 62
	wallKind   kindSet = 1 << 63
)

// Legend returns the legend entries for a zoom, by day (0) or night (1). Things that look the same
// share an entry.
func (k *Skin) Legend(z Zoom, night int) []Entry {
	z = z.Allowed(k.palette)
	if made := k.legends[night][z].Load(); made != nil {
		return *made
	}
	var list []Entry
	for i := range k.legend.Units {
		list = k.addEntry(list, z, k.entry(z, night, &k.units[i], &k.legend.Units[i], unitKind<<i), k.legend.Units, unitKind)
	}
	for i := 1; i < len(k.legend.Items); i++ {
		list = k.addEntry(list, z, k.entry(z, night, &k.items[i], &k.legend.Items[i], itemKind<<i), k.legend.Items, itemKind)
	}
	if k.signs(z).seats {
		list = append(list, Entry{Name: "player", Brief: "player", Sign: textCells("0-3", k.palette.Text), Seats: textCells("0-3", k.palette.Text)})
	}
	list = append(list, k.grounds(z, night)...)
	if i := slices.IndexFunc(k.units, func(t glyph) bool { return t.hasLives }); i >= 0 && k.fillsTile(z, &k.units[i], true) {
		list = k.addParts(list, k.units[i].sign(k.signs(z).letters))
	}
	k.legends[night][z].Store(&list)
	return list
}

// addParts adds a legend entry for lost life. It also changes the sign for owned ground to a unit's
// tile whose first column has the owner's colour.
func (k *Skin) addParts(list []Entry, sign rune) []Entry {
	dim := screen.Style{FG: k.palette.Page, BG: k.palette.Dim.FG}
	if dim.BG == 0 {
		dim = screen.Style{Attr: screen.Reverse | screen.Faint}
	}
	inside := Entry{Sign: k.grey(string(sign) + " ")}
	inside.Sign[0].Style = dim
	lost := Entry{Name: "lost life", Brief: "lost life", Sign: k.grey("  "), used: lossKind}
	lost.Sign[1].Style = dim
	for s := range int8(sim.Seats) {
		whole, gone := k.palette.Tile(s)
		inside.Seats = append(inside.Seats, screen.Cell{R: sign, Style: k.palette.Block(s)}, screen.Cell{R: ' ', Style: whole})
		lost.Seats = append(lost.Seats, screen.Cell{R: ' ', Style: whole}, screen.Cell{R: ' ', Style: gone})
	}
	for i := range list {
		if e := &list[i]; e.used == ownKind {
			e.Sign, e.Seats = inside.Sign, inside.Seats
		}
	}
	return append(list, lost)
}

func (k *Skin) grey(text string) []screen.Cell {
	p := k.palette
	st := screen.Style{FG: p.Page, BG: p.Text.FG}
	if st.BG == 0 { // 0 is the terminal's default background.
		st = screen.Style{Attr: screen.Reverse}
	}
	return textCells(text, st)
}

// signs reports how a zoom distinguishes kinds and seats: by colour, letters or seat digits.
func (k *Skin) signs(z Zoom) (s struct{ color, letters, seats bool }) {
	s.color = z == HalfBlocks
	s.letters = !s.color && (z == Letters || k.palette.Letters)
	s.seats = s.letters && z != OneColumn && z != Tiles
	return s
}

func (k *Skin) entry(z Zoom, night int, t *glyph, kind *sim.Kind, used kindSet) Entry {
	e := Entry{Name: kind.Name, Brief: cmp.Or(kind.ShortName, kind.Name), used: used}
	by := k.signs(z)
	ground := k.groundTables[0][night][0][0][0]
	fills := k.fillsTile(z, t, used < itemKind)
	style := func(o int) screen.Style {
		switch {
		case !fills:
			return k.palette.OnGround(t.color[o], ground, used < itemKind)
		case o == 0:
			return screen.Style{FG: ground, BG: t.color[o]}
		case used < itemKind:
			whole, _ := k.palette.Tile(int8(o - 1))
			return whole
		}
		return k.palette.Block(int8(o - 1))
	}
	if !t.owned {
		e.Sign = k.sign(z, t, 0, style(0))
		e.Seats = e.Sign
		return e
	}
	for o := 1; o <= sim.Seats; o++ {
		e.Seats = append(e.Seats, k.sign(z, t, o, style(o))...)
		if len(e.Seats)&1 != 0 {
			blank := screen.Cell{R: ' ', Style: style(o)}
			if !fills {
				blank.BG = k.palette.Page
			}
			e.Seats = append(e.Seats, blank)
		}
	}
	switch {
	case fills && used >= itemKind: // Items filled with colour have only a number, no sign.
		e.Sign = nil
		for o := 1; o <= sim.Seats; o++ {
			e.Seats[2*o-2].R = ' '
			e.Sign = append(e.Sign, e.Seats[2*o-2])
		}
	case fills:
		e.Sign = k.grey(" " + string(t.sign(by.letters)) + " ")
	case by.color: // Two half blocks are enough to show the colours of all four seats.
		e.Sign = []screen.Cell{halfCell(t.color[1], t.color[2]), halfCell(t.color[3], t.color[4])}
	case by.letters && z == OneColumn:
		for o := 1; o <= sim.Seats; o++ {
			e.Sign = append(e.Sign, screen.Cell{R: t.oneLetter[o], Style: style(o)})
			if t.oneLetter[o] == t.oneLetter[1] && o > 1 {
				e.Sign = e.Sign[:1]
			}
		}
	default: // The entry applies to all seats, so omit the owner's colour and digit.
		e.Sign = k.sign(z, t, 1, k.palette.Text)[:1]
	}
	return e
}

// sign returns the cells that show a glyph at a zoom. The owner's seat is o-1.
func (k *Skin) sign(z Zoom, t *glyph, o int, st screen.Style) []screen.Cell {
	by := k.signs(z)
	switch {
	case by.color:
		return blankCells(2, t.color[o])
	case by.letters && z == OneColumn:
		return textCells(string(t.oneLetter[o]), st)
	case by.letters && z == Tiles && t.owned:
		return textCells(string(t.sign(true)), st)
	case by.letters:
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
func (k *Skin) addEntry(list []Entry, z Zoom, e Entry, all []sim.Kind, first kindSet) []Entry {
	if z != HalfBlocks && z < Tiles {
		return append(list, e)
	}
	for i := range list {
		if slices.Equal(list[i].Sign, e.Sign) {
			list[i].used |= e.used
			list[i].Name = joinNames(list[i].used, all, first)
			list[i].Brief = list[i].Name
			return list
		}
	}
	return append(list, e)
}

// joinNames joins the names of several kinds, or returns their common last word if no other kind's
// name ends in it.
func joinNames(used kindSet, all []sim.Kind, first kindSet) string {
	var names []string
	last, same, missed := "", true, false
	for i := range all {
		if used&(first<<i) != 0 {
			w := all[i].Name[strings.LastIndexByte(all[i].Name, ' ')+1:]
			same = same && (last == "" || last == w)
			last = w
			names = append(names, all[i].Name)
		}
	}
	for i := range all {
		missed = missed || used&(first<<i) == 0 && strings.HasSuffix(all[i].Name, last)
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

func (k *Skin) grounds(z Zoom, night int) (list []Entry) {
	p, floor, walls := k.palette, slices.Index(k.walls, false), slices.Index(k.walls, true)
	if name := k.legend.OwnedGround; name != "" && floor >= 0 {
		e := Entry{Name: name, Brief: name, used: ownKind}
		for s := range int8(sim.Seats) {
			e.Seats = append(e.Seats, k.groundSign(z, night, floor, s, false)...)
		}
		switch {
		case z == HalfBlocks:
			e.Sign = []screen.Cell{halfCell(e.Seats[0].BG, e.Seats[2].BG), halfCell(e.Seats[4].BG, e.Seats[6].BG)}
		case p.Profile == theme.NoColor:
			e.Sign = textCells("0-3", p.Text)
		default:
			e.Sign = []screen.Cell{e.Seats[0], e.Seats[2], e.Seats[4], e.Seats[6]}
		}
		list = append(list, e)
	}
	if name := k.legend.DangerGround; name != "" && floor >= 0 {
		sign := k.groundSign(z, night, floor, -1, true)
		list = append(list, Entry{name, name, sign, sign, dangerKind})
	}
	if walls >= 0 && k.legend.Grounds[walls].Name != "" {
		name, sign := k.legend.Grounds[walls].Name, k.groundSign(z, night, walls, -1, false)
		list = append(list, Entry{name, name, sign, sign, wallKind})
	}
	return list
}

func (k *Skin) groundSign(z Zoom, night, ground int, owner int8, hatch bool) []screen.Cell {
	c := &sim.Cell{Ground: uint8(ground), Owner: owner, Dangerous: hatch, Unit: -1}
	back := k.groundAt(c, k.groundTables[0][night])
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
			if u |= unitKind << unit.Kind; unit.Life < unit.MaxLife {
				u |= lossKind
			}
		} else if c.Item != 0 {
			u |= itemKind << c.Item
		}
		if c.Owner >= 0 && (c.Unit >= 0 || int(c.Item) < len(s.Skin.items) && !s.Skin.items[c.Item].owned) {
			u |= ownKind
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
	list := s.entries()
	used := ^kindSet(0)
	brief := !placeEntries(list, r, false, used, nil)
	if brief && !placeEntries(list, r, true, used, nil) {
		used = s.kindsShown()
	}
	placeEntries(list, r, brief, used, func(e *Entry, x, y int) {
		n := copy(g.Row(y)[x:], e.Sign)
		g.Text(x+n+1, y, r.W, e.name(brief), s.Skin.palette.Dim)
	})
}

func (s *Scene) entries() []Entry {
	if s.Overlay == nil {
		return s.Skin.Legend(s.Port.Zoom, nightIndex(s.Frame))
	}
	if s.Overlay.Heat != nil {
		return s.heatLegend()
	}
	return append(s.overlayLegend(), s.Skin.Legend(s.Port.Zoom, nightIndex(s.Frame))...)
}

// placeEntries lays out the entries with a kind in used or no kind at all, calls put for each that
// fits, and reports whether all fit.
func placeEntries(list []Entry, r screen.Rect, brief bool, used kindSet, put func(e *Entry, x, y int)) bool {
	x, y, all := r.X, r.Y, true
	for i := range list {
		e := &list[i]
		if e.used&used == 0 && e.used != 0 {
			continue
		}
		w := len(e.Sign) + 1 + screen.Width(e.name(brief))
		if x > r.X && x+w > r.X+r.W && y+1 < r.Y+r.H {
			x, y = r.X, y+1
		}
		if x+w > r.X+r.W || y >= r.Y+r.H {
			all = false
			continue
		}
		if put != nil {
			put(e, x, y)
		}
		x += w + entryGap
	}
	return all
}

func (e *Entry) name(brief bool) string {
	if brief {
		return e.Brief
	}
	return e.Name
}
