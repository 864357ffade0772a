package board

import (
	"testing"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

func TestNearestZoomFits(t *testing.T) {
	t.Parallel()
	color, letters := theme.PaletteFor("", theme.TrueColor), theme.PaletteFor("", theme.NoColor)
	for _, c := range []struct {
		p                *theme.Palette
		rows, cols, w, h int
		want             Zoom
	}{
		{color, 60, 60, 60, 30, HalfBlocks},
		{color, 60, 60, 120, 60, Shapes},
		{color, 60, 60, 119, 60, OneColumn},
		{color, 60, 60, 240, 120, FourColumns},
		{color, 60, 60, 30, 10, HalfBlocks},
		{color, 15, 30, 60, 15, Shapes},
		{color, 15, 30, 120, 30, FourColumns},
		{color, 25, 50, 60, 36, OneColumn},
		{color, 12, 12, 48, 24, FourColumns},
		{color, 15, 30, 90, 15, Tiles},
		{color, 15, 30, 89, 15, Shapes},
		{letters, 15, 30, 90, 15, Letters},
		{letters, 60, 60, 60, 30, OneColumn},
		{letters, 60, 60, 120, 60, Letters},
		{letters, 12, 12, 30, 12, Letters},
	} {
		fits := func(z Zoom) bool {
			w, h := z.Size(c.rows, c.cols)
			return w <= c.w && h <= c.h
		}
		if got, _ := NearestZoom(c.p, fits); got != c.want {
			t.Errorf("%d×%d cells in %d×%d: %v, want %v", c.rows, c.cols, c.w, c.h, got, c.want)
		}
	}
}

func TestCellsAreFoundWhereTheyAreDrawn(t *testing.T) {
	t.Parallel()
	for z := HalfBlocks; z <= FourColumns; z++ {
		for _, area := range []screen.Rect{{X: 0, Y: 1, W: 62, H: 31}, {X: 3, Y: 2, W: 41, H: 12}, {X: 0, Y: 0, W: 9, H: 3}} {
			for top := -3; top < 66; top += 5 {
				p := NewViewport(area, 2, z, 60, 50, top, top)
				for r := range 60 {
					for c := range 50 {
						x, y, ok := p.ScreenPos(sim.Pos{Row: r, Col: c})
						if !ok {
							continue
						}
						at, found := p.At(x, y)
						if z == HalfBlocks {
							r := r &^ 1
							if !found || at.Row != r || at.Col != c {
								t.Fatalf("%v: (%d,%d) is drawn where %v is", z, r, c, at)
							}
							continue
						}
						if !found || at != (sim.Pos{Row: r, Col: c}) {
							t.Fatalf("%v: (%d,%d) is drawn where %v is", z, r, c, at)
						}
					}
				}
			}
		}
	}
}

func TestRevealShowsTheCell(t *testing.T) {
	t.Parallel()
	for z := HalfBlocks; z <= FourColumns; z++ {
		p := NewViewport(screen.Rect{W: 44, H: 14}, 2, z, 60, 60, 0, 0)
		for _, at := range []sim.Pos{{Row: 0, Col: 0}, {Row: 59, Col: 59}, {Row: 30, Col: 7}, {Row: 31, Col: 8}, {Row: 0, Col: 59}} {
			if p.Reveal(at); !p.Shows(at) {
				t.Errorf("%v: %v is out of sight", z, at)
			}
		}
	}
	// small steps must not move the viewport
	p := NewViewport(screen.Rect{W: 44, H: 14}, 2, HalfBlocks, 60, 60, 0, 0)
	p.Reveal(sim.Pos{Row: 30, Col: 30})
	was := p
	if p.Reveal(sim.Pos{Row: 31, Col: 31}); p != was {
		t.Error("one step moves the viewport")
	}
}

var legend = sim.Legend{
	Grounds: []sim.Kind{
		{Name: "floor", Symbol: " ", Letters: "  ", Role: sim.RoleFloor},
		{Name: "wall", Symbol: "█", Letters: "##", Role: sim.RoleWall},
	},
	Items: []sim.Kind{
		{},
		{Name: "book", Symbol: "▤", Letters: "[]", Role: sim.RoleTreasure},
		{Name: "box", Symbol: "▣", Letters: "[+", Role: sim.RoleMoney},
		{Name: "fence", Symbol: "▃", Letters: "=", Role: sim.RoleOwner},
	},
	Units: []sim.Kind{
		{Name: "wizard", Symbol: "●", Letters: "w", Role: sim.RoleOwner},
		{Name: "converting", Symbol: "✕", Letters: "x", Role: sim.RoleOwner},
		{Name: "ghost", Symbol: "◆", Letters: "G", Role: sim.RoleOwner},
		{Name: "boss", Symbol: "▼", Letters: "VV", Role: sim.RoleBoss},
	},
}

func TestLettersAreDistinct(t *testing.T) {
	t.Parallel()
	for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
		k := NewSkin(&legend, theme.PaletteFor("", profile))
		seen := map[rune]string{'#': "wall", '0': "owner", '1': "owner", '2': "owner", '3': "owner", ' ': "floor"}
		take := func(r rune, name string) {
			if other, ok := seen[r]; ok && other != name {
				t.Errorf("%q is %s and %s", r, name, other)
			}
			seen[r] = name
		}
		for i, kind := range legend.Units {
			if kind.Role != sim.RoleOwner {
				take(k.unitGlyphs[i].oneLetter[0], kind.Name)
				continue
			}
			for s := range sim.Seats {
				take(k.unitGlyphs[i].oneLetter[s+1], kind.Name+string(rune('0'+s)))
			}
		}
		for i, kind := range legend.Items[1:] {
			take(k.itemGlyphs[i+1].oneLetter[1], kind.Name)
		}
	}
}

