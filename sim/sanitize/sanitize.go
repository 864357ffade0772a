// Package sanitize makes untrusted text safe to show in terminals, logs, CSV, Markdown, HTML, JSON
// and shell commands. Unless documented otherwise, functions return one line without control
// characters.
package sanitize

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns s as one line. Tabs and line breaks become spaces, and other unprintable characters
// become question marks.
func Line(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case isUnprintable(r):
			return '?'
		}
		return r
	}, s)
}

func isUnprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

func Lines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Line(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Truncate is like Line, but shortens a string of more than n bytes to at most n bytes, ending in
// three dots. n must be at least 3.
func Truncate(s string, n int) string {
	if len(s) <= n { // Line never makes s longer
		return Line(s)
	}
	n -= len("...")
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return Line(s[:min(n, len(s))]) + "..."
}

// CSVCell returns s for a text cell of a CSV file. It puts an apostrophe before a leading =, +, -
// or @, because spreadsheets interpret such text as a formula. Do not use it for numbers.
func CSVCell(s string) string {
	if s = Line(s); s != "" && strings.IndexByte("=+-@", s[0]) >= 0 {
		return "'" + s
	}
	return s
}

func JoinNames(names []string, n int) string {
	text := Line(strings.Join(names[:min(len(names), n)], ", "))
	if more := len(names) - n; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Markdown escapes s for use anywhere in Markdown, including tables and the start of a block.
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
		case strings.ContainsRune("\\`*_[]|~$", r), startsBlock(s, i):
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// startsBlock reports whether the byte at i would start a heading or list item, or underline a
// heading.
func startsBlock(s string, i int) bool {
	switch s[i] {
	case '#', '+', '-', '=':
		return strings.TrimLeft(s[:i], " ") == ""
	case '.', ')':
		return i > 0 && strings.Trim(s[:i], " 0123456789") == ""
	}
	return false
}

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

// HTML escapes s for use between HTML tags. It isolates right-to-left words, which could reorder
// the text around them.
func HTML(s string) string {
	return rightToLeft().ReplaceAllString(html.EscapeString(Line(s)), "<bdi>$0</bdi>")
}

// rightToLeft matches runs of right-to-left letters, including non-letters between them.
var rightToLeft = sync.OnceValue(func() *regexp.Regexp {
	const one = `[\x{590}-\x{8ff}\x{fb1d}-\x{fdff}\x{fe70}-\x{feff}\x{10800}-\x{10fff}\x{1e800}-\x{1efff}]`
	return regexp.MustCompile(one + `(?:\PL*` + one + `)*`)
})

// HTMLAttr escapes s for a quoted attribute or a title in HTML or SVG. Unlike HTML, it adds no
// tags.
func HTMLAttr(s string) string { return html.EscapeString(Line(s)) }

// ShellQuote quotes a word for bash if necessary.
func ShellQuote(word string) string {
	switch {
	case strings.ContainsFunc(word, isUnprintable):
		var b strings.Builder
		for _, c := range []byte(word) {
			if c < ' ' || c >= 0x7f || c == '\'' || c == '\\' {
				fmt.Fprintf(&b, `\%03o`, c)
			} else {
				b.WriteByte(c)
			}
		}
		return "$'" + b.String() + "'"
	case word != "" && !strings.ContainsAny(word, " '\"\\$`&;|<>()*?[]#~!{}^="):
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// WriteJSON writes v as JSON, escaped by EscapeJSON, and a newline. If indent is not empty, the
// JSON is indented.
func WriteJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // needed only inside HTML
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(EscapeJSON(b.Bytes()))
	return err
}

// EscapeJSON escapes unprintable characters in valid JSON, including those that change the
// direction of text. Invalid UTF-8 becomes U+FFFD. It returns text itself if no escaping is needed.
func EscapeJSON(text []byte) []byte {
	if utf8.Valid(text) && bytes.IndexFunc(text, needsJSONEscape) < 0 {
		return text
	}
	escaped := make([]byte, 0, len(text)+64)
	for rest := text; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && n == 1:
			escaped = append(escaped, `\ufffd`...)
		case !needsJSONEscape(r):
			escaped = append(escaped, rest[:n]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			escaped = fmt.Appendf(escaped, `\u%04x\u%04x`, high, low)
		default:
			escaped = fmt.Appendf(escaped, `\u%04x`, r)
		}
		rest = rest[n:]
	}
	return escaped
}

// encoding/json has already escaped ASCII control characters.
func needsJSONEscape(r rune) bool { return r >= 0x7f && !unicode.IsPrint(r) }

// IsName reports whether s is one printable word of 1 to n bytes, as required for player names in
// recordings.
func IsName(s string, n int) bool {
	return s != "" && len(s) <= n && Line(s) == s && !strings.ContainsRune(s, ' ')
}

// IsTitle reports whether s can be a player's name in tables: one printable line of 1 to n bytes
// that does not look like a flag.
func IsTitle(s string, n int) bool {
	return s != "" && s[0] != '-' && len(s) <= n && Line(s) == s
}

// IsToken reports whether s is a valid name for a token, worker or session: 1 to 30 letters,
// digits, dashes and underscores.
func IsToken(s string) bool { return s != "" && len(s) <= 30 && ToToken(s) == s }

func ToToken(s string) string {
	return filterRunes(s, func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '-' || r == '_'
	})
}

func filterRunes(s string, wanted func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if wanted(r) {
			return r
		}
		return -1
	}, s)
}

// ASCIIWord returns at most n bytes of s. Spaces and bytes that are not printable ASCII become
// underscores.
func ASCIIWord(s string, n int) string {
	word := []byte(s[:min(len(s), n)])
	for i, c := range word {
		if c <= ' ' || c >= 0x7f {
			word[i] = '_'
		}
	}
	return string(word)
}

// ASCIIName returns the first n printable ASCII characters of s, ignoring spaces, or "player"
// if s has no such characters.
func ASCIIName(s string, n int) string {
	s = filterRunes(s, func(r rune) bool { return r > ' ' && r < 0x7f })
	return cmp.Or(s[:min(len(s), n)], "player")
}

// CombineNames returns name, followed by ownName in brackets unless ownName is empty, equals name
// or is its ASCII form.
func CombineNames(name, ownName string) string {
	if ownName == "" || ownName == name || ownName == ASCIIName(name, len(ownName)) {
		return name
	}
	return name + " (" + ownName + ")"
}
