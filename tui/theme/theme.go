// Package theme turns what a colour means (a role, a seat) into the colours
// that a terminal can show. A palette is immutable and made for one profile:
// its colours are sent as they are, nothing converts them later.
package theme

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/colorprofile"

	"game-tui/sim"
	"game-tui/tui/screen"
)

// Profile is what a terminal can show.
type Profile uint8

// The profiles, poorest first.
const (
	NoColor Profile = iota
	Color16
	Color256
	TrueColor
)

// Detected is the profile of a terminal as colorprofile found it.
func Detected(p colorprofile.Profile) Profile {
	switch p {
	case colorprofile.TrueColor:
		return TrueColor
	case colorprofile.ANSI256:
		return Color256
	case colorprofile.ANSI:
		return Color16
	}
	return NoColor
}

// Palette is a set of colours for one profile.
type Palette struct {
	Name    string
	Profile Profile
	// HalfBlocks says that colour alone tells two cells in one character apart.
	HalfBlocks bool
	// Letters says that letters show the kinds, not shapes.
	Letters bool
	// ASCII says that nothing but ASCII may be shown.
	ASCII bool

	// Page is the background of everything, Bar that of the title.
	Page, Bar screen.Color
	// Text, Dim and Strong are texts in three weights; Line draws frames and rulers.
	Text, Dim, Strong, Line screen.Style
	// Beat is a second form of Strong that looks the same: a text that alternates
	// between the two is new in every cell, so that renderers send it whole.
	Beat screen.Style
	// Cursor is under the inspected cell, Mark where a player marked an empty
	// one, Under beneath what stands on a marked cell and keeps its colour.
	Cursor, Mark, Under screen.Color
	// Flash is where something has just changed.
	Flash screen.Color
	// Ink is written on Cursor, Mark and seat colours.
	Ink screen.Color

	inverse bool // units are dark letters on their seat's colour
	seats   [sim.Seats]seat
	roles   [sim.RoleBad + 1]screen.Color
	heat    [Levels]screen.Style

	trail, bossTrail screen.Color
	day              ground
	night            ground
}

// Tones is how many kinds of units of one player colour alone tells apart.
const Tones = 3

// seat holds the colours of a player: ground that it owns, an item of its own,
// its kinds of units, its name in texts, its share of the ribbon, and its areas and the
// curve of what is to come in charts.
type seat struct {
	ground, item, label, later screen.Color
	ribbon, past, future       screen.Color
	unit                       [Tones]screen.Color
	tile, lost, block          screen.Style
}

// ground holds the backgrounds of the board by day or by night.
type ground struct {
	floor, street, wall, hatch screen.Color
	seats                      [sim.Seats]screen.Color
}

// Seat is the colour of a player in texts, bars and charts.
func (p *Palette) Seat(s int8) screen.Color {
	if uint8(s) >= sim.Seats {
		return p.Text.FG
	}
	return p.seats[s].label
}

// Player is the style of a player's name, and of what else is written in its colour.
func (p *Palette) Player(s int8) screen.Style { return screen.Style{FG: p.Seat(s), BG: p.Page} }

// Ribbon is the background of a player's share of the ribbon of chances; Strong is
// written on it.
func (p *Palette) Ribbon(s int8) screen.Color {
	if uint8(s) >= sim.Seats {
		return p.Bar
	}
	return p.seats[s].ribbon
}

// Area is what a player fills in a chart: bright where it shows the past, nearly grey
// where it shows what is to come.
func (p *Palette) Area(s int8, future bool) screen.Color {
	switch {
	case uint8(s) >= sim.Seats:
		return p.Bar
	case future:
		return p.seats[s].future
	}
	return p.seats[s].past
}

// Later is the colour of a player's curve where it shows what is to come.
func (p *Palette) Later(s int8) screen.Color {
	if uint8(s) >= sim.Seats {
		return p.Dim.FG
	}
	return p.seats[s].later
}

// Role is the colour of a role in texts; RoleOwner has none of its own.
func (p *Palette) Role(r sim.Role) screen.Color {
	if int(r) >= len(p.roles) {
		return p.Text.FG
	}
	return p.roles[r]
}

