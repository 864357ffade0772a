package sanitize

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// HTML escapes s for HTML between tags. It isolates right-to-left words, which could reorder the text around them.
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

// HTMLAttr escapes s for a title or quoted attribute in HTML or SVG, where no tags are allowed.
func HTMLAttr(s string) string { return html.EscapeString(Line(s)) }

// rightToLeft returns the range of the first right-to-left words, which a left-to-right letter
// ends. Without such words it returns len(s) twice.
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

func isRightToLeft(r rune) bool {
	return r >= 0x590 && r < 0x900 || r >= 0xfb1d && r < 0xfe00 || r >= 0xfe70 && r < 0xff00 ||
		r >= 0x10800 && r < 0x11000 || r >= 0x1e800 && r < 0x1f000
}
