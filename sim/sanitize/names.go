package sanitize

import (
	"cmp"
	"strings"
)

// IsName reports whether s is one printable word of 1 to n bytes, as recordings need for players.
func IsName(s string, n int) bool {
	return s != "" && len(s) <= n && Line(s) == s && !strings.ContainsRune(s, ' ')
}

// IsTitle reports whether s can name a player in tables: one printable line of 1 to n bytes that
// does not look like a flag.
func IsTitle(s string, n int) bool {
	return s != "" && s[0] != '-' && len(s) <= n && Line(s) == s
}

// IsToken reports whether s can name a token, worker or session: 1 to 30 letters, digits, - and _.
func IsToken(s string) bool { return s != "" && len(s) <= 30 && ToToken(s) == s }

func ToToken(s string) string {
	return keepRunes(s, func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '-' || r == '_'
	})
}

func keepRunes(s string, wanted func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if wanted(r) {
			return r
		}
		return -1
	}, s)
}

// ASCIIWord returns at most n bytes of s as one ASCII word, with underscores for other characters.
func ASCIIWord(s string, n int) string {
	word := []byte(s[:min(len(s), n)])
	for i, c := range word {
		if c <= ' ' || c >= 0x7f {
			word[i] = '_'
		}
	}
	return string(word)
}

// PrintableASCII returns the first n printable ASCII characters of s without blanks, or "player".
func PrintableASCII(s string, n int) string {
	s = keepRunes(s, func(r rune) bool { return r > ' ' && r < 0x7f })
	return cmp.Or(s[:min(len(s), n)], "player")
}

// NameWithOwn returns name, with the player's own name in brackets if that differs.
func NameWithOwn(name, own string) string {
	if own == "" || own == name || own == PrintableASCII(name, len(own)) {
		return name
	}
	return name + " (" + own + ")"
}
