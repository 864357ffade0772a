package component_test

import (
	"slices"
	"strings"
	"testing"

	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

type item struct{ name, about string }

var rows = component.Rows[item]{
	Key:  func(it item) string { return it.name },
	Find: func(it item) string { return it.name + it.about },
	Row: func(it item, p *theme.Palette) component.Row {
		return component.Row{Cells: []component.Cell{{Text: it.name}, {Text: it.about, Style: p.Dim}, {Text: "over"}}}
	},
	Columns: []component.Column{{}, {Rest: true}, {Right: true}},
	None:    "nothing here", NoMatch: "no match",
}

func items(names ...string) []item {
	var list []item
	for _, n := range names {
		list = append(list, item{n, "Harry Potter"})
	}
	return list
}

func list(w, h int, names ...string) component.List[item] {
	return component.NewList(&rows, w, h).With(items(names...))
}

func TestListChoice(t *testing.T) {
	t.Parallel()
	l := list(60, 2, "alpha", "beta", "gamma", "delta")
	for _, tt := range []struct {
		name string
		list component.List[item]
		want string
	}{
		{"first", l, "alpha"},
		{"down", l.Moved(2), "gamma"},
		{"not beyond the end", l.Moved(9).Moved(1), "delta"},
		{"not before the start", l.Moved(-1), "alpha"},
		{"searched", l.Filtered("MMA"), "gamma"},
		{"searching keeps the choice", l.Moved(2).Filtered("ma").Filtered(""), "gamma"},
		{"searched in vain", l.Filtered("x"), ""},
		{"and not", l.Filtered("x").Filtered(""), "alpha"},
		{"new ones keep the choice", l.Moved(1).With(items("aaa", "alpha", "beta")), "beta"},
		{"new ones keep the filter", l.Filtered("ta").With(items("aaa", "eta")), "eta"},
		{"none", l.With(nil), ""},
	} {
		if got, _ := tt.list.Chosen(); got.name != tt.want {
			t.Errorf("%s: %q is chosen, want %q", tt.name, got.name, tt.want)
		}
	}
}

// A list is a value: what is done to a copy does nothing to the original.
func TestListCopies(t *testing.T) {
	t.Parallel()
	a := list(60, 3, "alpha", "beta", "gamma", "delta").Filtered("a").Moved(1)
	before := text(a)
	for name, change := range map[string]func(component.List[item]) component.List[item]{
		"moved":    func(l component.List[item]) component.List[item] { return l.Moved(2) },
		"filtered": func(l component.List[item]) component.List[item] { return l.Filtered("mm") },
		"changed":  func(l component.List[item]) component.List[item] { return l.With(items("x", "y")) },
		"sized":    func(l component.List[item]) component.List[item] { return l.Sized(20, 1) },
	} {
		b := a
		b = change(b)
		after := text(b)
		if text(a) != before {
			t.Errorf("%s: the original changed", name)
		}
		if a2 := change(a); text(b) != after || text(a2) != after {
			t.Errorf("%s: the copy changed", name)
		}
	}
}

func text(l component.List[item]) string {
	var g screen.Grid
	g.Resize(60, 3)
	l.Draw(&g, g.Bounds(), theme.For("", theme.NoColor))
	it, _ := l.Chosen()
	return string(g.AppendText(nil)) + it.name + l.Filter()
}

// Any window gets a picture, and the chosen line is in it.
func TestListDraw(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 200 {
		names = append(names, "match-"+string(rune('a'+i%26))+string(rune('a'+i/26)))
	}
	for _, size := range [][2]int{{1, 1}, {10, 2}, {30, 5}, {80, 24}, {500, 200}} {
		l := list(size[0], size[1], names...)
		var g screen.Grid
		g.Resize(size[0], size[1])
		for range 10 {
			l = l.Moved(15)
			g.Fill(g.Bounds(), screen.Cell{R: ' '})
			l.Draw(&g, g.Bounds(), theme.For("", theme.NoColor))
		}
		if size[0] >= 30 && !strings.Contains(string(g.AppendText(nil)), names[150][:8]) {
			t.Errorf("%v: the chosen line %s is not shown:\n%s", size, names[150], g.AppendText(nil))
		}
	}
}

// What stands in a name or in a file's details is text, not control sequences.
func TestListOfHostile(t *testing.T) {
	t.Parallel()
	l := component.NewList(&rows, 60, 3).With([]item{{"x", "\x1b[2J\x1b]0;t\x07a\nb\u202e漢\x9b31m"}})
	var g screen.Grid
	g.Resize(60, 3)
	l.Draw(&g, g.Bounds(), theme.For("", theme.TrueColor))
	if !slices.ContainsFunc(g.Cells, func(c screen.Cell) bool { return c.R == 'x' }) {
		t.Error("the item is not shown")
	}
	for _, c := range g.Cells {
		if c.R != 0 && screen.Printable(c.R) != c.R {
			t.Errorf("rune %q", c.R)
		}
	}
}
