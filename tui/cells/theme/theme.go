// Package theme defines the colours of roles and seats. [PaletteFor] returns a palette by name. A
// [Palette] is immutable and specific to a terminal [Profile].
package theme

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
)

// A Profile describes which colours a terminal can display.
type Profile uint8

const (
	NoColor Profile = iota
	Color16
	Color256
	TrueColor
)

func ProfileOf(p colorprofile.Profile) Profile {
	return Profile(max(p, colorprofile.ASCII) - colorprofile.ASCII) // Both types list the profiles in the same order.
}

type Palette struct {
	Name    string
	Profile Profile
	// HasHalfBlocks reports whether one character can show two board cells as colours.
	HasHalfBlocks bool
	// UseLetters selects letters instead of shapes for units and items.
	UseLetters bool
	UseASCII   bool

	// Page is the background of text. Bar is the background of the title bar.
	Page, Bar               screen.Color
	Text, Dim, Strong, Line screen.Style
	// StrongAlternate looks like Strong, but with at least 256 colours it is encoded differently.
	// Alternating between the two makes the encoder send a text in full each time.
	StrongAlternate screen.Style
	// Cursor is the background of the inspected cell. Mark and MarkedGround are the backgrounds of
	// empty and occupied cells, respectively, that players have marked.
	Cursor, Mark, MarkedGround screen.Color
	// Flash is the background of cells that have just changed.
	Flash screen.Color
	// Ink is the text colour on Cursor, on Mark and on seat colours.
	Ink screen.Color

	hasLetterTiles bool                      // whether units are dark letters on their seat's colour
	seats          [sim.Seats + 1]seatColors // colours by seat; the last entry is for things without owners
	roles          [sim.RoleBad + 1]screen.Color
	heat           [NumHeatLevels]screen.Style

	trail, bossTrail screen.Color
	day              groundColors
	night            groundColors
}

// NumTones is the number of colours per seat. They distinguish kinds of units.
const NumTones = 3

type seatColors struct {
	item, label, futureCurve     screen.Color
	ribbon, pastArea, futureArea screen.Color
	unit                         [NumTones]screen.Color
	tile, lostLife, block        screen.Style
}

type groundColors struct {
	floor, street, wall, hatch screen.Color
	seats                      [sim.Seats]screen.Color
}

func (p *Palette) seat(s int8) *seatColors { return &p.seats[min(uint8(s), sim.Seats)] }

func (p *Palette) addUnowned() *Palette {
	own := p.roles[sim.RoleOwner]
	p.seats[sim.Seats] = seatColors{
		item: own, unit: [NumTones]screen.Color{own, own, own}, label: p.Text.FG, futureCurve: p.Dim.FG,
		ribbon: p.Bar, pastArea: p.Bar, futureArea: p.Bar, tile: p.Text, lostLife: p.Dim, block: p.Text,
	}
	return p
}

// SeatColor returns a seat's colour in text, bars and charts.
func (p *Palette) SeatColor(s int8) screen.Color { return p.seat(s).label }

// SeatStyle returns the style of a player's name.
func (p *Palette) SeatStyle(s int8) screen.Style { return screen.Style{FG: p.SeatColor(s), BG: p.Page} }

// RibbonColor returns the background of a seat's part of the win-chance ribbon. Text on it should use
// Strong.
func (p *Palette) RibbonColor(s int8) screen.Color { return p.seat(s).ribbon }

func (p *Palette) AreaColor(s int8, future bool) screen.Color {
	if future {
		return p.seat(s).futureArea
	}
	return p.seat(s).pastArea
}

func (p *Palette) FutureCurveColor(s int8) screen.Color { return p.seat(s).futureCurve }

func (p *Palette) RoleColor(r sim.Role) screen.Color {
	if int(r) >= len(p.roles) {
		return p.Text.FG
	}
	return p.roles[r]
}

func (p *Palette) GroundColor(r sim.Role, owner int8, dark, dangerous bool) screen.Color {
	g := &p.day
	if dark {
		g = &p.night
	}
	switch {
	case dangerous && r != sim.RoleWall:
		return g.hatch
	case r == sim.RoleWall:
		return g.wall
	case (r == sim.RoleFloor || r == sim.RoleStreet || r == sim.RoleOwner) && uint8(owner) < sim.Seats:
		return g.seats[owner]
	case r == sim.RoleStreet:
		return g.street
	case r == sim.RoleFloor, r == sim.RoleOwner, r == sim.RoleNone:
		return g.floor
	}
	return p.RoleColor(r)
}

// DimmedGround returns the colour of ground whose owner is not highlighted. In true colour, it is
// halfway to unowned, the colour of unowned ground; with 256 colours, it is unowned; with fewer, it
// is unchanged.
func (p *Palette) DimmedGround(ground, unowned screen.Color) screen.Color {
	if p.hasLetterTiles || p.Profile < Color256 {
		return ground
	}
	if p.Profile == Color256 {
		return unowned
	}
	a, b := ground.ToRGB(0, nil), unowned.ToRGB(0, nil)
	return screen.RGB((a&0xfefefe + b&0xfefefe) / 2)
}

func (p *Palette) ItemColor(r sim.Role, owner int8) screen.Color {
	if r == sim.RoleOwner {
		return p.seat(owner).item
	}
	return p.RoleColor(r)
}

