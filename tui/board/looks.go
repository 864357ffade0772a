package board

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Looks is a legend in the colours of a palette, as lookup tables. Owners and seats are indexed
// from -1.
type Looks struct {
	palette *theme.Palette
	legend  *sim.Legend
	lit     [sim.Seats + 1][2]shade // by highlighted seat plus one, and by day and night
	items   []thing
	units   []thing
	walls   []bool
	legends [2][Four + 1]atomic.Pointer[[]Entry] // by day and night and by zoom, computed on demand
}

// shade holds the backgrounds [ground kind][owner+1][hatch].
type shade [][sim.Seats + 1][2]screen.Color

// thing is the look of a kind of item or unit.
type thing struct {
	color [sim.Seats + 1]screen.Color // by owner+1
	owned bool
	wide  bool // the shape fills both columns
	money bool // the amount is its value
	lives bool // its units have a life
	shape rune
	one   [sim.Seats + 1]rune    // letters for one column
	two   [sim.Seats + 1][2]rune // letters for two columns
}

// Palettes caches the looks of a legend by palette. The zero value is ready to use. It is safe for
// concurrent use.
type Palettes struct{ made sync.Map } // *theme.Palette: *Looks

// Looks returns the legend in the colours of a palette.
func (s *Palettes) Looks(l *sim.Legend, p *theme.Palette) *Looks {
	k, ok := s.made.Load(p)
	if !ok {
		k, _ = s.made.LoadOrStore(p, NewLooks(l, p))
	}
	return k.(*Looks)
}

func NewLooks(l *sim.Legend, p *theme.Palette) *Looks {
	k := &Looks{palette: p, legend: l}
	for front := range k.lit {
		for night := range k.lit[front] {
			k.lit[front][night] = make(shade, len(l.Grounds))
			for g, colors := range k.lit[front][night] {
				for o := range colors {
					for hatch := range colors[o] {
						c := p.Ground(l.Grounds[g].Role, int8(o-1), night == 1, hatch == 1)
						if front > 0 && o > 0 && o != front { // dimmed
							c = p.Dimmed(c, k.lit[0][night][g][0][hatch])
						}
						k.lit[front][night][g][o][hatch] = c
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
		k.units = append(k.units, newThing(kind, func(s int8) screen.Color { return p.Unit(kind.Role, s, tone) }))
		if kind.Role == sim.RoleOwner {
			tone++
		}
	}
	for _, kind := range l.Items { // index 0 is nothing
		k.items = append(k.items, newThing(kind, func(s int8) screen.Color { return p.Item(kind.Role, s) }))
	}
	k.chooseLetters()
	return k
}

func newThing(kind sim.Kind, color func(int8) screen.Color) thing {
	t := thing{owned: kind.Role == sim.RoleOwner, money: kind.Role == sim.RoleMoney, lives: kind.HasLife, shape: shapeOf(kind)}
	// blocks fill their cell, and so does a boss
	t.wide = kind.Role == sim.RoleBoss || t.shape >= '▀' && t.shape <= '▟'
	letters := kind.Letters + "  "
	for o := range t.color {
		t.color[o] = color(int8(o - 1))
		t.two[o] = [2]rune{rune(letters[0]), rune(letters[1])}
		if t.owned && o > 0 {
			t.two[o][1] = rune('0' + o - 1)
		}
	}
	return t
}

// sign returns the sign of a kind in one column.
func (t *thing) sign(letters bool) rune {
	if letters {
		return t.two[0][0]
	}
	return t.shape
}

func shapeOf(kind sim.Kind) rune {
	r, _ := utf8.DecodeRuneInString(kind.Shape)
	if r = screen.Printable(r); r == 0 || kind.Shape == "" {
		return ' '
	}
	return r
}

// ownerLetters stand for a unit and its owner; each kind takes four.
const ownerLetters = "ABCDabcdPQRSpqrsWXYZwxyzHIJKhijk"

// chooseLetters assigns letters for the zoom with one character per cell.
func (k *Looks) chooseLetters() {
	taken := " #0123"
	group := 0
	for i := range k.units {
		u := &k.units[i]
		if !u.owned || group+sim.Seats > len(ownerLetters) {
			continue
		}
		four := ownerLetters[group:][:sim.Seats]
		u.one[0] = rune(four[0])
		for s := range sim.Seats {
			u.one[s+1] = rune(four[s])
		}
		taken += four
		group += sim.Seats
	}
	for _, list := range [][]thing{k.units, k.items} {
		for i := range list {
			if list[i].one[0] == 0 && list[i].two[0] != [2]rune{' ', ' '} {
				taken += list[i].chooseLetter(taken)
			}
		}
	}
}

func (t *thing) chooseLetter(taken string) string {
	c := '?'
	for _, r := range string(t.two[0][:]) + "=+*%&@$!:;~^<>/" {
		if r != ' ' && !strings.ContainsRune(taken, r) {
			c = r
			break
		}
	}
	for o := range t.one {
		t.one[o] = c
	}
	return string(c)
}

// shade returns the backgrounds by day or night with a highlighted seat plus one.
func (k *Looks) shade(night int, front int8) shade { return k.lit[front][night] }

// back returns the background of a cell. It is small enough to be inlined.
func (k *Looks) back(c *sim.Cell, lit shade) screen.Color {
	o := c.Owner + 1
	if c.Unit < 0 && int(c.Item) < len(k.items) && k.items[c.Item].owned {
		o = 0 // the item shows the owner; under a unit the ground does
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

func (k *Looks) wall(c *sim.Cell) bool { return int(c.Ground) < len(k.walls) && k.walls[c.Ground] }

// item returns the kind of a cell's item and owner+1, or nil.
func (k *Looks) item(c *sim.Cell) (*thing, int) {
	if c.Item == 0 || int(c.Item) >= len(k.items) {
		return nil, 0
	}
	return &k.items[c.Item], seatIndex(c.Owner)
}

// unit returns the kind of a unit and the index of its colour, or nil.
func (k *Looks) unit(u *sim.Unit) (*thing, int) {
	if u == nil || int(u.Kind) >= len(k.units) {
		return nil, 0
	}
	if u.NextSeat >= 0 {
		return &k.units[u.Kind], seatIndex(u.NextSeat)
	}
	return &k.units[u.Kind], seatIndex(u.Seat)
}

// on returns what is on a cell, its owner+1, and whether it is a unit, or nil.
func (k *Looks) on(c *sim.Cell, u *sim.Unit) (t *thing, o int, unit bool) {
	if t, o = k.unit(u); t != nil {
		return t, o, true
	}
	t, o = k.item(c)
	return t, o, false
}

func seatIndex(s int8) int {
	if uint8(s) >= sim.Seats {
		return 0
	}
	return int(s) + 1
}
