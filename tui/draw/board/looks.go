package board

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// A Skin holds the signs and colours for a game's legend in one palette. In arrays indexed by owner
// or seat, index 0 means no owner.
type Skin struct {
	palette      *theme.Palette
	legend       *sim.Legend
	groundTables [sim.Seats + 1][2]groundColors // ground colours by highlighted seat plus one, then by day (0) or night (1)
	items        []glyph
	units        []glyph
	walls        []bool
	legends      [2][FourColumns + 1]atomic.Pointer[[]Entry] // legends by day or night, then by zoom; built on first use
}

// groundColors holds background colours, indexed by kind of ground, owner plus one and danger.
type groundColors [][sim.Seats + 1][2]screen.Color

type glyph struct {
	color      [sim.Seats + 1]screen.Color // colours by owner plus one
	owned      bool
	wide       bool // whether the shape fills both columns
	showsValue bool // whether the cell's amount is the item's value
	hasLives   bool // whether units of this kind have life points
	shape      rune
	oneLetter  [sim.Seats + 1]rune    // letters by owner plus one, for the zoom OneColumn
	twoLetters [sim.Seats + 1][2]rune // letters by owner plus one, for zooms with two columns
}

// Skins caches the skins of one legend. The zero value is ready to use. It is safe for concurrent
// use.
type Skins struct{ skins sync.Map } // maps each *theme.Palette to its *Skin

// Skin returns the skin for a legend and palette, building it on first use.
func (s *Skins) Skin(l *sim.Legend, p *theme.Palette) *Skin {
	k, ok := s.skins.Load(p)
	if !ok {
		k, _ = s.skins.LoadOrStore(p, NewSkin(l, p))
	}
	return k.(*Skin)
}

func NewSkin(l *sim.Legend, p *theme.Palette) *Skin {
	k := &Skin{palette: p, legend: l}
	for front := range k.groundTables {
		for night := range k.groundTables[front] {
			k.groundTables[front][night] = make(groundColors, len(l.Grounds))
			for g, colors := range k.groundTables[front][night] {
				for o := range colors {
					for hatch := range colors[o] {
						c := p.Ground(l.Grounds[g].Role, int8(o-1), night == 1, hatch == 1)
						if front > 0 && o > 0 && o != front {
							c = p.DimmedGround(c, k.groundTables[0][night][g][0][hatch])
						}
						k.groundTables[front][night][g][o][hatch] = c
					}
				}
			}
		}
	}
	for _, g := range l.Grounds {
		k.walls = append(k.walls, g.Role == sim.RoleWall)
	}
	tone := 0
	for _, kind := range l.Units {
		k.units = append(k.units, newGlyph(kind, func(s int8) screen.Color { return p.Unit(kind.Role, s, tone) }))
		if kind.Role == sim.RoleOwner {
			tone++
		}
	}
	for _, kind := range l.Items { // The first kind of item is a dummy, because index 0 means no item.
		k.items = append(k.items, newGlyph(kind, func(s int8) screen.Color { return p.Item(kind.Role, s) }))
	}
	k.chooseLetters()
	return k
}

func newGlyph(kind sim.Kind, color func(int8) screen.Color) glyph {
	shape, _ := utf8.DecodeRuneInString(kind.Symbol + " ")
	t := glyph{owned: kind.Role == sim.RoleOwner, showsValue: kind.Role == sim.RoleMoney, hasLives: kind.HasLife, shape: max(screen.Printable(shape), ' ')}
	t.wide = kind.Role == sim.RoleBoss || t.shape >= '▀' && t.shape <= '▟'
	letters := kind.Letters + "  "
	for o := range t.color {
		t.color[o] = color(int8(o - 1))
		t.twoLetters[o] = [2]rune{rune(letters[0]), rune(letters[1])}
		if t.owned && o > 0 {
			t.twoLetters[o][1] = rune('0' + o - 1)
		}
	}
	return t
}

func (t *glyph) sign(letters bool) rune {
	if letters {
		return t.twoLetters[0][0]
	}
	return t.shape
}

