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
	itemGlyphs   []glyph
	unitGlyphs   []glyph
	isWallGround []bool
	legends      [2][FourColumns + 1]atomic.Pointer[[]LegendEntry] // legends by day or night, then by zoom; built on first use
}

// groundColors holds background colours, indexed by kind of ground, owner plus one and danger.
type groundColors [][sim.Seats + 1][2]screen.Color

type glyph struct {
	colors     [sim.Seats + 1]screen.Color // colours by owner plus one
	owned      bool
	wide       bool // whether the shape fills both columns
	showsValue bool // whether the cell's amount is the item's value
	hasLife    bool // whether units of this kind have life points
	shape      rune
	oneLetter  [sim.Seats + 1]rune    // letters by owner plus one, for the zoom OneColumn
	twoLetters [sim.Seats + 1][2]rune // letters by owner plus one, for zooms with two columns
}

// SkinCache caches the skins of one legend. The zero value is ready to use. It is safe for concurrent
// use.
type SkinCache struct{ skins sync.Map } // maps each *theme.Palette to its *Skin

// Skin returns the skin for a legend and palette, building it on first use.
func (s *SkinCache) Skin(l *sim.Legend, p *theme.Palette) *Skin {
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
						c := p.GroundColor(l.Grounds[g].Role, int8(o-1), night == 1, hatch == 1)
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
		k.isWallGround = append(k.isWallGround, g.Role == sim.RoleWall)
	}
	tone := 0
	for _, kind := range l.Units {
		k.unitGlyphs = append(k.unitGlyphs, newGlyph(kind, func(s int8) screen.Color { return p.UnitColor(kind.Role, s, tone) }))
		if kind.Role == sim.RoleOwner {
			tone++
		}
	}
	for _, kind := range l.Items { // The first kind of item is a dummy, because index 0 means no item.
		k.itemGlyphs = append(k.itemGlyphs, newGlyph(kind, func(s int8) screen.Color { return p.ItemColor(kind.Role, s) }))
	}
	k.assignLetters()
	return k
}

func newGlyph(kind sim.Kind, colorOf func(int8) screen.Color) glyph {
	shape, _ := utf8.DecodeRuneInString(kind.Symbol + " ")
	t := glyph{owned: kind.Role == sim.RoleOwner, showsValue: kind.Role == sim.RoleMoney, hasLife: kind.HasLife, shape: max(screen.PrintableRune(shape), ' ')}
	t.wide = kind.Role == sim.RoleBoss || t.shape >= '▀' && t.shape <= '▟'
	letters := kind.Letters + "  "
	for o := range t.colors {
		t.colors[o] = colorOf(int8(o - 1))
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

// assignLetters assigns letters to kinds for the zoom OneColumn. They are distinct unless too few
// are left.
func (k *Skin) assignLetters() {
	taken := " #0123"
	group := 0
	for i := range k.unitGlyphs {
		u := &k.unitGlyphs[i]
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
	for _, list := range [][]glyph{k.unitGlyphs, k.itemGlyphs} {
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

// groundColor returns the background colour of a cell. It must stay small enough to be inlined.
func (k *Skin) groundColor(c *sim.Cell, colors groundColors) screen.Color {
	o := c.Owner + 1
	if c.Unit < 0 && int(c.Item) < len(k.itemGlyphs) && k.itemGlyphs[c.Item].owned {
		o = 0 // The item already shows the owner's colour.
	}
	if int(c.Ground) >= len(k.isWallGround) || uint8(o) > sim.Seats {
		return k.palette.Page
	}
	h := 0
	if c.Dangerous {
		h = 1
	}
	return colors[c.Ground][o][h]
}

func (k *Skin) isWall(c *sim.Cell) bool {
	return int(c.Ground) < len(k.isWallGround) && k.isWallGround[c.Ground]
}

// itemGlyph returns the glyph of a cell's item and the item's owner plus one. If there is no item,
// the glyph is nil.
func (k *Skin) itemGlyph(c *sim.Cell) (*glyph, int) {
	if c.Item == 0 || int(c.Item) >= len(k.itemGlyphs) {
		return nil, 0
	}
	return &k.itemGlyphs[c.Item], ownerIndex(c.Owner)
}

func (k *Skin) unitGlyph(u *sim.Unit) (*glyph, int) {
	if u == nil || int(u.Kind) >= len(k.unitGlyphs) {
		return nil, 0
	}
	if u.NextSeat >= 0 {
		return &k.unitGlyphs[u.Kind], ownerIndex(u.NextSeat)
	}
	return &k.unitGlyphs[u.Kind], ownerIndex(u.Seat)
}

// cellGlyph returns the glyph of a cell's unit, or of its item if there is no unit, and the owner
// plus one. If the cell has neither, the glyph is nil.
func (k *Skin) cellGlyph(c *sim.Cell, u *sim.Unit) (t *glyph, o int, isUnit bool) {
	if t, o = k.unitGlyph(u); t != nil {
		return t, o, true
	}
	t, o = k.itemGlyph(c)
	return t, o, false
}

func ownerIndex(s int8) int {
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
	IsUnit bool
	Wide   bool // whether the shape fills the cell
}

func (k *Skin) PictureCell(f *sim.Frame, i int) PictureCell {
	c := &f.Cells[i]
	var u *sim.Unit
	if uint(c.Unit) < uint(len(f.Units)) {
		u = &f.Units[c.Unit]
	}
	p := PictureCell{Ground: k.groundColor(c, k.groundTables[0][nightIndex(f)])}
	if t, o, unit := k.cellGlyph(c, u); t != nil {
		p.Color, p.Shape, p.IsUnit, p.Wide = t.colors[o], t.shape, unit, t.wide
	}
	return p
}
