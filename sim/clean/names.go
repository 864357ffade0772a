package clean

import (
	"cmp"
	"strings"
)

// IsName reports whether a text can stand in a recording and on a screen as it is:
// one word of 1 to n bytes, all of which prints.
func IsName(s string, n int) bool {
	return s != "" && len(s) <= n && Line(s) == s && !strings.ContainsRune(s, ' ')
}

// IsTitle reports whether a text can be the name of a player in tables, where it must not look like
// a flag: one line of 1 to n bytes, all of which prints.
func IsTitle(s string, n int) bool {
	return s != "" && s[0] != '-' && len(s) <= n && Line(s) == s
}

// IsToken reports whether a text can name a token, a worker or a session: 1 to 30 letters, digits,
// - and _.
func IsToken(s string) bool { return s != "" && len(s) <= 30 && Token(s) == s }

// Token is what of a text such a name can have.
func Token(s string) string {
	return only(s, func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '-' || r == '_'
	})
}

// only is what is left of a text without the characters that are not wanted.
func only(s string, wanted func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if wanted(r) {
			return r
		}
		return -1
	}, s)
}

// Word makes a text one word of ASCII of at most n bytes: anything else in it is an
// underscore. It may be empty.
func Word(s string, n int) string {
	word := []byte(s[:min(len(s), n)])
	for i, c := range word {
		if c <= ' ' || c >= 0x7f {
			word[i] = '_'
		}
	}
	return string(word)
}

// Letters are the first n of a text that are ASCII and print, without blanks; "player" where it has
// none.
func Letters(s string, n int) string {
	s = only(s, func(r rune) bool { return r > ' ' && r < 0x7f })
	return cmp.Or(s[:min(len(s), n)], "player")
}

// Title is a name with that which a player gives itself beside it, where it is another one.
func Title(name, own string) string {
	if own == "" || own == name || own == Letters(name, len(own)) {
		return name
	}
	return name + " (" + own + ")"
}
