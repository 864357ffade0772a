package theme

import (
	"cmp"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
)

type paletteSpec struct {
	name                                    string
	page, bar                               uint32
	text, dim, strong, line                 uint32
	cursor, mark, markedGround, ink         uint32
	floor, wall, hatch                      uint32
	street                                  uint32 // colour of streets by day, or 0 to use floor
	nightFloor, nightWall                   uint32
	nightLight                              uint32 // brightness of colours at night, from 0 to 30
	ground, item                            [sim.Seats]uint32
	unit                                    [NumTones][sim.Seats]uint32
	block                                   [sim.Seats]uint32 // colours of items that fill their cell, or 0 to use item
	ribbon, pastArea, futureCurve           [sim.Seats]uint32 // chart colours, or 0 to mix them according to tint
	tint                                    tints
	label                                   [sim.Seats]uint32 // seat colours in text, or 0 to use the first colour in unit
	treasure, boss, money, gold             uint32
	heal, poison, door, weapon, heavyWeapon uint32
	good, bad                               uint32
	trail, bossTrail, flash                 uint32
	heat                                    *[NumHeatLevels]uint32
}

// Heat map colours change steadily in lightness, so that colour-blind viewers can distinguish them.
var (
	heatOnDark  = [NumHeatLevels]uint32{0x00005f, 0x5f0087, 0x005faf, 0x008787, 0x00af87, 0x5fd75f, 0xafff5f, 0xffff5f, 0xffffff}
	heatOnLight = [NumHeatLevels]uint32{0xffffaf, 0xd7d75f, 0x87d75f, 0x00af87, 0x008787, 0x005faf, 0x5f0087, 0x00005f, 0x000000}
)

// tints holds the percentage of seat colour in each chart colour. The rest is page colour.
type tints struct {
	ribbon, pastArea, futureCurve int
	futureArea                    [sim.Seats]int
	greyIndices                   [sim.Seats]uint8 // indices of the grey colours for future rounds on 256-colour terminals
}

var (
	tintsOnDark  = tints{34, 62, 54, [4]int{30, 27, 27, 22}, [4]uint8{238, 234, 241, 236}}
	tintsOnLight = tints{30, 55, 76, [4]int{33, 20, 30, 16}, [4]uint8{251, 255, 249, 253}}
)

// specs256 holds the palettes for 256 colours, in the same order as specs.
var specs256 = []paletteSpec{
	{
		name: "dark", page: 0x080808, bar: 0x262626,
		text: 0xd0d0d0, dim: 0x8a8a8a, strong: 0xeeeeee, line: 0x3a3a3a,
		cursor: 0xffffff, mark: 0x00afaf, markedGround: 0x303030, ink: 0x000000,
		floor: 0x121212, street: 0x262626, wall: 0x5f5f87, hatch: 0x5f005f, nightFloor: 0x000000, nightWall: 0x3a3a3a, nightLight: 30,
		ground:      [4]uint32{0x5f0000, 0x005f00, 0x00005f, 0x5f5f00},
		item:        [4]uint32{0xaf5f5f, 0x00875f, 0x5f87af, 0x878700},
		pastArea:    [4]uint32{0xaf5f5f, 0x5faf87, 0x5f87af, 0xaf875f},
		futureCurve: [4]uint32{0x626262, 0x626262, 0x626262, 0x626262},
		unit: [NumTones][4]uint32{
			{0xff8787, 0x5fd787, 0x5fafff, 0xffd75f},
			{0xff87af, 0x5fd7af, 0xafafff, 0xd7af5f},
			{0xffafaf, 0xd7ffd7, 0xafd7ff, 0xffffaf},
		},
		treasure: 0xafafd7, boss: 0xff87ff, money: 0xd0d0d0, gold: 0xff8700, heal: 0x5fd7d7, poison: 0xaf5fff,
		door: 0x875f00, weapon: 0x8787af, heavyWeapon: 0xd75fff, good: 0x87d787, bad: 0xff8787,
		trail: 0xaf5f00, bossTrail: 0x870087, flash: 0xd7ff00, heat: &heatOnDark, tint: tintsOnDark,
	},
	{
		name: "light", page: 0xffffff, bar: 0xeeeeee,
		text: 0x303030, dim: 0x6c6c6c, strong: 0x000000, line: 0xd0d0d0,
		cursor: 0xff8700, mark: 0x00afd7, markedGround: 0xafffff, ink: 0x000000,
		floor: 0xeeeeee, street: 0xffffff, wall: 0x949494, hatch: 0xffd7ff, nightFloor: 0xdadada, nightWall: 0x4e4e4e, nightLight: 30,
		ground:      [4]uint32{0xffd7d7, 0xd7ffd7, 0xd7d7ff, 0xffffaf},
		item:        [4]uint32{0xd78787, 0x87d7af, 0x87afd7, 0xd7af5f},
		block:       [4]uint32{0xaf5f5f, 0x00875f, 0x5f5fd7, 0x875f00},
		pastArea:    [4]uint32{0xd78787, 0x87d7af, 0x87afd7, 0xd7af5f},
		futureCurve: [4]uint32{0x949494, 0x949494, 0x949494, 0x949494},
		unit: [NumTones][4]uint32{
			{0xd7005f, 0x008700, 0x005fd7, 0xaf5f00},
			{0xaf5f5f, 0x00875f, 0x5f5fd7, 0x875f00},
			{0x5f0000, 0x005f00, 0x000087, 0x5f5f00},
		},
		treasure: 0x5f5f5f, boss: 0xaf00d7, money: 0x303030, gold: 0xd75f00, heal: 0x008787, poison: 0x8700d7,
		door: 0x875f5f, weapon: 0x6c6c6c, heavyWeapon: 0x870087, good: 0x00875f, bad: 0xaf0000,
		trail: 0xffaf5f, bossTrail: 0xff87ff, flash: 0x5fff00, heat: &heatOnLight, tint: tintsOnLight,
	},
}

