package theme

import (
	"math"
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/tuitest"
)

// boardColors returns the colours that must be distinct on a board.
func boardColors(p *Palette) map[string]screen.Color {
	m := map[string]screen.Color{
		"floor":    p.GroundColor(sim.RoleFloor, -1, false, false),
		"wall":     p.GroundColor(sim.RoleWall, -1, false, false),
		"danger":   p.GroundColor(sim.RoleFloor, -1, false, true),
		"treasure": p.ItemColor(sim.RoleTreasure, -1),
		"boss":     p.UnitColor(sim.RoleBoss, -1, 0),
		"money":    p.ItemColor(sim.RoleMoney, -1),
		"gold":     p.ItemColor(sim.RoleGold, -1),
		"heal":     p.ItemColor(sim.RoleHeal, -1),
		"harm":     p.ItemColor(sim.RolePoison, -1),
		"door":     p.ItemColor(sim.RoleDoor, -1),
		"arm":      p.ItemColor(sim.RoleWeapon, -1),
		"heavy":    p.ItemColor(sim.RoleHeavyWeapon, -1),
		"cursor":   p.Cursor,
		"mark":     p.Mark,
		"under":    p.MarkedGround,
		"flash":    p.Flash,
		"trail":    p.TrailColor(0),
		"boss way": p.TrailColor(-1),
	}
	for s := range int8(sim.Seats) {
		d := string(rune('0' + s))
		m["ground "+d] = p.GroundColor(sim.RoleFloor, s, false, false)
		m["item "+d] = p.ItemColor(sim.RoleOwner, s)
		for tone := range NumTones {
			if c := p.UnitColor(sim.RoleOwner, s, tone); tone == 0 || c != p.UnitColor(sim.RoleOwner, s, tone-1) {
				m["unit "+d+" in tone "+string(rune('0'+tone))] = c
			}
		}
	}
	return m
}

func TestColorsAreDistinct(t *testing.T) {
	t.Parallel()
	for _, name := range Names()[:len(specs)] {
		for _, profile := range []Profile{TrueColor, Color256} {
			seen := map[screen.Color]string{}
			for what, c := range boardColors(PaletteFor(name, profile)) {
				if other, ok := seen[c]; ok {
					t.Errorf("%s, profile %d: %s and %s are both %#x", name, profile, what, other, c)
				}
				seen[c] = what
			}
		}
	}
}

func TestTintsKeepTheirHue(t *testing.T) {
	t.Parallel()
	for i := range specs {
		for seat, rgb := range findSpec(specs[i].name, Color256).ground {
			if n := nearestIndex(rgb); n >= 232 {
				t.Errorf("%s: ground %d turns grey", specs[i].name, seat)
			}
		}
	}
	if got := screen.IndexRGB(nearestIndex(0x5fff87)); got != 0x5fff87 {
		t.Errorf("a member of the 256 colours becomes %06x", got)
	}
}

// In half blocks only colour distinguishes items from units.
func TestItemsDifferFromUnitsInColorblindPalette(t *testing.T) {
	t.Parallel()
	s := findSpec("colorblind", TrueColor) // tui/draw/board tests dark and light; official has the colours of the official viewer
	for what, c := range map[string]uint32{"money": s.money, "gold": s.gold, "health": s.heal, "poison": s.poison} {
		for seat := range sim.Seats {
			for tone := range s.unit {
				u := s.unit[tone][seat]
				if d := tuitest.ColorDistance(c, u); d < 0.11 {
					t.Errorf("%s: %s %06x and a unit of seat %d, %06x, are %.2f apart", s.name, what, c, seat, u, d)
				}
			}
		}
	}
}

func TestPalettesFor256ColorsUseOnlyThose(t *testing.T) {
	t.Parallel()
	for _, s := range specs256 {
		own := append([]uint32{s.page, s.bar, s.text, s.dim, s.strong, s.line, s.floor, s.street, s.wall, s.hatch, s.nightFloor,
			s.treasure, s.boss, s.money, s.gold, s.heal, s.poison, s.door, s.weapon, s.heavyWeapon}, s.ground[:]...)
		own = append(append(append(own, s.item[:]...), s.pastArea[:]...), s.futureCurve[:]...)
		for _, tone := range s.unit {
			own = append(own, tone[:]...)
		}
		for _, rgb := range own {
			if screen.IndexRGB(nearestIndex(rgb)) != rgb {
				t.Errorf("%s: %06x is none of the 256 colours", s.name, rgb)
			}
		}
	}
}

