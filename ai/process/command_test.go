package process

import (
	"slices"
	"testing"

	"game-tui/sim/clean"
)

func TestParse(t *testing.T) {
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
	} {
		command, ok, err := Parse(AsTyped(c.word))
		if !slices.Equal(command.Words(), c.command) || ok != c.ok || (err != nil) != c.bad {
			t.Errorf("%s: %q %v %v", c.word, command.Words(), ok, err)
		}
	}
}

func TestShortName(t *testing.T) {
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
		{[]string{"./"}, "process"},
		{[]string{".."}, "ai"},
		{[]string{"python3", "-c", "import sys; sys.exit(3)"}, "python3"},
		{[]string{"perl", "-e", "exit 3"}, "perl"},
		{[]string{"python3", "-X", "dev", "bots/mine.py", "rest"}, "mine"},
		{[]string{"python3", "-m", "mine"}, "mine"},
		{nil, "player"},
	} {
		if name := ShortName(c.command); name != c.name {
			t.Errorf("%q: %q, want %q", c.command, name, c.name)
		}
		if !clean.IsName(c.name, maxName) {
			t.Errorf("%q cannot stand in a recording", c.name)
		}
	}
}

func TestParseMode(t *testing.T) {
	t.Parallel()
	for _, m := range []Mode{Auto, Off, Require} {
		if got, err := ParseMode(m.String()); got != m || err != nil {
			t.Errorf("%v: %v %v", m, got, err)
		}
	}
	if _, err := ParseMode("on"); err == nil {
		t.Error("no error for a mode that is none")
	}
}
