package match_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/board"
	"game-tui/tui/match"
	"game-tui/tui/panel"
	"game-tui/tui/place"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

func wanted(c screen.Color) string {
	v := uint32(c) & 0xffffff
	switch c {
	case 0:
		return "-"
	case screen.RGB(v):
		return fmt.Sprintf("%06x", v)
	case screen.Index(uint8(v)):
		return tuitest.RGB(ansi.IndexedColor(v))
	}
	return tuitest.RGB(ansi.BasicColor(v))
}

// matches are played once and shared; records are safe to share.
func matches(tb testing.TB) []*record.Record {
	tb.Helper()
	var all []*record.Record
	for _, g := range tuitest.Games {
		all = append(all, tuitest.Played(tb, g, configs.Default(g.Name()), 60))
	}
	return all
}

// paused is the program of somebody who has stopped at a round.
func paused(m *match.Match, w, h int, profile theme.Profile, round int) ui.Program {
	return open(m, options{W: w, H: h, Profile: profile, Paused: true, Place: place.At(round)})
}

// Every cell of the board on the emulator's screen is compared with the state.
func TestBoardOnScreen(t *testing.T) {
	t.Parallel()
	sizes := [][2]int{{80, 24}, {100, 40}, {160, 70}, {40, 12}, {57, 19}, {213, 58}}
	for _, l := range matches(t) {
		for _, profile := range []theme.Profile{theme.TrueColor, theme.Color256, theme.Color16, theme.NoColor} {
			for _, size := range sizes {
				name := fmt.Sprintf("%s/%d/%dx%d", l.Meta().Game.Name(), profile, size[0], size[1])
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					d := match.NewMatch(l)
					p := theme.For("", profile)
					for _, zoom := range []board.Zoom{board.Auto, board.Half, board.One, board.Shapes, board.Letters, board.Four} {
						v := paused(d, size[0], size[1], profile, 20+int(zoom))
						s := v.View().(match.State)
						s.Zoom = zoom
						v = v.On(s)
						var g screen.Grid
						v.Draw(&g)
						s = v.View().(match.State)
						checkBoard(t, tuitest.Show(t, &g), s.Layout(&v).Port, p, l, s.Play.Round)
					}
				})
			}
		}
	}
}

// look is what a cell must look like, worked out the slow way.
type look struct {
	r      rune
	fg, bg screen.Color
	free   bool // nothing but ground
}

func lookOf(f *sim.Frame, l *sim.Legend, p *theme.Palette, at sim.Pos, letters, shapes bool) look {
	c := f.Cells[at.Row*f.Cols+at.Col]
	item := l.Items[c.Item]
	owner := c.Owner
	if c.Item != 0 && item.Role == sim.RoleOwner && c.Unit < 0 {
		owner = -1
	}
	out := look{r: ' ', bg: p.Ground(l.Grounds[c.Ground].Role, owner, f.Dark, c.Hatch), free: true}
	kind, seat, unit := item, c.Owner, false
	if c.Unit >= 0 {
		u := f.Units[c.Unit]
		kind, seat, unit = l.Units[u.Kind], u.Seat, true
		if u.Next >= 0 {
			seat = u.Next
		}
		tone := 0
		for _, k := range l.Units[:u.Kind] {
			if k.Role == sim.RoleOwner {
				tone++
			}
		}
		out.fg = p.Unit(kind.Role, seat, tone)
	} else if c.Item == 0 {
		return out
	} else {
		out.fg = p.Item(kind.Role, seat)
	}
	out.free = false
	out.r, _ = utf8.DecodeRuneInString(kind.Shape)
	if letters || p.Letters {
		out.r = rune(kind.Letters[0])
	}
	if kind.Role == sim.RoleGold && c.Amount > 9 && c.Amount < 100 && !letters && !p.Letters && shapes {
		out.r = '0' + c.Amount/10
	}
	st := p.OnGround(out.fg, out.bg, unit)
	out.fg, out.bg = st.FG, st.BG
	return out
}

func checkBoard(t *testing.T, s tuitest.Shown, port board.Port, p *theme.Palette, l *record.Record, round int) {
	t.Helper()
	var f sim.Frame
	l.State(round).Fill(&f)
	legend := l.Meta().Game.Legend()
	w, h := port.Zoom.Size(1, 1)
	if port.High < 1 || port.Wide < 1 {
		t.Fatalf("%v: no cell is tuitest.Shown", port.Zoom)
	}
	for r := port.Top; r < min(port.Top+port.High, f.Rows); r++ {
		for c := port.Left; c < port.Left+port.Wide; c++ {
			if (sim.Pos{Row: r, Col: c}) == tuitest.MarkedCell {
				continue
			}
			want := lookOf(&f, legend, p, sim.Pos{Row: r, Col: c}, port.Zoom == board.Letters, port.Zoom == board.Shapes)
			y := port.Cells.Y + (r-port.Top)*h
			if port.Zoom == board.Half {
				y = port.Cells.Y + (r-port.Top)/2
			}
			got, fg, bg := s.At(port.Cells.X+(c-port.Left)*w, y)
			var msg string
			switch port.Zoom {
			case board.Half:
				msg = checkHalf(got, fg, bg, (r-port.Top)%2 == 0, want)
			default:
				msg = checkCell(got, fg, bg, port.Zoom, p, want)
			}
			if msg != "" {
				t.Fatalf("%v, round %d, cell (%d,%d): %s", port.Zoom, round, r, c, msg)
			}
		}
	}
}