func TestNightIsDarker(t *testing.T) {
	t.Parallel()
	for _, s := range append(slices.Clone(specs), specs256...) {
		p := s.palette(TrueColor)
		for _, role := range []sim.Role{sim.RoleFloor, sim.RoleStreet, sim.RoleWall} {
			if p.GroundColor(role, -1, false, false) == p.GroundColor(role, -1, true, false) {
				t.Errorf("%s: role %d looks the same by night", p.Name, role)
			}
		}
		if tuitest.Luminance(s.nightFloor) >= tuitest.Luminance(s.floor) || tuitest.Luminance(s.nightWall) >= tuitest.Luminance(s.wall) {
			t.Errorf("%s: the night is lighter than the day", p.Name)
		}
	}
}

func TestTextIsLegible(t *testing.T) {
	t.Parallel()
	for _, s := range append(slices.Clone(specs), specs256...) {
		if c := tuitest.Contrast(s.text, s.page); c < 7 {
			t.Errorf("%s: text has contrast %.1f", s.name, c)
		}
		if c := tuitest.Contrast(s.dim, s.page); c < 4 {
			t.Errorf("%s: dim text has contrast %.1f", s.name, c)
		}
		if c := tuitest.Contrast(s.ink, s.cursor); c < 2 {
			t.Errorf("%s: the cursor has contrast %.1f", s.name, c)
		}
		for seat := range sim.Seats {
			label := s.label[seat]
			if label == 0 {
				label = s.unit[0][seat]
			}
			if c := tuitest.Contrast(label, s.page); c < 2.5 {
				t.Errorf("%s: names of seat %d have contrast %.1f", s.name, seat, c)
			}
		}
	}
}

// deficient simulates a colour seen without one kind of cones (Viénot, Brettel and Mollon 1999, in
// linear light).
func deficient(rgb uint32, protan bool) [3]float64 {
	r, g, b := tuitest.LinearRGB(rgb)
	if protan {
		x := 0.11238*r + 0.88762*g
		return [3]float64{x, x, 0.00401*r - 0.00401*g + b}
	}
	x := 0.29275*r + 0.70725*g
	return [3]float64{x, x, -0.02234*r + 0.02234*g + b}
}

func TestColorblindPaletteSeparatesSeats(t *testing.T) {
	t.Parallel()
	s := &specs[slices.IndexFunc(specs, func(s paletteSpec) bool { return s.name == "colorblind" })]
	sets := map[string][]uint32{"units": append(s.unit[0][:], s.treasure), "grounds": append(s.ground[:], s.wall, s.floor)}
	least := map[string]float64{"units": 0.15, "grounds": 0.08}
	for name, set := range sets {
		for _, protan := range []bool{false, true} {
			for i, a := range set {
				for _, b := range set[:i] {
					x, y := deficient(a, protan), deficient(b, protan)
					d := 0.0
					for k := range x { // compare perceived, not linear, light
						d += math.Pow(math.Cbrt(x[k])-math.Cbrt(y[k]), 2)
					}
					if d = math.Sqrt(d); d < least[name] {
						t.Errorf("%s %06x and %06x: %.2f apart (protan %v)", name, a, b, d, protan)
					}
				}
			}
		}
	}
}

func TestForFallsBackToTheMostSimilarPalette(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		profile Profile
		want    string
	}{
		{"", TrueColor, "dark"},
		{"", Color256, "dark"},
		{"", Color16, "16"},
		{"", NoColor, "none"},
		{"light", Color256, "light"},
		{"light", Color16, "16"},
		{"16", TrueColor, "16"},
		{"none", TrueColor, "none"},
		{"official", NoColor, "none"},
		{"no such palette", TrueColor, "dark"},
	} {
		if got := PaletteFor(c.name, c.profile).Name; got != c.want {
			t.Errorf("%q for profile %d is %s, want %s", c.name, c.profile, got, c.want)
		}
	}
}

