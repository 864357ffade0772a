package component_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/table"
	"game-tui/tui/cells/theme"
)

func row(g *screen.Grid, y int) string {
	var b strings.Builder
	for _, c := range g.Row(y) {
		b.WriteRune(max(c.R, ' '))
	}
	return b.String()
}

func TestViewportKeepsStylesInEveryPalette(t *testing.T) {
	t.Parallel()
	for profile := theme.NoColor; profile <= theme.TrueColor; profile++ {
		for _, name := range theme.Names() {
			p := theme.PaletteFor(name, profile)
			styles := []screen.Style{p.Text, p.Dim, p.Strong.WithAttr(screen.Bold), p.Line, p.Text.WithAttr(screen.Reverse | screen.Underline), p.Strong.WithBG(p.Bar)}
			lines := component.Lines(2, p, func(g *screen.Grid) int {
				for y, st := range styles {
					g.WriteText(0, y, 2, "ab", st)
				}
				return 6000
			})
			var g screen.Grid
			g.Resize(40, len(styles))
			component.DrawLines(&g, g.Bounds(), lines, p)
			for y, st := range styles {
				if got := g.At(1, y); *got != (screen.Cell{R: 'b', Style: st}) {
					t.Errorf("%s, profile %d: %+v comes back as %q in %+v", name, profile, st, got.R, got.Style)
				}
			}
			component.DrawLines(&g, g.Bounds(), lines[len(lines)-g.H:], p)
			if got := strings.TrimSpace(row(&g, g.H-1)); got != "1000 more lines do not fit" {
				t.Errorf("the end is %q", got)
			}
		}
	}
}

func TestTextStaysInItsRectangle(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", strings.Repeat("long ", 40), strings.Repeat("x\n", 40), "\x1b[31mred\nnot reset",
		"\x1b[2J\x1b[H\x1b]0;title\x07\x1bP", "漢字漢字漢字漢字", "e\u0301\u202e\u200d", "\x9b31m\xff", "a\tb\rc"} {
		var g screen.Grid
		g.Resize(20, 6)
		g.Fill(g.Bounds(), screen.Cell{R: '#'})
		component.DrawLines(&g, screen.Rect{X: 3, Y: 1, W: 10, H: 3}, strings.Split(text, "\n"), theme.PaletteFor("", theme.TrueColor))
		for y := range g.H {
			for x, c := range g.Row(y) {
				inside := x >= 3 && x < 13 && y >= 1 && y < 4
				if !inside && c.R != '#' || inside && (c.R == '#' || screen.PrintableRune(c.R) != c.R) {
					t.Errorf("%q: cell (%d,%d) is %q", text, x, y, c.R)
				}
			}
		}
	}
}

func TestLongInputScrollsToTheEnd(t *testing.T) {
	t.Parallel()
	var g screen.Grid
	g.Resize(20, 1)
	component.NewInput("? ", 99).Insert(strings.Repeat("long ", 9)+"end").Draw(&g, g.Bounds(), theme.PaletteFor("", theme.TrueColor))
	if got := row(&g, 0); !strings.HasPrefix(got, "? ") || !strings.Contains(got, "end") {
		t.Errorf("%q", got)
	}
}

func TestInputsAreValues(t *testing.T) {
	t.Parallel()
	in := component.NewInput("? ", 6).Insert("ab")
	one, two := in.Insert("1"), in.Insert("2")
	if one.Press("backspace", "").Insert("x"); in.Value() != "ab" || one.Value() != "ab1" || two.Value() != "ab2" {
		t.Errorf("%q, %q, %q", in.Value(), one.Value(), two.Value())
	}
	if got := in.Insert("1234567").Value(); got != "ab1234" {
		t.Errorf("%q is longer than the limit", got)
	}
}

func TestEditingKeysChangeOnlyTheirCopy(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		"": "ab cd\u00e9|", "backspace backspace": "ab c|", "left left backspace": "ab |d\u00e9", "home delete delete": "| cd\u00e9",
		"home backspace left": "|ab cd\u00e9", "delete right end": "ab cd\u00e9|", "ctrl+w": "ab |", "ctrl+w ctrl+w ctrl+w": "|",
		"home right right right ctrl+u": "|cd\u00e9", "home end left ctrl+w": "ab |\u00e9", "home ctrl+k": "|", "ctrl+a alt+f ctrl+k": "ab|",
		"ctrl+v": "ab cd\u00e9|", "up down tab": "ab cd\u00e9|",
	} {
		in := component.NewInput("? ", 20).Insert("ab cd\u00e9")
		for _, key := range strings.Fields(keys) {
			before := in.Value()
			if next := in.Press(key, ""); in.Value() != before {
				t.Errorf("%s changes the original", key)
			} else {
				in = next
			}
		}
		if got := in.Press("|", "|").Value(); got != want {
			t.Errorf("%s: %q, want %q", keys, got, want)
		}
	}
	if got := component.NewInput("? ", 9).WithFilter(func(r rune) bool { return r < 'c' }).Insert("a\x1bcb\u202e").Value(); got != "ab" {
		t.Errorf("takes %q", got)
	}
}

func TestHelpUsesAsManyColumnsAsFit(t *testing.T) {
	t.Parallel()
	var groups []component.KeyGroup
	for _, title := range []string{"Time", "Board", "Match"} {
		groups = append(groups, component.KeyGroup{Title: title, Keys: [][2]string{{"PgUp PgDn", "ten rounds of " + title}, {"q", "quit"}}})
	}
	for w, columns := range map[int]int{29: 1, 59: 1, 60: 2, 80: 2, 100: 3, 160: 3} {
		lines := component.HelpLines(groups, w, theme.PaletteFor("dark", theme.TrueColor))
		for i := range lines {
			if lines[i] = ansi.Strip(lines[i]); screen.Width(strings.TrimRight(lines[i], " ")) > w {
				t.Errorf("%d columns: %q is wider", w, lines[i])
			}
		}
		if n := strings.Count(lines[0], " ─"); n != columns {
			t.Errorf("%d columns beside each other in %d cells, want %d", n, w, columns)
		}
		for _, g := range groups {
			if n := strings.Count(strings.Join(lines, "\n"), "PgUp PgDn ten rounds of "+g.Title); n != 1 {
				t.Errorf("%s stands %d times in %d cells", g.Title, n, w)
			}
		}
	}
}

func TestTableWithoutAChosenRowHasNoReversedRow(t *testing.T) {
	t.Parallel()
	texts := table.Table{Columns: []table.Layout{{Title: "player", AlignLeft: true}}, Rows: [][]string{{"Greedy"}, {"Null"}}}
	for chosen, want := range map[int]int{-1: -1, 0: 1, 1: 2} {
		var g screen.Grid
		g.Resize(20, 3)
		component.DrawTable(&g, g.Bounds(), texts, chosen, theme.PaletteFor("", theme.TrueColor))
		got := -1
		for y := range g.H {
			if g.At(0, y).Attr&screen.Reverse != 0 {
				got = y
			}
		}
		if got != want {
			t.Errorf("row %d is chosen: line %d is reversed, want %d", chosen, got, want)
		}
	}
}