// Ground is the background of a cell.
func (p *Palette) Ground(r sim.Role, owner int8, dark, hatch bool) screen.Color {
	g := &p.day
	if dark {
		g = &p.night
	}
	switch {
	case hatch && r != sim.RoleWall:
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
	return p.Role(r)
}

// Aside is the background of a cell that belongs to somebody whom the watcher does not
// look at: halfway to the ground that is nobody's, where the profile can show that, so
// that nothing on it stands out less; otherwise that ground itself. Palettes without
// grounds of players have nothing to change.
func (p *Palette) Aside(ground, nobodys screen.Color) screen.Color {
	if p.inverse || p.Profile < Color256 {
		return ground
	}
	if p.Profile == Color256 {
		return nobodys
	}
	a, b := ground.In24(0, nil), nobodys.In24(0, nil)
	return screen.RGB((a&0xfefefe + b&0xfefefe) / 2)
}

// Item is the colour of a thing on the ground.
func (p *Palette) Item(r sim.Role, owner int8) screen.Color {
	if r == sim.RoleOwner && uint8(owner) < sim.Seats {
		return p.seats[owner].item
	}
	return p.Role(r)
}

// Unit is the colour of a unit. Tone counts the kinds that players have, from 0;
// those beyond the last tone share it.
func (p *Palette) Unit(r sim.Role, seat int8, tone int) screen.Color {
	if r != sim.RoleOwner || uint8(seat) >= sim.Seats {
		return p.Role(r)
	}
	return p.seats[seat].unit[min(tone, Tones-1)]
}

// Tile is the style of a unit of a player that fills its cell, and of the part of it that
// stands for lost life.
func (p *Palette) Tile(seat int8) (whole, lost screen.Style) {
	if uint8(seat) >= sim.Seats {
		return p.Text, p.Dim
	}
	return p.seats[seat].tile, p.seats[seat].lost
}

// Block is the style of an item of a player that fills its cell.
func (p *Palette) Block(seat int8) screen.Style {
	if uint8(seat) >= sim.Seats {
		return p.Text
	}
	return p.seats[seat].block
}

// Trail is the colour of a cell over which a unit of a player came, or, for seat -1,
// one of nobody's.
func (p *Palette) Trail(seat int8) screen.Color {
	if seat < 0 {
		return p.bossTrail
	}
	return p.trail
}

// Levels is how many steps the scale of a heat map has.
const Levels = 9

// Heat is a step of the scale of heat maps, from 1 to Levels; 0 is none, which leaves
// the ground as it is. Numbers can be written in it.
func (p *Palette) Heat(level int, ground screen.Color) screen.Style {
	if level < 1 || level > Levels {
		return screen.Style{BG: ground}
	}
	return p.heat[level-1]
}

// OnGround is the style of a glyph of some colour on a ground.
func (p *Palette) OnGround(glyph, ground screen.Color, unit bool) screen.Style {
	if p.inverse && unit {
		return screen.Style{FG: p.Ink, BG: glyph}
	}
	return screen.Style{FG: glyph, BG: ground}
}

// Point is the style of a cell on Cursor or Mark.
func (p *Palette) Point(c screen.Color) screen.Style {
	if p.Profile == NoColor {
		return screen.Style{Attr: screen.Reverse}
	}
	return screen.Style{FG: p.Ink, BG: c}
}

// Marked is the style of a glyph on a cell that a player marked. The line
// below it is there for those who cannot tell the ground, and stands alone where
// the ground is its own colour.
func (p *Palette) Marked(st screen.Style, own bool) screen.Style {
	if !own && !p.inverse && p.Profile != NoColor {
		st.BG = p.Under
	}
	return st.With(screen.Underline)
}

// WallSign reports whether walls need a character, since their colour may be
// none or that of open ground.
func (p *Palette) WallSign() bool { return p.Profile == NoColor || p.inverse }

// Wall is the style of that character.
func (p *Palette) Wall(ground screen.Color) screen.Style {
	if p.inverse {
		return screen.Style{FG: screen.Basic(7), BG: ground}
	}
	return screen.Style{BG: ground}
}

// Plain is the palette for a terminal that has colours but shows nothing beyond
// ASCII: letters in place of shapes and half blocks.
func (p *Palette) Plain() *Palette {
	return made(key{p.Name, p.Profile, true}, func() *Palette {
		q := *p
		q.ASCII, q.Letters, q.HalfBlocks = true, true, false
		return &q
	})
}

// key is all that a palette depends on.
type key struct {
	name    string
	profile Profile
	ascii   bool
}

// palettes holds every palette that was asked for: there are a few dozen. So
// palettes are the same where their pointers are.
var palettes sync.Map

func made(k key, make func() *Palette) *Palette {
	if p, ok := palettes.Load(k); ok {
		return p.(*Palette)
	}
	p, _ := palettes.LoadOrStore(k, make())
	return p.(*Palette)
}

// Names lists all palettes, in the order of the key that cycles them.
func Names() []string {
	names := make([]string, 0, len(sources)+2)
	for i := range sources {
		names = append(names, sources[i].name)
	}
	return append(names, "16", "none")
}

// Known refuses a name that no palette has; the empty one is the default's.
func Known(name string) error {
	if name == "" || slices.Contains(Names(), name) {
		return nil
	}
	return fmt.Errorf("%q: there is %s", name, strings.Join(Names(), ", "))
}

// For is the palette of a name as a terminal of that profile can show it: where
// it has too few colours, the best that it can show. An empty or unknown name
// is the profile's default. The same name and profile give the same pointer.
func For(name string, profile Profile) *Palette {
	switch {
	case profile == NoColor || name == "none":
		return made(key{name: "none"}, plain)
	case profile == Color16 || name == "16":
		return made(key{name: "16", profile: profile}, func() *Palette { return basic(profile) })
	}
	s := sourceOf(name, profile)
	return made(key{name: s.name, profile: profile}, func() *Palette { return s.palette(profile) })
}

// sourceOf is what the palette of a name is made of; the default's, where none has it.
func sourceOf(name string, profile Profile) *source {
	named := func(s source) bool { return s.name == name }
	s := &sources[max(0, slices.IndexFunc(sources, named))]
	name = s.name
	if i := slices.IndexFunc(in256, named); i >= 0 && profile == Color256 {
		return &in256[i]
	}
	return s
}

// Next is the palette after p among those that the profile shows differently.
func Next(p *Palette, profile Profile) *Palette {
	names := Names()
	switch profile {
	case NoColor:
		return p
	case Color16:
		names = names[len(names)-2:]
	}
	i := slices.Index(names, p.Name)
	return For(names[(i+1)%len(names)], profile)
}
