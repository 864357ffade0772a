package sanitize_test

import (
	"html"
	"strings"
	"testing"
	"unicode"

	"game-tui/sim/sanitize"
)

func TestHTMLIsEscapedAndIsolated(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                          "",
		"Demo 1 < 2":                "Demo 1 &lt; 2",
		"<b>&\"'":                   "&lt;b&gt;&amp;&#34;&#39;",
		"\x1b[2J\u202e\n":           "?[2J? ",
		"אנה":                       "<bdi>אנה</bdi>",
		"by אנה פוץ, 12":            "by <bdi>אנה פוץ</bdi>, 12",
		"אנה x بن":                  "<bdi>אנה</bdi> x <bdi>بن</bdi>",
		"a אנה 1 פוץ <i>":           "a <bdi>אנה 1 פוץ</bdi> &lt;i&gt;",
		"José 漢 \U00010900 𐤀-\xffz": "José 漢 <bdi>\U00010900 𐤀</bdi>-?z",
	} {
		if got := sanitize.HTML(in); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
	if got, want := sanitize.HTMLAttr("a\u202e<אנה\"\x1b"), "a?&lt;אנה&#34;?"; got != want {
		t.Errorf("title: got %s, want %s", got, want)
	}
}

func FuzzHTML(f *testing.F) {
	f.Add("a\x1b[31m\u202e漢\xff\n אנה<b> بن 12")
	f.Fuzz(func(t *testing.T, s string) {
		got := sanitize.HTML(s)
		for _, r := range got {
			if !unicode.IsPrint(r) {
				t.Errorf("%q has %U", got, r)
			}
		}
		plain := strings.NewReplacer("<bdi>", "", "</bdi>", "").Replace(got)
		if strings.ContainsAny(plain, "<>\"'") || html.UnescapeString(plain) != sanitize.Line(s) {
			t.Errorf("%q shows %q, want %q", got, html.UnescapeString(plain), sanitize.Line(s))
		}
	})
}