// scene returns a board of 6×6 with a wall, an owned cell, a fence, a book, a box of 25, a
// converting wizard, and a danger zone.
func scene(p *theme.Palette, z Zoom) (*screen.Grid, *Scene) {
	f := &sim.Frame{Rows: 6, Cols: 6, Cells: make([]sim.Cell, 36)}
	for i := range f.Cells {
		f.Cells[i] = sim.Cell{Owner: -1, Unit: -1}
	}
	f.Cells[0].Ground = 1
	f.Cells[1].Owner = 2
	f.Cells[2].Item, f.Cells[2].Owner = 3, 1
	f.Cells[3].Item = 1
	f.Cells[4].Item, f.Cells[4].Amount = 2, 25
	f.Cells[6].Unit = 0
	f.Cells[7].Dangerous = true
	f.Units = []sim.Unit{{ID: 28, Seat: 0, NextSeat: 3, Kind: 1, OnBoard: true, At: sim.Pos{Row: 1}, Timer: 4, Life: -1}}
	g := &screen.Grid{}
	g.Resize(40, 20)
	port := NewViewport(g.Bounds(), RulerWidth(6, p), z, 6, 6, 0, 0)
	return g, &Scene{Frame: f, Skin: NewSkin(&legend, p), Viewport: port, FollowedUnit: -1}
}

func text(g *screen.Grid, x, y, n int) string {
	var s []rune
	for i := range n {
		r := g.At(x+i, y).R
		if r == 0 {
			r = ' '
		}
		s = append(s, r)
	}
	return string(s)
}

func TestCellsShowTheirSigns(t *testing.T) {
	t.Parallel()
	color, plain := theme.PaletteFor("", theme.TrueColor), theme.PaletteFor("", theme.NoColor)
	for _, c := range []struct {
		p     *theme.Palette
		z     Zoom
		lines []string
	}{
		{color, OneColumn, []string{"  ▃▤▣ ", "✕╱    "}},
		{color, Shapes, []string{"    ▃▃▤ ▣+  ", "✕4╱╱        "}},
		{color, Letters, []string{"    =1[][+  ", "x3╱╱        "}},
		{color, Tiles, []string{"       ▃  ▤ ▣25", "✕28╱╱╱         "}},
		{color, FourColumns, []string{"         ▃   ▤   ▣      ", "                 25     ", "✕28 ╱╱╱╱                ", "+4  ╱╱╱╱                "}},
		{plain, OneColumn, []string{"#2=[+ ", "d%    "}},
		{plain, Letters, []string{"##2 =1[][+  ", "x3%%        "}},
	} {
		g, s := scene(c.p, c.z)
		Draw(g, s)
		for y, want := range c.lines {
			if got := text(g, s.Viewport.CellArea.X, s.Viewport.CellArea.Y+y, len([]rune(want))); got != want {
				t.Errorf("%s, %v, line %d: %q, want %q", c.p.Name, c.z, y, got, want)
			}
		}
	}
}

