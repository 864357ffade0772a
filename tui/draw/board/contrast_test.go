package board

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
)

// Minimum contrast of adjacent colours: that of WCAG 2 for graphics, and less for some pairs of 256
// colours.
const (
	enough = 3.0
	faint  = 2.2
)

// pairs returns units and signs with the grounds on which they may appear.
func pairs(g sim.Game, p *theme.Palette) map[[2]screen.Color]string {
	all := map[[2]screen.Color]string{}
	l := g.Legend()
	k := NewSkin(l, p)
	for i, kind := range l.Units {
		for seat := range int8(sim.Seats) {
			c := k.unitGlyphs[i].colors[seat+1]
			what := fmt.Sprintf("%s of seat %d", kind.Name, seat)
			for ground, g := range l.Grounds {
				if g.Role == sim.RoleWall {
					continue
				}
				for night := range 2 {
					for owner := range sim.Seats + 1 {
						for hatch := range 2 {
							all[[2]screen.Color{c, k.groundTables[0][night][ground][owner][hatch]}] = what + " on " + g.Name
							all[[2]screen.Color{c, k.groundTables[owner%sim.Seats+1][night][ground][owner][hatch]}] = what + " on " + g.Name + " of a player who is not in front"
						}
					}
				}
			}
			all[[2]screen.Color{c, p.MarkedGround}] = what + " with a mark beneath"
		}
	}
	for _, e := range l.Events {
		if c := p.RoleColor(e.Role); c != 0 {
			all[[2]screen.Color{c, p.Page}] = "the mark of " + e.Name
		}
	}
	for seat := range int8(sim.Seats) {
		all[[2]screen.Color{p.SeatColor(seat), p.Page}] = "a curve"
		all[[2]screen.Color{p.SeatColor(seat), p.Bar}] = "a curve at the shown round"
		all[[2]screen.Color{p.FutureCurveColor(seat), p.Page}] = "a curve of what is to come"
	}
	for name, c := range map[string]screen.Color{"the cursor": p.Cursor, "a mark": p.Mark, "a changed cell": p.Flash} {
		all[[2]screen.Color{p.Ink, c}] = "what is written on " + name
	}
	all[[2]screen.Color{p.RoleColor(sim.RoleBoss), p.GroundColor(sim.RoleFloor, -1, false, true)}] = "the hatching"
	return all
}

// hardly lists the pairs of 256 colours with less contrast than enough.
var hardly = []string{
	"colorblind 5faf87 on 005f5f",
	"colorblind 5faf87 on 5f5f00",
	"colorblind 8787ff on 005f5f",
	"colorblind 8787ff on 5f5f00",
	"colorblind af87af on 005f5f",
	"colorblind af87af on 5f5f00",
	"colorblind d7875f on 005f5f",
	"colorblind d7875f on 5f5f00",
	"colorblind ff5fff on 005f5f",
	"colorblind ff5fff on 5f5f00",
	"colorblind ff8700 on 5f5f00",
	"dark 5fafff on 5f5f00",
	"dark ff8787 on 5f5f00",
	"dark ff87af on 5f5f00",
}

func TestUnitsContrastWithTheirGrounds(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, name := range []string{"dark", "light", "colorblind"} {
		for _, profile := range []theme.Profile{theme.Color256, theme.TrueColor} {
			p := theme.PaletteFor(name, profile)
			for _, g := range tuitest.Games {
				for pair, what := range pairs(g, p) {
					a, b := pair[0].ToRGB(0, nil), pair[1].ToRGB(0, nil)
					c := tuitest.Contrast(a, b)
					short := fmt.Sprintf("%s %06x on %06x", name, a, b)
					if profile == theme.Color256 && c >= faint && c < enough {
						found[short] = true
						continue
					}
					if c < enough {
						t.Errorf("%s, profile %d: %s, %s: %.2f", g.Name(), profile, what, short, c)
					}
				}
			}
		}
	}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, hardly) {
		t.Errorf("pairs with less contrast than %.0f in 256 colours:\n%q", enough, got)
	}
}

