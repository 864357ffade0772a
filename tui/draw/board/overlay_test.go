package board

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/trace"
)

func TestHeatLevelsCoverEveryCount(t *testing.T) {
	t.Parallel()
	for most := int32(1); most < 3000; most += 1 + most/50 {
		s := newHeatScale(most)
		if s.level(0) != 0 || s.level(1) < 1 || s.level(most) != theme.NumHeatLevels {
			t.Fatalf("up to %d: levels %d, %d, %d", most, s.level(0), s.level(1), s.level(most))
		}
		if !slices.IsSorted(s[:]) {
			t.Fatalf("up to %d: %v", most, s)
		}
		scene := Scene{Skin: NewSkin(&legend, theme.PaletteFor("", theme.TrueColor)), Overlay: &Overlay{HeatMap: &HeatMap{Title: "t", Max: most}}}
		next := int32(1)
		for _, e := range scene.heatLegend()[1:] {
			low, high, _ := strings.Cut(e.Name, "-")
			a, _ := strconv.Atoi(low)
			b, err := strconv.Atoi(high)
			if err != nil {
				b = a
			}
			if int32(a) != next || s.level(int32(a)) != s.level(int32(b)) || a > b {
				t.Fatalf("up to %d: the entry %q follows %d", most, e.Name, next-1)
			}
			next = int32(b) + 1
		}
		if next != most+1 {
			t.Fatalf("up to %d: the legend ends at %d", most, next-1)
		}
	}
}

// eachLook calls f with the scene in all profiles and zooms.
func eachLook(f func(g *screen.Grid, s *Scene)) {
	for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
		for _, name := range []string{"dark", "light", "official", "colorblind"} {
			for z := HalfBlocks; z <= FourColumns; z++ {
				if p := theme.PaletteFor(name, profile); z.ForPalette(p) == z {
					f(scene(p, z))
				}
			}
		}
	}
}

func TestHeatMapShowsCounts(t *testing.T) {
	t.Parallel()
	eachLook(func(g *screen.Grid, s *Scene) {
		p, z := s.Skin.palette, s.Viewport.Zoom
		counts := make([]int32, 36)
		for i := range counts {
			counts[i] = int32(i % 10)
		}
		s.Overlay = &Overlay{HeatMap: &HeatMap{Counts: counts, Max: 9}}
		Draw(g, s)
		for i, n := range counts {
			at := sim.Pos{Row: i / 6, Col: i % 6}
			x, y, _ := s.Viewport.ScreenPos(at)
			cell := *g.At(x, y)
			want := p.HeatStyle(int(n), s.Skin.groundColor(&sim.Cell{Ground: s.Frame.Cells[i].Ground, Owner: -1, Unit: -1}, s.Skin.groundTables[0][0]))
			got := cell.BG
			if z == HalfBlocks && cell.R == '▀' && at.Row%2 == 0 {
				got = cell.FG
			}
			if got != want.BG {
				t.Fatalf("%s, %v: %d at %v is %#x, want %#x", p.Name, z, n, at, got, want.BG)
			}
			if p.UseLetters && n > 0 && cell.R != '0'+rune(n) {
				t.Errorf("%s, %v: %d at %v reads %q", p.Name, z, n, at, cell.R)
			}
			if z == FourColumns && n > 0 && cell.R != '0'+rune(n) {
				t.Errorf("%s: the number %d at %v reads %q", p.Name, n, at, cell.R)
			}
		}
	})
}

func TestOverlaysAreVisibleAndHideNoUnit(t *testing.T) {
	t.Parallel()
	eachLook(func(g *screen.Grid, s *Scene) {
		p, z := s.Skin.palette, s.Viewport.Zoom
		Draw(g, s)
		was := slices.Clone(g.Cells)
		s.Overlay = &Overlay{}
		Draw(g, s)
		if !slices.Equal(was, g.Cells) {
			t.Fatalf("%s, %v: nothing over the board is seen", p.Name, z)
		}
		free, unit, wall := sim.Pos{Row: 4, Col: 2}, sim.Pos{Row: 1}, sim.Pos{}
		for name, o := range map[string]*Overlay{
			"a trail":  {Trails: []Trail{{Path: []sim.Pos{free, unit, wall}}}},
			"the boss": {Trails: []Trail{{Path: []sim.Pos{free, unit}, Seat: -1}}},
			"a move":   {Moves: []trace.Move{{From: free, To: sim.Pos{Row: 3, Col: 3}, Seat: 2}, {From: unit, To: free}}},
			"a flash":  {OwnerChanges: []sim.Pos{free}},
		} {
			s.Overlay = o
			g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: p.Page}})
			Draw(g, s)
			look := func(at sim.Pos) (now, then screen.Cell) {
				x, y, _ := s.Viewport.ScreenPos(at)
				w, h := z.Size(1, 1)
				i := (y+(h-1)/2)*g.W + x + (w-1)/2
				return g.Cells[i], was[i]
			}
			if now, then := look(free); now == then {
				t.Errorf("%s, %v: %s is not seen", p.Name, z, name)
			}
			if now, then := look(unit); now != then && z != HalfBlocks {
				t.Errorf("%s, %v: %s hides a unit", p.Name, z, name)
			}
			if name == "a move" && z != HalfBlocks {
				if now, _ := look(free); now.R != '↗' {
					t.Errorf("%s, %v: the arrow is %q", p.Name, z, now.R)
				}
			}
			g.Fill(g.Bounds(), screen.Cell{R: ' '})
			s.DrawLegend(g, screen.Rect{W: 40, H: 1})
			if line := text(g, 0, 0, 40); strings.TrimSpace(line) == "" {
				t.Errorf("%s, %v: no legend", p.Name, z)
			}
		}
	})
}