// ownerLetters holds the letters for units with an owner. Each kind of unit uses four, one per
// seat.
const ownerLetters = "ABCDabcdPQRSpqrsWXYZwxyzHIJKhijk"

// chooseLetters assigns letters to kinds for the zoom OneColumn. They are distinct unless too few
// are left.
func (k *Skin) chooseLetters() {
	taken := " #0123"
	group := 0
	for i := range k.units {
		u := &k.units[i]
		if !u.owned || group+sim.Seats > len(ownerLetters) {
			continue
		}
		four := ownerLetters[group:][:sim.Seats]
		for o, r := range four[:1] + four {
			u.oneLetter[o] = r
		}
		taken += four
		group += sim.Seats
	}
	for _, list := range [][]glyph{k.units, k.items} {
		for i := range list {
			t := &list[i]
			if t.oneLetter[0] != 0 || t.twoLetters[0] == [2]rune{' ', ' '} {
				continue
			}
			free := strings.TrimLeft(string(t.twoLetters[0][:])+"=+*%&@$!:;~^<>/", taken)
			letter := []rune(free + "?")[0]
			for o := range t.oneLetter {
				t.oneLetter[o] = letter
			}
			taken += string(letter)
		}
	}
}

// groundAt returns the background colour of a cell. It must stay small enough to be inlined.
func (k *Skin) groundAt(c *sim.Cell, lit groundColors) screen.Color {
	o := c.Owner + 1
	if c.Unit < 0 && int(c.Item) < len(k.items) && k.items[c.Item].owned {
		o = 0 // The item already shows the owner's colour.
	}
	if int(c.Ground) >= len(k.walls) || uint8(o) > sim.Seats {
		return k.palette.Page
	}
	h := 0
	if c.Dangerous {
		h = 1
	}
	return lit[c.Ground][o][h]
}

func (k *Skin) isWall(c *sim.Cell) bool { return int(c.Ground) < len(k.walls) && k.walls[c.Ground] }

// itemGlyph returns the glyph of a cell's item and the item's owner plus one. If there is no item,
// the glyph is nil.
func (k *Skin) itemGlyph(c *sim.Cell) (*glyph, int) {
	if c.Item == 0 || int(c.Item) >= len(k.items) {
		return nil, 0
	}
	return &k.items[c.Item], seatIndex(c.Owner)
}

func (k *Skin) unitGlyph(u *sim.Unit) (*glyph, int) {
	if u == nil || int(u.Kind) >= len(k.units) {
		return nil, 0
	}
	if u.NextSeat >= 0 {
		return &k.units[u.Kind], seatIndex(u.NextSeat)
	}
	return &k.units[u.Kind], seatIndex(u.Seat)
}

// glyphAt returns the glyph of a cell's unit, or of its item if there is no unit, and the owner
// plus one. If the cell has neither, the glyph is nil.
func (k *Skin) glyphAt(c *sim.Cell, u *sim.Unit) (t *glyph, o int, unit bool) {
	if t, o = k.unitGlyph(u); t != nil {
		return t, o, true
	}
	t, o = k.itemGlyph(c)
	return t, o, false
}

func seatIndex(s int8) int {
	if uint8(s) >= sim.Seats {
		return 0
	}
	return int(s) + 1
}

// A PictureCell describes how to paint one board cell in a pixel image.
type PictureCell struct {
	Ground screen.Color
	Color  screen.Color // colour of the cell's unit or item
	Shape  rune         // its shape, or 0 for an empty cell
	Unit   bool
	Wide   bool // whether the shape fills the cell
}

func (k *Skin) PictureCell(f *sim.Frame, i int) PictureCell {
	c := &f.Cells[i]
	var u *sim.Unit
	if uint(c.Unit) < uint(len(f.Units)) {
		u = &f.Units[c.Unit]
	}
	p := PictureCell{Ground: k.groundAt(c, k.groundTables[0][nightIndex(f)])}
	if t, o, unit := k.glyphAt(c, u); t != nil {
		p.Color, p.Shape, p.Unit, p.Wide = t.color[o], t.shape, unit, t.wide
	}
	return p
}
