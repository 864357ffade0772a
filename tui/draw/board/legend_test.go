package board

import (
	"slices"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
)

// eachBoard calls f with a scene of each game in all profiles and zooms.
func eachBoard(t *testing.T, f func(s *Scene)) {
	t.Helper()
	for _, game := range tuitest.Games {
		l := tuitest.PlayMatch(t, game, configs.Default(game.Name()), 30)
		var frame sim.Frame
		l.State(30).FillFrame(&frame)
		for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
			p := theme.PaletteFor("", profile)
			k := NewSkin(game.Legend(), p)
			for z := HalfBlocks; z <= FourColumns; z++ {
				if z.ForPalette(p) == z {
					port := NewViewport(screen.Rect{W: 400, H: 200}, RulerWidth(frame.Rows, p), z, frame.Rows, frame.Cols, 0, 0)
					f(&Scene{Frame: &frame, Skin: k, Viewport: port, FollowedUnit: -1})
				}
			}
		}
	}
}

func TestLegendExplainsAllThatIsDrawn(t *testing.T) {
	t.Parallel()
	eachBoard(t, func(s *Scene) {
		g := &screen.Grid{}
		g.Resize(400, 200)
		Draw(g, s)
		name, z := s.Skin.palette.Name, s.Viewport.Zoom
		for at := range s.Frame.Cells {
			one := sim.Frame{Rows: 1, Cols: 1, Cells: []sim.Cell{s.Frame.Cells[at]}, Units: s.Frame.Units}
			has := (&Scene{Frame: &one, Skin: s.Skin}).kindsShown()
			if has == 0 {
				continue
			}
			p := sim.Pos{Row: at / s.Frame.Cols, Col: at % s.Frame.Cols}
			x, y, ok := s.Viewport.ScreenPos(p)
			if !ok {
				continue
			}
			if z >= Tiles { // the sign may be in the second column
				x += max(0, slices.IndexFunc(g.Row(y)[x:x+2], func(c screen.Cell) bool { return c.R != ' ' }))
			}
			drawn := *g.At(x, y)
			if !slices.ContainsFunc(s.Skin.Legend(z, nightIndex(s.Frame)), func(e LegendEntry) bool {
				return e.kinds&has != 0 && slices.ContainsFunc(e.SeatSigns, func(c screen.Cell) bool {
					if z == HalfBlocks {
						return c.BG == s.colorAt(p.Row, p.Col)
					}
					return c.R == drawn.R && (c.FG == drawn.FG || c.R == ' ' && c.BG == drawn.BG)
				})
			}) && s.Frame.Cells[at].Amount < 10 {
				t.Fatalf("%s, %v: %+v at %v, drawn as %q, is not in the legend", name, z, s.Frame.Cells[at], p, drawn.R)
			}
		}
	})
}

func TestLegendEntriesDiffer(t *testing.T) {
	t.Parallel()
	eachBoard(t, func(s *Scene) {
		list := s.Skin.Legend(s.Viewport.Zoom, nightIndex(s.Frame))
		for i := range list {
			for k := range list[:i] {
				if slices.Equal(list[i].SeatSigns, list[k].SeatSigns) && list[i].Name != "player" {
					t.Errorf("%s, %v: %s and %s look the same", s.Skin.palette.Name, s.Viewport.Zoom, list[i].Name, list[k].Name)
				}
			}
		}
	})
}

func TestLegendStaysInItsRows(t *testing.T) {
	t.Parallel()
	eachBoard(t, func(s *Scene) {
		for _, r := range []screen.Rect{{X: 3, Y: 1, W: 160, H: 1}, {X: 3, Y: 1, W: 76, H: 1}, {X: 3, Y: 1, W: 50, H: 2}, {X: 3, Y: 1, W: 10, H: 1}, {X: 3, Y: 1, H: 1}} {
			g := &screen.Grid{}
			g.Resize(170, 4)
			s.DrawLegend(g, r)
			for i, c := range g.Cells {
				if c != (screen.Cell{}) && c.R != 0 && !r.Contains(i%g.W, i/g.W) && c.R != ' ' {
					t.Fatalf("%v: %q outside %v", s.Viewport.Zoom, c.R, r)
				}
			}
			line := text(g, 3, 1, r.W)
			if r.W == 76 && !strings.Contains(line, s.Skin.legend.Units[0].Name[:5]) {
				t.Errorf("%v: %q", s.Viewport.Zoom, line)
			}
			if r.W == 76 && strings.Contains(line, "gun, bazooka warrior") {
				t.Errorf("%v: %q tells of what is not there", s.Viewport.Zoom, line)
			}
		}
	})
}
