package resolve

import (
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

func TestParsePlayers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		word    string
		command []string
		ok, bad bool
	}{
		{"Demo", nil, false, false},
		{"./AIHarry.exe", []string{"./AIHarry.exe"}, true, false},
		{"with blank/bot", []string{"with blank/bot"}, true, false},
		{"cmd:python3 bot.py", []string{"python3", "bot.py"}, true, false},
		{`cmd:python3 "my bots/bot.py" 'a b'c  -x ""`, []string{"python3", "my bots/bot.py", "a bc", "-x", ""}, true, false},
		{"cmd:", nil, true, true},
		{"cmd:  ", nil, true, true},
		{"cmd:'open", nil, true, true},
		{"cmd:sh a\xffb \u00a0x", []string{"sh", "a\xffb", "\u00a0x"}, true, false},
		{"./" + strings.Repeat("x", sim.MaxCommandWordLen-2), []string{"./" + strings.Repeat("x", sim.MaxCommandWordLen-2)}, true, false},
		{"./" + strings.Repeat("x", sim.MaxCommandWordLen-1), nil, true, true},
		{strings.Repeat("x", sim.MaxCommandWordLen+1), nil, true, true},
	} {
		command, ok, err := Parse(NewTyped(c.word))
		if !slices.Equal(command.Words(), c.command) || ok != c.ok || (err != nil) != c.bad {
			t.Errorf("%s: %q %v %v", c.word, command.Words(), ok, err)
		}
	}
}

// TestFormatIsTheInverseOfParse checks that a formatted command parses to the same command and does
// not look like a flag.
func TestFormatIsTheInverseOfParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want  string
		words []string
	}{
		{"players/anna", []string{"players/anna"}},
		{"with blank/bot", []string{"with blank/bot"}},
		{"cmd:sh", []string{"sh"}},
		{"cmd:-x/bot", []string{"-x/bot"}},
		{"cmd:cmd:x/bot", []string{"cmd:x/bot"}},
		{"cmd:python3 bot.py", []string{"python3", "bot.py"}},
		{`cmd:python3 "" "my bot.py" "it's"`, []string{"python3", "", "my bot.py", "it's"}},
		{`cmd:sh 'say "a"' "both'` + `"'"'"` + `"`, []string{"sh", `say "a"`, `both'"`}},
	} {
		got := Format(c.words)
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.words, got, c.want)
		}
		if command, ok, err := Parse(NewTyped(got)); !ok || err != nil || !slices.Equal(command.Words(), c.words) {
			t.Errorf("%s: %q %v, want %q", got, command.Words(), err, c.words)
		}
	}
}

// FuzzWord checks that any typed command, and any list of words, survives formatting and parsing.
func FuzzWord(f *testing.F) {
	for _, word := range []string{"Demo", "./a b", `cmd:python3 "my bots/bot.py" 'a b'c  -x ""`, "cmd:'open", "cmd:cmd:x/y", "cmd:\xff\x00", "-x/y", "cmd:a\n\tb"} {
		f.Add(word, "both'\"")
	}
	f.Fuzz(func(t *testing.T, word, other string) {
		command, ok, err := Parse(NewTyped(word))
		if err != nil || !ok {
			return
		}
		for _, words := range [][]string{command.Words(), append(command.Words(), other)} {
			again, ok, err := Parse(NewTyped(Format(words)))
			if len(Format(words)) > sim.MaxCommandWordLen {
				continue
			}
			if !ok || err != nil || !slices.Equal(again.Words(), words) {
				t.Errorf("%q is %q, and again %q: %v", word, words, again.Words(), err)
			}
		}
	})
}

func TestShortNameFitsARecording(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command []string
		name    string
	}{
		{[]string{"./AIHarry.exe"}, "Harry"},
		{[]string{"AI"}, "AI"},
		{[]string{"python3", "-u", "bots/my bot.py"}, "mybot"},
		{[]string{"./a-very-long-name-of-a-bot"}, "a-very-long-"},
		{[]string{"./é"}, "player"},
		{[]string{"./mybot/"}, "mybot"},
		{[]string{"./"}, "resolve"},
		{[]string{".."}, "process"},
		{[]string{"python3", "-c", "import sys; sys.exit(3)"}, "python3"},
		{[]string{"perl", "-e", "exit 3"}, "perl"},
		{[]string{"python3", "-X", "dev", "bots/mine.py", "rest"}, "mine"},
		{[]string{"python3", "-m", "mine"}, "mine"},
		{nil, "player"},
	} {
		if name := ShortName(c.command); name != c.name {
			t.Errorf("%q: %q, want %q", c.command, name, c.name)
		}
		if !sanitize.IsName(c.name, sim.MaxNameLen) {
			t.Errorf("%q cannot stand in a recording", c.name)
		}
	}
}
