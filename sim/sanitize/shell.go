package sanitize

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

func ShellQuote(word string) string {
	switch {
	case strings.ContainsFunc(word, unprintable):
		return "$'" + escapeForShell(word) + "'"
	case word != "" && !strings.ContainsAny(word, " '\"\\$`&;|<>()*?[]#~!{}^="):
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

func escapeForShell(word string) string {
	var b strings.Builder
	for len(word) > 0 {
		r, n := utf8.DecodeRuneInString(word)
		switch {
		case unprintable(r):
			for _, c := range []byte(word[:n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		case r == '\'' || r == '\\':
			b.WriteString(`\` + word[:n])
		default:
			b.WriteString(word[:n])
		}
		word = word[n:]
	}
	return b.String()
}
