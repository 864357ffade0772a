package theme

import (
	"game-tui/sim"
	"game-tui/tui/screen"
)

// source is a palette in 24-bit colours. Tints are members of the 256 colours
// where that can be: a free choice may lose its hue there.
type source struct {
	name                         string
	page, bar                    uint32
	text, dim, strong, line      uint32
	cursor, mark, under, ink     uint32
	floor, wall, hatch           uint32
	nightFloor, nightWall        uint32
	dusk                         uint32 // thirtieths of their light that tints keep by night
	ground, item                 [sim.Seats]uint32
	unit                         [Tones][sim.Seats]uint32
	later                        [sim.Seats]uint32 // what is to come in charts; like item where 0
	label                        [sim.Seats]uint32 // seats in texts; like the first unit where 0
	treasure, boss, gold         uint32
	heal, harm, door, arm, heavy uint32
	good, bad                    uint32
	trail, bossTrail, flash      uint32
	heat                         *[Levels]uint32
}

// The scales of heat maps, on dark and on light floors: each level is lighter (darker)
// than the one before, so that they are told apart by any eye.
var (
	rising  = [Levels]uint32{0x00005f, 0x5f0087, 0x005faf, 0x008787, 0x00af87, 0x5fd75f, 0xafff5f, 0xffff5f, 0xffffff}
	falling = [Levels]uint32{0xffffaf, 0xd7d75f, 0x87d75f, 0x00af87, 0x008787, 0x005faf, 0x5f0087, 0x00005f, 0x000000}
)

