package tui_test

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/log"
	"game-tui/tui"
	"game-tui/tui/board"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// shown is a screen as a terminal shows it.
type shown struct{ em *vt.Emulator }

// show sends a screen's text through a terminal emulator.
func show(tb testing.TB, g *screen.Grid) shown {
	tb.Helper()
	em := vt.NewEmulator(g.W, g.H)
	text := strings.ReplaceAll(string(g.AppendText(nil)), "\n", "\r\n")
	if _, err := em.WriteString(text); err != nil {
		tb.Fatal(err)
	}
	return shown{em}
}

func (s shown) at(x, y int) (r rune, fg, bg color.Color) {
	c := s.em.CellAt(x, y)
	r, _ = utf8.DecodeRuneInString(c.Content)
	if c.Content == "" {
		r = ' '
	}
	return r, c.Style.Fg, c.Style.Bg
}

func (s shown) row(y int) string {
	var b strings.Builder
	for x := range s.em.Width() {
		r, _, _ := s.at(x, y)
		b.WriteRune(r)
	}
	return b.String()
}

func (s shown) String() string {
	rows := make([]string, s.em.Height())
	for y := range rows {
		rows[y] = s.row(y)
	}
	return strings.Join(rows, "\n")
}

// rgb makes colours of every kind comparable; nil is the terminal's own.
func rgb(c color.Color) string {
	if c == nil {
		return "-"
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8)
}

func wanted(c screen.Color) string {
	v := uint32(c) & 0xffffff
	switch c {
	case 0:
		return "-"
	case screen.RGB(v):
		return fmt.Sprintf("%06x", v)
	case screen.Index(uint8(v)):
		return rgb(ansi.IndexedColor(v))
	}
	return rgb(ansi.BasicColor(v))
}

// matches are played once and shared; logs are safe to share.
func matches(tb testing.TB) []*log.Log {
	tb.Helper()
	var all []*log.Log
	for _, g := range games {
		all = append(all, played(tb, g, configs.Default(g.Name()), 60))
	}
	return all
}

func viewOf(w, h int, p *theme.Palette, round int, l *log.Log) tui.View {
	v := tui.NewView(w, h, p)
	over, _ := l.Over()
	v.Play = v.Play.Grow(l.Edge(), l.Rounds(), over).Go(round)
	return v
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
					d := tui.NewDrawer(l, nil)
					p := theme.For("", profile)
					for _, zoom := range []board.Zoom{board.Auto, board.Half, board.One, board.Shapes, board.Letters, board.Four} {
						v := viewOf(size[0], size[1], p, 20+int(zoom), l)
						v.Zoom = zoom
						d.Settle(&v)
						var g screen.Grid
						d.Draw(&g, &v)
						checkBoard(t, show(t, &g), d.Layout(&v).Port, p, l, v.Play.Round)
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
		common := true
		for _, k := range l.Units[:u.Kind] {
			common = common && k.Role != sim.RoleOwner
		}
		out.fg = p.Unit(kind.Role, seat, common)
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

func checkBoard(t *testing.T, s shown, port board.Port, p *theme.Palette, l *log.Log, round int) {
	t.Helper()
	var f sim.Frame
	l.State(round).Fill(&f)
	legend := l.Meta().Game.Legend()
	w, h := port.Zoom.Size(1, 1)
	if port.High < 1 || port.Wide < 1 {
		t.Fatalf("%v: no cell is shown", port.Zoom)
	}
	for r := port.Top; r < min(port.Top+port.High, f.Rows); r++ {
		for c := port.Left; c < port.Left+port.Wide; c++ {
			if (sim.Pos{Row: r, Col: c}) == markedCell {
				continue
			}
			want := lookOf(&f, legend, p, sim.Pos{Row: r, Col: c}, port.Zoom == board.Letters, port.Zoom == board.Shapes)
			y := port.Cells.Y + (r-port.Top)*h
			if port.Zoom == board.Half {
				y = port.Cells.Y + (r-port.Top)/2
			}
			got, fg, bg := s.at(port.Cells.X+(c-port.Left)*w, y)
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
	c := rgb(bg)
	if upper && got == '▀' {
		c = rgb(fg)
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
	if rgb(bg) != wanted(want.bg) {
		return fmt.Sprintf("background %s, want %s", rgb(bg), wanted(want.bg))
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
	if got != want.r || rgb(fg) != wanted(want.fg) {
		return fmt.Sprintf("%q in %s, want %q in %s", got, rgb(fg), want.r, wanted(want.fg))
	}
	return ""
}

// The words that scripts and people rely on.
func TestWords(t *testing.T) {
	t.Parallel()
	l := matches(t)[0]
	d := tui.NewDrawer(l, nil)
	for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}, {40, 12}, {500, 200}} {
		for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
			v := viewOf(size[0], size[1], theme.For("", profile), 57, l)
			var g screen.Grid
			d.Settle(&v)
			d.Draw(&g, &v)
			s := show(t, &g)
			for _, word := range []string{" round 57/200 ", "paused"} {
				if !strings.Contains(s.row(0), word) {
					t.Errorf("%v, profile %d: no %q in %q", size, profile, word, s.row(0))
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
				v := viewOf(size[0], size[1], theme.For("", theme.TrueColor), 60, l)
				v.Tab = tab
				d := tui.NewDrawer(l, nil)
				lay := d.Layout(&v)
				if lay.Bar.W < v.W/2 || lay.Chart.W < v.W/2 {
					t.Errorf("%v: the timeline has %d columns", size, lay.Bar.W)
				}
				for k := range 60 {
					v.Play = v.Play.Go(k + 1)
					events := l.Turn(k).Events
					if len(events) != 1 {
						continue
					}
					var g screen.Grid
					d.Draw(&g, &v)
					names := l.Meta().Names
					text := string(l.Meta().Game.AppendEvent(nil, &events[0], &names))
					text = text[:min(len(text), 24)]
					if n := strings.Count(show(t, &g).String(), text); n != 1 {
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
	d := tui.NewDrawer(l, nil)
	for _, size := range [][2]int{{39, 12}, {40, 11}, {1, 1}, {0, 0}, {-5, 7}, {20, 1}} {
		v := viewOf(size[0], size[1], theme.For("", theme.TrueColor), 5, l)
		var g screen.Grid
		d.Settle(&v)
		d.Draw(&g, &v)
		if size[0] > 30 && !strings.Contains(show(t, &g).String(), "needs 40×12") {
			t.Errorf("%v: %s", size, show(t, &g))
		}
	}
}

// Views of the same thing give the same cells, whoever draws them and
// whatever they drew before.
func TestDrawingIsPure(t *testing.T) {
	t.Parallel()
	l := matches(t)[1]
	d := tui.NewDrawer(l, nil)
	p := theme.For("", theme.TrueColor)
	for _, round := range []int{3, 50, 4, 60, 0} {
		v := viewOf(100, 40, p, round, l)
		var a, b screen.Grid
		d.Draw(&a, &v)
		tui.NewDrawer(l, nil).Draw(&b, &v)
		if len(screen.AppendDiff(nil, &a, &b)) != 0 {
			t.Errorf("round %d depends on what was drawn before", round)
		}
	}
}