// specs holds the palettes for true colour; the first is the default. Terminals with 256 colours
// use them if specs256 lacks the palette.
var specs = []paletteSpec{
	{
		name: "dark", page: 0x11131a, bar: 0x1f2433,
		text: 0xcdd3e0, dim: 0x7f889d, strong: 0xf4f6fb, line: 0x363c4e,
		cursor: 0xffffff, mark: 0x00afaf, markedGround: 0x003f44, ink: 0x000000,
		floor: 0x161a23, street: 0x2c2a27, wall: 0x515972, hatch: 0x441f5b, nightFloor: 0x0c0f1e, nightWall: 0x434959, nightLight: 24,
		ground: [4]uint32{0x541f2d, 0x12462f, 0x193a6a, 0x493b10},
		item:   [4]uint32{0x9d5c62, 0x468062, 0x4c719d, 0x8a7644},
		block:  [4]uint32{0xa36268, 0x468062, 0x4f77a3, 0x8a7644},
		unit: [NumTones][4]uint32{
			{0xff8c90, 0x76e7a2, 0x7cbcff, 0xffd164},
			{0xd36679, 0x40ad77, 0x5c8fdf, 0xbd9237}, // dull, for the second kind of unit
			{0xffc4c4, 0xcbf5d6, 0xc6e3ff, 0xfef4ae}, // pale, for the third kind of unit
		},
		treasure: 0x8e98b1, boss: 0xde60ff, money: 0xd0cdd6, gold: 0xff9a3a, heal: 0x49d6dc, poison: 0xbd71ff,
		door: 0x906236, weapon: 0x8a97ac, heavyWeapon: 0xd784ff, good: 0x79e6a3, bad: 0xff7a85,
		trail: 0xaf5f00, bossTrail: 0x870087, flash: 0xd7ff00, heat: &heatOnDark, tint: tintsOnDark,
	},
	{
		name: "light", page: 0xfbf9f4, bar: 0xe9e6dd,
		text: 0x2b303c, dim: 0x6a7183, strong: 0x0a0d14, line: 0xcfcabd,
		cursor: 0xff8700, mark: 0x00afd7, markedGround: 0xafffff, ink: 0x000000,
		floor: 0xf2efe7, street: 0xfaf6ea, wall: 0x8e94a4, hatch: 0xf2d5ff, nightFloor: 0xe6d8fe, nightWall: 0x505068, nightLight: 30,
		ground: [4]uint32{0xfad7da, 0xcce9d3, 0xd0e1f8, 0xf0e1ae},
		item:   [4]uint32{0xda8692, 0x6fae8b, 0x82a6d6, 0xc0a874},
		block:  [4]uint32{0xb85f6b, 0x588869, 0x5c7fb1, 0x8f7c46},
		unit: [NumTones][4]uint32{
			{0xc11e3c, 0x00773c, 0x115dc4, 0x8d6100},
			{0xb85f6b, 0x588869, 0x5c7fb1, 0x8f7c46},
			{0x6d0f22, 0x073f1f, 0x0e2f6b, 0x4e3601},
		},
		treasure: 0x5c6374, boss: 0xa212c5, money: 0x2a2f3a, gold: 0xc75a00, heal: 0x007f87, poison: 0x8a2be0,
		door: 0x7d5434, weapon: 0x6b7180, heavyWeapon: 0x870087, good: 0x0c7a43, bad: 0xb3132f,
		trail: 0xffaf5f, bossTrail: 0xff87ff, flash: 0x5fff00, heat: &heatOnLight, tint: tintsOnLight,
	},
	{ // resembles the official viewer
		name: "official", page: 0x000000, bar: 0x262626,
		text: 0xffffff, dim: 0x8a8a8a, strong: 0xffffff, line: 0x46466d,
		cursor: 0xff00ff, mark: 0x00afaf, markedGround: 0xafffff, ink: 0x000000,
		floor: 0xffffff, wall: 0x46466d, hatch: 0xff8080, nightFloor: 0xe59866, nightWall: 0x2a2a44, nightLight: 20,
		ground:      [4]uint32{0xf8a858, 0x70ff70, 0x60a8ff, 0xc0a0ff},
		ribbon:      [4]uint32{0x703810, 0x005000, 0x003080, 0x580070},
		item:        [4]uint32{0xd08030, 0x40c040, 0x3078e0, 0xa060e0},
		futureCurve: [4]uint32{0xd08030, 0x40c040, 0x3078e0, 0xa060e0},
		unit:        [NumTones][4]uint32{{0xb06020, 0x008000, 0x0050bb, 0x8000a0}, {0x703810, 0x005000, 0x003080, 0x580070}, {0x703810, 0x005000, 0x003080, 0x580070}},
		label:       [4]uint32{0xf8a858, 0x70ff70, 0x60a8ff, 0xc0a0ff},
		treasure:    0xff0000, boss: 0xd70000, money: 0xa89000, gold: 0xff5f00, heal: 0x0080ff, poison: 0xff0060,
		door: 0xc0c0c0, weapon: 0x606060, heavyWeapon: 0x202020, good: 0x70ff70, bad: 0xff6060,
		trail: 0xd787ff, bossTrail: 0xffafaf, flash: 0xffff00, heat: &heatOnLight, tint: tintsOnDark,
	},
	{ // For colour-blind viewers, seats differ in lightness and on the blue-yellow axis.
		name: "colorblind", page: 0x121214, bar: 0x26262a,
		text: 0xd0d0d4, dim: 0x7a7a84, strong: 0xeeeef0, line: 0x3a3a40,
		cursor: 0xff5faf, mark: 0x008787, markedGround: 0x444444, ink: 0x000000,
		floor: 0x1c1c1c, wall: 0x70707a, hatch: 0x5f005f, nightFloor: 0x04040c, nightWall: 0x2c2c40, nightLight: 20,
		ground:      [4]uint32{0x5f0000, 0x004b4b, 0x00005f, 0x584500},
		item:        [4]uint32{0xaf5f00, 0x5fafaf, 0x5f5fd7, 0xafaf00},
		futureCurve: [4]uint32{0xaf5f00, 0x5fafaf, 0x5f5fd7, 0xafaf00},
		unit: [NumTones][4]uint32{
			{0xff8700, 0x00d7ff, 0x8787ff, 0xffff5f},
			{0xd7875f, 0x5faf87, 0xaf87af, 0xd7d787},
			{0xffaf5f, 0x00ffaf, 0xd7afd7, 0xafd700},
		},
		treasure: 0xffffff, boss: 0xff40ff, money: 0xd70000, gold: 0xe4e4e4, heal: 0x5faf00, poison: 0xd700d7,
		door: 0x875f5f, weapon: 0x87ffff, heavyWeapon: 0x875faf, good: 0x87d7ff, bad: 0xffaf5f,
		trail: 0xaf5f87, bossTrail: 0x870087, flash: 0x5fff00, heat: &heatOnDark, tint: tintsOnDark,
	},
}