// sources are the palettes for 256 colours and more; the first is the default.
var sources = []source{
	{
		name: "dark", page: 0x121214, bar: 0x26262a,
		text: 0xd0d0d4, dim: 0x7a7a84, strong: 0xeeeef0, line: 0x3a3a40,
		cursor: 0xff8700, mark: 0x00afaf, under: 0x004b4b, ink: 0x000000,
		floor: 0x1c1c1c, wall: 0x60606a, hatch: 0x5f005f, nightFloor: 0x04040c, nightWall: 0x2c2c40, dusk: 20,
		ground: [4]uint32{0x5f0000, 0x005300, 0x00005f, 0x5a4600},
		item:   [4]uint32{0xd70000, 0x00875f, 0x0087d7, 0x878700},
		unit: [Tones][4]uint32{
			{0xff5f5f, 0x5fff87, 0x5fafff, 0xffd75f},
			{0xd787af, 0x00af5f, 0x8787ff, 0xafaf00}, // dull
			{0xffafaf, 0xafd7af, 0xafd7ff, 0xffff87}, // pale
		},
		treasure: 0xffffff, boss: 0xff40ff, gold: 0xff87ff, heal: 0x00ffff, harm: 0xd700d7,
		door: 0xaf875f, arm: 0x87afaf, heavy: 0xd7ffff, good: 0x5fd75f, bad: 0xff8787,
		trail: 0xaf5f00, bossTrail: 0x870087, flash: 0xd7ff00, heat: &rising,
	},
	{
		name: "light", page: 0xeeeeee, bar: 0xdadada,
		text: 0x26262a, dim: 0x6c6c72, strong: 0x080808, line: 0xb2b2b8,
		cursor: 0xff8700, mark: 0x00afd7, under: 0xafffff, ink: 0x000000,
		floor: 0xffffff, wall: 0x8a8a8a, hatch: 0xffd0ff, nightFloor: 0xd8d8ea, nightWall: 0x4e4e60, dusk: 29,
		ground: [4]uint32{0xffd7d7, 0xafffaf, 0xc8e1ff, 0xffffaf},
		item:   [4]uint32{0xff8787, 0x5faf5f, 0x5fafff, 0xafaf00},
		unit: [Tones][4]uint32{
			{0xd70000, 0x008700, 0x005fd7, 0xaf5f00},
			{0xaf005f, 0x527a52, 0x5f5faf, 0x787800}, // dull
			{0x870000, 0x005f00, 0x0000af, 0x5f5f00}, // deep
		},
		later:    [4]uint32{0xd75f5f, 0x5f875f, 0x5f87d7, 0x878700},
		treasure: 0x000000, boss: 0xc800c8, gold: 0xd700af, heal: 0x005f5f, harm: 0x8700af,
		door: 0x875f5f, arm: 0x5f5f5f, heavy: 0x870087, good: 0x00875f, bad: 0xaf0000,
		trail: 0xffaf5f, bossTrail: 0xff87ff, flash: 0x5fff00, heat: &falling,
	},
	{ // the official viewer: black page, light cells
		name: "official", page: 0x000000, bar: 0x262626,
		text: 0xffffff, dim: 0x8a8a8a, strong: 0xffffff, line: 0x46466d,
		cursor: 0xff00ff, mark: 0x00afaf, under: 0xafffff, ink: 0x000000,
		floor: 0xffffff, wall: 0x46466d, hatch: 0xff8080, nightFloor: 0xe59866, nightWall: 0x2a2a44, dusk: 20,
		ground:   [4]uint32{0xf8a858, 0x70ff70, 0x60a8ff, 0xc0a0ff},
		item:     [4]uint32{0xd08030, 0x40c040, 0x3078e0, 0xa060e0},
		unit:     [Tones][4]uint32{{0xb06020, 0x008000, 0x0050bb, 0x8000a0}, {0x703810, 0x005000, 0x003080, 0x580070}, {0x703810, 0x005000, 0x003080, 0x580070}},
		label:    [4]uint32{0xf8a858, 0x70ff70, 0x60a8ff, 0xc0a0ff},
		treasure: 0xff0000, boss: 0xd70000, gold: 0xa89000, heal: 0x0080ff, harm: 0xff0060,
		door: 0xc0c0c0, arm: 0x606060, heavy: 0x202020, good: 0x70ff70, bad: 0xff6060,
		trail: 0xd787ff, bossTrail: 0xffafaf, flash: 0xffff00, heat: &falling,
	},
	{ // seats differ in lightness and along blue and yellow, which nearly everybody sees
		name: "colorblind", page: 0x121214, bar: 0x26262a,
		text: 0xd0d0d4, dim: 0x7a7a84, strong: 0xeeeef0, line: 0x3a3a40,
		cursor: 0xff5faf, mark: 0x008787, under: 0x444444, ink: 0x000000,
		floor: 0x1c1c1c, wall: 0x70707a, hatch: 0x5f005f, nightFloor: 0x04040c, nightWall: 0x2c2c40, dusk: 20,
		ground: [4]uint32{0x5f0000, 0x004b4b, 0x00005f, 0x584500},
		item:   [4]uint32{0xaf5f00, 0x5fafaf, 0x5f5fd7, 0xafaf00},
		unit: [Tones][4]uint32{
			{0xff8700, 0x00d7ff, 0x8787ff, 0xffff5f},
			{0xd7875f, 0x5faf87, 0xaf87af, 0xd7d787}, // dull
			{0xffaf5f, 0x00ffaf, 0xd7afd7, 0xafd700},
		},
		treasure: 0xffffff, boss: 0xff40ff, gold: 0xd70000, heal: 0x5faf00, harm: 0xd700d7,
		door: 0x875f5f, arm: 0x87ffff, heavy: 0x875faf, good: 0x87d7ff, bad: 0xffaf5f,
		trail: 0xaf5f87, bossTrail: 0x870087, flash: 0x5fff00, heat: &rising,
	},
}

