package sanitize

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// WriteJSON writes v as escaped JSON and a line end. If indent is not empty, the JSON has several lines.
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

// EscapeJSON escapes characters in valid JSON that do not print or that change the direction of
// text. Invalid UTF-8 becomes U+FFFD. The result may be text itself.
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

// encoding/json has already escaped ASCII control characters.
func escapedInJSON(r rune) bool { return r >= 0x7f && !unicode.IsPrint(r) }
