// Package manual writes the help of commands, as text for a terminal and as one manual page, and shows
// the pages of the program. Both are made from the same description of a command:
// usage, paragraphs, examples, subcommands, and flags with the names of their
// values, which a flag's usage marks with back-quotes.
package manual

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Command is what help says of a command.
type Command struct {
	Name, Path string // Path is the whole name: "game-tui tournament show"
	Usage      string // how it is typed
	Short      string // a sentence, without its full stop
	Long       string // paragraphs; empty: the sentence says all
	Example    string
	Groups     []Group   // of flags
	Commands   []Command // below it, that people see
}

// Group is a list of flags under a title.
type Group struct {
	Title string
	Flags []Flag
}

// Flag describes a flag.
type Flag struct {
	Short, Long string // "-s" or "", "--seed"
	Value       string // "SEED", empty: none
	Usage       string // with its default
}

// names are how a flag is typed.
func (d *Flag) names() string {
	names := d.Long
	if d.Short != "" {
		names = d.Short + ", " + names
	}
	if d.Value != "" {
		names += " " + d.Value
	}
	return names
}

// paragraphs splits a description at its empty lines. Lines of a paragraph are
// joined; one that begins with blanks is kept, with its paragraph, as it is.
func paragraphs(text string) []string {
	var list []string
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		p = strings.Trim(p, "\n")
		switch {
		case p == "":
		case verbatim(p):
			list = append(list, p)
		default:
			list = append(list, strings.Join(strings.Fields(p), " "))
		}
	}
	return list
}

func verbatim(paragraph string) bool {
	return strings.HasPrefix(paragraph, "\t") || strings.HasPrefix(paragraph, "  ") ||
		strings.Contains(paragraph, "\n\t") || strings.Contains(paragraph, "\n  ")
}

// description is the long text of a command, or its sentence.
func description(cmd *Command) []string {
	if cmd.Long != "" {
		return paragraphs(cmd.Long)
	}
	return []string{cmd.Short + "."}
}

// Styles of help in a terminal.
type Styles struct{ Head, Code lipgloss.Style }

// Text is the help of a command in lines of at most width columns, examples excepted.
func Text(cmd *Command, width int, styles Styles) string {
	w := textWriter{width: max(width, 40), styles: styles}
	for _, p := range description(cmd) {
		w.paragraph(p)
	}
	w.head("Usage")
	w.line("  " + styles.Code.Render(cmd.Usage))
	if len(cmd.Commands) > 0 {
		w.line("  " + styles.Code.Render(cmd.Path+" COMMAND --help"))
	}
	if cmd.Example != "" {
		w.head("Examples")
		for _, line := range strings.Split(strings.TrimSpace(cmd.Example), "\n") {
			w.line("  " + styles.Code.Render(strings.TrimSpace(line)))
		}
	}
	if len(cmd.Commands) > 0 {
		w.head("Commands")
		for _, c := range cmd.Commands {
			w.item(c.Name, c.Short, commandColumn)
		}
	}
	for _, g := range cmd.Groups {
		if len(g.Flags) > 0 {
			w.head(g.Title)
		}
		for _, d := range g.Flags {
			names := d.names()
			if d.Short == "" {
				names = "    " + names // below the long names of the others
			}
			w.item(names, d.Usage, flagColumn)
		}
	}
	return w.b.String()
}

// Columns at which the texts of lists begin.
const (
	commandColumn = 16
	flagColumn    = 28
)

type textWriter struct {
	b      strings.Builder
	width  int
	styles Styles
}

func (w *textWriter) line(text string) { w.b.WriteString(text + "\n") }

func (w *textWriter) head(title string) { w.line("\n" + w.styles.Head.Render(title)) }

func (w *textWriter) paragraph(text string) {
	if w.b.Len() > 0 {
		w.line("")
	}
	if !verbatim(text) {
		text = ansi.Wrap(text, w.width, "")
	}
	w.line(text)
}

// item writes a name and its text, which is wrapped beside it, or below a name
// that is too long.
func (w *textWriter) item(name, text string, column int) {
	pad := strings.Repeat(" ", column)
	head := "  " + w.styles.Code.Render(name)
	used := 2 + len(name)
	if used+2 > column {
		w.line(head)
		head = pad
	} else {
		head += pad[used:]
	}
	lines := strings.Split(ansi.Wrap(text, w.width-column, ""), "\n")
	w.line(head + lines[0])
	for _, line := range lines[1:] {
		w.line(pad + line)
	}
}
