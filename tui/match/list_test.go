package match

import (
	"strconv"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
)

var plainNumbers = component.Rows[int]{
	Key:  strconv.Itoa,
	Find: func(n int) string { return "number " + strconv.Itoa(n) },
	Row: func(n int, p *theme.Palette) component.Row {
		return component.Row{Cells: []component.Cell{{Text: strconv.Itoa(n)}, {Text: "number", Style: p.Dim}}}
	},
	Columns: []component.Column{{}, {Rest: true}},
	None:    "no rounds", NoMatch: "no such round",
}

// rounds lists the rounds that may be told about, to go there.
func rounds(finds, direct bool) *lister[int] {
	return &lister[int]{
		Title: func(_ *Viewer, s *State) string { return "rounds up to " + strconv.Itoa(s.Horizon()) },
		Hint:  func() string { return "Enter goes there" },
		Rows:  &plainNumbers,
		Key:   func(_ *Viewer, s *State) any { return s.Horizon() },
		Items: func(_ *Viewer, s *State, query string) []int {
			var list []int
			for k := range s.Horizon() + 1 {
				if !finds || strings.HasSuffix(strconv.Itoa(k), query) {
					list = append(list, k)
				}
			}
			return list
		},
		Finds: finds, Direct: direct, Where: InList,
		Choose: func(u *update, k int) {
			u.s.pop()
			u.jumpRound(k)
		},
	}
}

// TestListOverTheMatch: a list is searched, chosen from with keys and mouse, and grows
// with what may be told about.
func TestListOverTheMatch(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	v := NewMatch(tuitest.Played(t, g, configs.Default(g.Name()), 60)).Viewer()
	start := v.Open(Options{W: 80, H: 24, Profile: theme.TrueColor, Paused: true, Place: At(40), NoSpoilers: true})
	open := func(of *lister[int], typing bool) State {
		u := update{v: v, s: start}
		u.s.push(newList(of, &u.s, typing))
		u.settle()
		return u.s
	}
	press := func(s State, keys ...string) State {
		for _, k := range keys {
			text := ""
			if len(k) == 1 {
				text = k
			}
			s, _ = v.Update(s, Key{Name: k, Text: text})
		}
		return s
	}
	for _, c := range []struct {
		finds, direct, typing bool
		keys                  string
		want                  int
	}{
		{keys: "down down enter", want: 2}, {keys: "G up enter", want: 39}, {keys: "end pgup home j k enter", want: 0},
		{keys: "/ 3 9 enter enter", want: 39}, {keys: "/ 1 down enter enter", want: 10}, {typing: true, direct: true, keys: "3 down down enter", want: 23},
		{finds: true, typing: true, direct: true, keys: "7 down enter", want: 17}, {finds: true, keys: "/ 9 enter G enter", want: 39},
		{keys: "/ 3 9 esc G enter", want: 40}, {keys: "/ 3 9 enter esc down enter", want: 40}, {keys: "esc right", want: 41},
		{keys: "right end enter", want: 41}, // a round more may be told about
		{keys: "/ 9 9 9 enter enter esc esc", want: 40},
	} {
		s := press(open(rounds(c.finds, c.direct), c.typing), strings.Fields(c.keys)...)
		if s.Play.Round != c.want || len(s.pages) != 0 {
			t.Errorf("%+v leads to round %d, %d pages", c, s.Play.Round, len(s.pages))
		}
	}
	s := open(rounds(false, false), false)
	var grid screen.Grid
	v.Draw(&grid, &s)
	shown := tuitest.Show(t, &grid)
	y := 0
	for y < 23 && !strings.Contains(shown.Row(y), " 7   number") {
		y++
	}
	if text := shown.String(); !strings.Contains(text, "rounds up to 40") || !strings.Contains(text, "Enter goes there") {
		t.Errorf("the page is\n%s", text)
	}
	if s, _ = v.Update(s, Pointer{Kind: Press, X: 9, Y: y}); s.Play.Round != 7 {
		t.Errorf("a click on round 7 leads to %d", s.Play.Round)
	}
	if s = press(s, "backspace"); s.Play.Round != 40 {
		t.Errorf("the way back leads to round %d", s.Play.Round)
	}
}

// TestPaste: a pasted text is typed where something is typed, and nowhere else.
func TestPaste(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	v := NewMatch(tuitest.Played(t, g, configs.Default(g.Name()), 60)).Viewer()
	s := v.Open(Options{W: 80, H: 24, Profile: theme.TrueColor, Paused: true})
	if s, _ = v.Update(s, Paste{"q57"}); s.Play.Round != 0 || !strings.Contains(s.Notice, "nothing is being typed") {
		t.Errorf("at round %d, says %q", s.Play.Round, s.Notice)
	}
	for _, text := range []string{"5\x1b[2J7\r\n", "57" + strings.Repeat("x", 1<<20)} {
		at, _ := v.Update(s, Key{Name: "g"})
		at, _ = v.Update(at, Paste{text})
		if at, _ = v.Update(at, Key{Name: "enter"}); at.Play.Round != 57 && at.Play.Round != 60 {
			t.Errorf("%.9q leads to round %d", text, at.Play.Round)
		}
	}
}