func (s *paletteSpec) palette(profile Profile) *Palette {
	// Indexed colours take half as many bytes as true colours, so use them for exact matches.
	c := func(rgb uint32) screen.Color {
		if i := nearestIndex(rgb); profile == Color256 || screen.IndexRGB(i) == rgb && i > 21 {
			return screen.IndexedColor(i)
		}
		return screen.RGB(rgb)
	}
	p := &Palette{
		Name: s.name, Profile: profile, HasHalfBlocks: true,
		Page: c(s.page), Bar: c(s.bar), Cursor: c(s.cursor), Mark: c(s.mark), MarkedGround: c(s.markedGround), Ink: c(s.ink),
	}
	style := func(rgb uint32) screen.Style { return screen.Style{FG: c(rgb), BG: p.Page} }
	p.Text, p.Dim, p.Strong, p.Line = style(s.text), style(s.dim), style(s.strong), style(s.line)
	p.StrongAlternate = style(s.strong ^ 1)
	if profile == Color256 {
		i := nearestIndex(s.strong)
		if i > 232 {
			i--
		}
		p.StrongAlternate.FG = screen.IndexedColor(i)
	}
	for i := range sim.Seats {
		hue, ribbon := cmp.Or(s.label[i], s.unit[0][i]), s.ribbon[i]
		p.seats[i] = seatColors{item: c(s.item[i]), label: c(hue)}
		for tone := range s.unit {
			p.seats[i].unit[tone] = c(s.unit[tone][i])
		}
		p.seats[i].futureArea = c(mix(s.page, toGrey(hue), s.tint.futureArea[i]))
		if profile == Color256 {
			p.seats[i].futureArea, ribbon = screen.IndexedColor(s.tint.greyIndices[i]), cmp.Or(ribbon, s.ground[i])
		}
		p.seats[i].ribbon = c(cmp.Or(ribbon, mix(s.page, hue, s.tint.ribbon)))
		p.seats[i].pastArea = c(cmp.Or(s.pastArea[i], mix(s.page, hue, s.tint.pastArea)))
		p.seats[i].futureCurve = c(cmp.Or(s.futureCurve[i], mix(s.page, toGrey(hue), s.tint.futureCurve)))
		p.seats[i].tile = textStyleOn(c(s.unit[0][i]))
		p.seats[i].lostLife = textStyleOn(c(mix(cmp.Or(s.street, s.floor), s.unit[0][i], 45)))
		p.seats[i].block = textStyleOn(c(cmp.Or(s.block[i], s.item[i])))
		p.day.seats[i], p.night.seats[i] = c(s.ground[i]), c(s.atNight(s.ground[i]))
	}
	p.Flash, p.trail, p.bossTrail = c(s.flash), c(s.trail), c(s.bossTrail)
	for i, rgb := range s.heat {
		p.heat[i] = screen.Style{FG: c(0xffffff), BG: c(rgb)}
		if s.heat == &heatOnDark && i >= NumHeatLevels/2 || s.heat == &heatOnLight && i <= NumHeatLevels/2 {
			p.heat[i].FG = c(0)
		}
	}
	p.day.street, p.night.street = c(cmp.Or(s.street, s.floor)), c(s.nightFloor)
	p.day.floor, p.day.wall, p.day.hatch = c(s.floor), c(s.wall), c(s.hatch)
	p.night.floor, p.night.wall, p.night.hatch = c(s.nightFloor), c(s.nightWall), c(s.atNight(s.hatch))
	p.roles = [...]screen.Color{
		sim.RoleNone: c(s.text), sim.RoleOwner: c(s.text), sim.RoleFloor: c(s.dim), sim.RoleWall: c(s.wall),
		sim.RoleTreasure: c(s.treasure), sim.RoleBoss: c(s.boss), sim.RoleMoney: c(s.money), sim.RoleGold: c(s.gold),
		sim.RoleHeal: c(s.heal), sim.RolePoison: c(s.poison), sim.RoleDoor: c(s.door),
		sim.RoleWeapon: c(s.weapon), sim.RoleHeavyWeapon: c(s.heavyWeapon), sim.RoleGood: c(s.good), sim.RoleBad: c(s.bad),
	}
	return p.addUnowned()
}

