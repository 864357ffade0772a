// Package manual writes the help of commands, as text for a terminal (Text) and as one manual page (Man),
// and shows the pages of the program (Show). Both are made from the commands themselves: usage, paragraphs,
// examples, subcommands, and flags with the names of their values, which a flag's usage marks with
// back-quotes.
package manual

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/page"
	"game-tui/sim/lazy"
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

// groupKey is the annotation that holds the title of a flag's group.
const groupKey = "game-tui-group"

// Group puts flags under a title of their own in help. Titles appear in the order of
// their first flags, after the flags without a group; flags in the order in which
// they were defined, the most useful first.
func Group(set *pflag.FlagSet, title string, names ...string) {
	for _, name := range names {
		_ = set.SetAnnotation(name, groupKey, []string{title})
	}
}

// group is a list of flags under a title.
type group struct {
	title string
	flags []*pflag.Flag
}

// ungrouped is the title of flags without a group.
const ungrouped = "Flags"

// groups are the flags of a command that people see.
func groups(cmd *cobra.Command) []group {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().SortFlags = false
	list := []group{{title: ungrouped}} // --help, at least
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		title := ungrouped
		if t := f.Annotations[groupKey]; len(t) > 0 {
			title = t[0]
		}
		at := slices.IndexFunc(list, func(g group) bool { return g.title == title })
		if at < 0 {
			at, list = len(list), append(list, group{title: title})
		}
		list[at].flags = append(list[at].flags, f)
	})
	return list
}

// explained are the name of a flag's value, empty where it has none, and what the flag is for.
func explained(f *pflag.Flag) (value, usage string) {
	value, usage = pflag.UnquoteUsage(f)
	if strings.Contains(value, "|") { // words to choose from: typed as they are, and said once
		usage = strings.TrimSuffix(usage, ": "+value)
	} else {
		value = strings.ToUpper(value)
	}
	if f.Name == "help" {
		usage = "show this help"
	}
	switch f.DefValue {
	case "", "false", "0", "0s", "[]":
	default:
		usage += " (default " + shortTime().ReplaceAllString(f.DefValue, "$1") + ")"
	}
	return value, usage
}

// shortTime finds what times of whole minutes and hours end in: 15m0s, 12h0m0s.
var shortTime = lazy.Regexp(`^([0-9]+h|(?:[0-9]+h)?[0-9]+m)(?:0m)?0s$`)