// near lists the kinds that may look too similar in half blocks.
var near []string

// halfKinds returns the colours that may appear on one board in half blocks. Kinds that share a
// colour on purpose appear once.
func halfKinds(g sim.Game, p *theme.Palette, night int) map[string]uint32 {
	l, k, kinds := g.Legend(), NewSkin(g.Legend(), p), map[string]uint32{}
	add := func(what string, c screen.Color) { kinds[what] = c.ToRGB(0, nil) }
	for i, ground := range l.Grounds {
		add(ground.Name, k.groundTables[0][night][i][0][0])
		if ground.Role == sim.RoleWall {
			continue
		}
		if l.DangerGround != "" {
			add(l.DangerGround, k.groundTables[0][night][i][0][1])
		}
		for seat := range sim.Seats {
			if l.OwnedGround != "" {
				add(fmt.Sprint(l.OwnedGround, " ", seat), k.groundTables[0][night][i][seat+1][0])
			}
		}
	}
	for i, kind := range l.Items[1:] {
		if kind.Role != sim.RoleOwner {
			add(kind.Name, k.itemGlyphs[i+1].colors[0])
			continue
		}
		for seat := range sim.Seats {
			add(fmt.Sprint("thing ", seat), k.itemGlyphs[i+1].colors[seat+1])
		}
	}
	for i, kind := range l.Units {
		if kind.Role != sim.RoleOwner {
			add(kind.Name, k.unitGlyphs[i].colors[0])
			continue
		}
		for seat := range sim.Seats {
			add(fmt.Sprint(l.Units[min(i, theme.NumTones-1)].Name, " ", seat), k.unitGlyphs[i].colors[seat+1])
		}
	}
	return kinds
}

func nights(g sim.Game) int {
	if slices.ContainsFunc(g.Legend().Grounds, func(k sim.Kind) bool { return k.Role == sim.RoleStreet }) {
		return 2
	}
	return 1
}

func TestKindsDifferInColor(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, name := range []string{"dark", "light"} {
		for profile, least := range map[theme.Profile]float64{theme.Color256: 8, theme.TrueColor: 12} {
			p := theme.PaletteFor(name, profile)
			for _, g := range tuitest.Games {
				for night := range nights(g) {
					kinds := halfKinds(g, p, night)
					names := slices.Sorted(maps.Keys(kinds))
					for i, a := range names {
						for _, b := range names[:i] {
							if d := difference(lab(kinds[a]), lab(kinds[b])); d < least {
								found[fmt.Sprintf("%s in %s %d, %s: %s %.1f", g.Name(), name, profile, []string{"day", "night"}[night], a+" and "+b, d)] = true
							}
						}
					}
				}
			}
		}
	}
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, near) {
		t.Errorf("kinds that are hardly told apart:\n%s", strings.Join(got, "\n"))
	}
}

// difference returns the CIEDE2000 difference of two CIELAB colours (Sharma, Wu and Dalal 2005).
// Black and white differ by 100.
func difference(p, q [3]float64) float64 {
	pow7 := func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	cos := func(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }
	g := 1.5 - pow7((math.Hypot(p[1], p[2])+math.Hypot(q[1], q[2]))/2)/2
	c1, c2 := math.Hypot(g*p[1], p[2]), math.Hypot(g*q[1], q[2])
	hue := func(v [3]float64) float64 { return math.Mod(math.Atan2(v[2], g*v[1])*180/math.Pi+360, 360) }
	h1, h2 := hue(p), hue(q)
	dh, h := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		dh, h = 0, h1+h2
	case dh > 180:
		dh, h = dh-360, h+180
	case dh < -180:
		dh, h = dh+360, h+180
	}
	light, c := (p[0]+q[0])/2, (c1+c2)/2
	t := 1 - 0.17*cos(h-30) + 0.24*cos(2*h) + 0.32*cos(3*h+6) - 0.2*cos(4*h-63)
	turn := -2 * pow7(c) * math.Sin(math.Pi/3*math.Exp(-math.Pow((h-275)/25, 2)))
	dl := (q[0] - p[0]) / (1 + 0.015*math.Pow(light-50, 2)/math.Sqrt(20+math.Pow(light-50, 2)))
	dc := (c2 - c1) / (1 + 0.045*c)
	dhue := 2 * math.Sqrt(c1*c2) * math.Sin(dh*math.Pi/360) / (1 + 0.015*c*t)
	return math.Sqrt(dl*dl + dc*dc + dhue*dhue + turn*dc*dhue)
}