// UnitColor returns the colour of a unit. Different kinds of units have different tones.
func (p *Palette) UnitColor(r sim.Role, seat int8, tone int) screen.Color {
	if r == sim.RoleOwner {
		return p.seat(seat).unit[min(tone, NumTones-1)]
	}
	return p.RoleColor(r)
}

// TileStyles returns the styles of a unit that fills its cell: one for remaining life and one for lost
// life.
func (p *Palette) TileStyles(seat int8) (remaining, lost screen.Style) {
	return p.seat(seat).tile, p.seat(seat).lostLife
}

func (p *Palette) BlockStyle(seat int8) screen.Style { return p.seat(seat).block }

// TrailColor returns the colour of a unit's path. Use seat -1 for neutral units.
func (p *Palette) TrailColor(seat int8) screen.Color {
	if seat < 0 {
		return p.bossTrail
	}
	return p.trail
}

const NumHeatLevels = 9

// HeatStyle returns the style of a heat map level from 1 to NumHeatLevels. Level 0 is the plain ground.
func (p *Palette) HeatStyle(level int, ground screen.Color) screen.Style {
	if level < 1 || level > NumHeatLevels {
		return screen.Style{BG: ground}
	}
	return p.heat[level-1]
}

func (p *Palette) GlyphStyle(fg, ground screen.Color, isUnit bool) screen.Style {
	if p.hasLetterTiles && isUnit {
		return screen.Style{FG: p.Ink, BG: fg}
	}
	return screen.Style{FG: fg, BG: ground}
}

// HighlightStyle returns the style of a cell highlighted with the colour Cursor, Mark or Flash.
func (p *Palette) HighlightStyle(c screen.Color) screen.Style {
	if p.Profile == NoColor {
		return screen.Style{Attr: screen.Reverse}
	}
	return screen.Style{FG: p.Ink, BG: c}
}

// MarkedStyle returns the style of an occupied cell with a mark. The background stays if keepGround
// is set, because its colour has a meaning, and in palettes with few colours.
func (p *Palette) MarkedStyle(st screen.Style, keepGround bool) screen.Style {
	if !keepGround && !p.hasLetterTiles && p.Profile != NoColor {
		st.BG = p.MarkedGround
	}
	return st.WithAttr(screen.Underline)
}

// WallCell returns the screen cell of a wall. If the palette has few colours, the cell contains #.
func (p *Palette) WallCell(ground screen.Color) screen.Cell {
	switch {
	case p.hasLetterTiles:
		return screen.Cell{R: '#', Style: screen.Style{FG: screen.BasicColor(7), BG: ground}}
	case p.Profile == NoColor:
		return screen.Cell{R: '#', Style: screen.Style{BG: ground}}
	}
	return screen.Cell{R: ' ', Style: screen.Style{BG: ground}}
}

func (p *Palette) WithASCII() *Palette {
	return cachedPalette(paletteKey{p.Name, p.Profile, true}, func() *Palette {
		q := *p
		q.UseASCII, q.UseLetters, q.HasHalfBlocks = true, true, false
		return &q
	})
}

type paletteKey struct {
	name    string
	profile Profile
	ascii   bool
}

// paletteCache caches palettes, so that equal palettes have equal pointers.
var paletteCache sync.Map

func cachedPalette(k paletteKey, build func() *Palette) *Palette {
	if p, ok := paletteCache.Load(k); ok {
		return p.(*Palette)
	}
	p, _ := paletteCache.LoadOrStore(k, build())
	return p.(*Palette)
}

func Names() []string {
	names := make([]string, 0, len(specs)+2)
	for i := range specs {
		names = append(names, specs[i].name)
	}
	return append(names, "16", "none")
}

// CheckName returns an error unless name is empty or names a palette.
func CheckName(name string) error {
	if name == "" || slices.Contains(Names(), name) {
		return nil
	}
	return fmt.Errorf("%q: expected one of %s", name, strings.Join(Names(), ", "))
}

// PaletteFor returns the named palette for a profile, or the default one if the name is unknown. If the
// profile has too few colours, it returns the palette "16" or "none". Equal arguments yield equal
// pointers.
func PaletteFor(name string, profile Profile) *Palette {
	switch {
	case profile == NoColor || name == "none":
		return cachedPalette(paletteKey{name: "none"}, func() *Palette { return &Palette{Name: "none", UseLetters: true, UseASCII: true} })
	case profile == Color16 || name == "16":
		return cachedPalette(paletteKey{name: "16", profile: profile}, func() *Palette { return basicPalette(profile) })
	}
	s := findSpec(name, profile)
	return cachedPalette(paletteKey{name: s.name, profile: profile}, func() *Palette { return s.palette(profile) })
}

func findSpec(name string, profile Profile) *paletteSpec {
	i := max(0, slices.IndexFunc(specs, func(s paletteSpec) bool { return s.name == name }))
	if profile == Color256 && i < len(specs256) {
		return &specs256[i]
	}
	return &specs[i]
}

func NextPalette(p *Palette, profile Profile) *Palette {
	names := Names()
	switch profile {
	case NoColor:
		return p
	case Color16:
		names = names[len(names)-2:]
	}
	i := slices.Index(names, p.Name)
	return PaletteFor(names[(i+1)%len(names)], profile)
}
