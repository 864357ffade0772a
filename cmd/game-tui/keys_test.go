package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/tui/match"
)

// The page about keys has the one table of keys, which make golden writes into it.
func TestGoldenKeys(t *testing.T) {
	t.Parallel()
	path := filepath.Join("docs", "keys.md")
	page := readFile(t, path)
	const begin, end = "## Keys\n", "\n## What the screen says"
	head, rest, ok := bytes.Cut(page, []byte(begin))
	_, tail, found := bytes.Cut(rest, []byte(end))
	if !ok || !found {
		t.Fatalf("%s has no %q before %q", path, begin, end)
	}
	want := string(head) + begin + tableOfKeys() + end + string(tail)
	if *update {
		writeFile(t, path, []byte(want), 0o644)
		return
	}
	if string(page) != want {
		t.Errorf("%s is not the table of keys in tui/match; run make golden", path)
	}
}

// keyNames writes keys in a cell of a table, where a | would end the cell.
var keyNames = strings.NewReplacer(" ", "` `", "|", `\|`)

// tableOfKeys writes the table in Markdown.
func tableOfKeys() string {
	var b strings.Builder
	b.WriteString("\n| | key | does |\n| --- | --- | --- |\n")
	for _, section := range (match.State{}).Keys().Sections {
		title := section.Title
		for _, k := range section.Keys {
			if k.Help == "" {
				continue // help names it with its neighbour
			}
			b.WriteString(strings.TrimRight("| "+title, " ") + " | `" + keyNames.Replace(k.Show) + "` | " + k.Help + " |\n")
			title = ""
		}
	}
	return b.String()
}
