// Package report writes what matches, recordings and tournaments came to: as tables, CSV, JSON and
// Markdown.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"
)

// Format is how something is written for whoever asked for it.
type Format int

// The formats; text is for people.
const (
	Text Format = iota
	CSV
	JSON
	Markdown
)

// Formats are those that are asked for.
var Formats = []Format{CSV, JSON, Markdown}

// String is how a flag is called that asks for it.
func (f Format) String() string { return [...]string{"text", "csv", "json", "markdown"}[f] }

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

// exact is a number for programs.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }

// fixed is a number of few digits for programs.
func fixed(x float64) string { return fmt.Sprintf("%.4f", x) }

// milliseconds are a processor time for programs.
func milliseconds(d time.Duration) string { return fmt.Sprint(float64(d.Microseconds()) / 1000) }

// eachMilliseconds are what each of n things took of a processor time, for people.
func eachMilliseconds(d time.Duration, n int) string {
	return strconv.FormatFloat(d.Seconds()*1000/float64(max(n, 1)), 'f', 2, 64)
}
