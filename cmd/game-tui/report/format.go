// Package report writes what matches, recordings and tournaments came to: as tables, CSV, JSON and
// Markdown.
package report

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
