package res_test

import (
	"bytes"
	"strings"
	"testing"

	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
)

func TestDiffNamesTheFirstChange(t *testing.T) {
	t.Parallel()
	g, _ := catalog.Find("harrypotter")
	text := string(recording(t, g))
	// nth replaces the n-th occurrence, counting from 0.
	nth := func(n int, old, new string) string {
		at := 0
		for range n {
			at += strings.Index(text[at:], old) + len(old)
		}
		i := at + strings.Index(text[at:], old)
		return text[:i] + new + text[i+len(old):]
	}
	for _, c := range []struct{ name, b, want string }{
		{"nothing", text, ""},
		{"seed", nth(0, "Seed 30", "Seed 31"), "header, Seed: 30 in one, 31 in the other (line 3, line 3)"},
		{"setting", nth(0, "NUM_ROUNDS\t\t\t200", "NUM_ROUNDS\t\t\t100"), "header, NUM_ROUNDS: 200 in one, 100"},
		{"names", nth(0, "Demo Demo Demo Demo", "Demo Demo Null Demo"), "header, name of player 2: Demo in one, Null"},
		{"grid", nth(2, "\n02 .W", "\n02 .X"), "round 2, state, grid (2,1): W in one, X"},
		{"unit", nth(1, "\ng\t2\t2\t", "\ng\t2\t3\t"), "round 1, state, units 2, player: 2 in one, 3"},
		{"units", nth(3, "units\n84\n", "units\n85\n"), "round 3, state, number of units: 84 in one, 85"},
		{"book", nth(0, "books\n50\nrow\tcolumn\n0\t8", "books\n50\nrow\tcolumn\n0\t9"), "round 0, state, books 0, column: 8 in one, 9"},
		{"ingredient", nth(0, "\n7 6 5 7", "\n7 6 4 7"), "round 0, state, spell_ingredients, line 1, word 2: 5 in one, 4"},
		{"Voldemort", nth(0, "Voldemort\n52 30", "Voldemort\n52 31"), "round 0, state, Voldemort, line 0, word 1: 30 in one, 31"},
		{"round", nth(0, "round 57", "round 58"), "round 57, state, round: 57 in one, 58"},
		{"score", nth(0, "score\t41\t41\t41\t41", "score\t41\t41\t42\t41"), "round 1, state, score of player 2: 41 in one, 42"},
		{"commands", nth(0, "commands\n80", "commands\n79"), "round 0, commands, number of commands: 80 in one, 79"},
		{"command", nth(0, "\n44\tm\tu", "\n44\tm\td"), "round 0, commands, command 1: u in one, d"},
		{"cut", text[:strings.Index(text, "commands")], "round 0, state, keyword: commands in one, nothing"},
		{"carriage returns", strings.ReplaceAll(text, "\n", "\r\n"), "header, white space: "},
		{"blank line", nth(5, "\n\n\n", "\n\n\n\n"), "white space"},
		{"last", nth(200, "status\t0\t0\t0\t0", "status\t0\t0\t0\t-1"), "round 200, state, status of player 3: 0 in one, -1"},
	} {
		d := res.Diff([]byte(text), []byte(c.b))
		switch {
		case c.want == "" && d != nil, c.want != "" && d == nil:
			t.Errorf("%s: got %v, want %q", c.name, d, c.want)
		case d != nil && !strings.Contains(d.Text("in one", "in the other"), c.want):
			t.Errorf("%s: %v, want %s", c.name, d, c.want)
		}
		if back := res.Diff([]byte(c.b), []byte(text)); (d == nil) != (back == nil) || d != nil && (back.Field != d.Field || back.A != d.B) {
			t.Errorf("%s: got %v in reverse, want the reverse of %v", c.name, back, d)
		}
	}
}

func FuzzDiff(f *testing.F) {
	g, _ := catalog.Find("harrypotter")
	text := recording(f, g)[:13_000]
	text = append(text[:600:600], text[5300:7500]...)
	f.Add(text, text[:2000])
	f.Add([]byte("Game\nnames a b c d\n\n\n   0\n00 .\n\nscore\t1\n"), []byte("Game\n\n"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if (res.Diff(a, b) == nil) != bytes.Equal(a, b) {
			t.Error("Diff is nil for different texts, or not nil for equal ones")
		}
		if d := res.Diff(a, b); d != nil && strings.ContainsAny(d.Text("in one", "in the other"), "\n\x1b") {
			t.Errorf("got %q, want one printable line", d.Text("in one", "in the other"))
		}
	})
}