func TestMotionIsVisibleAndFades(t *testing.T) {
	t.Parallel()
	eachLook(func(g *screen.Grid, s *Scene) {
		p, z := s.Skin.palette, s.Viewport.Zoom
		Draw(g, s)
		was := slices.Clone(g.Cells)
		old, free, unit, taken := sim.Pos{Row: 4, Col: 1}, sim.Pos{Row: 4, Col: 2}, sim.Pos{Row: 1}, sim.Pos{Row: 2, Col: 5}
		s.Frame.At(taken).Owner = 1
		s.Motion = &Motion{Trails: []Trail{{Path: []sim.Pos{old, free, unit}}}, OwnerChanges: []sim.Pos{taken}, Hits: []sim.Pos{unit, {Row: -1}}}
		Draw(g, s)
		look := func(at sim.Pos) (now, then screen.Cell) {
			x, y, _ := s.Viewport.ScreenPos(at)
			w, h := z.Size(1, 1)
			i := (y+(h-1)/2)*g.W + x + (w-1)/2
			return g.Cells[i], was[i]
		}
		for name, at := range map[string]sim.Pos{"the way": free, "what was struck": unit, "what was taken": taken} {
			if now, then := look(at); now == then {
				t.Errorf("%s, %v: %s does not stand out", p.Name, z, name)
			}
		}
		a, _ := look(old)
		if b, _ := look(free); p.Profile == theme.TrueColor && a == b {
			t.Errorf("%s, %v: the way is as strong where it is older", p.Name, z)
		}
		if z != HalfBlocks {
			if now, then := look(unit); now.R != then.R {
				t.Errorf("%s, %v: what was struck is hidden", p.Name, z)
			}
		}
		entries := len(s.legendEntries())
		if s.Motion = nil; entries != len(s.legendEntries()) {
			t.Error("the legend tells of it")
		}
	})
}

func TestInvalidOverlaysStayOnTheBoard(t *testing.T) {
	t.Parallel()
	eachLook(func(g *screen.Grid, s *Scene) {
		off := sim.Pos{Row: -3, Col: 99}
		s.Overlay = &Overlay{
			Trails:       []Trail{{Path: []sim.Pos{off, {Row: 9999, Col: 1}}, Seat: 7}, {}},
			Moves:        []trace.Move{{From: off, To: sim.Pos{Row: 5}, Seat: 9}, {From: sim.Pos{Row: 3}, To: off, Seat: -5}},
			OwnerChanges: []sim.Pos{off},
		}
		s.Motion = &Motion{Trails: s.Overlay.Trails, OwnerChanges: []sim.Pos{off, {}}, Hits: []sim.Pos{off}}
		Draw(g, s)
		s.Overlay.HeatMap = &HeatMap{Counts: []int32{1}, Max: 1}
		Draw(g, s)
	})
}

func BenchmarkOverlay(b *testing.B) {
	f := &sim.Frame{Rows: 60, Cols: 60, Cells: make([]sim.Cell, 3600)}
	counts := make([]int32, 3600)
	var way []sim.Pos
	for i := range f.Cells {
		f.Cells[i] = sim.Cell{Owner: int8(i%5) - 1, Unit: -1}
		counts[i] = int32(i % 40)
	}
	for i := range 40 {
		way = append(way, sim.Pos{Row: i, Col: i})
	}
	g := &screen.Grid{}
	g.Resize(100, 40)
	s := Scene{Frame: f, Skin: NewSkin(&legend, theme.PaletteFor("", theme.TrueColor)), FollowedUnit: -1}
	s.Viewport = NewViewport(screen.Rect{W: 62, H: 31}, 2, HalfBlocks, 60, 60, 0, 0)
	for name, o := range map[string]*Overlay{"none": nil, "trail": {Trails: []Trail{{Path: way}}}, "heat": {HeatMap: &HeatMap{Counts: counts, Max: 39}}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			s.Overlay = o
			for b.Loop() {
				Draw(g, &s)
			}
		})
	}
}
