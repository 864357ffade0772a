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

// End are the sections of the manual page that no command has.
func End() []Section {
	var pages []string
	for _, t := range Topics() {
		pages = append(pages, t.Name)
	}
	return []Section{
		{Title: "Environment", Items: [][2]string{
			{"NO_COLOR", "no colours"},
			{"COLORTERM, TERM", "which colours the terminal has; COLORTERM=truecolor: all"},
			{"XDG_CONFIG_HOME", "where the file game-tui/config with preferences is looked for, see game-tui help preferences"},
			{"PAGER", "shows rules and pages in a terminal; less where it is not set"},
		}},
		{Title: "Exit status", Items: [][2]string{
			{"0", "done"},
			{"1", "a difference was found, or a match stopped early"},
			{"2", "wrong use, or input that cannot be used; one line on standard error says what"},
			{"130", "interrupted"},
		}},
		{Title: "See also", Text: "game-tui help shows pages on: " + strings.Join(pages, ", ") + ". game-tui rules shows the rules of a game."},
	}
}