func TestDetectedMapsAllProfiles(t *testing.T) {
	t.Parallel()
	for from, want := range map[colorprofile.Profile]Profile{
		colorprofile.NoTTY: NoColor, colorprofile.Ascii: NoColor, colorprofile.ANSI: Color16,
		colorprofile.ANSI256: Color256, colorprofile.TrueColor: TrueColor,
	} {
		if got := ProfileOf(from); got != want {
			t.Errorf("%v: %d, want %d", from, got, want)
		}
	}
}

func TestPalettesUseOnlyColorsOfTheirProfile(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		for _, c := range boardColors(PaletteFor(name, Color256)) {
			if v := uint32(c) & 0xffffff; c != 0 && c != screen.IndexedColor(uint8(v)) && c != screen.BasicColor(uint8(v)) {
				t.Errorf("%s: %#x in 256 colours", name, c)
			}
		}
		for _, c := range boardColors(PaletteFor(name, Color16)) {
			if v := uint32(c) & 0xffffff; c != 0 && c != screen.BasicColor(uint8(v)) {
				t.Errorf("%s: %#x in 16 colours", name, c)
			}
		}
	}
}

func TestASCIIOnlyKeepsColors(t *testing.T) {
	t.Parallel()
	for profile := NoColor; profile <= TrueColor; profile++ {
		p := PaletteFor("", profile)
		q := p.WithASCII()
		if !q.UseASCII || q.HasHalfBlocks || !q.UseLetters || q.Cursor != p.Cursor || q.SeatColor(2) != p.SeatColor(2) {
			t.Errorf("profile %d: %+v", profile, q)
		}
	}
}

func TestEqualArgumentsReturnTheSamePalette(t *testing.T) {
	t.Parallel()
	for profile := NoColor; profile <= TrueColor; profile++ {
		for _, name := range append(Names(), "", "no such") {
			if p := PaletteFor(name, profile); p != PaletteFor(name, profile) || p != PaletteFor(p.Name, profile) || p.WithASCII() != PaletteFor(name, profile).WithASCII() {
				t.Errorf("%q in profile %d is made twice", name, profile)
			}
		}
	}
}

func TestHeatLevelsAreMonotonicAndLegible(t *testing.T) {
	t.Parallel()
	for i := range specs {
		for _, profile := range []Profile{Color256, TrueColor} {
			p := PaletteFor(specs[i].name, profile)
			last := p.GroundColor(sim.RoleFloor, -1, false, false).ToRGB(0, nil)
			up := tuitest.Luminance(last) < 0.5
			for level := 1; level <= NumHeatLevels; level++ {
				st := p.HeatStyle(level, 0)
				now, ink := st.BG.ToRGB(0, nil), st.FG.ToRGB(0, nil)
				if d := tuitest.ColorDistance(last, now); d < 0.05 {
					t.Errorf("%s: levels %d and %d are %.2f apart", p.Name, level-1, level, d)
				}
				if level > 1 && (tuitest.Luminance(now) > tuitest.Luminance(last)) != up {
					t.Errorf("%s: level %d breaks the scale", p.Name, level)
				}
				if c := tuitest.Contrast(now, ink); c < 3 {
					t.Errorf("%s: numbers on level %d have contrast %.1f", p.Name, level, c)
				}
				last = now
			}
		}
	}
}

func TestChartColorsDifferAndCarryText(t *testing.T) {
	t.Parallel()
	for i := range specs {
		for _, profile := range []Profile{Color256, TrueColor} {
			p := PaletteFor(specs[i].name, profile)
			seen := map[screen.Color]string{}
			for s := range int8(sim.Seats) {
				d := string(rune('0' + s))
				for what, c := range map[string]screen.Color{"past " + d: p.AreaColor(s, false), "future " + d: p.AreaColor(s, true)} {
					if other, ok := seen[c]; ok {
						t.Errorf("%s, profile %d: %s and %s are both %#x", p.Name, profile, what, other, c)
					}
					seen[c] = what
				}
				for other := range s {
					if p.RibbonColor(s) == p.RibbonColor(other) {
						t.Errorf("%s, profile %d: ribbon shares %d and %d are both %#x", p.Name, profile, s, other, p.RibbonColor(s))
					}
				}
				if c := tuitest.Contrast(p.Strong.FG.ToRGB(0, nil), p.RibbonColor(s).ToRGB(0, nil)); c < 4.5 {
					t.Errorf("%s, profile %d: text on the ribbon share of %d has contrast %.1f", p.Name, profile, s, c)
				}
			}
		}
	}
}