// TestFrameIsClosedAndHidesNothing also checks that the edges of the board point to the cell at
// small zooms.
func TestFrameIsClosedAndHidesNothing(t *testing.T) {
	t.Parallel()
	eachLook(func(g *screen.Grid, s *Scene) {
		z, p := s.Viewport.Zoom, s.Skin.palette
		plain := &screen.Grid{}
		plain.Resize(g.W, g.H)
		Draw(plain, s)
		s.Cursor, s.ShowCursor = sim.Pos{Row: 3, Col: 2}, true
		Draw(g, s)
		x0, y0, _ := s.Viewport.ScreenPos(s.Cursor)
		w, h := z.Size(1, 1)
		for y := s.Viewport.CellArea.Y; y < s.Viewport.CellArea.Y+s.Viewport.CellArea.H; y++ {
			for x := s.Viewport.CellArea.X; x < s.Viewport.CellArea.X+s.Viewport.CellArea.W; x++ {
				at, _ := s.Viewport.At(x, y)
				for end := at.Row; at.Row <= end+1; at.Row++ {
					d := sim.Pos{Row: at.Row - s.Cursor.Row, Col: at.Col - s.Cursor.Col}
					far := max(d.Row, -d.Row, d.Col, -d.Col)
					framed := far == 0 || far == 2 || far > 2 && d.Row*d.Col == 0
					if z > OneColumn {
						inside := x >= x0 && x < x0+w && y >= y0 && y < y0+h
						around := x >= x0-1 && x <= x0+w && y >= y0-1 && y <= y0+h
						framed = inside || around && (p.HasHalfBlocks || y >= y0 && y < y0+h)
					}
					a, b := half(plain.At(x, y), z, at), half(g.At(x, y), z, at)
					if (a != b) != (framed && s.isEmpty(at)) {
						t.Errorf("%s, %v: %v at %d,%d is framed: %v", p.Name, z, at, x, y, a != b)
					}
					if z != HalfBlocks {
						break
					}
				}
			}
		}
	})
}

// half returns what a character shows of a cell of the board.
func half(c *screen.Cell, z Zoom, at sim.Pos) screen.Cell {
	switch {
	case z != HalfBlocks:
		return *c
	case c.R == '▀' && at.Row%2 == 0:
		return screen.Cell{Style: screen.Style{BG: c.FG}}
	}
	return screen.Cell{Style: screen.Style{BG: c.BG}}
}

func TestRulersMarkCursorOrFollowedUnit(t *testing.T) {
	t.Parallel()
	eachLook(func(g *screen.Grid, s *Scene) {
		for _, pointed := range []bool{true, false} {
			s.Cursor, s.ShowCursor, s.FollowedUnit = sim.Pos{Row: 4, Col: 3}, pointed, 28
			want := s.Cursor
			if !pointed {
				want = s.Frame.Units[0].At
			}
			x, y, _ := s.Viewport.ScreenPos(want)
			Draw(g, s)
			top, left := g.At(x, s.Viewport.CellArea.Y-1), g.At(s.Viewport.CellArea.X-s.Viewport.RulerW+1, y)
			mark := s.Skin.palette.HighlightStyle(s.Skin.palette.Cursor)
			if top.Style != mark || top.R != rune('0'+want.Col) || left.Style != mark || left.R != rune('0'+want.Row) {
				t.Errorf("%s, %v: %v is marked by %c and %c", s.Skin.palette.Name, s.Viewport.Zoom, want, top.R, left.R)
			}
			g.Resize(g.W, g.H)
		}
	})
}

