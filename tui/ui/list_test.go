package ui_test

import (
	"slices"
	"strings"
	"testing"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/ui"
)

// words are lines with rows separated by |. Those that begin with # are headings.
type words []string

func (w words) Len() int                { return len(w) }
func (w words) Key(i int) any           { return w[i] }
func (w words) CanChoose(i int) bool    { return !strings.HasPrefix(w[i], "#") }
func (w words) SearchText(i int) string { return w[i] }

func (w words) Draw(g *screen.Grid, r screen.Rect, p *ui.Program, i int, chosen bool) int {
	n := 0
	for part := range strings.SplitSeq(w[i], "|") {
		if n == r.H {
			break
		}
		if g != nil {
			g.WriteText(r.X+1, r.Y+n, r.W-1, part, p.Palette.Text)
			if chosen {
				g.Set(r.X, r.Y+n, '>', p.Palette.Text)
			}
		}
		n++
	}
	return n
}

func chosen(l ui.List) string {
	if i, ok := l.Chosen(); ok {
		return l.Rows().Key(i).(string)
	}
	return ""
}

func TestListKeepsTheChosenLine(t *testing.T) {
	t.Parallel()
	l := ui.NewList(words{"#one", "alpha", "beta", "#two", "gamma", "delta"}, 0)
	for _, c := range []struct {
		name string
		list ui.List
		want string
	}{
		{"the first", l, "alpha"},
		{"one of them", ui.NewList(l.Rows(), 4), "gamma"},
		{"the one behind a heading", ui.NewList(l.Rows(), 3), "gamma"},
		{"down", l.Moved(1), "beta"},
		{"down over a heading", l.Moved(1).Moved(1), "gamma"},
		{"up over a heading", l.Moved(3).Moved(-1), "beta"},
		{"not beyond the end", l.Moved(9).Moved(1), "delta"},
		{"not before the start", l.Moved(-9), "alpha"},
		{"searched", l.Filtered("MMA"), "gamma"},
		{"all words must be there", l.Filtered("ta de"), "delta"},
		{"searching keeps the choice", l.Moved(3).Filtered("ma").Filtered(""), "gamma"},
		{"searched in vain", l.Filtered("x"), ""},
		{"and not", l.Filtered("x").Filtered(""), "alpha"},
		{"others keep the choice", l.Moved(1).WithRows(words{"aaa", "alpha", "beta"}), "beta"},
		{"or its place", l.Moved(1).WithRows(words{"x", "y", "z"}), "z"},
		{"others keep the filter", l.Filtered("ta").WithRows(words{"aaa", "eta"}), "eta"},
		{"none", l.WithRows(words{}), ""},
		{"headings alone", ui.NewList(words{"#a", "#b"}, 0).Moved(1), ""},
		{"by its key", l.Choose("delta"), "delta"},
		{"not a heading", l.Choose("#two"), "alpha"},
	} {
		if got := chosen(c.list); got != c.want {
			t.Errorf("%s: %q is chosen, want %q", c.name, got, c.want)
		}
	}
	if l.Filtered("ta").ShownCount() != 2 || l.Filtered("ta").Len() != 6 {
		t.Errorf("%d of %d are shown", l.Filtered("ta").ShownCount(), l.Filtered("ta").Len())
	}
}

func TestListMethodsReturnCopies(t *testing.T) {
	t.Parallel()
	p := ui.NewProgram(ui.Options{W: 40, H: 12}, numbers{})
	seen := func(l ui.List) string {
		var g screen.Grid
		g.Resize(20, 3)
		l.Draw(&g, g.Bounds(), &p)
		return string(g.AppendText(nil)) + chosen(l) + l.Filter()
	}
	a := ui.NewList(words{"alpha", "beta", "gamma", "delta"}, 0).Filtered("a").Moved(1)
	before := seen(a)
	for name, change := range map[string]func(ui.List) ui.List{
		"moved":    func(l ui.List) ui.List { return l.Moved(2) },
		"filtered": func(l ui.List) ui.List { return l.Filtered("mm") },
		"changed":  func(l ui.List) ui.List { return l.WithRows(words{"x", "y"}) },
		"in sight": func(l ui.List) ui.List { return l.Moved(2).ScrolledToChoice(&p, 20, 1) },
	} {
		b := change(a)
		after := seen(b)
		if seen(a) != before {
			t.Errorf("%s: the original changed", name)
		}
		if a2 := change(a); seen(b) != after || seen(a2) != after {
			t.Errorf("%s: the copy changed", name)
		}
	}
}

