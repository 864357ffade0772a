package lobby

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// press makes the key of a name as a terminal sends it.
func press(name string) tea.KeyPressMsg {
	codes := map[string]rune{"up": tea.KeyUp, "down": tea.KeyDown, "enter": tea.KeyEnter, "esc": tea.KeyEscape,
		"backspace": tea.KeyBackspace, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "home": tea.KeyHome, "end": tea.KeyEnd}
	if c, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: c}
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

func items(names ...string) []Item {
	var list []Item
	for _, n := range names {
		list = append(list, Item{Name: n, Title: "Harry Potter", State: "over"})
	}
	return list
}

func TestKeys(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		keys string
		want Action
	}{
		{"first", "enter", Action{Open: "alpha"}},
		{"down", "down down enter", Action{Open: "gamma"}},
		{"not beyond the end", "end down enter", Action{Open: "delta"}},
		{"not before the start", "up enter", Action{Open: "alpha"}},
		{"pages", "pgdown enter", Action{Open: "gamma"}},
		{"search", "/ m m a enter enter", Action{Open: "gamma"}},
		{"search keeps the choice", "down down / m a enter esc enter", Action{Open: "gamma"}},
		{"search in vain", "/ x enter enter", Action{}},
		{"a letter is text while searching", "/ q", Action{}},
		{"quit", "q", Action{Quit: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var m Model
			m.SetItems(items("alpha", "beta", "gamma", "delta"))
			var g screen.Grid
			g.Resize(60, 6) // a page of two lines
			m.Draw(&g, theme.For("", theme.TrueColor))
			var got Action
			for k := range strings.FieldsSeq(tt.keys) {
				got = m.Key(press(k))
			}
			if got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestNewItemsKeepTheChoice(t *testing.T) {
	t.Parallel()
	var m Model
	m.SetItems(items("b", "c"))
	m.Key(press("down"))
	m.SetItems(items("a", "b", "c", "d"))
	if got := m.Key(press("enter")).Open; got != "c" {
		t.Errorf("chosen %q, want c", got)
	}
	m.SetItems(nil)
	if got := m.Key(press("enter")); got != (Action{}) {
		t.Errorf("an empty lobby opens %+v", got)
	}
}

func text(g *screen.Grid) string {
	var b strings.Builder
	for y := range g.H {
		for _, c := range g.Row(y) {
			b.WriteRune(max(c.R, ' '))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Any window gets a picture, and the chosen line is in it.
func TestDraw(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 200 {
		names = append(names, "match-"+string(rune('a'+i%26))+string(rune('a'+i/26)))
	}
	for _, size := range [][2]int{{1, 1}, {10, 2}, {30, 5}, {80, 24}, {500, 200}} {
		var m Model
		m.SetItems(items(names...))
		var g screen.Grid
		g.Resize(size[0], size[1])
		for range 150 {
			m.Key(press("down"))
			m.Draw(&g, theme.For("", theme.NoColor))
		}
		if size[0] >= 30 && !strings.Contains(text(&g), names[150][:8]) {
			t.Errorf("%v: the chosen line %s is not shown:\n%s", size, names[150], text(&g))
		}
	}
}