func checkHalf(got rune, fg, bg color.Color, upper bool, want look) string {
	c := tuitest.RGB(bg)
	if upper && got == '▀' {
		c = tuitest.RGB(fg)
	}
	if got != '▀' && got != ' ' {
		return fmt.Sprintf("rune %q", got)
	}
	is := want.fg
	if want.free {
		is = want.bg
	}
	if c != wanted(is) {
		return fmt.Sprintf("colour %s, want %s", c, wanted(is))
	}
	return ""
}

func checkCell(got rune, fg, bg color.Color, zoom board.Zoom, p *theme.Palette, want look) string {
	if tuitest.RGB(bg) != wanted(want.bg) {
		return fmt.Sprintf("background %s, want %s", tuitest.RGB(bg), wanted(want.bg))
	}
	if want.free || zoom == board.Four && got == ' ' {
		return "" // what bare ground shows is tested in package board
	}
	if zoom == board.One && p.Letters {
		if got == ' ' {
			return "something is not shown"
		}
		return ""
	}
	if got != want.r || tuitest.RGB(fg) != wanted(want.fg) {
		return fmt.Sprintf("%q in %s, want %q in %s", got, tuitest.RGB(fg), want.r, wanted(want.fg))
	}
	return ""
}

// The words that scripts and people rely on.
func TestWords(t *testing.T) {
	t.Parallel()
	l := matches(t)[0]
	d := match.NewMatch(l)
	for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}, {40, 12}, {500, 200}} {
		for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
			v := paused(d, size[0], size[1], profile, 57)
			var g screen.Grid
			v.Draw(&g)
			s := tuitest.Show(t, &g)
			for _, word := range []string{" round 57/200 ", "paused"} {
				if !strings.Contains(s.Row(0), word) {
					t.Errorf("%v, profile %d: no %q in %q", size, profile, word, s.Row(0))
				}
			}
			if profile != theme.NoColor {
				continue
			}
			for _, r := range s.String() {
				if r > 0x7e {
					t.Fatalf("%v: %q without Unicode", size, r)
				}
			}
		}
	}
}

// The timeline is never narrower than half of a wide screen, and no event
// stands there twice.
func TestWideScreens(t *testing.T) {
	t.Parallel()
	for _, l := range matches(t) {
		for _, size := range [][2]int{{200, 60}, {160, 70}, {240, 60}, {300, 100}} {
			for _, tab := range []panel.Tab{panel.Players, panel.Events} {
				d := match.NewMatch(l)
				v := paused(d, size[0], size[1], theme.TrueColor, 60)
				s := v.View().(match.State)
				s.Tab = tab
				v = v.On(s)
				lay := s.Layout(&v)
				if lay.Bar.W < v.W/2 || lay.Chart.W < v.W/2 {
					t.Errorf("%v: the timeline has %d columns", size, lay.Bar.W)
				}
				for k := range 60 {
					s.Play = s.Play.Go(k + 1)
					v = v.On(s)
					events := l.Turn(k).Events
					if len(events) != 1 {
						continue
					}
					var g screen.Grid
					v.Draw(&g)
					names := l.Meta().Names
					text := string(l.Meta().Game.AppendEvent(nil, &events[0], &names))
					text = text[:min(len(text), 24)]
					if n := strings.Count(tuitest.Show(t, &g).String(), text); n != 1 {
						t.Errorf("%v, %v: %q stands there %d times", size, tab, text, n)
					}
					break
				}
			}
		}
	}
}

func TestTooSmall(t *testing.T) {
	t.Parallel()
	l := matches(t)[0]
	d := match.NewMatch(l)
	for _, size := range [][2]int{{39, 12}, {40, 11}, {1, 1}, {0, 0}, {-5, 7}, {20, 1}} {
		v := paused(d, size[0], size[1], theme.TrueColor, 5)
		var g screen.Grid
		v.Draw(&g)
		if size[0] > 30 && !strings.Contains(tuitest.Show(t, &g).String(), "needs 40×12") {
			t.Errorf("%v: %s", size, tuitest.Show(t, &g))
		}
	}
}

// Views of the same thing give the same cells, whoever draws them and
// whatever they drew before.
func TestDrawingIsPure(t *testing.T) {
	t.Parallel()
	l := matches(t)[1]
	d := match.NewMatch(l)
	for _, round := range []int{3, 50, 4, 60, 0} {
		v := paused(d, 100, 40, theme.TrueColor, round)
		var a, b screen.Grid
		v.Draw(&a)
		again := paused(match.NewMatch(l), 100, 40, theme.TrueColor, round)
		again.Draw(&b)
		if len(screen.AppendDiff(nil, &a, &b)) != 0 {
			t.Errorf("round %d depends on what was drawn before", round)
		}
	}
}
