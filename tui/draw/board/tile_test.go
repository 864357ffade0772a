package board

import (
	"fmt"
	"testing"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
)

var living = sim.Legend{
	Grounds: []sim.Kind{{Name: "street", Symbol: " ", Letters: "  ", Role: sim.RoleStreet}},
	Items:   []sim.Kind{{}, {Name: "fence", Symbol: "▃", Letters: "=", Role: sim.RoleOwner}},
	Units: []sim.Kind{
		{Name: "builder", Symbol: "●", Letters: "b", Role: sim.RoleOwner, HasLife: true},
		{Name: "boss", Symbol: "▼", Letters: "VV", Role: sim.RoleBoss},
	},
}

// tiles returns a row of units: one with full life, one with a third of it, and the same in a
// fence; then a fence and a unit without a player.
func tiles(p *theme.Palette, z Zoom) (*screen.Grid, *Scene) {
	f := &sim.Frame{}
	f.Reset(1, 5)
	for i, life := range []int32{60, 20, 20} {
		f.Units = append(f.Units, sim.Unit{ID: int32(7 + i*7), Seat: 1, NextSeat: -1, OnBoard: true, At: sim.Pos{Col: i}, Timer: -1, Life: life, MaxLife: 60})
		f.Cells[i].Unit = int16(i)
	}
	f.Units = append(f.Units, sim.Unit{ID: sim.NoUnit - 1, Seat: -1, NextSeat: -1, Kind: 1, OnBoard: true, At: sim.Pos{Col: 4}, Timer: -1, Life: -1})
	f.Cells[4].Unit = 3
	for _, i := range []int{2, 3} {
		f.Cells[i].Owner, f.Cells[i].Item, f.Cells[i].Amount = 1, 1, 80
	}
	g := &screen.Grid{}
	g.Resize(40, 4)
	return g, &Scene{Frame: f, Skin: NewSkin(&living, p), Viewport: NewViewport(g.Bounds(), RulerWidth(1, p), z, 1, 5, 0, 0), FollowedUnit: -1}
}

func TestTilesShowNumberAndLife(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		z     Zoom
		lines []string // text, and per cell whether its ground is a whole tile (w), lost life (l) or a block (b)
	}{
		{"dark", Tiles, []string{"●7 ●14●2180  ▼ ", "wwwwllbwlbbb   "}},
		{"light", Tiles, []string{"●7 ●14●2180  ▼ ", "wwwwllbwlbbb   "}},
		{"16", Tiles, []string{"b7 b14b2180 VV ", "wwwwbbbwbbbb   "}},
		{"dark", FourColumns, []string{" ●7 ●14 ●21  80  ▼▼ ", "wwwwwwwwbwwwbbbb    ", "     ▍              ", "wwwwwlllbwllbbbb    "}},
		{"16", FourColumns, []string{"b17 b114b121 80  VV ", "wwwwwwwwbwwwbbbb    ", "                    ", "wwwwwbbbbwbbbbbb    "}},
		{"none", FourColumns, []string{"b17 b114b121 =1  VV ", "                    ", "♥60 ♥20 ♥20  80     ", "                    "}},
	} {
		p := theme.PaletteFor(c.name, theme.TrueColor)
		g, s := tiles(p, c.z)
		Draw(g, s)
		whole, lost := p.TileStyles(1)
		for i, want := range c.lines {
			y := s.Viewport.CellArea.Y + i/2
			got := text(g, s.Viewport.CellArea.X, y, len([]rune(want)))
			if i%2 == 1 {
				got = ""
				for x := range len(want) {
					cell := g.At(s.Viewport.CellArea.X+x, y)
					part, ok := map[screen.Color]string{whole.BG: "w", lost.BG: "l", p.BlockStyle(1).BG: "b"}[cell.BG]
					if !ok || p.Profile == theme.NoColor {
						part = " "
					}
					got += part
				}
			}
			if got != want {
				t.Errorf("%s, %v, line %d: %q, want %q", c.name, c.z, i, got, want)
			}
		}
	}
}

func TestTilesShowAnyLossAndAnyLife(t *testing.T) {
	t.Parallel()
	for _, z := range []Zoom{Tiles, FourColumns} {
		for life := int32(1); life <= 100; life++ {
			p := theme.PaletteFor("", theme.TrueColor)
			g, s := tiles(p, z)
			s.Frame.Units[0].Life, s.Frame.Units[0].MaxLife = life, 100
			Draw(g, s)
			w, h := z.Size(1, 1)
			whole, lost := p.TileStyles(1)
			y := s.Viewport.CellArea.Y + h - 1
			first, last := g.At(s.Viewport.CellArea.X, y), g.At(s.Viewport.CellArea.X+w-1, y)
			if first.BG != whole.BG && first.FG != whole.BG {
				t.Errorf("%v: of %d %% nothing is left", z, life)
			}
			if (last.BG == lost.BG) != (life < 100) {
				t.Errorf("%v: of %d %% nothing is lost", z, life)
			}
		}
	}
}

func TestTilesAreLegibleAndDistinct(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dark", "light", "colorblind"} {
		for _, profile := range []theme.Profile{theme.Color256, theme.TrueColor} {
			p := theme.PaletteFor(name, profile)
			rgb := func(c screen.Color) uint32 { return c.ToRGB(0, nil) }
			apart := func(what string, a, b screen.Color, least float64) {
				if d := difference(lab(rgb(a)), lab(rgb(b))); d < least {
					t.Errorf("%s, profile %d: %s, %06x and %06x, are %.1f apart", name, profile, what, rgb(a), rgb(b), d)
				}
			}
			contrast := func(what string, a, b screen.Color, least float64) {
				if c := tuitest.Contrast(rgb(a), rgb(b)); c < least {
					t.Errorf("%s, profile %d: %s, %06x on %06x: %.2f", name, profile, what, rgb(a), rgb(b), c)
				}
			}
			for seat := range int8(sim.Seats) {
				whole, lost := p.TileStyles(seat)
				block := p.BlockStyle(seat)
				of := fmt.Sprint(" of seat ", seat)
				contrast("text on a tile"+of, whole.FG, whole.BG, 4.4)
				contrast("text on lost life"+of, lost.FG, lost.BG, 4.4)
				contrast("text on a block"+of, block.FG, block.BG, 4.4)
				apart("tile and lost life"+of, whole.BG, lost.BG, 15)
				apart("tile and block"+of, whole.BG, block.BG, 8)
				for _, night := range []bool{false, true} {
					street, wall := p.GroundColor(sim.RoleStreet, -1, night, false), p.GroundColor(sim.RoleWall, -1, night, false)
					contrast("a tile"+of, whole.BG, street, enough)
					contrast("a block"+of, block.BG, street, enough)
					apart("block and wall"+of, block.BG, wall, 12)
				}
				for other := range seat {
					theirs, _ := p.TileStyles(other)
					apart(fmt.Sprint("tiles", of, " and ", other), whole.BG, theirs.BG, 20)
					apart(fmt.Sprint("blocks", of, " and ", other), block.BG, p.BlockStyle(other).BG, 12)
				}
			}
		}
	}
}
