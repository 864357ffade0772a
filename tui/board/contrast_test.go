package board

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
)

// The least contrast of two colours that must be told apart, as WCAG 2 has it for
// what is no text; where 256 colours have no darker ground of the hue, less.
const (
	enough = 3.0
	faint  = 2.2
)

// pairs are units on the grounds that they can stand on, and other signs on what is
// below them, in the colours of a palette.
func pairs(g sim.Game, p *theme.Palette) map[[2]screen.Color]string {
	all := map[[2]screen.Color]string{}
	l := g.Legend()
	k := NewLooks(l, p)
	for i, kind := range l.Units {
		for seat := range int8(sim.Seats) {
			c := k.units[i].color[seat+1]
			what := fmt.Sprintf("%s of seat %d", kind.Name, seat)
			for ground, g := range l.Grounds {
				if g.Role == sim.RoleWall {
					continue
				}
				for night := range 2 {
					for owner := range sim.Seats + 1 {
						for hatch := range 2 {
							all[[2]screen.Color{c, k.lit[0][night][ground][owner][hatch]}] = what + " on " + g.Name
							all[[2]screen.Color{c, k.lit[owner%sim.Seats+1][night][ground][owner][hatch]}] = what + " on " + g.Name + " of a player who is not in front"
						}
					}
				}
			}
			all[[2]screen.Color{c, p.Under}] = what + " with a mark beneath"
		}
	}
	for _, e := range l.Events {
		if c := p.Role(e.Role); c != 0 {
			all[[2]screen.Color{c, p.Page}] = "the mark of " + e.Name
		}
	}
	for seat := range int8(sim.Seats) {
		all[[2]screen.Color{p.Seat(seat), p.Page}] = "a curve"
		all[[2]screen.Color{p.Seat(seat), p.Bar}] = "a curve at the shown round"
		all[[2]screen.Color{p.Later(seat), p.Page}] = "a curve of what is to come"
	}
	for name, c := range map[string]screen.Color{"the cursor": p.Cursor, "a mark": p.Mark, "a changed cell": p.Flash} {
		all[[2]screen.Color{p.Ink, c}] = "what is written on " + name
	}
	all[[2]screen.Color{p.Role(sim.RoleBoss), p.Ground(sim.RoleFloor, -1, false, true)}] = "the hatching"
	return all
}

// hardly are the pairs of 256 colours that have less than enough.
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
	"dark 00af5f on 005f00",
	"dark 00af5f on 005f5f",
	"dark 00af5f on 5f5f00",
	"dark 5fafff on 5f5f00",
	"dark 8787ff on 005f00",
	"dark 8787ff on 005f5f",
	"dark 8787ff on 5f5f00",
	"dark afaf00 on 5f5f00",
	"dark d787af on 005f5f",
	"dark d787af on 5f5f00",
	"dark ff5f5f on 005f00",
	"dark ff5f5f on 005f5f",
	"dark ff5f5f on 5f5f00",
	"dark ff5fff on 005f5f",
	"dark ff5fff on 5f5f00",
	"light 5f875f on afd7ff",
	"light 5f875f on d7d7ff",
	"light 5f875f on dadada",
	"light 878700 on afd7ff",
	"light 878700 on d7d7ff",
	"light 878700 on dadada",
	"light 878700 on ffd7d7",
	"light 878700 on ffd7ff",
	"light d700d7 on afd7ff",
}

func TestContrast(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, name := range []string{"dark", "light", "colorblind"} {
		for _, profile := range []theme.Profile{theme.Color256, theme.TrueColor} {
			p := theme.For(name, profile)
			for _, g := range tuitest.Games {
				for pair, what := range pairs(g, p) {
					a, b := pair[0].In24(0, nil), pair[1].In24(0, nil)
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

// Where colour alone tells, in half blocks, the kinds of a player's units differ, and no
// unit is taken for a book or for Voldemort.
func TestKindsDifferInColor(t *testing.T) {
	t.Parallel()
	const least = 0.08
	for _, name := range []string{"dark", "light", "colorblind"} {
		for _, profile := range []theme.Profile{theme.Color256, theme.TrueColor} {
			p := theme.For(name, profile)
			for _, g := range tuitest.Games {
				l := g.Legend()
				k := NewLooks(l, p)
				colors := map[string]uint32{}
				apart := func(seat, what string, c screen.Color) {
					for other, b := range colors {
						if strings.HasPrefix(other, seat) || seat == "" {
							if d := tuitest.Apart(c.In24(0, nil), b); d < least {
								t.Errorf("%s, profile %d: %s and %s%s are %.2f apart", name, profile, other, seat, what, d)
							}
						}
					}
					colors[seat+what] = c.In24(0, nil)
				}
				for seat := range sim.Seats {
					for tone, kind := range l.Units[:min(theme.Tones, len(l.Units))] {
						apart(fmt.Sprintf("seat %d: ", seat), kind.Name, k.units[tone].color[seat+1])
					}
				}
				apart("", "treasure", p.Role(sim.RoleTreasure))
				apart("", "boss", p.Role(sim.RoleBoss))
			}
		}
	}
}

// With a player in front its own ground is as ever, and that of the others nearer to
// nobody's, in all colours and at night, too.
func TestGroundOfOthersStepsBack(t *testing.T) {
	t.Parallel()
	legend := &sim.Legend{Grounds: []sim.Kind{{Name: "floor", Role: sim.RoleFloor}}, Items: []sim.Kind{{}}}
	for _, name := range []string{"dark", "light", "colorblind"} {
		for _, profile := range []theme.Profile{theme.Color256, theme.TrueColor} {
			k := NewLooks(legend, theme.For(name, profile))
			for night := range 2 {
				for seat := range int8(sim.Seats) {
					c := &sim.Cell{Owner: seat, Unit: -1}
					plain := k.back(c, k.shade(night, 0))
					if got := k.back(c, k.shade(night, seat+1)); got != plain {
						t.Errorf("%s, profile %d: the ground of the player in front has %#x, not %#x", name, profile, got, plain)
					}
					if got := k.back(c, k.shade(night, (seat+1)%sim.Seats+1)); got == plain {
						t.Errorf("%s, profile %d: the ground of another one has %#x as ever", name, profile, got)
					}
				}
				nobodys := &sim.Cell{Owner: -1, Unit: -1}
				if k.back(nobodys, k.shade(night, 1)) != k.back(nobodys, k.shade(night, 0)) {
					t.Errorf("%s, profile %d: nobody's ground changes", name, profile)
				}
			}
		}
	}
}
