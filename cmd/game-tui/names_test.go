package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/league"
)

// hostileNames are parts of paths as a disk may have them.
var hostileNames = []string{
	"anna", "a b", " ", "  a  b ", "-x", "--", "a\nb", "a\tb", "a\x1b[2Jb", "a\u202eb", "\u200b", "\u00a0", "\u2028", "\ufeff", "\ufffd", "\x7f", "a\rb",
	strings.Repeat("ñ", 120), strings.Repeat("x", 255), strings.Repeat("-", 100), "'", `"`, `a'b"c`, "`id`", "$(id)", "$x", "\\", "a\\nb", "=x", "~", "^", "!!", "*", "#", "cmd:sh x", "a=b", "Demo",
}

// TestNamesAreProper: whatever players are called on a disk, their names in the table are different, can be
// shown, and have no blanks at their ends.
func TestNamesAreProper(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Engine: version(), Game: "thepurge", Config: string(configs.Default("thepurge")), Design: league.Balanced, Seeds: 1}
	var list []contender
	for _, name := range hostileNames {
		for _, argv := range [][]string{{"players/" + name}, {"others/" + name + "/"}, {"sh", name + ".sh"}, {name + "/x", name}} {
			list = append(list, contender{Entry: league.Entry{Program: &league.Program{Argv: argv}}})
		}
	}
	list = append(list, contender{Entry: league.Entry{Builtin: "Demo"}})
	nameAll(list)
	for _, one := range list {
		p.Player = append(p.Player, one.Entry)
		if one.Name != strings.TrimSpace(one.Name) || strings.Contains(one.Name, "  ") {
			t.Errorf("a name is %q", one.Name)
		}
	}
	if err := p.Seal(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"", "-x", "a\x1b[2J", "a\nb", "a\u2028b", "a\u202eb", "\xff", strings.Repeat("x", 65)} {
		p.Player[0].Name = name
		if p.Seal() == nil {
			t.Errorf("%q can be the name of a player", name)
		}
	}
}

// TestQuotedWordsAreTyped: a shell reads a line that is to be typed again as the words that it was made of, and
// all of the line can be shown.
func TestQuotedWordsAreTyped(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("skipped: no bash here")
	}
	words := append([]string{"", "'", "''", "a'\n'b", "\xff", "\n", "a\n"}, hostileNames...)
	var line strings.Builder
	for _, word := range words {
		fmt.Fprintf(&line, " %s", quoted(word))
		fmt.Fprintf(&line, " --x=%s", quoted(word))
	}
	if strings.ContainsFunc(line.String(), unprintable) {
		t.Errorf("cannot be shown: %q", line.String())
	}
	out, err := exec.Command(shell, "-c", "printf '%s\\0'"+line.String()).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(got) != 2*len(words) {
		t.Fatalf("%d words, want %d", len(got), 2*len(words))
	}
	for i, word := range words {
		if got[2*i] != word || got[2*i+1] != "--x="+word {
			t.Errorf("%q is %q and %q in %s", word, got[2*i], got[2*i+1], quoted(word))
		}
	}
}