func TestCursorAndMarksAreVisible(t *testing.T) {
	t.Parallel()
	for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
		p := theme.PaletteFor("", profile)
		for z := HalfBlocks; z <= FourColumns; z++ {
			z := z.ForPalette(p)
			g, s := scene(p, z)
			s.Cursor, s.ShowCursor, s.FollowedUnit = sim.Pos{Row: 4, Col: 4}, true, 28
			s.Marks = &[sim.Seats][]sim.Mark{
				{{Unit: -1, At: sim.Pos{Row: 2, Col: 2}, Text: "goal"}, {Unit: -1, At: sim.Pos{Row: 99, Col: -1}, Text: "off"}},
				{{Unit: 28, Text: "me"}, {Unit: 77, Text: "nobody"}},
			}
			Draw(g, s)
			want := map[sim.Pos]screen.Color{{Row: 4, Col: 4}: p.Cursor, {Row: 1}: p.Cursor, {Row: 2, Col: 2}: p.Mark}
			if p.HasHalfBlocks && z != OneColumn { // the unit keeps its colour inside the frame
				delete(want, sim.Pos{Row: 1})
			}
			for at, c := range want {
				x, y, _ := s.Viewport.ScreenPos(at)
				got := g.At(x, y)
				switch {
				case z == HalfBlocks && at.Row%2 == 0 && got.R == '▀':
					if got.FG != c {
						t.Errorf("%v: no colour under %v", z, at)
					}
				case profile == theme.NoColor && got.Attr&screen.Reverse == 0, profile != theme.NoColor && got.BG != c:
					t.Errorf("%s, %v: no colour under %v", p.Name, z, at)
				}
			}
			if z == Shapes {
				x, y, _ := s.Viewport.ScreenPos(sim.Pos{Row: 2, Col: 2})
				if got := text(g, x, y, 2); got != "go" {
					t.Errorf("the mark reads %q", got)
				}
			}
		}
	}
}

func TestMarkedUnitsKeepTheirColors(t *testing.T) {
	t.Parallel()
	for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
		p := theme.PaletteFor("", profile)
		for z := HalfBlocks; z <= FourColumns; z++ {
			z := z.ForPalette(p)
			g, s := scene(p, z)
			Draw(g, s)
			x, y, _ := s.Viewport.ScreenPos(sim.Pos{Row: 1})
			was := *g.At(x, y)
			s.Marks = &[sim.Seats][]sim.Mark{2: {{Unit: 28, Text: "me"}}}
			Draw(g, s)
			now := *g.At(x, y)
			if now.R != was.R || now.FG != was.FG {
				t.Errorf("%s, %v: %q in %#x became %q in %#x", p.Name, z, was.R, was.FG, now.R, now.FG)
			}
			if z != HalfBlocks && now.Attr&screen.Underline == 0 {
				t.Errorf("%s, %v: the mark is not seen", p.Name, z)
			}
			if profile > theme.Color16 && z != HalfBlocks && now.BG != p.MarkedGround {
				t.Errorf("%s, %v: the ground is not tinted", p.Name, z)
			}
		}
	}
}

func TestBadFramesDrawNothing(t *testing.T) {
	t.Parallel()
	g, s := scene(theme.PaletteFor("", theme.TrueColor), Shapes)
	for i := range s.Frame.Cells {
		s.Frame.Cells[i] = sim.Cell{Ground: 200, Owner: 99, Item: 99, Unit: 99}
	}
	Draw(g, s)
	s.Frame.Cells = s.Frame.Cells[:3]
	Draw(g, s)
}

func TestFillShowsAllColumnsAndMostRows(t *testing.T) {
	t.Parallel()
	p := theme.PaletteFor("", theme.TrueColor)
	for _, c := range []struct {
		rows, cols, w, h int
		want             Zoom
	}{
		{60, 60, 200, 50, Shapes}, // 240×60
		{60, 60, 120, 45, Shapes},
		{60, 60, 119, 45, Auto},
		{60, 60, 120, 44, Auto},
		{60, 60, 240, 90, FourColumns},
		{15, 30, 60, 12, Shapes},
	} {
		if got := FillZoom(p, c.rows, c.cols, c.w, c.h); got != c.want {
			t.Errorf("%d×%d cells in %d×%d: %v, want %v", c.rows, c.cols, c.w, c.h, got, c.want)
		}
	}
}
