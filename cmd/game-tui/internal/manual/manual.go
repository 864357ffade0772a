// Package manual generates help from the commands: Text for a terminal, and Man for a manual page.
// Show displays the topic pages. In a flag's usage, back-quotes mark the name of its value.
package manual

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/internal/page"
	"game-tui/sim/lazy"
)

// Commands returns the visible subcommands of cmd.
func Commands(cmd *cobra.Command) (list []*cobra.Command) {
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			list = append(list, sub)
		}
	}
	return list
}

// paragraphs splits a text at empty lines. It joins the lines of each paragraph unless some are
// indented.
func paragraphs(text string) []string {
	var list []string
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		p = strings.Trim(p, "\n")
		switch {
		case p == "":
		case isVerbatim(p):
			list = append(list, p)
		default:
			list = append(list, strings.Join(strings.Fields(p), " "))
		}
	}
	return list
}

func isVerbatim(paragraph string) bool {
	return strings.HasPrefix(paragraph, "\t") || strings.HasPrefix(paragraph, "  ") ||
		strings.Contains(paragraph, "\n\t") || strings.Contains(paragraph, "\n  ")
}

// Text returns the help of a command in lines of at most width columns. Examples are not wrapped.
func Text(cmd *cobra.Command, width int) string { return text(cmd, width, true) }

func text(cmd *cobra.Command, width int, fold bool) string {
	w := textWriter{width: max(width, 40)}
	for _, p := range paragraphs(cmp.Or(cmd.Long, cmd.Short+".")) {
		w.paragraph(p)
	}
	w.head("Usage")
	usage := cmd.Use + " [FLAGS]"
	if cmd.HasParent() {
		usage = cmd.Parent().CommandPath() + " " + usage
	}
	w.line("  " + page.Code.Render(usage))
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
	w.commands(cmd)
	for _, g := range groups(cmd, fold) {
		w.head(g.title)
		for _, f := range g.flags {
			w.flag(f)
		}
		if g.foldedLine != "" {
			w.line("  " + g.foldedLine)
		}
	}
	return w.b.String()
}

// commands writes the subcommands by group. If cmd itself takes arguments, they head the first
// group.
func (w *textWriter) commands(cmd *cobra.Command) {
	list, groups := Commands(cmd), cmd.Groups()
	if len(groups) == 0 && len(list) > 0 {
		groups = []*cobra.Group{{Title: "Commands"}}
	}
	for i, g := range groups {
		w.head(g.Title)
		if _, args, ok := strings.Cut(cmd.Use, " "); ok && i == 0 && g.ID != "" {
			first, _, _ := strings.Cut(cmd.Long, ".")
			w.item(args, first, commandColumn)
		}
		for _, c := range list {
			if c.GroupID == g.ID {
				w.item(c.Name(), c.Short, commandColumn)
			}
		}
	}
}

func (w *textWriter) flag(f *pflag.Flag) {
	names := "    --" + f.Name // align with flags that have a short name
	if f.Shorthand != "" {
		names = "-" + f.Shorthand + ", --" + f.Name
	}
	value, usage := describeFlag(f)
	w.item(strings.TrimSuffix(names+" "+value, " "), usage, flagColumn)
}

// Columns at which descriptions start.
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
	if !isVerbatim(text) {
		text = strings.Join(page.Wrap(text, w.width), "\n")
	}
	w.line(text)
}

// item writes a name and its description, which starts on the next line if the name is too long.
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
	lines := page.Wrap(text, w.width-column)
	w.line(head + lines[0])
	for _, line := range lines[1:] {
		w.line(pad + line)
	}
}

const groupKey = "game-tui-group"

// Group lists the named flags under a title in help.
func Group(set *pflag.FlagSet, title string, names ...string) {
	for _, name := range names {
		_ = set.SetAnnotation(name, groupKey, []string{title})
	}
}

const foldKey = "game-tui-more"

// Fold replaces the named flags with one line in help. The manual page lists them only for the root
// command.
func Fold(set *pflag.FlagSet, line string, names ...string) {
	for _, name := range names {
		_ = set.SetAnnotation(name, foldKey, []string{line})
	}
}

type group struct {
	title      string
	flags      []*pflag.Flag
	foldedLine string // line printed in place of folded flags
}

const ungrouped = "Flags"

func groups(cmd *cobra.Command, fold bool) []group {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().SortFlags = false
	list := []group{{title: ungrouped}} // never empty: every command has --help
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
		if more := f.Annotations[foldKey]; fold && len(more) > 0 {
			list[at].foldedLine = more[0]
			return
		}
		list[at].flags = append(list[at].flags, f)
	})
	return list
}

// describeFlag returns the name of a flag's value, or "", and the flag's description.
func describeFlag(f *pflag.Flag) (value, usage string) {
	value, usage = pflag.UnquoteUsage(f)
	if strings.Contains(value, "|") { // a choice of literals such as "auto|always|off"
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

// shortTime matches durations that end in zero units, such as 15m0s and 12h0m0s.
var shortTime = lazy.Regexp(`^([0-9]+h|(?:[0-9]+h)?[0-9]+m)(?:0m)?0s$`)
