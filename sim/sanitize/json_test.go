package sanitize_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"game-tui/sim/sanitize"
)

func TestJSONEscapesUnprintableCharacters(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                  `""`,
		"José <b>&'\"\\":                    `"José <b>&'\"\\"`,
		"a\n\t\x1b\x00":                     `"a\n\t\u001b\u0000"`,
		"\x7f\u009b\u0085":                  `"\u007f\u009b\u0085"`,
		"a\u202eb\u2066\u200fc\u061c\u2069": `"a\u202eb\u2066\u200fc\u061c\u2069"`,
		"\ufeff\ufffe\u2028":                `"\ufeff\ufffe\u2028"`,
		"\U000e0001😀\U0010ffff":             `"\udb40\udc01😀\udbff\udfff"`,
		"\u00a0\u00ad\u200d":                `"\u00a0\u00ad\u200d"`,
		"\xff\xed\xa0\x80":                  `"\ufffd\ufffd\ufffd\ufffd"`,
		"\ufffd漢":                           "\"\ufffd漢\"",
	} {
		var b strings.Builder
		if err := sanitize.WriteJSON(&b, in, ""); err != nil || b.String() != want+"\n" {
			t.Errorf("%q: got %s, %v, want %s", in, b.String(), err, want)
		}
	}
	var b strings.Builder
	if err := sanitize.WriteJSON(&b, map[string][]any{"\u202e": {1, json.RawMessage("\"\xff\u009b\xff\"")}}, "  "); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "{\n  \"\\u202e\": [\n    1,\n    \"\\ufffd\\u009b\\ufffd\"\n  ]\n}\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzJSON checks that every text round-trips and that the JSON contains only printable characters.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{"", "José", "\x1b[2J\u009b\x7f", "\u202e\u2066\u200f", "\u2028\ufeff\ufffe", "\U000e0001\U0010ffff😀", "\xff\xed\xa0\x80", `\u202e\\`, "\ufffd"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		if err := sanitize.WriteJSON(&b, map[string]string{s: s}, "\t"); err != nil {
			t.Fatal(err)
		}
		for _, r := range b.String() {
			if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
				t.Errorf("%q has %U", b.String(), r)
			}
		}
		var got map[string]string
		if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
			t.Fatalf("%q: %v", b.String(), err)
		}
		want := s
		if !utf8.ValidString(s) {
			want = string([]rune(s))
		}
		if text, ok := got[want]; !ok || text != want || len(got) != 1 {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
