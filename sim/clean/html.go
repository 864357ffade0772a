package clean

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// HTML makes a text from outside fit for a page of HTML, between tags: browsers show Line of it as it is. Words of
// scripts that run from right to left are isolated, so that they do not reorder what stands beside them.
func HTML(s string) string {
	s = Line(s)
	var b strings.Builder
	for s != "" {
		from, to := rightToLeft(s)
		b.WriteString(html.EscapeString(s[:from]))
		if from < to {
			b.WriteString("<bdi>" + html.EscapeString(s[from:to]) + "</bdi>")
		}
		s = s[to:]
	}
	return b.String()
}

// HTMLTitle makes a text from outside fit for a place where HTML or SVG has no tags: a title, an attribute in quotes.
func HTMLTitle(s string) string { return html.EscapeString(Line(s)) }

// rightToLeft returns where the first words that run from right to left begin and end; if there are none, both
// are the length of the text. A letter that runs from left to right ends them.
func rightToLeft(s string) (from, to int) {
	from, to = len(s), len(s)
	for i, r := range s {
		switch {
		case isRightToLeft(r) && from == len(s):
			from, to = i, i+utf8.RuneLen(r)
		case isRightToLeft(r):
			to = i + utf8.RuneLen(r)
		case from < len(s) && unicode.IsLetter(r):
			return from, to
		}
	}
	return from, to
}

// isRightToLeft reports whether a rune is in a block of Unicode whose scripts run from right to left.
func isRightToLeft(r rune) bool {
	return r >= 0x590 && r < 0x900 || r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xff00 ||
		r >= 0x10800 && r < 0x11000 || r >= 0x1e800 && r < 0x1f000
}
