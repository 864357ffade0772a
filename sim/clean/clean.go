// Package clean makes texts from outside fit to be shown: names, errors that repeat
// what a file says, what players print, what clients claim. What it returns is
// one line that no terminal and no log takes for a command. A [Tally] keeps a log short, however often
// outsiders cause an event.
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

// Lines is Line of each line of a text.
func Lines(s string) string {
	if !strings.Contains(s, "\n") {
		return Line(s)
	}
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Line(lines[i])
	}
	return strings.Join(lines, "\n")
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

// Markdown makes a text from outside fit for Markdown, a cell of a table included:
// readers show Line of it as it is, also those that take HTML, or make links of what
// looks like an address. It may stand at the beginning of a block.
func Markdown(s string) string {
	s = Line(s)
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '@':
			b.WriteString("&#64;")
		case r == ':' && !strings.HasPrefix(s[i+1:], " "):
			b.WriteString("&#58;")
		case r == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www"):
			b.WriteString("&#46;")
		case strings.ContainsRune("\\`*_[]|~$", r), opens(s, i):
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// opens reports whether the byte at i makes of what it begins a heading, a line or an
// item of a list.
func opens(s string, i int) bool {
	switch s[i] {
	case '#', '+', '-', '=':
		return strings.TrimLeft(s[:i], " ") == ""
	case '.', ')':
		return i > 0 && strings.Trim(s[:i], " 0123456789") == ""
	}
	return false
}

// MarkdownCode makes a text from outside a piece of code in Markdown.
func MarkdownCode(s string) string {
	s = Line(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 || s == "" {
		s = " " + s + " "
	}
	return fence + s + fence
}
