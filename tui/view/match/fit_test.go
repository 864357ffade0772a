package match_test

import (
	"fmt"
	"slices"
	"testing"

	"game-tui/sim/simtest"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/view/match"
)

// fitSizes are windows with room for all parts.
var fitSizes = [][2]int{{80, 24}, {100, 40}, {160, 50}, {160, 70}, {240, 60}}

// TestNothingIsShortenedBesideRoom draws rounds of every official recording. No text may be cut if
// there are free rows or columns next to it, or overlap another text.
func TestNothingIsShortenedBesideRoom(t *testing.T) {
	t.Parallel()
	rounds, reads := 12, 2
	if testing.Short() {
		rounds, reads = 4, 1
	}
	for _, game := range tuitest.Games[:3] {
		for name := range simtest.Recordings(t, game.Name()) {
			t.Run(game.Name()+"/"+name, func(t *testing.T) {
				t.Parallel()
				m := match.NewMatch(tuitest.ReadRecording(t, game.Name(), name))
				for _, size := range fitSizes {
					r := rigOf(t, m, options{Paused: true, W: size[0], H: size[1], Profile: theme.TrueColor})
					for i := range rounds {
						k := i * (m.Record.Rounds() + rounds - 1) / max(rounds-1, 1)
						r.goTo(min(k, m.Record.Edge()))
						checkRoom(t, r, "")
						if i%(rounds/reads) != 0 {
							continue
						}
						for _, keys := range [][]string{{"inspect"}, {"tab"}, {"output"}, {"chart"}, {"why"}, {"events"}, {"turnings"}, {"overlays"}, {"export"}, {"whatif"}, {"find"}} {
							was := r.program
							r.press(keys...)
							checkRoom(t, r, keys[0])
							r.program = was
						}
					}
				}
			})
		}
	}
}

// TestPartsWithoutRoomWriteOverNothing draws windows in which some parts have one row or none.
func TestPartsWithoutRoomWriteOverNothing(t *testing.T) {
	t.Parallel()
	m := match.NewMatch(tuitest.ReadRecording(t, "harrypotter", "demo-s30"))
	for _, size := range [][2]int{{40, 12}, {80, 24}, {145, 12}, {145, 17}, {138, 71}} {
		// The last key shows the winner.
		for _, keys := range [][]string{nil, {"nextEvent"}, {"output"}, {"chart"}, {"last"}} {
			r := rigOf(t, m, options{Paused: true, W: size[0], H: size[1], Profile: theme.TrueColor})
			r.goTo(30)
			r.press(keys...)
			var log fitLog
			g := &screen.Grid{FitLog: &log}
			r.program.Draw(g)
			checkOver(t, r, g, &log, fmt.Sprint(size, keys))
		}
	}
}

// goTo shows a round.
func (r *rig) goTo(k int) {
	s := r.view()
	s.Play = s.Play.GoTo(k)
	r.program = r.program.WithView(s)
}

// checkRoom fails if a text of the screen is cut although there is room.
func checkRoom(t *testing.T, r *rig, page string) {
	t.Helper()
	var log fitLog
	g := &screen.Grid{FitLog: &log}
	r.program.Draw(g)
	lay := r.layout()
	where := fmt.Sprintf("%d×%d, round %d %s", g.W, g.H, r.at(), page)
	free := func(x, y, w int) bool { // free reports whether w cells from (x, y) on are blank
		if y < 0 || y >= g.H || x+w > g.W {
			return false
		}
		for _, c := range g.Row(y)[x : x+w] {
			if c.R != ' ' && c.R != 0 || c.Style.BG != r.program.Palette.Page {
				return false
			}
		}
		return true
	}
	for _, s := range log.shortened {
		if lay.Port.CellArea.Contains(s.X, s.Y) && page == "" {
			continue
		}
		if more := s.needs - s.W; more > 0 && free(s.X+s.W, s.Y, more+1) {
			t.Errorf("%s: %q has %d columns, and needs %d, which are free\n%s", where, s.text, s.W, s.needs, tuitest.Show(t, g))
			return
		}
		end := lay.Timeline.Y
		if beside := s.X >= lay.Port.CellArea.X+lay.Port.CellArea.W; beside && !lay.Legend.Empty() {
			end = lay.Legend.Y
		}
		if y := s.Y + s.H; s.cut && y+1 < end && free(s.X, y, s.W) && free(s.X, y+1, s.W) {
			t.Errorf("%s: %q is cut above free rows\n%s", where, s.text, tuitest.Show(t, g))
			return
		}
	}
	checkOver(t, r, g, &log, where)
}

// checkOver fails if a text on the screen overwrites another.
func checkOver(t *testing.T, r *rig, g *screen.Grid, log *fitLog, where string) {
	t.Helper()
	lay := r.layout()
	for _, o := range log.overwritten {
		if !lay.Port.CellArea.Contains(o.X, o.Y) {
			t.Errorf("%s: a text is written over another one at %v\n%s", where, o, tuitest.Show(t, g))
			return
		}
	}
}

// A fitLog records texts that were cut, wrapped or overwritten.
type fitLog struct {
	shortened   []shortText
	overwritten []screen.Rect
	textCells   map[int]bool
}

type shortText struct {
	screen.Rect // area available to the text
	needs       int
	cut         bool
	text        string
}

func (c *fitLog) LogShortened(r screen.Rect, needs int, cut bool, s string) {
	c.shortened = append(c.shortened, shortText{r, needs, cut, s})
}

func (c *fitLog) LogWritten(g *screen.Grid, x, y, n int) {
	if c.textCells == nil {
		c.textCells = map[int]bool{}
	}
	over := false
	for i := y*g.W + max(x, 0); i < y*g.W+min(x+n, g.W); i++ {
		blank := g.Cells[i].R == ' '
		over = over || !blank && c.textCells[i]
		c.textCells[i] = !blank
	}
	if over {
		c.overwritten = append(c.overwritten, screen.Rect{X: x, Y: y, W: n, H: 1})
	}
}

func (c *fitLog) LogFilled(g *screen.Grid, r screen.Rect) {
	for y := r.Y; y < r.Y+r.H; y++ {
		for x := r.X; x < r.X+r.W; x++ {
			delete(c.textCells, y*g.W+x)
		}
	}
	c.shortened = slices.DeleteFunc(c.shortened, func(s shortText) bool { return r.Contains(s.X, s.Y) })
}
