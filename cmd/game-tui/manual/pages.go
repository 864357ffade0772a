package manual

import (
	"fmt"
	"strings"

	"game-tui/cmd/game-tui/docs"

	"game-tui/ai/process"
)

// Topic is a page that "game-tui help TOPIC" shows.
type Topic struct{ Name, Text string }

// Title is the first heading.
func (t Topic) Title() string {
	first, _, _ := strings.Cut(t.Text, "\n")
	return strings.TrimPrefix(first, "# ")
}

// Topics lists all pages.
func Topics() []Topic {
	list := []Topic{}
	entries, _ := docs.Pages.ReadDir(".") // it is embedded: no error
	for _, e := range entries {
		text, _ := docs.Pages.ReadFile(e.Name())
		list = append(list, Topic{strings.TrimSuffix(e.Name(), ".md"), string(text)})
	}
	return append(list, Topic{"protocol", process.Protocol})
}

// TopicList is the page that lists the pages.
func TopicList() string {
	var b strings.Builder
	b.WriteString("# Pages\n\n| `game-tui help …` | |\n| --- | --- |\n")
	for _, t := range Topics() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", t.Name, t.Title())
	}
	b.WriteString("\n`game-tui rules GAME` has the rules of a game, `game-tui COMMAND --help` the flags of a command,\n`game-tui --help` lists the commands.\n")
	return b.String()
}
