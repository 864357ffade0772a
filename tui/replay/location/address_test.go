package location_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
)

// folder returns a function that reports whether a file name is in a list.
func folder(names ...string) func(string) bool {
	return func(name string) bool {
		for _, n := range names {
			if n == name {
				return true
			}
		}
		return false
	}
}

func TestParseCompletesNamesAndReadsPlaces(t *testing.T) {
	t.Parallel()
	known := folder("a.res", "b.res.gz", "me@home.res", "c@7", "c.res", "d@7.res", "d.res", "-")
	for text, want := range map[string]location.Address{
		"a.res":         {"a.res", -1, ""},
		"a":             {"a.res", -1, ""},
		"a@0":           {"a.res", 0, ""},
		"a.res@120":     {"a.res", 120, ""},
		"a.res@120:67":  {"a.res", 120, "67"},
		"b@1:0":         {"b.res.gz", 1, "0"},
		"a@1:Voldemort": {"a.res", 1, "voldemort"},
		"me@home":       {"me@home.res", -1, ""},
		"me@home@5":     {"me@home.res", 5, ""},
		"me@home.res@5": {"me@home.res", 5, ""},
		"c@7":           {"c@7", -1, ""},
		"c@8":           {"c.res", 8, ""},
		"d@7":           {"d@7.res", -1, ""},
		"new@3":         {"new", 3, ""},
		"new":           {"new", -1, ""},
		"-@3":           {"-", 3, ""},
		"@3":            {"", 3, ""},
		"":              {"", -1, ""},
	} {
		if got, err := location.ParseAddress(text, known); err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"a@":           `"" is not a round`,
		"a@x":          `"x" is not a round`,
		"a@-1":         `"-1" is not a round`,
		"a@+1":         `"+1" is not a round`,
		"a@1_0":        `"1_0" is not a round`,
		"a@2147483648": `"2147483648" is not a round`,
		"a@:67":        `"" is not a round`,
		"a@1:":         `"" is not a unit`,
		"a@1:-2":       `"-2" is not a unit`,
		"a@1:x y":      `"x y" is not a unit`,
		"a@1:2:3":      `"2:3" is not a unit`,
		"a@\x1b[2J":    `"?[2J" is not a round`,
	} {
		if _, err := location.ParseAddress(text, known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestCheckRequiresRoundAndUnit(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	whole := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 9)
	played := record.New(*whole.Meta(), whole.State(0))
	var frame sim.Frame
	whole.State(0).FillFrame(&frame)
	unit := strconv.Itoa(int(frame.Units[0].ID))
	for _, c := range []struct {
		rec   *record.Record
		place location.Address
		want  string
	}{
		{whole, location.MatchAddress("x"), ""},
		{whole, location.Address{Round: 9, Unit: unit}, ""},
		{whole, location.Address{Round: 10}, "round 10: the match has rounds 0 to 9"},
		{whole, location.Address{Round: 7, Unit: "12345"}, "unit 12345 does not appear in round 7"},
		{played, location.Address{Round: whole.Rounds(), Unit: "12345"}, ""},
		{whole, location.Address{Round: 7, Unit: "voldemort"}, ""},
		{whole, location.Address{Round: 7, Unit: "greedy"}, `"greedy" is not a unit; type a unit number, or voldemort`},
		{played, location.Address{Round: whole.Rounds() + 1}, "the match has rounds 0 to"},
	} {
		_, err := c.place.Resolve(c.rec)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.place, err, c.want)
		}
	}
}

func TestEveryUnitHasAnAddress(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		var frame sim.Frame
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1)
		rec.State(1).FillFrame(&frame)
		for i := range frame.Units {
			word := location.FormatUnit(g.Legend(), frame.Units[i].ID)
			id, err := location.FindUnit(rec, word, []int{1})
			if p, _ := location.ParseAddress("a@1:"+word, folder("a")); err != nil || id != frame.Units[i].ID || p.Unit != word {
				t.Errorf("%s: %d is called %q, which is %d, %v, and %+v", g.Name(), frame.Units[i].ID, word, id, err, p)
			}
		}
	}
}

// FuzzParse checks that String reverses ParseAddress, and that errors are short and printable.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "a", "a@1", "a@1:2", "a@b@3", "@", "a@1:", "a@1:b", "a@\x1b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		none := func(string) bool { return false }
		p, err := location.ParseAddress(s, none)
		if err != nil {
			if len(err.Error()) > 200 || strings.ContainsFunc(err.Error(), func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q: error %q", s, err)
			}
			return
		}
		if again, err := location.ParseAddress(p.String(), none); err != nil || again != p {
			t.Errorf("%q is %+v, written %q, which is %+v, %v", s, p, p.String(), again, err)
		}
		if p.Unit != "" && p.Round < 0 {
			t.Errorf("%q: a unit without a round", s)
		}
	})
}