func textStyleOn(bg screen.Color) screen.Style {
	rgb := bg.ToRGB(0, nil)
	r, g, b := rgb>>16&255, rgb>>8&255, rgb&255
	if 21*r*r+72*g*g+7*b*b > 22*255*255 { // Above this luminance, black text has more contrast than white.
		return screen.Style{FG: screen.IndexedColor(16), BG: bg}
	}
	return screen.Style{FG: screen.IndexedColor(231), BG: bg}
}

func (s *paletteSpec) atNight(rgb uint32) uint32 {
	return (rgb>>16&255)*s.nightLight/30<<16 | (rgb>>8&255)*s.nightLight/30<<8 | (rgb&255)*s.nightLight/30
}

// mix blends two colours. The parameter percent is the percentage of b in the result.
func mix(a, b uint32, percent int) uint32 {
	var sum uint32
	for shift := 0; shift < 24; shift += 8 {
		x, y := int(a>>shift&255), int(b>>shift&255)
		sum |= uint32(x+((y-x)*percent+50)/100) << shift
	}
	return sum
}

func toGrey(rgb uint32) uint32 {
	return mix(rgb, ((rgb>>16&255)+(rgb>>8&255)+(rgb&255))/3*0x010101, 50)
}

// basicPalette returns the palette for 16 colours. Units are dark letters on their seat's bright
// colour.
func basicPalette(profile Profile) *Palette {
	c := screen.BasicColor
	p := &Palette{
		Name: "16", Profile: profile, UseLetters: true, hasLetterTiles: true,
		Cursor: c(15), Mark: c(14), Flash: c(15), Ink: c(0),
		// Use faint text, because bright black equals the background in some terminals.
		Dim:  screen.Style{Attr: screen.Faint},
		Line: screen.Style{Attr: screen.Faint},
	}
	p.Strong.Attr = screen.Bold
	p.StrongAlternate = p.Strong
	dark, bright := [...]uint8{1, 2, 4, 3}, [...]uint8{9, 10, 12, 11}
	for i := range sim.Seats {
		b := c(bright[i])
		p.seats[i] = seatColors{item: b, unit: [NumTones]screen.Color{b, b, b}, label: b, futureCurve: c(dark[i]), ribbon: c(dark[i]), pastArea: b, futureArea: c(dark[i])}
		p.day.seats[i], p.night.seats[i] = c(dark[i]), c(dark[i])
		p.seats[i].tile = screen.Style{FG: c(0), BG: b}
		p.seats[i].lostLife = screen.Style{FG: c([...]uint8{15, 0, 15, 0}[i]), BG: c(dark[i])}
		p.seats[i].block = p.seats[i].lostLife
	}
	for i, n := range [NumHeatLevels]uint8{4, 4, 5, 5, 1, 9, 3, 11, 15} { // background colours of heat maps
		p.heat[i] = screen.Style{FG: c(15), BG: c(n)}
		if i >= NumHeatLevels/2 {
			p.heat[i].FG = c(0)
		}
	}
	// Walls are not white, because white blocks would look like items.
	p.day.wall, p.day.hatch = c(8), c(5)
	p.night.floor, p.night.wall, p.night.hatch = c(0), c(8), c(5)
	p.roles = [...]screen.Color{
		sim.RoleWall: c(8), sim.RoleTreasure: c(15), sim.RoleBoss: c(13), sim.RoleMoney: c(11), sim.RoleGold: c(15),
		sim.RoleHeal: c(14), sim.RolePoison: c(13), sim.RoleDoor: c(3), sim.RoleWeapon: c(7),
		sim.RoleHeavyWeapon: c(15), sim.RoleGood: c(10), sim.RoleBad: c(9),
	}
	return p.addUnowned()
}

// nearestIndex returns the index of the most similar indexed colour. It skips the first 16, which users
// may redefine. Hue counts more than lightness.
func nearestIndex(rgb uint32) uint8 {
	best, index := 1<<30, 16
	for i := 16; i < 256; i++ {
		if d := colorDistance(rgb, screen.IndexRGB(uint8(i))); d < best {
			best, index = d, i
		}
	}
	return uint8(index)
}

func colorDistance(a, b uint32) int {
	r1, g1, b1 := int(a>>16&255), int(a>>8&255), int(a&255)
	r2, g2, b2 := int(b>>16&255), int(b>>8&255), int(b&255)
	dr, dg, db := r1-r2, g1-g2, b1-b2
	light := 2*dr*dr + 4*dg*dg + 3*db*db
	rg, gb := (r1-g1)-(r2-g2), (g1-b1)-(g2-b2)
	return light + rg*rg + gb*gb
}
