package component_test

import (
	"strings"
	"testing"

	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

var base = screen.Style{FG: screen.Index(250), BG: screen.Index(17)}

func row(g *screen.Grid, y int) string {
	var b strings.Builder
	for _, c := range g.Row(y) {
		b.WriteRune(max(c.R, ' '))
	}
	return b.String()
}

// Every style of a palette comes back from Lip Gloss as the style that went in.
func TestStylesComeBack(t *testing.T) {
	t.Parallel()
	for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
		for _, name := range theme.Names() {
			p := theme.For(name, profile)
			for _, st := range []screen.Style{p.Text, p.Dim, p.Strong.With(screen.Bold), p.Line, p.Text.With(screen.Reverse | screen.Underline), p.Strong.On(p.Bar)} {
				var g screen.Grid
				g.Resize(4, 1)
				component.Draw(&g, g.Bounds(), component.Style(st).Render("ab"), screen.Style{})
				if got := g.Cells[1].Style; got != st || g.Cells[1].R != 'b' {
					t.Errorf("%s, profile %d: %+v comes back as %q in %+v", name, profile, st, g.Cells[1].R, got)
				}
			}
		}
	}
}

// A text stays in its rectangle, whatever it is, and leaves nothing there of
// what was there before.
func TestDraw(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", strings.Repeat("long ", 40), strings.Repeat("x\n", 40), "\x1b[31mred\nnot reset",
		"\x1b[2J\x1b[H\x1b]0;title\x07\x1bP", "漢字漢字漢字漢字", "e\u0301\u202e\u200d", "\x9b31m\xff", "a\tb\rc"} {
		var g screen.Grid
		g.Resize(20, 6)
		g.Fill(g.Bounds(), screen.Cell{R: '#'})
		component.Draw(&g, screen.Rect{X: 3, Y: 1, W: 10, H: 3}, text, base)
		for y := range g.H {
			for x, c := range g.Row(y) {
				inside := x >= 3 && x < 13 && y >= 1 && y < 4
				if !inside && c.R != '#' || inside && (c.R == '#' || screen.Printable(c.R) != c.R) {
					t.Errorf("%q: cell (%d,%d) is %q", text, x, y, c.R)
				}
			}
		}
	}
	var g screen.Grid
	g.Resize(20, 2)
	component.Draw(&g, screen.Rect{W: 20, H: 2}, "a\x1b[1;32mb\x1b[m c", base)
	if got := row(&g, 0); !strings.HasPrefix(got, "ab c ") || g.Cells[0].Style != base || g.Cells[1].FG != screen.Basic(2) || g.Cells[1].Attr != screen.Bold {
		t.Errorf("%q, %+v", got, g.Cells[:3])
	}
	component.Draw(&g, screen.Rect{X: 15, W: 20, H: 9}, strings.Repeat("y", 99), base) // more than there is
}

// Components are values: a changed copy leaves the original alone, also where
// both go on from the same memory.
func TestCopies(t *testing.T) {
	t.Parallel()
	in := component.NewInput("? ", 6).Typed("ab")
	one, two := in.Typed("1"), in.Typed("2")
	if one.Pressed("backspace", "").Typed("x"); in.Value() != "ab" || one.Value() != "ab1" || two.Value() != "ab2" {
		t.Errorf("%q, %q, %q", in.Value(), one.Value(), two.Value())
	}
	if got := in.Typed("1234567").Value(); got != "ab1234" {
		t.Errorf("%q is longer than the limit", got)
	}
	text := component.NewText(strings.Split(strings.Repeat("x\n", 30), "\n"), 10, 5)
	down := text.At(7)
	if down.At(20); text.Top() != 0 || down.Top() != 7 || text.At(99).Top() != text.Lines()-5 {
		t.Errorf("at %d, %d, %d of %d", text.Top(), down.Top(), text.At(99).Top(), text.Lines())
	}
}

// TestEdits: each key that edits does what it says, wherever the cursor is, and changes no
// other copy; what the clipboard of this machine holds is nobody's.
func TestEdits(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		"": "ab cd\u00e9|", "backspace backspace": "ab c|", "left left backspace": "ab |d\u00e9", "home delete delete": "| cd\u00e9",
		"home backspace left": "|ab cd\u00e9", "delete right end": "ab cd\u00e9|", "ctrl+w": "ab |", "ctrl+w ctrl+w ctrl+w": "|",
		"home right right right ctrl+u": "|cd\u00e9", "home end left ctrl+w": "ab |\u00e9", "home ctrl+k": "|", "ctrl+a alt+f ctrl+k": "ab|",
		"ctrl+v": "ab cd\u00e9|", "up down tab": "ab cd\u00e9|",
	} {
		in := component.NewInput("? ", 20).Typed("ab cd\u00e9")
		for _, key := range strings.Fields(keys) {
			before := in.Value()
			if next := in.Pressed(key, ""); in.Value() != before {
				t.Errorf("%s changes the original", key)
			} else {
				in = next
			}
		}
		if got := in.Pressed("|", "|").Value(); got != want {
			t.Errorf("%s: %q, want %q", keys, got, want)
		}
	}
	if got := component.NewInput("? ", 9).Of(func(r rune) bool { return r < 'c' }).Typed("a\x1bcb\u202e").Value(); got != "ab" {
		t.Errorf("takes %q", got)
	}
}

func TestFrame(t *testing.T) {
	t.Parallel()
	var g screen.Grid
	g.Resize(30, 6)
	p := theme.For("", theme.TrueColor)
	r := component.Frame(&g, screen.Rect{X: 1, Y: 1, W: 26, H: 4}, "title", "e closes", p)
	want := []string{"╭─ title ────────────────╮", "│                        │", "│                        │", "╰───────────── e closes ─╯"}
	for i, w := range want {
		if got := strings.TrimSpace(row(&g, i+1)); got != w {
			t.Errorf("%q, want %q", got, w)
		}
	}
	if r != (screen.Rect{X: 3, Y: 2, W: 22, H: 2}) {
		t.Errorf("inside is %+v", r)
	}
}
