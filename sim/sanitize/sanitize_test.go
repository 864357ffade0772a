package sanitize_test

import (
	"strings"
	"testing"
	"unicode"

	"game-tui/sim/sanitize"
)

func TestTextBecomesPrintable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, line, short, word string }{
		{"", "", "", ""},
		{"plain text", "plain text", "plain text", "plain_text"},
		{"a\tb\r\nc", "a b  c", "a b  c", "a_b__c"},
		{"\x1b[2J\x07\x9b\u009b", "?[2J???", "?[2J???", "_[2J____"},
		{"Música", "Música", "Música", "M__sica"},
		{"a\u202eb\u200dc", "a?b?c", "a?b?c", "a___b___c"},
		{"\xff\xfe", "??", "??", "__"},
		{"0123456789abcdef", "0123456789abcdef", "012345678...", "0123456789ab"},
		{"áááááááá", "áááááááá", "áááá...", "____________"},
	} {
		if got := sanitize.Line(c.in); got != c.line {
			t.Errorf("line of %q: %q, want %q", c.in, got, c.line)
		}
		if got := sanitize.Truncate(c.in, 12); got != c.short {
			t.Errorf("%q short: %q, want %q", c.in, got, c.short)
		}
		if got := sanitize.ASCIIWord(c.in, 12); got != c.word {
			t.Errorf("word of %q: %q, want %q", c.in, got, c.word)
		}
	}
}

func TestLinesKeepsLineEnds(t *testing.T) {
	t.Parallel()
	if got, want := sanitize.Lines("a\x1b\n\tb\u202e\n"), "a?\n b?\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIsNameAcceptsOnePrintableWord(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Harry": true, "Música": true, "twelve-bytes": true,
		"": false, "thirteen-byte": false, "two words": false, "a\tb": false, "a\x1b[2J": false, "a\u202eb": false, "\xff": false,
	} {
		if sanitize.IsName(name, 12) != want {
			t.Errorf("%q: not %v", name, want)
		}
	}
}

func TestNamesOfTokensAndPlayers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in             string
		title, isToken bool
		token, letters string
	}{
		{"anna_B-7", true, true, "anna_B-7", "anna_B"},
		{"two words", true, false, "twowords", "twowor"},
		{"-x", false, true, "-x", "-x"},
		{"é\x1b", false, false, "", "player"},
		{"", false, false, "", "player"},
		{strings.Repeat("x", 31), false, false, strings.Repeat("x", 31), "xxxxxx"},
	} {
		if title, isToken, token, letters := sanitize.IsTitle(c.in, 20), sanitize.IsToken(c.in), sanitize.ToToken(c.in), sanitize.ASCIIName(c.in, 6); title != c.title || isToken != c.isToken || token != c.token || letters != c.letters {
			t.Errorf("%q: got title %v, token %v, %q, %q, want %+v", c.in, title, isToken, token, letters, c)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b[31m\u202e漢\xff\n", 7)
	f.Fuzz(func(t *testing.T, s string, n int) {
		n = max(n&63, 3)
		short, word := sanitize.Truncate(s, n), sanitize.ASCIIWord(s, n)
		if len(word) > n || len(short) > n {
			t.Errorf("%q and %q are longer than %d", short, word, n)
		}
		for _, text := range []string{sanitize.Line(s), short, word} {
			for _, r := range text {
				if !unicode.IsPrint(r) {
					t.Errorf("%q has %q", text, r)
				}
			}
		}
	})
}

func TestCSVCellDisarmsFormulas(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", "Demo": "Demo", "a=b": "a=b", "=cmd|calc": "'=cmd|calc", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)",
		"\t=1": " =1", "\x1b=1": "?=1",
	} {
		if got := sanitize.CSVCell(in); got != want {
			t.Errorf("cell of %q: %q, want %q", in, got, want)
		}
	}
}

func TestMarkdownIsEscaped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, text, code string }{
		{"", "", "`  `"},
		{"Demo 1.5, -3: x", "Demo 1.5, -3: x", "`Demo 1.5, -3: x`"},
		{"my_player|<b>&", `my\_player\|&lt;b&gt;&amp;`, "`my_player|<b>&`"},
		{"[a](http://b)", `\[a\](http&#58;//b)`, "`[a](http://b)`"},
		{"a`b``", "a\\`b\\`\\`", "``` a`b`` ```"},
		{"1. www.x", `1\. www&#46;x`, "`1. www.x`"},
		{"- x\n", `\- x `, "`- x `"},
		{"\x1b[2J", `?\[2J`, "`?[2J`"},
	} {
		if got := sanitize.Markdown(c.in); got != c.text {
			t.Errorf("%q in Markdown: %q, want %q", c.in, got, c.text)
		}
		if got := sanitize.MarkdownCode(c.in); got != c.code {
			t.Errorf("%q as code: %q, want %q", c.in, got, c.code)
		}
	}
}
