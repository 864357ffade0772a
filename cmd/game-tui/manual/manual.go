// Package manual writes the help of commands, as text for a terminal (Text) and as one manual page (Man),
// and shows the pages of the program (Show). Both are made from the commands themselves: usage, paragraphs,
// examples, subcommands, and flags with the names of their values, which a flag's usage marks with
// back-quotes.
package manual

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/page"
)

// Commands are those below one that people see.
func Commands(cmd *cobra.Command) (list []*cobra.Command) {
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			list = append(list, sub)
		}
	}
	return list
}

// usage is how a command is typed.
func usage(cmd *cobra.Command) string {
	line := cmd.Use + " [FLAGS]"
	if cmd.HasParent() {
		line = cmd.Parent().CommandPath() + " " + line
	}
	return line
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
func description(cmd *cobra.Command) []string {
	if cmd.Long != "" {
		return paragraphs(cmd.Long)
	}
	return []string{cmd.Short + "."}
}

// Text is the help of a command in lines of at most width columns, examples excepted.
func Text(cmd *cobra.Command, width int) string {
	w := textWriter{width: max(width, 40)}
	for _, p := range description(cmd) {
		w.paragraph(p)
	}
	w.head("Usage")
	w.line("  " + page.Code.Render(usage(cmd)))
	commands := Commands(cmd)
	if len(commands) > 0 {
		w.line("  " + page.Code.Render(cmd.CommandPath()+" COMMAND --help"))
	}
	if cmd.Example != "" {
		w.head("Examples")
		for _, line := range strings.Split(strings.TrimSpace(cmd.Example), "\n") {
			w.line("  " + page.Code.Render(strings.TrimSpace(line)))
		}
	}
	if len(commands) > 0 {
		w.head("Commands")
		for _, c := range commands {
			w.item(c.Name(), c.Short, commandColumn)
		}
	}
	for _, g := range groups(cmd) {
		w.head(g.title)
		for _, f := range g.flags {
			names := "    --" + f.Name // below the long names of the others
			if f.Shorthand != "" {
				names = "-" + f.Shorthand + ", --" + f.Name
			}
			value, usage := explained(f)
			w.item(strings.TrimSuffix(names+" "+value, " "), usage, flagColumn)
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
	b     strings.Builder
	width int
}

func (w *textWriter) line(text string) { w.b.WriteString(text + "\n") }

func (w *textWriter) head(title string) { w.line("\n" + page.Head.Render(title)) }

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
	head := "  " + page.Code.Render(name)
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
