package clean

import "strings"

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