// A click on a drawn row also finds its line.
func TestListShowsTheChosenLineAndItsHeading(t *testing.T) {
	t.Parallel()
	p := ui.NewProgram(ui.Options{W: 40, H: 12}, numbers{})
	var rows words
	for i := range 60 {
		switch name := "line-" + string(rune('a'+i%26)) + string(rune('a'+i/26)); {
		case i%7 == 0:
			rows = append(rows, "#"+name)
		case i%3 == 0:
			rows = append(rows, name+"|more|end-"+name)
		default:
			rows = append(rows, name)
		}
	}
	for _, h := range []int{1, 2, 4, 9, 30, 200} {
		l := ui.NewList(rows, 0)
		for _, n := range []int{1, 1, 1, 1, 5, 9, -1, -1, 30, -2, 60, -7, -60} {
			l = l.Moved(n).ScrolledToChoice(&p, 20, h)
			var g screen.Grid
			g.Resize(20, h)
			l.Draw(&g, g.Bounds(), &p)
			text := strings.Split(string(g.AppendText(nil)), "\n")
			name := strings.Split(chosen(l), "|")[0]
			y := slices.IndexFunc(text, func(row string) bool { return strings.Contains(row, ">"+name) })
			if y < 0 {
				t.Fatalf("%d rows: %q is not in sight:\n%s", h, name, strings.Join(text, "\n"))
			}
			at, _ := l.Chosen()
			if i, ok := l.At(&p, y, 20, h); !ok || i != at {
				t.Errorf("%d rows: a click on %q means line %d, want %d", h, name, i, at)
			}
			if h >= 9 && strings.Contains(chosen(l), "|") && !strings.Contains(strings.Join(text, "\n"), "end-"+name) {
				t.Errorf("%d rows: %q is cut", h, name)
			}
			if h >= 9 && !l.Rows().CanChoose(at-1) && !strings.Contains(strings.Join(text, "\n"), rows[at-1]) {
				t.Errorf("%d rows: the heading of %q is not in sight", h, name)
			}
		}
		if high := l.Height(&p, 20, h); high != min(h, 60+2*strings.Count(strings.Join(rows, ""), "end-")) {
			t.Errorf("%d rows are %d high", h, high)
		}
	}
}

func TestColumnsDropRightAlignedOnesInOrder(t *testing.T) {
	t.Parallel()
	p := ui.NewProgram(ui.Options{W: 100, H: 12}, numbers{})
	columns := []ui.ListColumn{{MaxWidth: 8}, {TakesRest: true, MinRestWidth: 10}, {AlignRight: true}, {AlignRight: true}}
	items := ui.NewItems([]string{"alpha", "beta-is-longer"}, columns, func(s string, _ *theme.Palette) ui.Row {
		return ui.Row{Key: s, SearchText: s, Mark: ui.RowCell{Text: "*"}, Cells: []ui.RowCell{{Text: s}, {Text: "what is told of it"}, {Text: "round 9"}, {Text: "won"}}}
	})
	for w, want := range map[int]string{
		60: " * alpha     what is told of it                won  round 9",
		30: " * alpha     what is tol  won",
		24: " * alpha     what   won",
	} {
		var g screen.Grid
		g.Resize(w, 1)
		items.Draw(&g, g.Bounds(), &p, 0, false)
		if got := string(g.AppendText(nil)); strings.TrimRight(got, " ") != want {
			t.Errorf("in %d columns\n%q, want\n%q", w, got, want)
		}
	}
	for w := range 200 {
		var g screen.Grid
		g.Resize(max(w, 1), 1)
		items.Draw(&g, g.Bounds(), &p, w%2, w%3 == 0)
	}
	if items.Key(1) != "beta-is-longer" || items.Values[1] != "beta-is-longer" || items.Len() != 2 {
		t.Error("the rows are not those of the items")
	}
}

func TestItemsDrawNoControlSequences(t *testing.T) {
	t.Parallel()
	p := ui.NewProgram(ui.Options{W: 60, H: 12, Profile: theme.TrueColor}, numbers{})
	rows := ui.NewItems([]string{"x\x1b[2J\x1b]0;t\x07a\nb\u202e漢\x9b31m"}, []ui.ListColumn{{TakesRest: true}}, func(s string, _ *theme.Palette) ui.Row {
		return ui.Row{Cells: []ui.RowCell{{Text: s}}}
	})
	var g screen.Grid
	g.Resize(60, 3)
	ui.NewList(rows, 0).Draw(&g, g.Bounds(), &p)
	if !slices.ContainsFunc(g.Cells, func(c screen.Cell) bool { return c.R == 'x' }) {
		t.Error("the item is not shown")
	}
	for _, c := range g.Cells {
		if c.R != 0 && screen.PrintableRune(c.R) != c.R {
			t.Errorf("rune %q", c.R)
		}
	}
}
