// Package manual writes the help of cobra commands, as text for a terminal and
// as one manual page. Both are made from the same description of a command:
// usage, paragraphs, examples, subcommands, and flags with the names of their
// values, which a flag's usage marks with back-quotes.
package manual

import (
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagDoc describes a flag.
type flagDoc struct {
	short, long string // "-s" or "", "--seed"
	value       string // "SEED", empty: none
	usage       string // with its default
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

// flagGroup is a list of flags under a title.
type flagGroup struct {
	title string
	flags []flagDoc
}

// groupsOf describes the flags of a command that people see.
func groupsOf(cmd *cobra.Command) []flagGroup {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().SortFlags = false
	groups := []flagGroup{{title: "Flags"}}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		title := "Flags"
		if t := f.Annotations[groupKey]; len(t) > 0 {
			title = t[0]
		}
		at := -1
		for i := range groups {
			if groups[i].title == title {
				at = i
			}
		}
		if at < 0 {
			at = len(groups)
			groups = append(groups, flagGroup{title: title})
		}
		groups[at].flags = append(groups[at].flags, docOf(f))
	})
	return groups
}

func docOf(f *pflag.Flag) flagDoc {
	value, usage := pflag.UnquoteUsage(f)
	if strings.Contains(value, "|") { // words to choose from: typed as they are, and said once
		usage = strings.TrimSuffix(usage, ": "+value)
	} else {
		value = strings.ToUpper(value)
	}
	d := flagDoc{long: "--" + f.Name, value: value, usage: usage}
	if f.Shorthand != "" {
		d.short = "-" + f.Shorthand
	}
	if f.Name == "help" {
		d.usage = "show this help"
	}
	switch f.DefValue {
	case "", "false", "0", "0s", "[]":
	default:
		d.usage += " (default " + shortTime.ReplaceAllString(f.DefValue, "$1") + ")"
	}
	return d
}

// shortTime finds what times of whole minutes and hours end in: 15m0s, 12h0m0s.
var shortTime = regexp.MustCompile(`^([0-9]+h|(?:[0-9]+h)?[0-9]+m)(?:0m)?0s$`)

// names are how a flag is typed.
func (d flagDoc) names() string {
	names := d.long
	if d.short != "" {
		names = d.short + ", " + names
	}
	if d.value != "" {
		names += " " + d.value
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
func description(cmd *cobra.Command) []string {
	if cmd.Long != "" {
		return paragraphs(cmd.Long)
	}
	return []string{cmd.Short + "."}
}

// usageLine is how a command is typed.
func usageLine(cmd *cobra.Command) string {
	line := cmd.Use
	if cmd.HasParent() {
		line = cmd.Parent().CommandPath() + " " + line
	}
	return line + " [FLAGS]"
}

// Subcommands are those that people see.
func Subcommands(cmd *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			list = append(list, c)
		}
	}
	return list
}

// Styles of help in a terminal.
type Styles struct{ Head, Code lipgloss.Style }

// Text is the help of a command in lines of at most width columns, examples excepted.
func Text(cmd *cobra.Command, width int, styles Styles) string {
	w := textWriter{width: max(width, 40), styles: styles}
	for _, p := range description(cmd) {
		w.paragraph(p)
	}
	w.head("Usage")
	w.line("  " + styles.Code.Render(usageLine(cmd)))
	subs := Subcommands(cmd)
	if len(subs) > 0 {
		w.line("  " + styles.Code.Render(cmd.CommandPath()+" COMMAND --help"))
	}
	if cmd.Example != "" {
		w.head("Examples")
		for _, line := range strings.Split(strings.TrimSpace(cmd.Example), "\n") {
			w.line("  " + styles.Code.Render(strings.TrimSpace(line)))
		}
	}
	if len(subs) > 0 {
		w.head("Commands")
		for _, c := range subs {
			w.item(c.Name(), c.Short, commandColumn)
		}
	}
	for _, g := range groupsOf(cmd) {
		if len(g.flags) > 0 {
			w.head(g.title)
		}
		for _, d := range g.flags {
			names := d.names()
			if d.short == "" {
				names = "    " + names // below the long names of the others
			}
			w.item(names, d.usage, flagColumn)
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
