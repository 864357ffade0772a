package main

// format is how something is written for whoever asked for it.
type format int

// The formats; text is for people.
const (
	asText format = iota
	asCSV
	asJSON
	asMarkdown
)

// String is how a flag is called that asks for it.
func (f format) String() string { return [...]string{"text", "csv", "json", "markdown"}[f] }
