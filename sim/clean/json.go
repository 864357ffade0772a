package clean

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// WriteJSON writes a value as JSON, escaped by EscapeJSON, and a line end. With an indent other than
// "" the value takes several lines.
func WriteJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // only a page of HTML needs that
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(EscapeJSON(b.Bytes()))
	return err
}

// EscapeJSON takes valid JSON and replaces every character that does not print, or that changes the
// direction of text, by \uXXXX. Parsers get the same values. Invalid UTF-8 becomes U+FFFD. It may
// return text itself.
func EscapeJSON(text []byte) []byte {
	if utf8.Valid(text) && bytes.IndexFunc(text, escapedInJSON) < 0 {
		return text
	}
	escaped := make([]byte, 0, len(text)+64)
	for rest := text; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && n == 1:
			escaped = append(escaped, `\ufffd`...)
		case !escapedInJSON(r):
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

// escapedInJSON reports whether EscapeJSON escapes a rune. Such runes occur in strings only. Control
// characters below a blank occur between values only: package json has escaped them in strings.
func escapedInJSON(r rune) bool { return r >= 0x7f && !unicode.IsPrint(r) }