func (s *source) palette(profile Profile) *Palette {
	c := shortest
	if profile == Color256 {
		c = func(rgb uint32) screen.Color { return screen.Index(nearest(rgb)) }
	}
	p := &Palette{
		Name: s.name, Profile: profile, HalfBlocks: true,
		Page: c(s.page), Bar: c(s.bar), Cursor: c(s.cursor), Mark: c(s.mark), Under: c(s.under), Ink: c(s.ink),
	}
	style := func(rgb uint32) screen.Style { return screen.Style{FG: c(rgb), BG: p.Page} }
	p.Text, p.Dim, p.Strong, p.Line = style(s.text), style(s.dim), style(s.strong), style(s.line)
	p.Beat = style(s.strong ^ 1)
	if profile == Color256 {
		// The neighbour in the grey ramp; its lightness differs by 4 %.
		i := nearest(s.strong)
		if i > 232 {
			i--
		}
		p.Beat.FG = screen.Index(i)
	}
	for i := range p.seats {
		p.seats[i] = seat{ground: c(s.ground[i]), item: c(s.item[i]), later: c(s.item[i]), label: c(s.unit[0][i])}
		for tone := range s.unit {
			p.seats[i].unit[tone] = c(s.unit[tone][i])
		}
		if s.label[i] != 0 {
			p.seats[i].label = c(s.label[i])
		}
		if s.later[i] != 0 {
			p.seats[i].later = c(s.later[i])
		}
		p.chartColors(s, i)
		p.day.seats[i], p.night.seats[i] = c(s.ground[i]), c(s.byNight(s.ground[i]))
	}
	p.Flash, p.trail, p.bossTrail = c(s.flash), c(s.trail), c(s.bossTrail)
	for i, rgb := range s.heat {
		p.heat[i] = screen.Style{FG: c(0xffffff), BG: c(rgb)}
		if s.heat == &rising && i >= Levels/2 || s.heat == &falling && i <= Levels/2 {
			p.heat[i].FG = c(0)
		}
	}
	p.day.floor, p.day.wall, p.day.hatch = c(s.floor), c(s.wall), c(s.hatch)
	p.night.floor, p.night.wall, p.night.hatch = c(s.nightFloor), c(s.nightWall), c(s.byNight(s.hatch))
	p.roles = [...]screen.Color{
		sim.RoleNone: c(s.text), sim.RoleOwner: c(s.text), sim.RoleFloor: c(s.dim), sim.RoleWall: c(s.wall),
		sim.RoleTreasure: c(s.treasure), sim.RoleBoss: c(s.boss), sim.RoleGold: c(s.gold),
		sim.RoleHeal: c(s.heal), sim.RoleHarm: c(s.harm), sim.RoleDoor: c(s.door),
		sim.RoleArm: c(s.arm), sim.RoleHeavy: c(s.heavy), sim.RoleGood: c(s.good), sim.RoleBad: c(s.bad),
	}
	return p
}

// greys are what is to come in charts in 256 colours, whose hues have no such weak
// members: on dark pages and on light ones.
var greys = [2][sim.Seats]uint8{{238, 234, 241, 236}, {251, 255, 249, 253}}

// chartColors mixes the colours that a player has in charts and in the ribbon.
func (p *Palette) chartColors(s *source, i int) {
	own, hue := &p.seats[i], s.unit[0][i]
	if s.label[i] != 0 {
		hue = s.label[i]
	}
	if p.Profile < TrueColor {
		own.past = screen.Index(nearest(mix(s.page, hue, 62)))
		own.ribbon, own.future = screen.Index(nearest(s.ground[i])), screen.Index(greys[s.page>>23][i])
		if s.name == "official" { // its grounds are light
			own.ribbon = screen.Index(nearest(s.unit[1][i]))
		}
		return
	}
	own.past, own.ribbon = shortest(mix(s.page, hue, 62)), shortest(mix(s.page, hue, 34))
	own.future = shortest(mix(s.page, greyed(hue), 22+4*((i+1)%3)))
}

// shortest is a 24-bit colour in its shortest form: many are among the 256,
// whose codes have half the length. The first of those are left out: users
// change them.
func shortest(rgb uint32) screen.Color {
	if i := nearest(rgb); screen.IndexRGB(i) == rgb && i > 21 {
		return screen.Index(i)
	}
	return screen.RGB(rgb)
}

