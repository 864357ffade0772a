package report

import (
	"encoding/json"
	"io"
)

// jsonLines writes values as JSON, one a line, without the escapes that only a page of HTML needs.
func jsonLines(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// WriteJSON writes a value over several lines.
func WriteJSON(w io.Writer, v any) error {
	e := jsonLines(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
