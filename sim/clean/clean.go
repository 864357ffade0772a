// Package clean makes texts from outside fit to be shown: names, errors that repeat
// what a file says, what players print, what clients claim. What it returns is
// one line that no terminal and no log takes for a command.
package clean

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line makes a text one line: tabs and line ends are blanks, whatever else does
// not print is a question mark.
func Line(s string) string {
	if plain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r == utf8.RuneError || !unicode.IsPrint(r):
			return '?'
		}
		return r
	}, s)
}

// plain reports whether a text is as it should be, as most are.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// Short is Line of at most n bytes, n ≥ 3; what was longer ends in three dots.
func Short(s string, n int) string {
	if len(s) <= n { // Line makes nothing longer
		return Line(s)
	}
	n -= len("...")
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return Line(s[:min(n, len(s))]) + "..."
}

// Cell makes a text from outside fit for a cell of CSV: programs that show tables take
// what begins with one of these signs for a formula, and execute it. Such a text gets
// an apostrophe, which they take for the beginning of a text. It is not for numbers.
func Cell(s string) string {
	if s = Line(s); s != "" && strings.IndexByte("=+-@", s[0]) >= 0 {
		return "'" + s
	}
	return s
}

// Names are the first few of several names, at most n, and how many more there are.
func Names(names []string, n int) string {
	text := Line(strings.Join(names[:min(len(names), n)], ", "))
	if more := len(names) - n; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