// byNight is a tint by night.
func (s *source) byNight(rgb uint32) uint32 {
	return (rgb>>16&255)*s.dusk/30<<16 | (rgb>>8&255)*s.dusk/30<<8 | (rgb&255)*s.dusk/30
}

// mix is a colour with some hundredths of another one in it.
func mix(a, b uint32, part int) uint32 {
	var sum uint32
	for shift := 0; shift < 24; shift += 8 {
		x, y := int(a>>shift&255), int(b>>shift&255)
		sum |= uint32(x+((y-x)*part+50)/100) << shift
	}
	return sum
}

// greyed is a colour with half of its hue.
func greyed(rgb uint32) uint32 {
	return mix(rgb, ((rgb>>16&255)+(rgb>>8&255)+(rgb&255))/3*0x010101, 50)
}

// basic is the palette of the 16 named colours, on the terminal's own
// background. Units are dark letters on their seat's bright colour.
func basic(profile Profile) *Palette {
	c := screen.Basic
	p := &Palette{
		Name: "16", Profile: profile, Letters: true, inverse: true,
		Cursor: c(15), Mark: c(14), Flash: c(11), Ink: c(0),
		// Bright black is the background itself in some terminals.
		Dim:  screen.Style{Attr: screen.Faint},
		Line: screen.Style{Attr: screen.Faint},
	}
	p.Strong.Attr = screen.Bold
	p.Beat = p.Strong
	dark, bright := [...]uint8{1, 2, 4, 3}, [...]uint8{9, 10, 12, 11}
	for i := range p.seats {
		b := c(bright[i])
		p.seats[i] = seat{ground: c(dark[i]), item: b, unit: [Tones]screen.Color{b, b, b}, label: b, later: c(dark[i]), ribbon: c(dark[i]), past: b, future: c(dark[i])}
		p.day.seats[i], p.night.seats[i] = c(dark[i]), c(dark[i])
	}
	for i, n := range [Levels]uint8{4, 4, 5, 5, 1, 9, 3, 11, 15} { // with a digit on them
		p.heat[i] = screen.Style{FG: c(15), BG: c(n)}
		if i >= Levels/2 {
			p.heat[i].FG = c(0)
		}
	}
	// Walls have a sign on a ground that may be the background: white blocks
	// would be taken for what is worth taking.
	p.day.wall, p.day.hatch = c(8), c(5)
	p.night.floor, p.night.wall, p.night.hatch = c(0), c(8), c(5)
	p.roles = [...]screen.Color{
		sim.RoleWall: c(8), sim.RoleTreasure: c(15), sim.RoleBoss: c(13), sim.RoleGold: c(11),
		sim.RoleHeal: c(14), sim.RoleHarm: c(13), sim.RoleDoor: c(3), sim.RoleArm: c(7),
		sim.RoleHeavy: c(15), sim.RoleGood: c(10), sim.RoleBad: c(9),
	}
	return p
}

// plain has no colour at all, and nothing but ASCII.
func plain() *Palette { return &Palette{Name: "none", Letters: true, ASCII: true} }

// nearest is the index, from 16 on, of the 256 colours that is nearest to a
// colour; the first 16 belong to the user's own theme. Hue weighs more than lightness:
// a colour must not become grey.
func nearest(rgb uint32) uint8 {
	best, index := 1<<30, 16
	for i := 16; i < 256; i++ {
		if d := distance(rgb, screen.IndexRGB(uint8(i))); d < best {
			best, index = d, i
		}
	}
	return uint8(index)
}

func distance(a, b uint32) int {
	r1, g1, b1 := int(a>>16&255), int(a>>8&255), int(a&255)
	r2, g2, b2 := int(b>>16&255), int(b>>8&255), int(b&255)
	dr, dg, db := r1-r2, g1-g2, b1-b2
	light := 2*dr*dr + 4*dg*dg + 3*db*db
	rg, gb := (r1-g1)-(r2-g2), (g1-b1)-(g2-b2)
	return light + rg*rg + gb*gb
}