// lab converts a 24-bit colour to CIELAB under D65.
func lab(rgb uint32) [3]float64 {
	r, g, b := tuitest.LinearRGB(rgb)
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047)
	y := f(0.2126729*r + 0.7151522*g + 0.0721750*b)
	z := f((0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// TestDifferenceIsCIEDE2000 uses pairs of the table by Sharma, Wu and Dalal.
func TestDifferenceIsCIEDE2000(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.49, -0.001}, [3]float64{50, -2.49, 0.0009}, 7.1792},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{50, 2.5, 0}, [3]float64{61, -5, 29}, 22.8977},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
		{[3]float64{2.0776, 0.0795, -1.135}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := difference(c.a, c.b); math.Abs(got-c.want) > 0.0001 {
			t.Errorf("%v and %v are %.4f apart, want %.4f", c.a, c.b, got, c.want)
		}
	}
}

func TestKindsDifferInColorBlindPalette(t *testing.T) {
	t.Parallel()
	const least = 0.08
	for _, name := range []string{"colorblind"} {
		for _, profile := range []theme.Profile{theme.Color256, theme.TrueColor} {
			p := theme.PaletteFor(name, profile)
			for _, g := range tuitest.Games {
				l := g.Legend()
				k := NewSkin(l, p)
				colors := map[string]uint32{}
				apart := func(seat, what string, c screen.Color) {
					for other, b := range colors {
						if strings.HasPrefix(other, seat) || seat == "" {
							if d := tuitest.ColorDistance(c.ToRGB(0, nil), b); d < least {
								t.Errorf("%s, profile %d: %s and %s%s are %.2f apart", name, profile, other, seat, what, d)
							}
						}
					}
					colors[seat+what] = c.ToRGB(0, nil)
				}
				for seat := range sim.Seats {
					for tone, kind := range l.Units[:min(theme.NumTones, len(l.Units))] {
						apart(fmt.Sprintf("seat %d: ", seat), kind.Name, k.unitGlyphs[tone].colors[seat+1])
					}
				}
				apart("", "treasure", p.RoleColor(sim.RoleTreasure))
				apart("", "boss", p.RoleColor(sim.RoleBoss))
			}
		}
	}
}

func TestGroundOfOtherPlayersIsDimmed(t *testing.T) {
	t.Parallel()
	legend := &sim.Legend{Grounds: []sim.Kind{{Name: "floor", Role: sim.RoleFloor}}, Items: []sim.Kind{{}}}
	for _, name := range []string{"dark", "light", "colorblind"} {
		for _, profile := range []theme.Profile{theme.Color256, theme.TrueColor} {
			k := NewSkin(legend, theme.PaletteFor(name, profile))
			for night := range 2 {
				for seat := range int8(sim.Seats) {
					c := &sim.Cell{Owner: seat, Unit: -1}
					plain := k.groundColor(c, k.groundTables[0][night])
					if got := k.groundColor(c, k.groundTables[seat+1][night]); got != plain {
						t.Errorf("%s, profile %d: the ground of the player in front has %#x, not %#x", name, profile, got, plain)
					}
					if got := k.groundColor(c, k.groundTables[(seat+1)%sim.Seats+1][night]); got == plain {
						t.Errorf("%s, profile %d: the ground of another one has %#x as ever", name, profile, got)
					}
				}
				nobodys := &sim.Cell{Owner: -1, Unit: -1}
				if k.groundColor(nobodys, k.groundTables[1][night]) != k.groundColor(nobodys, k.groundTables[0][night]) {
					t.Errorf("%s, profile %d: nobody's ground changes", name, profile)
				}
			}
		}
	}
}
